"""Rows of attacks, and who carries them out.

A row is an attack in a room of its own. Most of its time is waiting for the watch's back-off to end, so rows that are
still to come are carried out at the same time as the one whose turn it is.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from .room import Room

Attack = Callable[[Room], Awaitable[None]]
AT_ONCE = 16


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


class Field:
    """Carries rows out, `AT_ONCE` of them at the same time."""

    def __init__(self, rows: list[Row], folder: Path) -> None:
        self._waiting = [row for row in rows if not row.is_slow]
        self._slow = [row for row in rows if row.is_slow]
        self._folder = folder
        self._tasks: dict[Row, asyncio.Task[None]] = {}
        self._rooms = 0

    async def outcome(self, row: Row) -> None:
        """Fails if the row does not end as it should."""
        for other in [*self._slow, row, *self._waiting]:
            running = sum(not task.done() for task in self._tasks.values())
            if other is row or other.is_slow or running < AT_ONCE:
                self._begin(other)
        await self._tasks[row]

    def _begin(self, row: Row) -> None:
        if row in self._waiting:
            self._waiting.remove(row)
        if row not in self._tasks:
            self._tasks[row] = asyncio.create_task(self._run(row))

    async def _run(self, row: Row) -> None:
        self._rooms += 1
        room = Room(self._folder / f"room-{self._rooms}")
        try:
            await room.start()
            await row.carry_out(room)
        except Exception as error:
            error.add_note(f"{row.attack}\nthe room's log:\n{room.log.tail()}\nevents:\n{room.watch.events.tail(12)}")
            raise
        finally:
            await room.finish()
        room.check()

    async def leave(self) -> None:
        """Ends what nobody will ask for."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def field(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Field]:
    """Carries out the rows of this run."""
    parameters = [item.callspec.params for item in request.session.items if hasattr(item, "callspec")]
    rows = [value for values in parameters if isinstance(value := values.get("row"), Row)]
    carrier = Field(rows, tmp_path_factory.mktemp("field"))
    yield carrier
    await carrier.leave()
