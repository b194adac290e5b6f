"""Who carries out the rows: a plugin of pytest.

Most of a row's time is waiting for the watch's back-off to end, so rows that are still to come are carried out at the
same time as the one whose turn it is.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from .room import Room
from .table import Row

AT_ONCE = 8


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of `make attacks` and `make rivals`."""
    parser.addoption("--every-bit", action="store_true", help="change every bit of a pairing, not one of each octet")
    parser.addoption("--tries", type=int, default=4, help="so often a phone tries to connect beside a rival")


class Field:
    """Runs rows, `AT_ONCE` of them at the same time."""

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
        room = Room(self._folder / f"room-{self._rooms}", *self._options(row))
        try:
            try:
                await room.start()
                await row.carry_out(room)
            finally:
                await room.finish()
        except Exception as error:
            error.add_note(
                f"{row.attack}\nthe room's log:\n{room.log.tail()}\nevents:\n{room.watch.events.tail(12)}\n"
                f"exit status {room.exit_status}, standard error: {room.watch.errors}")
            raise
        room.check()

    def _options(self, row: Row) -> list[str]:
        if not row.settings:
            return []
        path = self._folder / f"room-{self._rooms}.ini"
        path.write_text(f"[watch]\n{row.settings}\n")
        return ["--config", str(path)]

    async def leave(self) -> None:
        """Cancels the rows that are not needed."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def field(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Field]:
    """Runs the rows of a module. One worker of pytest-xdist gets all of them."""
    items = [item for item in request.session.items if item.path == request.path]
    parameters = [item.callspec.params for item in items if hasattr(item, "callspec")]
    rows = [value for values in parameters if isinstance(value := values.get("row"), Row)]
    carrier = Field(rows, tmp_path_factory.mktemp("field"))
    yield carrier
    await carrier.leave()
