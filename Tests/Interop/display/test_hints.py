"""The hints for a new wearer, and the tutorial after the first pairing."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import settings
from conftest import SessionMaker
from phone.log import Kind
from phone.notification import Notification
from session import Session
from watch.control import ControlClient
from watch.ssd1306 import HalfSSD1306, SSD1306

LASTING = ("[display]", "dim-after = none", "off-after = none")
TWO_BUTTONS = ("[buttons]", "up = none", "down = none", "select = none", "back = none")
PAGES = ("Accept", "Decline", "Clock, held", "Display off", "Tutorial")


async def pair_first(session: Session) -> None:
    """Pairs, and puts the result away."""
    mark = session.watch.events.mark
    await session.show_codes()
    session.watch.press("accept")
    await session.log.wait_for(Kind.PHONE, "paired")
    await session.watch.event("pairing", result="bonded", since=mark)
    await session.watch.state_is("ready", since=mark)
    if session.watch.screen == "pairing":
        session.watch.press("decline")
    await session.watch.screen_is("tutorial")


async def test_the_tutorial_follows_the_first_pairing_only(make_session: SessionMaker, tmp_path: Path) -> None:
    path = settings(tmp_path, *LASTING, *TWO_BUTTONS)
    session = await make_session("--config", str(path), "--hints", "on")
    await pair_first(session)
    for title in PAGES:
        await session.watch.display_shows(title)
        session.watch.press("accept")
    await session.watch.screen_is("clock")
    assert not session.log.find(Kind.ANCS, "perform notification action")
    assert await session.watch.stop() == 0
    await session.start_watch()
    mark = session.watch.events.mark
    await session.reconnect()
    await session.watch.screen_is("clock")
    assert not session.watch.found("screen", screen="tutorial", since=mark)


async def test_a_call_comes_over_the_tutorial_and_decline_skips_it(make_session: SessionMaker) -> None:
    session = await make_session("--hints", "on")
    await pair_first(session)
    call = Notification("com.apple.mobilephone", "Ada", "Incoming Call", category=1)
    session.phone.ancs.add(call)
    await session.watch.screen_is("call")
    session.phone.ancs.remove(call)
    await session.watch.screen_is("tutorial")
    session.watch.press("decline")
    await session.watch.screen_is("clock")


# The hints on the clock go after ten seconds: on a busy machine, the search in the picture takes longer.
@pytest.mark.alone
@pytest.mark.parametrize(("name", "panel"), [("ssd1306", SSD1306), ("ssd1306-128x32", HalfSSD1306)])
async def test_a_hint_goes_after_three_uses_and_stays_away(
    make_session: SessionMaker, tmp_path: Path, name: str, panel: type[SSD1306],
) -> None:
    path = settings(tmp_path, *LASTING, f"panel = {name}", *TWO_BUTTONS)
    session = await make_session("--config", str(path), "--hints", "on", panel=panel)
    await pair_first(session)
    session.watch.press("decline")
    await session.watch.screen_is("clock")
    await session.watch.display_shows("Inbox", "Status")
    for _ in range(3):
        session.watch.press("decline", "hold")
        await session.watch.screen_is("menu")
        await session.watch.display_shows("Choose", "Next")
        session.watch.press("decline", "hold")
        await session.watch.screen_is("clock")
    session.watch.press("decline", "hold")
    await session.watch.screen_is("menu")
    for _ in range(3):
        session.watch.press("decline")
    await session.watch.display_shows("Forget phone", "Choose")
    assert await session.watch.stop() == 0
    await session.start_watch()
    session.watch.press("decline", "hold")
    await session.watch.screen_is("menu")
    await session.watch.display_shows("Choose")
    assert not session.watch.display.shows("Next")


async def test_hints_are_turned_off_by_a_program(make_session: SessionMaker, tmp_path: Path) -> None:
    session = await make_session("--control", str(tmp_path / "control"), "--hints", "on")
    client = await ControlClient.connect(tmp_path / "control")
    client.ask(do="setting", key="hints", value="off")
    await client.answer(do="setting", result="ok")
    await session.watch.event("setting", key="hints", value="off", chosen=True, by="program")
    await session.pair()
    assert not session.watch.found("screen", screen="tutorial")
