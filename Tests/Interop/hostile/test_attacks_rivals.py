"""A stranger that is always there: how soon the honest phone has the watch all the same.

`make rivals` takes 20 tries and prints the figures; a few tries are part of `make interop`. An iPhone listens without
pause for a watch that it knows, or that its user has chosen in the settings: so the phone connects without a search.
"""

from __future__ import annotations

import asyncio
import random
import statistics
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from bumble import hci

from attacks.rival import Rival
from attacks.room import Room, stranger_address
from conformance import row
from phone.journal import SLOWNESS
from phone.log import Entry, Kind

LIMIT = 12.0
"""The largest median, in seconds."""
AT_ONCE = 5
NEW_PHONE = "F0:99:B6:0A:0B:0C"
WATCHED = 30.0
"""The duration of the test with a rival that always wins."""

DISCOVERABLE = b"\x02\x01\x06"
"""Flags: LE General Discoverable Mode, and no BR/EDR."""

Try = Callable[[Path, int], Awaitable[float]]


def now() -> float:
    """Seconds."""
    return asyncio.get_running_loop().time()


def on_air(room: Room) -> hci.Address:
    """The address that the watch advertises with."""
    controller = room.harness.controller
    return controller.own_address(controller.advertising.own_address_type)


async def get_link(room: Room, *wanted: str) -> None:
    """Connects the phone, also repeatedly, until one of these entries is in its log."""
    while True:
        mark = room.log.mark
        await room.phone.connect(deadline=120.0, address=on_air(room))
        end = await room.log.wait(
            lambda entry: entry.kind == Kind.PHONE and entry.name in (*wanted, "disconnected"), "the phone's turn",
            mark, deadline=60.0)
        if end.name in wanted:
            return


async def settle_in(room: Room, links: int) -> None:
    """Waits for some links of the rival, so that their effects are in force."""
    for _ in range(links):
        await room.log.wait_for(Kind.LINK, "ended", since=room.log.mark, deadline=20.0)


def is_discoverable(entry: Entry) -> bool:
    """Whether the watch has begun to advertise for a new phone."""
    return (entry.kind, entry.name) == (Kind.ADVERTISING, "started") and entry.details["data"].startswith(DISCOVERABLE)


async def pairing(folder: Path, number: int) -> float:
    """Measures a new phone in an open window, beside a rival that sends nothing."""
    room = Room(folder / f"pairing-{number}")
    try:
        await room.start()
        await room.bond()
        room.phone.become_another(NEW_PHONE)
        rival = Rival(room.harness.air, stranger_address, random.Random(number))
        await settle_in(room, 2)
        mark = room.log.mark
        await room.open_window()
        begin = now()
        # The watch has another address while the window is open. A phone finds it by scanning.
        await room.log.wait(is_discoverable, "advertising for a new phone", mark, deadline=20.0)
        bonding = asyncio.create_task(get_link(room, "paired"))
        await room.log.wait_for(Kind.PHONE, "code", since=mark, deadline=110.0)
        assert room.phone.code is not None
        await room.say_yes(room.phone.code)
        await bonding
        seconds = now() - begin
        rival.leave()
    finally:
        await room.finish()
    room.check()
    return seconds


async def returning(folder: Path, number: int, *, is_replaying: bool) -> float:
    """Measures the return of a bonded phone beside a rival."""
    room = Room(folder / f"returning-{number}")
    try:
        await room.start()
        await room.bond()
        heard = room.phone.device.random_address
        rival = Rival(
            room.harness.air, (lambda: heard) if is_replaying else stranger_address, random.Random(number))
        await settle_in(room, 1 if is_replaying else 2)
        begin = now()
        await get_link(room, "encrypted")
        seconds = now() - begin
        rival.leave()
        await room.phone.disconnect()
    finally:
        await room.finish()
    room.check()
    return seconds


async def returning_beside_a_stranger(folder: Path, number: int) -> float:
    """The rival uses a new address each time."""
    return await returning(folder, number, is_replaying=False)


async def returning_beside_a_replay(folder: Path, number: int) -> float:
    """The rival uses the last address of the phone."""
    return await returning(folder, number, is_replaying=True)


async def take(attempt: Try, folder: Path, count: int) -> list[float]:
    """Returns the times of all tries in seconds, sorted."""
    seconds: list[float] = []
    for begin in range(0, count, AT_ONCE):
        numbers = range(begin, min(begin + AT_ONCE, count))
        seconds += await asyncio.gather(*(attempt(folder, number) for number in numbers))
    return sorted(seconds)


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("attempt", [
    pytest.param(pairing, id="a new phone pairs", marks=row("Attacks", "rival")),
    pytest.param(returning_beside_a_stranger, id="a bonded phone returns", marks=row("Attacks", "rival")),
    pytest.param(returning_beside_a_replay, id="a bonded phone returns, its address replayed",
                 marks=row("Attacks", "rival"))])
async def test_the_honest_phone_has_its_turn(attempt: Try, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    seconds = await take(attempt, tmp_path, request.config.getoption("--tries"))
    median = statistics.median(seconds)
    print(f"\n{attempt.__name__}: median {median:.1f} s of", " ".join(f"{value:.1f}" for value in seconds))
    assert median < LIMIT * SLOWNESS


async def test_a_rival_that_always_wins_is_sent_away_all_the_time(tmp_path: Path) -> None:
    """There is no target: the radio decides who has the link. The figures are printed."""
    room = Room(tmp_path / "room")
    try:
        await room.start()
        await room.bond()
        rival = Rival(room.harness.air, stranger_address, None)
        begin = now()
        while now() - begin < WATCHED:
            await room.log.wait_for(Kind.LINK, "ended", since=room.log.mark, deadline=20.0)
        share = rival.held / (now() - begin)
        print(f"\nalways first, window closed: {rival.link_count} links in {WATCHED:.0f} s, {share:.0%} of the time")
        assert rival.held / rival.link_count < 3.5 * SLOWNESS
        assert not room.log.find(Kind.COMMAND, "reset")[1:], "the controller was reset"
        rival.leave()
        await room.reconnect()
    finally:
        await room.finish()
    room.check()
