"""Held buttons. They act on the phone only while the display shows their label, and not if they end the watch."""

from __future__ import annotations

from pathlib import Path

from conftest import SessionMaker
from phone.log import Kind
from phone.notification import Notification
from session import Session

WECHAT = "com.tencent.xin"


def actions(session: Session) -> int:
    """The number of actions that the phone has seen."""
    return len(session.log.find(Kind.ANCS, "action"))


async def test_a_held_decline_leaves_the_list(paired: Session) -> None:
    await paired.deliver(Notification(WECHAT, "Anna", "stays on the phone", is_silent=True))
    paired.watch.press("accept")
    await paired.watch.screen_is("list")
    paired.watch.press("decline", "hold")
    await paired.watch.screen_is("clock")
    assert actions(paired) == 0


async def test_a_held_decline_leaves_a_message_whose_labels_are_below(paired: Session) -> None:
    await paired.deliver(Notification(WECHAT, "Anna", "a long message " * 20))
    await paired.watch.screen_is("alert")
    paired.watch.press("accept")
    await paired.watch.screen_is("detail")
    paired.watch.press("decline", "hold")
    await paired.watch.screen_is("clock")
    assert actions(paired) == 0


async def test_the_hold_that_ends_the_watch_does_nothing_to_the_phone(
    make_session: SessionMaker, tmp_path: Path
) -> None:
    configuration = tmp_path / "belfry.ini"
    configuration.write_text("[buttons]\npower-off = 2000\n")
    session = await make_session("--config", str(configuration))
    await session.pair()
    await session.deliver(Notification(WECHAT, "Anna", "keep me"))
    await session.watch.screen_is("alert")
    session.watch.press("decline", "hold")
    await session.phone_saw("action", positive=False)
    await session.watch.screen_is("clock")
    seen = actions(session)
    await session.deliver(Notification(WECHAT, "Anna", "keep me, too"))
    await session.watch.screen_is("alert")
    session.watch.press("decline", "press")
    assert await session.watch.wait_for_exit() == 0
    assert actions(session) == seen
