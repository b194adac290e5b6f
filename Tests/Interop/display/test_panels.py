"""Panels other than the SSD1306, and panels that are mounted upside down."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from command_line import refused, settings
from conftest import SessionMaker
from phone.calls import Call
from phone.log import Kind
from phone.notification import Notification
from steps import main_scenario
from watch.ssd1306 import SH1106, SSD1306, HalfSSD1306

STORY = " ".join(f"This is line {number:02}." for number in range(1, 20))
PANELS = {
    "sh1106": ("panel = sh1106", SH1106),
    "sh1106-turned": ("panel = sh1106\nrotation = 180", partial(SH1106, is_turned=True)),
    "ssd1306-turned": ("rotation = 180", partial(SSD1306, is_turned=True)),
    "ssd1306-128x32": ("panel = ssd1306-128x32", HalfSSD1306),
    "ssd1306-128x32-turned": ("panel = ssd1306-128x32\nrotation = 180", partial(HalfSSD1306, is_turned=True)),
    "ssd1309": ("panel = ssd1309\nrotation = 0", SSD1306),
}


@pytest.mark.timeout(180)
@pytest.mark.parametrize(("display", "panel"), PANELS.values(), ids=PANELS)
async def test_the_main_scenario_on_another_panel(
    make_session: SessionMaker, tmp_path: Path, display: str, panel: Callable[[], SSD1306],
) -> None:
    session = await make_session("--config", str(settings(tmp_path, "[display]", display)), panel=panel)
    await main_scenario(session)


async def test_half_a_panel_shows_all_of_a_text_a_half_at_a_time(make_session: SessionMaker, tmp_path: Path) -> None:
    path = settings(tmp_path, "[display]", "panel = ssd1306-128x32", "dim-after = none", "off-after = none")
    session = await make_session("--config", str(path), panel=HalfSSD1306)
    watch = session.watch
    await session.pair()
    await session.deliver(Notification("com.apple.MobileSMS", "Anna", STORY))
    await watch.screen_is("alert")
    watch.press("accept")
    await watch.screen_is("detail")
    # The upper half, and after a rest the lower one; then the next page, which begins with its upper half again.
    await watch.display_shows("Anna")
    await watch.display_is(lambda picture: picture.shows("line 02.") and not picture.shows("Anna"), "the lower half")
    mark = watch.frames.mark
    watch.press("accept")
    await watch.display_is(lambda picture: picture.shows("line 04."), "the next page")
    assert watch.frames.mark > mark

    # The caller's name is in the middle of the picture, which is shown first.
    call = Call(session.phone.ancs, "Mai")
    await watch.screen_is("call")
    await watch.display_shows("Mai")
    await watch.display_is(lambda picture: picture.shows("Decline"), "the labels of the buttons")
    watch.press("accept")
    await session.log.wait_for(Kind.PHONE, "call answered")
    call.end()
    await watch.screen_is("detail")


@pytest.mark.parametrize(
    ("line", "expected"), [
        ("panel = sh1107", '"sh1107": expected ssd1306, ssd1306-128x32, sh1106 or ssd1309'),
        ("rotation = 90", '"90": expected 0 or 180'),
    ])
def test_an_invalid_panel_setting_is_refused(tmp_path: Path, line: str, expected: str) -> None:
    path = settings(tmp_path, "[display]", line)
    refused(78, expected, "--config", str(path))
