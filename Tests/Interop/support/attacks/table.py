"""Rows of attacks. Each is carried out in a room of its own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest

from .room import Room

Attack = Callable[[Room], Awaitable[None]]


@dataclass(frozen=True)
class Row:
    """An attack and how it is to end."""

    name: str
    attack: Attack
    demand: tuple[str, ...]
    """The table and the row that demand this, then the qualification tests and vulnerabilities that it mirrors."""
    is_bonded: bool = False
    """An honest phone has paired before."""
    bonds: bool = False
    """The attack is none after all: the pairing succeeds. Without it, everything has to be as it was before."""
    checks_itself: bool = False
    """The attack itself says what has to be true after it."""
    is_quick: bool = False
    """No honest phone comes afterwards."""
    settings: str = ""
    """What the section [watch] of the configuration says."""
    is_slow: bool = False
    """Waits for one of the watch's long timers: begun before all others."""

    async def carry_out(self, room: Room) -> None:
        """Prepares, attacks, and looks at what has become of the watch."""
        if self.is_bonded:
            await room.bond()
        room.guard()
        await self.attack(room)
        if self.checks_itself:
            return
        if self.bonds:
            await room.watch.event("pairing", result="bonded")
            assert room.bond_count == 1
            return
        room.check_unharmed()
        if not self.is_quick:
            await room.serve_honest_phone()


class Table:
    """Rows, and the test that they make."""

    def __init__(self, **conditions: Any) -> None:
        self.rows: list[Row] = []
        self._conditions = conditions

    def add(self, name: str, attack: Attack, *demand: str, **conditions: Any) -> None:
        """A row."""
        self.rows.append(Row(name, attack, demand, **{**self._conditions, **conditions}))

    def row(self, name: str, *demand: str, **conditions: Any) -> Callable[[Attack], Attack]:
        """The same, above a function."""
        def take(attack: Attack) -> Attack:
            self.add(name, attack, *demand, **conditions)
            return attack

        return take

    @property
    def cases(self) -> list[Any]:
        """The rows as the parameters of a test."""
        return [pytest.param(row, id=row.name, marks=pytest.mark.conformance(*row.demand)) for row in self.rows]

    def test(self, function: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
        """Gives a function that takes `row` and `field` a case for each row."""
        return carried_out(pytest.mark.parametrize("row", self.cases)(function))


carried_out = pytest.mark.asyncio(loop_scope="session")
"""Rows that run at the same time share a loop."""
