"""The panel dims and turns off without presses, recovers from a fault, and is off at the end."""

from __future__ import annotations

import datetime
import math
from pathlib import Path

import pytest

from command_line import settings
from conftest import SessionMaker
from phone.calls import Call
from phone.journal import SLOWNESS
from phone.log import Kind
from phone.notification import Notification
from session import Session
from watch.ssd1306 import SSD1306
from watch.watch import belfry_command

DIM = 9
# The display is dim for long enough to be seen on a machine that is busy.
DIM_AFTER = math.ceil(SLOWNESS)
QUICK = ("[display]", f"dim-after = {DIM_AFTER}", f"off-after = {2 * DIM_AFTER}", f"dim-brightness = {DIM}")


async def test_the_display_is_dimmed_then_dark_and_lit_by_what_wants_to_be_seen(
    make_session: SessionMaker, tmp_path: Path,
) -> None:
    session = await make_session("--config", str(settings(tmp_path, *QUICK)))
    watch = session.watch
    await session.pair()
    bright = watch.panel.contrast
    await watch.event("glass", light="dim", since=watch.events.mark)
    await watch.display_is(lambda picture: picture.lit > 0 and watch.panel.contrast == DIM < bright, "dim")
    await watch.event("glass", light="off", since=watch.events.mark)
    await watch.display_is(lambda picture: picture.lit == 0, "darkness")

    # The first press only turns the display on; the next one counts.
    mark = watch.events.mark
    watch.press("accept")
    await watch.event("glass", light="full", since=mark)
    await watch.display_is(lambda picture: picture.lit > 0 and watch.panel.contrast == bright, "the clock again")
    assert watch.screen == "clock"
    watch.press("accept")
    await watch.screen_is("list")

    # A call uses full brightness, for longer than the display normally stays on, and can be answered immediately.
    await watch.event("glass", light="off", since=mark)
    mark = watch.events.mark
    call = Call(session.phone.ancs, "Mai")
    await watch.event("glass", light="full", since=mark)
    await watch.display_shows("Mai")
    watch.press("accept")
    await session.log.wait_for(Kind.PHONE, "call answered")
    assert not watch.found("glass", since=mark, light="off")
    call.end()


async def test_in_quiet_hours_the_display_is_dim_but_for_a_call(make_session: SessionMaker, tmp_path: Path) -> None:
    lines = (*QUICK, "[alerts]", "quiet-hours = 00:00-23:59")
    session = await make_session("--config", str(settings(tmp_path, *lines)))
    watch = session.watch
    await session.pair()
    if datetime.datetime.now().strftime("%H:%M") >= "23:58":
        pytest.skip("the one minute of the day that is not quiet")
    await watch.event("time", source="phone")
    await watch.event("glass", light="off", since=watch.events.mark)

    # A notification that is only listed leaves the display off. A press then turns the display on, but dimmed.
    mark = watch.events.mark
    await session.deliver(Notification("com.tencent.xin", "Ada", "psst", is_important=True))
    await watch.event("alert", strength="none", since=mark)
    assert not watch.found("glass", since=mark)
    watch.press("accept")
    await watch.event("glass", light="dim", since=mark)
    await watch.display_is(lambda picture: picture.lit > 0 and watch.panel.contrast == DIM, "a dim clock")
    await watch.event("glass", light="off", since=mark)
    assert not watch.found("glass", since=mark, light="full")

    call = Call(session.phone.ancs, "Mai")
    await watch.event("glass", light="full", since=mark)
    await watch.display_shows("Mai")
    assert watch.panel.contrast > DIM
    mark = watch.events.mark
    watch.press("accept")
    await session.log.wait_for(Kind.PHONE, "call answered")
    await watch.event("glass", light="dim", since=mark)
    call.end()


async def test_a_panel_that_is_gone_comes_back_with_the_right_picture(session: Session, tmp_path: Path) -> None:
    await session.watch.stop()
    # From the 20th message on, in the middle of a picture, no device acknowledges until the third retry.
    failing = ["strace", "-D", "-f", "-qqq", "-o", str(tmp_path / "record"), "-P", "{trace}", "-e", "trace=write"]
    failing += ["-e", "inject=write:error=ENXIO:when=20..23", *belfry_command()]
    await session.start_watch(failing)
    watch = session.watch
    # The watch goes on.
    await session.pair()
    await session.deliver(Notification("com.tencent.xin", "Ada", "The clock is right again"))
    await watch.display_shows("Ada")
    # A panel that had no power gets everything again: the settings first, then the whole picture.
    messages = [bytes.fromhex(line.decode().split()[2]) for line in watch.frames.items]
    settings_at = [index for index, message in enumerate(messages) if message[:2] == b"\0\xae"]
    assert len(settings_at) == 2 and settings_at[1] == 19
    panel = SSD1306()
    for message in messages[settings_at[1]:]:
        panel.receive(message)
    assert panel.picture() == watch.display
    await watch.stop()
    assert len(watch.errors.splitlines()) == 1 and "trace" in watch.errors


async def test_the_panel_is_dark_when_the_watch_has_ended(session: Session) -> None:
    watch = session.watch
    await watch.display_is(lambda picture: picture.lit > 0, "something")
    await session.finish()
    assert not watch.panel.is_on
