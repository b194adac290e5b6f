"""Notifications that the phone has removed without a word, as mail applications do, and texts that did not come."""

from __future__ import annotations

from pathlib import Path

from command_line import settings
from conformance import row
from conftest import SessionMaker
from phone.calls import Call
from phone.log import Kind
from phone.notification import Category, Notification
from pocket import choose
from session import Session

TABLE = "iPhone"
GMAIL, SLACK, WECHAT = "com.google.Gmail", "com.tinyspeck.chatlyio", "com.tencent.xin"


@row(TABLE, "5.5 gone is routine")
async def test_a_notification_that_is_gone_when_it_is_fetched_does_not_alert(
        make_session: SessionMaker, tmp_path: Path) -> None:
    session = await make_session("--config", str(settings(tmp_path, "[alerts]", f"mute = {GMAIL}")))
    await session.pair()
    await session.put_pairing_away()
    mark = session.watch.events.mark
    mail = session.phone.ancs.add(Notification(GMAIL, "Spam", "Buy this", category=Category.EMAIL))
    session.phone.ancs.retract(mail)
    await session.watch.event("notification", op="removed", uid=mail.uid, since=mark)
    await session.deliver(Notification(WECHAT, "Anna", "hello", is_silent=True))
    assert not session.watch.found("alert", uid=mail.uid) and session.watch.screen == "clock"
    session.watch.press("accept")
    await session.watch.display_shows("Anna")
    assert not session.watch.display.shows("E-mail")


@row(TABLE, "5.5 gone is routine")
async def test_a_call_that_is_gone_when_it_is_fetched_stops_ringing(paired: Session) -> None:
    call = Call(paired.phone.ancs, "Mai")
    assert call.incoming
    uid = call.incoming.uid
    paired.phone.ancs.retract(call.incoming)
    await paired.watch.event("notification", op="removed", uid=uid)
    await paired.watch.screen_is("clock")


@row(TABLE, "5.5 gone is routine")
async def test_what_is_already_gone_leaves_the_list(paired: Session) -> None:
    message = Notification(WECHAT, "Anna", "hello")
    await paired.deliver(message)
    await paired.watch.screen_is("alert")
    paired.phone.ancs.retract(message)
    paired.watch.look()
    paired.watch.press("decline", "hold")
    await paired.watch.display_shows("Already gone")
    await paired.watch.event("action", uid=message.uid, action="negative", result="0xa2")
    await paired.watch.event("notification", op="removed", uid=message.uid)


@row(TABLE, "5.5 gone is routine")
async def test_clear_all_clears_what_is_already_gone(paired: Session) -> None:
    await paired.put_pairing_away()
    messages = [Notification(WECHAT, f"Anna {number}", "hello", is_silent=True) for number in range(3)]
    for message in messages:
        await paired.deliver(message)
    paired.phone.ancs.retract(messages[1])
    await choose(paired, "clear all")
    await paired.watch.screen_is("question")
    paired.watch.press("accept")
    ended = await paired.watch.event("clearing", state="ended")
    assert (ended["cleared"], ended["failed"]) == (3, 0)
    await paired.watch.event("notification", op="removed", uid=messages[1].uid)


async def test_a_notification_whose_texts_were_lost_is_fetched_when_it_is_opened(paired: Session) -> None:
    await paired.put_pairing_away()
    paired.phone.ancs.hold_after = 0
    message = paired.phone.ancs.add(Notification(WECHAT, "Anna", "hello", is_silent=True))
    await paired.log.wait_for(Kind.ANCS, "reply held")
    paired.phone.ancs.lose_held()
    await paired.watch.event("notification", op="content", uid=message.uid, complete=False, deadline=30)
    paired.watch.press("accept")
    await paired.watch.screen_is("list")
    paired.watch.press("accept")
    await paired.watch.screen_is("detail")
    await paired.watch.event("notification", op="content", uid=message.uid, complete=True, title="Anna")
    await paired.watch.display_shows("Anna", "hello")


async def test_a_name_that_came_empty_is_asked_for_again_in_the_next_session(paired: Session) -> None:
    names = paired.phone.ancs.options.app_names
    names[SLACK] = ""
    assert (await paired.deliver(Notification(SLACK, "one", "x")))["appName"] == "chatlyio"
    names[SLACK] = "Slack"
    mark = paired.watch.events.mark
    await paired.phone.disconnect()
    await paired.watch.state_is("advertising", since=mark)
    await paired.reconnect()
    assert (await paired.deliver(Notification(SLACK, "two", "x")))["appName"] == "Slack"
