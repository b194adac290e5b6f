"""The panel and the buttons, and the faults of their lines."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from bench import KernelSession, golden
from conftest import SessionMaker
from phone.notification import Notification
from test_controller import UNAVAILABLE


async def open_menu(session: KernelSession) -> None:
    """Opens the menu from the clock by holding decline."""
    await session.put_pairing_away()
    if session.watch.screen == "status":
        session.watch.press("back")
        await session.watch.screen_is("clock")
    session.watch.press("decline", "hold")
    await session.watch.screen_is("menu")


async def shows_menu(session: KernelSession) -> None:
    """Waits until the display shows the menu's golden picture."""
    await session.watch.display_is(lambda picture: picture == golden("menu"), "the menu's golden picture")


async def test_a_panel_that_is_missing_at_the_start_shows_the_right_picture_later(make_session: SessionMaker) -> None:
    session = await make_session()
    await session.guest.do("board panel 3c 0")
    await session.start()
    await session.watch.says("nothing answers at that address")
    await open_menu(session)
    assert session.watch.refusals
    session.watch.replace_panel()
    await session.guest.do("board panel 3c 1")
    await shows_menu(session)


async def test_a_panel_that_loses_its_power_shows_the_right_picture_afterwards(session: KernelSession) -> None:
    await open_menu(session)
    await shows_menu(session)
    await session.guest.do("board panel 3c 0")
    session.watch.press("decline")
    await session.watch.says("nothing answers at that address")
    session.watch.replace_panel()
    session.watch.press("back")
    await session.watch.screen_is("clock", "status")
    await open_menu(session)
    await session.guest.do("board panel 3c 1")
    await shows_menu(session)


@pytest.mark.parametrize("error", [errno.EREMOTEIO, errno.EIO, errno.EAGAIN])
async def test_a_bus_that_fails_for_a_moment_costs_no_picture(session: KernelSession, error: int) -> None:
    await session.put_pairing_away()
    await session.guest.do(f"board fail 2 {error}")
    await open_menu(session)
    await shows_menu(session)
    assert session.watch.refusals == 2


async def test_a_bus_that_is_not_there_is_reported(make_session: SessionMaker) -> None:
    session = await make_session("--display", "i2c:/dev/i2c-7")
    await session.prepare()
    session.expected_exit_status = UNAVAILABLE
    await session.start_watch(waits=False)
    assert await session.watch.wait_for_exit() == UNAVAILABLE
    assert "/dev/i2c-7" in session.watch.errors


async def test_a_line_that_another_program_has_is_reported(make_session: SessionMaker) -> None:
    session = await make_session()
    await session.prepare()
    await session.guest.do("board claim 17")
    session.expected_exit_status = UNAVAILABLE
    await session.start_watch(waits=False)
    assert await session.watch.wait_for_exit() == UNAVAILABLE
    assert "line 17" in session.watch.errors and "end the other program" in session.watch.errors


def chatter(session: KernelSession, line: int, level: int, times: int = 9) -> None:
    """A contact that settles at a level after it has bounced for less than a millisecond or two."""
    for index in range(2 * times + 1):
        session.guest.post(f"board line {line} {level if index % 2 == 0 else 1 - level}")


async def test_a_bouncing_button_is_one_push(session: KernelSession) -> None:
    await open_menu(session)
    mark = session.watch.events.mark
    # The fourth press of decline moves from the menu's last entry to its first, so an extra press would be noticed.
    chatter(session, 6, 0)
    await session.watch.display_is(lambda picture: picture != golden("menu"), "the second entry")
    chatter(session, 6, 1)
    for _ in range(4):
        session.watch.press("decline")
    await shows_menu(session)
    assert not session.watch.found("screen", since=mark)


async def test_a_spark_is_no_push(session: KernelSession) -> None:
    await open_menu(session)
    mark = session.watch.events.mark
    for line in (5, 6, 17, 22, 4, 27):
        chatter(session, line, 1, times=1)
    session.watch.press("back")
    await session.watch.screen_is("clock", "status")
    assert len(session.watch.found("screen", since=mark)) == 1


async def test_a_slow_bus_costs_no_link_and_no_picture(session: KernelSession) -> None:
    # Forty times slower than the real bus: a full picture takes a second.
    await session.guest.do("board clock 10000")
    await session.pair()
    await session.deliver(Notification("com.tencent.xin", "Anna", "slowly"))
    await session.watch.display_shows("Anna")
    session.watch.press("decline")
    await session.watch.screen_is("clock")
    await open_menu(session)
    await shows_menu(session)


async def test_a_gauge_without_a_driver_shows_the_charge(make_session: SessionMaker, tmp_path: Path) -> None:
    settings = tmp_path / "gauge.ini"
    settings.write_text("[watch]\nbattery = max17048:/dev/i2c-1\n")
    session = await make_session("--config", str(settings))
    await session.guest.do("board gauge 4980")
    await session.start()
    await session.watch.event("battery", percent=73)
