"""The controller under Linux: missing, used by another program, or unplugged."""

from __future__ import annotations

import asyncio
import errno

import pytest

from bench import KILL, TERMINATE, KernelSession
from conftest import SessionMaker
from guest import Refused
from phone.notification import Notification

UNAVAILABLE = 69


async def test_a_controller_that_comes_late_is_waited_for(make_session: SessionMaker) -> None:
    session = await make_session()
    await session.prepare()
    await session.start_watch(waits=False)
    await session.watch.state_is("starting")
    # ENODEV now; EBUSY while Linux sets up the controller.
    await session.plug_in()
    await session.watch.state_is("advertising")
    await session.pair()


async def test_a_controller_that_linux_is_setting_up_is_waited_for(make_session: SessionMaker) -> None:
    session = await make_session()
    await session.prepare()
    # The chip does not answer, so that Linux's own Reset is pending when the watch opens the device.
    session.wire.is_plugged = False
    await session.guest.plug_in()
    await session.start_watch(waits=False)
    await session.watch.state_is("starting")
    await session.guest.do("detach")
    await session.plug_in()
    await session.watch.state_is("advertising")


async def test_a_controller_that_is_up_is_taken_over(make_session: SessionMaker) -> None:
    session = await make_session()
    await session.prepare()
    await session.plug_in()
    await until_done(session, "radio up")
    await session.start_watch()
    await session.pair()


async def until_done(session: KernelSession, command: str) -> None:
    """Retries while Linux sets up the controller."""
    async with asyncio.timeout(10):
        while True:
            try:
                await session.guest.do(command)
                return
            except Refused as refusal:
                if refusal.error not in (errno.EBUSY, errno.ENODEV, errno.EINPROGRESS):
                    raise
                await asyncio.sleep(0.01)


async def test_another_program_that_has_the_controller_is_waited_for(make_session: SessionMaker) -> None:
    session = await make_session()
    await session.prepare()
    await session.plug_in()
    await until_done(session, "take")
    await session.start_watch(waits=False)
    await session.watch.state_is("starting")
    assert not session.watch.found("state", state="advertising")
    await session.guest.do("give")
    await session.watch.state_is("advertising")


async def test_no_program_takes_the_controller_from_a_running_watch(session: KernelSession) -> None:
    await session.pair()
    for command in ("take", "radio down"):
        with pytest.raises(Refused):
            await session.guest.do(command)
    assert (await session.deliver(Notification("com.tencent.xin", "Anna", "still here")))["message"] == "still here"


async def test_a_radio_that_is_switched_off_is_reported(make_session: SessionMaker) -> None:
    session = await make_session()
    await session.prepare()
    await session.plug_in()
    await until_done(session, "radio up")
    await session.guest.do("block 1")
    session.expected_exit_status = UNAVAILABLE
    await session.start_watch(waits=False)
    assert await session.watch.wait_for_exit() == UNAVAILABLE
    assert "rfkill unblock bluetooth" in session.watch.errors


async def test_a_controller_that_is_pulled_out_and_plugged_in_again(session: KernelSession) -> None:
    await session.pair()
    mark = session.watch.events.mark
    await session.unplug()
    await session.watch.event("controller", since=mark, state="lost", reason="unplugged")
    # Immediately: if the watch reported the loss before it closed the old device, Linux would name this one hci1.
    await session.plug_in()
    await session.watch.event("controller", since=mark, state="recovered")
    await session.watch.state_is("advertising", since=mark)
    await session.reconnect()
    assert (await session.deliver(Notification("com.tencent.xin", "Anna", "again")))["message"] == "again"


@pytest.mark.parametrize("signal", [TERMINATE, KILL])
async def test_a_watch_that_is_started_again_goes_on(session: KernelSession, signal: int) -> None:
    await session.pair()
    await session.guest.do(f"signal {signal}")
    assert await session.watch.wait_for_exit() == (-KILL if signal == KILL else 0)
    await session.start_watch()
    await session.reconnect()


async def test_a_chip_that_falls_silent_and_speaks_again(session: KernelSession) -> None:
    await session.pair()
    mark = session.watch.events.mark
    session.wire.is_plugged = False
    session.phone.link.lose()
    await session.watch.event("controller", since=mark, state="lost", deadline=20)
    session.wire.plug()
    await session.watch.event("controller", since=mark, state="recovered", deadline=30)
    await session.reconnect()
