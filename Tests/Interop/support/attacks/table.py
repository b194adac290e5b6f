"""Rows of attacks. Each runs in a room of its own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest

from .room import Room

Attack = Callable[[Room], Awaitable[None]]


@dataclass(frozen=True)
class Row:
    """An attack and its expected end."""

    name: str
    attack: Attack
    demand: tuple[str, ...]
    """The table and the row that require this, and the qualification tests and vulnerabilities for it."""
    is_bonded: bool = False
    """An honest phone has paired before."""
    bonds: bool = False
    """Whether the pairing succeeds. Otherwise the state afterwards must be as before."""
    checks_itself: bool = False
    """Whether the attack checks the state afterwards itself."""
    is_quick: bool = False
    """Whether no honest phone connects afterwards."""
    settings: str = ""
    """The settings in the section [watch] of the configuration."""
    is_slow: bool = False
    """Whether the row waits for one of the watch's long timers. It then starts before all others."""

    async def carry_out(self, room: Room) -> None:
        """Prepares the room, runs the attack, and checks the state of the watch."""
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
    """Rows, and the test made of them."""

    def __init__(self, **conditions: Any) -> None:
        self.rows: list[Row] = []
        self._conditions = conditions

    def add(self, name: str, attack: Attack, *demand: str, **conditions: Any) -> None:
        """Adds a row."""
        self.rows.append(Row(name, attack, demand, **{**self._conditions, **conditions}))

    def row(self, name: str, *demand: str, **conditions: Any) -> Callable[[Attack], Attack]:
        """Adds a function as a row: a decorator."""
        def take(attack: Attack) -> Attack:
            self.add(name, attack, *demand, **conditions)
            return attack

        return take

    @property
    def cases(self) -> list[Any]:
        """The rows as the parameters of a test."""
        return [pytest.param(row, id=row.name, marks=pytest.mark.conformance(*row.demand)) for row in self.rows]

    def test(self, function: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
        """Parametrizes a test with `row` and `field`: one case for each row."""
        return carried_out(pytest.mark.parametrize("row", self.cases)(function))


carried_out = pytest.mark.asyncio(loop_scope="session")
"""Rows that run at the same time share a loop."""
