"""The places of the control socket: idle programs do not keep other programs out."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest

from conformance import row
from conftest import SessionMaker
from phone.journal import DEADLINE, SLOWNESS
from session import Session
from watch.control import MOST_CLIENTS, ControlClient


@pytest.fixture
async def session(make_session: SessionMaker, path: Path) -> Session:
    """A watch with a control socket, and a phone, not yet connected."""
    return await make_session("--control", str(path))


async def served(path: Path) -> ControlClient:
    """Connects a program, repeatedly, until the watch has a place for it."""
    for _ in range(int(60 * SLOWNESS)):
        client = await ControlClient.connect(path)
        with contextlib.suppress(ConnectionError):
            client.ask(do="status")
            told = await client.line()
            if told and told.get("result") == "ok":
                return client
        await asyncio.sleep(0.5)
    raise AssertionError("the watch has no place for another program")


@row("Attacks", "control socket held by half-lines")
@pytest.mark.parametrize(("held", "first"), [
    (b'{"do":"sta', None), (b'{"do":"status"}\n{"do"', {"result": "ok"}), (b"x" * 2_000, {"error": "tooLong"}),
])
async def test_programs_that_do_not_end_their_lines_lose_their_places(
    session: Session, path: Path, held: bytes, first: dict[str, str] | None,
) -> None:
    slow = [await ControlClient.connect(path) for _ in range(MOST_CLIENTS)]
    for client in slow:
        client.send(held)
    for client in slow:
        if first:
            await client.answer(**first)
        await client.answer(error="idle", wait=3 * DEADLINE)
        assert await client.line() is None
    await served(path)


@row("Attacks", "control socket held by half-lines")
async def test_the_program_that_is_silent_longest_makes_room(session: Session, path: Path) -> None:  # noqa: F811
    silent = [await ControlClient.connect(path) for _ in range(MOST_CLIENTS)]
    for client in silent:
        client.ask(do="status")
        await client.answer(result="ok")
    newcomer = await served(path)
    await silent[0].answer(error="idle")
    for client in [*silent[1:], newcomer]:
        client.ask(do="status")
        await client.answer(result="ok")


async def test_a_program_may_be_silent_where_there_is_room(session: Session, path: Path) -> None:  # noqa: F811
    silent, impatient = await ControlClient.connect(path), await ControlClient.connect(path)
    # A line that is never ended measures the time.
    impatient.send(b"{")
    await impatient.answer(error="idle", wait=3 * DEADLINE)
    silent.ask(do="status")
    await silent.answer(result="ok")


async def test_octets_that_drip_do_not_make_a_line_last(session: Session, path: Path) -> None:  # noqa: F811
    slow = await ControlClient.connect(path)
    told = asyncio.create_task(slow.line(wait=4 * DEADLINE))
    while not told.done():
        slow.send(b" ")
        await asyncio.sleep(0.2)
    assert (told.result() or {}).get("error") == "idle"
