"""A helper process writes the files. The watch never waits for a card, and survives the end of the helper."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import time
from pathlib import Path

import pytest

from conftest import SessionMaker
from conformance import row
from phone.journal import SLOWNESS, Journal
from phone.log import Kind
from phone.notification import Notification
from pocket import choose
from session import Session
from watch import bonds
from watch.fifo import LineReader
from watch.tracing import flushes, held_up, helper_of, trace_helper, turn_lengths, with_slow_flushes
from watch.watch import belfry_command

needs_strace = pytest.mark.skipif(
    bool(os.environ.get("BELFRY_RUNNER")) or not shutil.which("strace"), reason="needs strace and a native binary")
native = pytest.mark.skipif(bool(os.environ.get("BELFRY_RUNNER")), reason="the runner is another process")

ANNA = "F0:99:B6:01:02:03"
FLUSH = 0.25
"""How long the slow card needs for each fsync, in seconds."""
LONGEST_TURN = 0.05
SERVICE_CHANGED_CCCD, BATTERY_CCCD = 0x000D, 0x001C


def process(session: Session) -> int:
    """The watch's process."""
    assert session.watch.process
    return session.watch.process.pid


async def forget_the_phone(session: Session) -> None:
    """Deletes the only bond by the menu."""
    await choose(session, "forget phone")
    await session.watch.screen_is("question")
    session.watch.press("accept")


async def configure_for(session: Session, seconds: float, least: int = 0) -> int:
    """Changes a client characteristic configuration repeatedly, at least this often. Returns how often."""
    count, end = 0, time.monotonic() + seconds
    while time.monotonic() < end or count < least:
        await session.phone.client.write(BATTERY_CCCD, bytes([count % 2, 0]))
        count += 1
    return count


@needs_strace
@pytest.mark.alone
async def test_no_turn_waits_for_a_slow_card(make_session: SessionMaker, tmp_path: Path) -> None:
    """While a phone pairs, configures the server, is selected and is deleted."""
    session = await make_session()
    await session.watch.stop()
    record = tmp_path / "calls"
    await session.start_watch(with_slow_flushes(record, FLUSH))
    number = process(session)
    helper = helper_of(number)
    begin = time.monotonic()
    await session.pair()
    assert time.monotonic() - begin > 4 * FLUSH, "the phone relies on its key when two copies are flushed"
    await configure_for(session, 2, least=21)
    mark = session.watch.events.mark
    await forget_the_phone(session)
    await session.watch.event("bonds", since=mark, count=0, result="saved")
    delay = held_up(number)
    lengths = turn_lengths(record, number)
    made = flushes(record)
    assert await session.watch.stop() == 0
    print(f"longest of {len(lengths)} turns: {max(lengths) * 1e3:.1f} ms; held up by the machine: {delay:.2f} s")
    assert len(lengths) > 100
    assert len(made) >= 12 and set(made) == {helper}, "the watch itself waits for no file"
    assert sum(max(0.0, length - LONGEST_TURN) for length in lengths) <= delay


@row("Attacks", "a bonded phone that configures the watch's server without end")
async def test_a_phone_cannot_have_the_watch_write_without_end(paired: Session) -> None:
    mark = paired.watch.events.mark
    seconds = 10 if not os.environ.get("BELFRY_RUNNER") else 2
    count = await configure_for(paired, seconds)
    await paired.phone.client.write(BATTERY_CCCD, b"\x01\x00")
    assert count > 10
    assert len(paired.watch.found("bonds", since=mark)) <= 1
    await paired.phone.disconnect()
    await paired.watch.event("bonds", since=mark, result="saved")
    print(f"{count} changes, {len(paired.watch.found('bonds', since=mark))} saves")
    assert len(paired.watch.found("bonds", since=mark)) <= 2


async def test_what_a_phone_has_set_outlives_the_watch(paired: Session) -> None:
    """It is saved at the end of the program, if the link has not ended before."""
    before = bonds.stored(paired.state)
    await paired.phone.client.write(SERVICE_CHANGED_CCCD, b"\x00\x00")
    await paired.phone.client.write(BATTERY_CCCD, b"\x01\x00")
    assert bonds.stored(paired.state) == before, "not yet"
    await paired.watch.stop()
    await paired.log.wait_for(Kind.PHONE, "disconnected")
    await paired.start_watch()
    await paired.reconnect()
    assert await paired.phone.client.read(BATTERY_CCCD) == b"\x01\x00"


# -- The helper --------------------------------------------------------------------------------------------------------


@needs_strace
async def test_the_watch_outlives_its_helper(make_session: SessionMaker, tmp_path: Path) -> None:
    """After the helper was killed in a save, the watch reports it, starts another, and saves again."""
    session = await make_session()
    tracer = await trace_helper(process(session), tmp_path / "calls", "renameat:signal=KILL:when=1")
    killed = helper_of(process(session))
    await session.pair()
    await tracer.wait()
    assert session.watch.found("saving", state="lost") and session.watch.found("bonds", result="failed")
    assert (await session.deliver(Notification("com.apple.mobilemail", "Anna", "all the same")))["complete"]
    if not session.watch.found("bonds", result="saved"):
        await session.watch.event("bonds", result="saved")
    assert session.watch.found("saving", state="restarted")
    assert helper_of(process(session)) != killed and not Path(f"/proc/{killed}").exists(), "and there is no zombie"
    assert bonds.stored(session.state).bond(ANNA)
    await session.phone.disconnect()
    assert await session.watch.stop() == 0
    lines = session.watch.errors.splitlines()
    assert any("has ended; the watch goes on" in line for line in lines)
    assert any("runs again" in line for line in lines)


@native
async def test_an_idle_helper_that_is_killed_is_replaced(session: Session) -> None:
    os.kill(helper_of(process(session)), signal.SIGKILL)
    await session.watch.event("saving", state="lost")
    await session.watch.event("saving", state="restarted")
    helper_of(process(session))
    await session.pair()
    assert session.watch.found("bonds", result="saved") and not session.watch.found("bonds", result="failed")


@native
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
async def test_the_helper_ends_with_the_watch(session: Session, number: signal.Signals) -> None:
    assert session.watch.process
    helper = helper_of(session.watch.process.pid)
    # A handle on the process: it is readable when that has ended.
    handle = os.pidfd_open(helper)
    ended = asyncio.get_running_loop().create_future()
    asyncio.get_running_loop().add_reader(handle, lambda: ended.done() or ended.set_result(None))
    session.watch.process.send_signal(number)
    session.expected_exit_status = 0 if number == signal.SIGTERM else -number
    assert await session.watch.wait_for_exit() == session.expected_exit_status
    await asyncio.wait_for(ended, 5 * SLOWNESS)
    asyncio.get_running_loop().remove_reader(handle)
    os.close(handle)


@native
async def test_the_helper_outlives_the_signals_of_a_terminal(session: Session) -> None:
    """Ctrl-C and service managers also signal the helper. It must not end before the last save."""
    helper = helper_of(process(session))
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        os.kill(helper, number)
    await session.pair()
    assert session.watch.found("bonds", result="saved") and not session.watch.found("saving")
    assert helper_of(process(session)) == helper


@native
async def test_the_helper_holds_nothing_of_the_watch(session: Session) -> None:
    helper = helper_of(process(session))
    kept = {os.readlink(link).split(":")[0] for link in Path(f"/proc/{helper}/fd").iterdir() if int(link.name) != 2}
    assert kept == {"/dev/null", "socket", str(session.state)}


@needs_strace
async def test_a_watch_that_ends_while_it_saves_saves_first(make_session: SessionMaker, tmp_path: Path) -> None:
    session = await make_session()
    calls: Journal[bytes] = Journal()
    reader = LineReader(tmp_path / "calls", calls.append)
    tracer = await trace_helper(process(session), reader.path, f"fsync:delay_enter={round(FLUSH * 1e6)}")
    await session.show_codes()
    session.watch.press("accept")
    await calls.wait(lambda line: line.startswith(b"openat("), "a save")
    assert await session.watch.stop() == 0
    await tracer.wait()
    reader.close()
    assert not session.watch.found("bonds", result="saved"), "it was not told of any more"
    assert bonds.stored(session.state).bond(ANNA)


@native
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&-", "<&- >&- 2>&-"])
async def test_a_watch_without_its_standard_streams_saves_while_it_runs(
    make_session: SessionMaker, closed: str,
) -> None:
    """A program may be started with any of the descriptors 0 to 2 closed; none of the watch's files may be there."""
    session = await make_session()
    assert await session.watch.stop() == 0
    await session.start_watch(["sh", "-c", f'exec "$0" "$@" {closed}', *belfry_command()])
    await session.pair()
    assert not session.watch.found("saving", state="lost") and not session.watch.found("bonds", result="failed")
    assert bonds.stored(session.state).bond(ANNA), "it is saved before the watch ends"
    streams = [os.readlink(f"/proc/{process(session)}/fd/{number}") for number in range(3)]
    assert str(session.state) not in streams and not any("anon_inode" in stream for stream in streams), streams
