"""The power fails before and after each system call on the bond store: at most the newest bond is lost.

At start the watch writes by itself. While it runs its helper does, which is killed before a call; then the watch is.

A killed process leaves to the kernel what it has written: what a power cut may take of that as well is the matter of
`FileDirectoryRecordsTests`, where everything that was not flushed is there, lost or torn.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from pathlib import Path

import pytest
import pytest_asyncio

from conftest import SessionMaker
from phone.journal import DEADLINE, SLOWNESS
from phone.log import Kind
from phone.notification import Notification
from session import Session
from watch import bonds
from watch.tracing import Moment, moments, trace_helper, traced
from watch.watch import Watch

pytestmark = pytest.mark.skipif(
    bool(os.environ.get("BELFRY_RUNNER")) or not shutil.which("strace"), reason="needs strace and a native binary")

ANNA, BERT = "F0:99:B6:01:02:03", "F0:99:B6:0A:0B:0C"
AT_A_TIME = 6
SAVE = ("openat", "write", "fsync", "close", "renameat", "fsync")
END = 1
"""The calls at the end of the program, when the owner of the files closes the directory."""
TRIES = 5
"""How often a power cut is tried. On a slow machine the watch may start another helper before the power fails."""


async def each(moments: Iterable[Moment], body: Callable[[Moment], Awaitable[None]]) -> None:
    """Runs `body` for each moment, a few at a time."""
    slots = asyncio.Semaphore(AT_A_TIME)

    async def run(moment: Moment) -> None:
        async with slots:
            try:
                await body(moment)
            except Exception as error:
                raise AssertionError(f"power cut before {moment.call} number {moment.count}") from error

    async with asyncio.TaskGroup() as group:
        for moment in moments:
            group.create_task(run(moment))


# -- At start ----------------------------------------------------------------------------------------------------------


@pytest_asyncio.fixture
async def silent() -> AsyncIterator[str]:
    """A controller that never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"tcp:127.0.0.1:{server.getsockname()[1]}"


async def run_to_work(controller: str, state: Path, command: list[str] | None = None) -> str:
    """Starts a watch, ends it when its store is ready, and returns its standard error."""
    watch = Watch(controller, state, command=command)
    await watch.start()
    await watch.event("state", state="starting")
    assert await watch.stop() == 0
    return watch.errors


async def cut_power(controller: str, state: Path, command: list[str]) -> None:
    """Starts a watch that is killed soon."""
    watch = Watch(controller, state, command=command)
    await watch.start()
    assert await watch.wait_for_exit() == -signal.SIGKILL
    await watch.stop()


async def cut_each_start(
    controller: str, folder: Path, prepare: Callable[[Path], object], copies: int,
) -> list[Path]:
    """Cuts the power at each call of a start that writes so many copies. Returns the stores after the next start."""
    record, state = folder / "calls", folder / "whole"
    prepare(state)
    assert await run_to_work(controller, state, traced(state, record)) == ""
    found: list[Path] = []

    async def cut(moment: Moment) -> None:
        state = folder / f"{moment.call}-{moment.count}"
        prepare(state)
        await cut_power(controller, state, traced(state, state.with_suffix(".calls"), moment.power_cut))
        assert await run_to_work(controller, state) == "", "nothing is damaged, so there is nothing to say"
        found.append(state)

    points = moments(record)
    # Each copy, and then its folder.
    assert len([point for point in points if point.call == "fsync"]) == 2 * copies, points
    await each(points[:-END], cut)
    print(f"{len(points) - END} power cuts at start")
    return found


async def test_at_each_call_of_the_first_start(silent: str, tmp_path: Path) -> None:
    stores = await cut_each_start(silent, tmp_path, lambda state: None, copies=2)
    assert len(stores) >= 20 and all(bonds.stored(store).bonds == () for store in stores)


async def test_at_each_call_of_an_upgrade(silent: str, tmp_path: Path, make_session: SessionMaker) -> None:
    session = await make_session()
    await session.pair()
    await session.phone.disconnect()
    assert await session.watch.stop() == 0
    assert bonds.stored(session.state).bond(ANNA)
    bonds.make_version_1(session.state)
    old = (session.state / "bonds").read_bytes()
    # The second copy is missing, and is made. Both stay as they are until the bonds change.
    stores = await cut_each_start(silent, tmp_path, lambda state: shutil.copytree(session.state, state), copies=1)
    assert len(stores) >= 10
    assert all((store / name).read_bytes() == old for store in stores for name in bonds.COPIES)


# -- While a phone pairs -----------------------------------------------------------------------------------------------


async def start_under_strace(session: Session, record: Path, *injections: str) -> asyncio.subprocess.Process:
    """Starts the watch, and traces what writes its files."""
    await session.start_watch()
    assert session.watch.process
    return await trace_helper(session.watch.process.pid, record, *injections)


async def pair_another_phone(session: Session) -> None:
    """Pairs another phone, until the power fails."""
    session.phone.become_another(BERT)
    await session.open_pairing_window()
    session.watch.press("accept")
    await session.show_codes()
    # Until then it has configured our server, which belongs to the bond and is saved with it, not after it.
    await session.log.wait_for(Kind.PHONE, "needs security")
    session.watch.press("accept")


async def fail_power(session: Session, tracer: asyncio.subprocess.Process) -> bool:
    """Ends the watch, whose helper was killed in the middle of a save. Returns whether it had no other helper yet."""
    await session.watch.event("saving", state="lost")
    assert session.watch.process
    session.watch.process.kill()
    assert await session.watch.wait_for_exit() == -signal.SIGKILL
    await session.watch.stop()
    await asyncio.wait_for(tracer.wait(), DEADLINE * SLOWNESS)
    return not session.watch.found("saving", state="restarted")


async def without_power(
    moment: Moment, begin: Callable[[Path], Awaitable[Session]], save: Callable[[Session], Awaitable[None]],
    folder: Path,
) -> Session:
    """Returns a session, begun by `begin`, whose power has failed at `moment` of `save`."""
    for attempt in range(TRIES):
        name = f"{moment.call}-{moment.count}-{attempt}"
        session = await begin(folder / name)
        tracer = await start_under_strace(session, folder / f"{name}.calls", moment.power_cut)
        await save(session)
        if await fail_power(session, tracer):
            return session
        await session.finish()
    raise AssertionError("the watch had another helper each time")


async def another_session(first: Session, folder: Path) -> Session:
    """Starts a session with the files of `first`."""
    session = Session(folder)
    shutil.copytree(first.state, session.state)
    await session.harness.start()
    return session


async def record_calls(first: Session, folder: Path) -> list[Moment]:
    """Returns the calls that save the bond of a second phone, while the power does not fail."""
    session = await another_session(first, folder / "whole")
    tracer = await start_under_strace(session, folder / "calls")
    await pair_another_phone(session)
    await session.watch.event("pairing", result="bonded")
    await session.log.wait_for(Kind.PHONE, "browsed")
    await session.finish()
    await tracer.wait()
    assert bonds.stored(session.state).bond(BERT)
    # The phone's name may be saved after the bond. At its end the watch closes the directory.
    return moments(folder / "calls")[:2 * len(SAVE)]


async def test_at_each_call_while_a_second_phone_pairs(make_session: SessionMaker, tmp_path: Path) -> None:
    """Anna's phone keeps its bond, whenever the power fails while Bert's bond is saved."""
    first = await make_session()
    await first.pair()
    await first.phone.disconnect()
    assert await first.watch.stop() == 0
    anna, before = first.phone.remember(), bonds.stored(first.state)

    saving = await record_calls(first, tmp_path)
    assert [point.call for point in saving] == list(SAVE * 2)
    kept = 0

    async def cut(moment: Moment) -> None:
        nonlocal kept
        begin = lambda folder: another_session(first, folder)
        session = await without_power(moment, begin, pair_another_phone, tmp_path)
        assert not session.watch.found("bonds", result="saved"), "it was not"
        await session.log.wait_for(Kind.PHONE, "disconnected")
        await session.start_watch()
        stored = bonds.stored(session.state)
        assert stored.identity == before.identity and stored.bond(ANNA) == before.bond(ANNA)
        kept += stored.bond(BERT) is not None
        session.phone.become_again(anna)
        mark = session.log.mark
        await session.reconnect()
        assert not session.log.find(Kind.PHONE, "code", since=mark)
        await session.finish()
        session.check()
        assert session.watch.errors == ""

    await each(saving, cut)
    print(f"{len(saving)} power cuts while pairing: the old bond was kept in all, the new one in {kept}")
    assert 0 < kept < len(saving)


async def test_a_bond_that_was_confirmed_to_the_phone_lasts(make_session: SessionMaker, tmp_path: Path) -> None:
    """A bond that was reported survives a power cut, also with a slow card."""
    session = await make_session()
    await session.watch.stop()
    tracer = await start_under_strace(session, tmp_path / "calls", "fsync:delay_enter=250000")
    await session.show_codes()
    session.watch.press("accept")
    await session.watch.event("pairing", result="bonded")
    assert session.watch.found("bonds", result="saved")
    assert session.watch.process
    session.watch.process.kill()
    assert await session.watch.wait_for_exit() == -signal.SIGKILL
    await session.watch.stop()
    await tracer.wait()
    assert bonds.stored(session.state).bond(ANNA)
    await session.start_watch()


# -- A card that is full -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("error", ["ENOSPC", "EIO"])
async def test_a_store_that_fails_for_a_while_does_not_stop_the_watch(
    make_session: SessionMaker, tmp_path: Path, error: str,
) -> None:
    session = await make_session()
    await session.watch.stop()
    # The next start finds two good copies and writes none, so the first flush belongs to the pairing.
    await session.start_watch(traced(session.state, tmp_path / "calls", f"fsync:error={error}:when=1"))
    await session.pair()
    assert session.watch.found("bonds", result="failed")
    assert (await session.deliver(Notification("com.apple.mobilemail", "Anna", "all the same")))["complete"]
    if not session.watch.found("bonds", result="saved"):
        await session.watch.event("bonds", result="saved")
    mark = session.watch.events.mark
    await session.phone.disconnect()
    # Values that the phone has sent meanwhile are saved when the link ends.
    await session.watch.event("bonds", since=mark, result="saved")
    assert await session.watch.stop() == 0
    failed, mended = session.watch.errors.splitlines()
    assert str(session.state) in failed and failed.endswith("the watch goes on and tries again")
    assert "again" in mended
    assert bonds.stored(session.state).bond(ANNA)


async def test_a_store_that_fails_to_the_end_is_told_at_the_end(make_session: SessionMaker, tmp_path: Path) -> None:
    session = await make_session()
    await session.watch.stop()
    await session.start_watch(traced(session.state, tmp_path / "calls", "fsync:error=EIO:when=1+"))
    await session.pair()
    assert session.watch.process
    session.watch.process.send_signal(signal.SIGTERM)
    session.expected_exit_status = 74
    assert await session.watch.wait_for_exit() == 74
    assert len(session.watch.errors.splitlines()) == 2
    assert bonds.stored(session.state).bonds == ()


# -- While an application is muted -------------------------------------------------------------------------------------


async def mute(session: Session) -> None:
    """Mutes an application for ever, until the power fails."""
    await session.reconnect()
    await session.deliver(Notification("com.apple.mobilemail", "Anna", "enough"))
    for button, how, screen in (("accept", "", "detail"), ("accept", "hold", "mute")):
        session.watch.press(button, how)
        await session.watch.screen_is(screen)
    for button in ("decline", "decline", "accept"):
        session.watch.press(button)


async def test_at_each_call_while_an_application_is_muted(make_session: SessionMaker, tmp_path: Path) -> None:
    first = await make_session()
    await first.pair()
    await first.phone.disconnect()
    assert await first.watch.stop() == 0
    owner = first.phone.remember()
    before = bonds.stored(first.state)

    async def with_owner(folder: Path) -> Session:
        session = await another_session(first, folder)
        session.phone.become_again(owner)
        return session

    whole = await with_owner(tmp_path / "whole")
    tracer = await start_under_strace(whole, tmp_path / "calls")
    await mute(whole)
    await whole.watch.screen_is("detail")
    await whole.finish()
    await tracer.wait()
    saving = moments(tmp_path / "calls")[:len(SAVE)]
    assert [point.call for point in saving] == list(SAVE)
    record = (whole.state / "mutes").read_bytes()

    async def cut(moment: Moment) -> None:
        session = await without_power(moment, with_owner, mute, tmp_path)
        await session.start_watch()
        file = session.state / "mutes"
        assert not file.exists() or file.read_bytes() == record
        kept = bonds.stored(session.state)
        assert kept.identity == before.identity and kept.bond(ANNA)
        await session.finish()
        assert session.watch.errors == ""

    await each(saving, cut)
