"""Notifications that stay on the watch after the phone has removed them."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import refused, settings
from conftest import SessionMaker
from phone.log import Kind
from phone.notification import Notification
from pocket import choose
from session import Session
from watch.control import ControlClient

WECHAT = "com.tencent.xin"


async def keeping(make_session: SessionMaker, path: Path, time: str = "hour") -> tuple[Session, ControlClient]:
    """A paired watch that keeps removed notifications, with a program at its control socket."""
    path.mkdir()
    file = settings(path, "[alerts]", f"history = {time}")
    session = await make_session("--config", str(file), "--control", str(path / "control"))
    client = await ControlClient.connect(path / "control")
    await session.pair()
    await session.put_pairing_away()
    return session, client


async def kept(client: ControlClient, count: int) -> int:
    """How many notifications of the list are kept; the list has `count`."""
    found = await client.listed()
    assert len(found) == count
    assert all(not event["live"] for event in found if event.get("kept"))
    return sum("kept" in event for event in found)


async def remove(session: Session, notification: Notification, *, is_kept: bool) -> None:
    mark, uid = session.watch.events.mark, notification.uid
    session.phone.ancs.remove(notification)
    removed = await session.watch.event("notification", op="removed", uid=uid, since=mark)
    assert removed.get("kept", False) == is_kept


async def test_a_removed_notification_is_read_with_two_buttons(make_session: SessionMaker, tmp_path: Path) -> None:
    session, client = await keeping(make_session, tmp_path / "watch")
    watch = session.watch
    message = Notification(WECHAT, "Anna", "See you", is_silent=True)
    await session.deliver(message)
    await remove(session, message, is_kept=True)
    assert await kept(client, 1) == 1
    watch.press("accept")
    await watch.screen_is("list")
    await watch.display_shows("Anna")
    watch.press("accept")
    await watch.screen_is("detail")
    await watch.display_shows("Anna", "See you", "Removed on phone")
    mark = session.log.mark
    watch.press("decline", "hold")
    await watch.screen_is("list")
    assert not session.log.find(Kind.ANCS, "action", since=mark)


async def test_it_survives_a_lost_link_and_clear_all_drops_it(make_session: SessionMaker, tmp_path: Path) -> None:
    session, client = await keeping(make_session, tmp_path / "watch", "day")
    watch = session.watch
    message = Notification(WECHAT, "Anna", "See you", is_silent=True)
    await session.deliver(message)
    await remove(session, message, is_kept=True)
    await session.phone.disconnect()
    await watch.state_is("advertising")
    assert await kept(client, 1) == 1
    await session.reconnect()
    await session.deliver(Notification(WECHAT, "Ben", "Hello", is_silent=True))
    assert await kept(client, 2) == 1
    mark = session.log.mark
    await choose(session, "clear all")
    await watch.screen_is("question")
    await watch.display_shows("2 notifications")
    watch.press("accept")
    ended = await watch.event("clearing", state="ended")
    assert (ended["cleared"], ended["failed"]) == (2, 0)
    assert len(session.log.find(Kind.ANCS, "action", since=mark)) == 1
    assert await kept(client, 0) == 0


async def test_the_program_turns_it_on_and_off(make_session: SessionMaker, tmp_path: Path) -> None:
    session, client = await keeping(make_session, tmp_path / "watch", "off")
    first = Notification(WECHAT, "Anna", "one", is_silent=True)
    await session.deliver(first)
    await remove(session, first, is_kept=False)
    client.ask(do="setting", key="history", value="hour")
    await client.answer(do="setting", result="ok")
    second = Notification(WECHAT, "Anna", "two", is_silent=True)
    await session.deliver(second)
    await remove(session, second, is_kept=True)
    assert await kept(client, 1) == 1
    client.ask(do="setting", key="history", value="off")
    await client.answer(do="setting", result="ok")
    await session.watch.event("setting", key="history", value="off", by="program")
    assert await kept(client, 0) == 0


async def test_it_stays_when_the_phone_sends_many_again(make_session: SessionMaker, tmp_path: Path) -> None:
    session, client = await keeping(make_session, tmp_path / "watch")
    gone = [Notification(WECHAT, f"Gone {number}", "See you", is_silent=True) for number in range(8)]
    for message in gone:
        await session.deliver(message)
    for message in gone:
        await remove(session, message, is_kept=True)
    for number in range(20):
        await session.deliver(Notification(WECHAT, f"Live {number}", "Hello", is_silent=True))
    assert await kept(client, 28) == 8
    await session.phone.disconnect()
    await session.watch.state_is("advertising")
    mark = session.watch.events.mark
    await session.reconnect()
    for number in range(20):
        await session.watch.event("notification", op="content", title=f"Live {number}", since=mark)
    assert await kept(client, 28) == 8


async def test_a_page_stays_open_when_the_phone_sends_a_full_list_again(paired: Session) -> None:
    watch = paired.watch
    for number in range(32):
        await paired.deliver(Notification(WECHAT, f"Live {number}", f"Text {number}.", is_silent=True))
    watch.press("accept")
    await watch.screen_is("list")
    for _ in range(2):
        watch.press("down")
    watch.press("accept")
    await watch.screen_is("detail")
    await watch.display_shows("Live 29")
    await paired.phone.disconnect()
    await watch.state_is("advertising")
    mark = watch.events.mark
    await paired.reconnect()
    # The list has room for one notification less until the open one has come again.
    for number in range(1, 32):
        await watch.event("notification", op="content", title=f"Live {number}", since=mark)
    await watch.display_shows("Live 29", "Text 29.")
    assert watch.screen == "detail" and not watch.found("screen", since=mark)


@pytest.mark.parametrize("value", ["week", "on", ""])
def test_another_time_is_refused(tmp_path: Path, value: str) -> None:
    path = settings(tmp_path, "[alerts]", f"history = {value}")
    refused(78, "expected off, hour or day", "--config", str(path))
