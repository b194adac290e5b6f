"""The end of the watch: the phone notices it at once, and a new watch takes over the controller."""

from __future__ import annotations

import os
import signal
import time

from phone.journal import SLOWNESS
from phone.log import Kind
from phone.notification import Notification
from phone.transport import HciServer
from session import Session
from terminal import Terminal
from watch import bonds
from watch.watch import belfry_command

POWER_OFF = 0x15
ADVERTISING_ENABLE, DISCONNECT = 0x200A, 0x0406
SERVICE_CHANGED_CCCD, BATTERY_CCCD = 0x000D, 0x001C


def keeps_power(session: Session) -> None:
    """The controller is a board's: it keeps its state when its program ends."""
    assert isinstance(session.harness.wire, HciServer)
    session.harness.wire.cuts_power = False


async def test_a_watch_that_is_stopped_ends_its_link_because_of_power_off(session: Session) -> None:
    keeps_power(session)
    await session.pair()
    mark = session.log.mark
    assert await session.watch.stop() == 0
    await session.log.wait_for(Kind.PHONE, "disconnected", since=mark, reason=POWER_OFF)
    assert not session.harness.controller.endpoints and not session.harness.controller.advertising.is_enabled


async def test_a_watch_that_is_stopped_advertises_no_more(session: Session) -> None:
    keeps_power(session)
    await session.log.wait_for(Kind.ADVERTISING, "started")
    assert await session.watch.stop() == 0
    assert not session.harness.controller.advertising.is_enabled


async def test_a_watch_that_loses_its_terminal_ends_its_link_and_saves(session: Session) -> None:
    keeps_power(session)
    await session.watch.stop()
    terminal, options = Terminal(), session.options
    screen = os.ttyname(terminal.slave)
    session.options = (*options, "--display", "terminal")
    await session.start_watch(["sh", "-c", f'exec "$0" "$@" >{screen}', *belfry_command()])
    await session.pair()
    before = bonds.stored(session.state)
    await session.phone.client.write(SERVICE_CHANGED_CCCD, b"\x00\x00")
    await session.phone.client.write(BATTERY_CCCD, b"\x01\x00")
    assert bonds.stored(session.state) == before, "not yet"
    mark = session.log.mark
    terminal.close()
    session.watch.press("decline", "hold")
    assert await session.watch.wait_for_exit() == 69
    assert session.watch.errors.splitlines() == [
        "belfry: cannot write to the terminal on standard output: Input/output error; run in a terminal, or choose "
        "another --display and --buttons"]
    await session.log.wait_for(Kind.PHONE, "disconnected", since=mark, reason=POWER_OFF)
    assert not session.harness.controller.endpoints and not session.harness.controller.advertising.is_enabled
    await session.watch.stop()
    session.options = options
    await session.start_watch()
    await session.reconnect()
    assert await session.phone.client.read(BATTERY_CCCD) == b"\x01\x00"


async def test_a_controller_that_answers_nothing_does_not_hold_the_end_up(paired: Session) -> None:
    paired.harness.controller.faults.unanswered = {ADVERTISING_ENABLE: 9, DISCONNECT: 9}
    begin = time.monotonic()
    assert await paired.watch.stop() == 0
    assert 0.3 <= time.monotonic() - begin < 1 * SLOWNESS


async def test_a_killed_watch_leaves_a_link_and_the_next_one_serves_the_phone(session: Session) -> None:
    keeps_power(session)
    await session.pair()
    await kill(session)
    assert session.harness.controller.endpoints
    mark = session.log.mark
    await session.start_watch()
    # Reset ends the link without a word: the phone sees its supervision timeout.
    await session.log.wait_for(Kind.PHONE, "disconnected", since=mark)
    await session.reconnect()
    assert (await session.deliver(Notification("com.apple.mobilemail", "Anna", "again")))["complete"]


async def test_a_killed_watch_leaves_advertising_and_the_next_one_pairs(session: Session) -> None:
    keeps_power(session)
    await session.log.wait_for(Kind.ADVERTISING, "started")
    await kill(session)
    assert session.harness.controller.advertising.is_enabled
    await session.start_watch()
    await session.pair()


async def kill(session: Session) -> None:
    """Kills the watch."""
    assert session.watch.process
    session.watch.process.kill()
    assert await session.watch.wait_for_exit() == -signal.SIGKILL
