"""Remedies against too many notifications: quiet for a time, snoozing one, or clearing all."""

from __future__ import annotations

from phone.log import Kind
from phone.notification import Notification
from pocket import choose
from session import Session

WECHAT = "com.tencent.xin"


async def decided(session: Session, text: str) -> tuple[str, str]:
    """Adds a notification, and returns the watch's decision about it."""
    mark = session.watch.events.mark
    notification = Notification(WECHAT, "Anna", text)
    await session.deliver(notification)
    event = await session.watch.event("alert", uid=notification.uid, since=mark)
    return event["strength"], event["reason"]


async def test_quiet_now_keeps_notifications_from_alerting(paired: Session) -> None:
    watch = paired.watch
    await choose(paired, "quiet now")
    await watch.screen_is("quiet")
    await watch.display_shows("For 1 hour", "Until morning", "Until changed")
    watch.press("accept")
    await watch.event("quiet", state="chosen", until="hour")
    assert await decided(paired, "one") == ("none", "quietHours")
    await choose(paired, "quiet now")
    await watch.display_shows("End quiet")
    watch.press("accept")
    await watch.event("quiet", state="ended")
    assert await decided(paired, "two") == ("normal", "new")


async def test_a_notification_is_put_off_with_two_buttons(paired: Session) -> None:
    watch = paired.watch
    notification = Notification(WECHAT, "Anna", "later", is_silent=True)
    await paired.deliver(notification)
    watch.press("accept")
    await watch.screen_is("list")
    watch.press("accept", "hold")
    await watch.screen_is("mute")
    for _ in range(4):
        watch.press("decline")
    await watch.display_shows("Snooze 10 min", "Snooze 1 hour", "Till tomorrow")
    watch.press("accept")
    await watch.event("snooze", uid=notification.uid, until="hour")
    await watch.screen_is("list")


async def test_clear_all_clears_the_list_after_a_question(paired: Session) -> None:
    watch = paired.watch
    await paired.deliver(Notification(WECHAT, "Anna", "cannot be cleared", is_silent=True, negative=""))
    for name in ("Ben", "Chris", "Dora"):
        await paired.deliver(Notification(WECHAT, name, "can be cleared", is_silent=True))
    await choose(paired, "clear all")
    await watch.screen_is("question")
    await watch.display_shows("Clear all?", "Yes", "No")
    assert not paired.log.find(Kind.ANCS, "action")
    watch.press("accept")
    ended = await watch.event("clearing", state="ended")
    assert (ended["cleared"], ended["failed"]) == (3, 0)
    assert [notification.title for notification in paired.phone.ancs.notifications] == ["Anna"]


async def test_what_the_phone_refuses_to_clear_is_reported(paired: Session) -> None:
    watch = paired.watch
    await paired.deliver(Notification(WECHAT, "Anna", "stays", is_silent=True))
    paired.phone.ancs.options.action_error = 0xA3
    await choose(paired, "clear all")
    await watch.screen_is("question")
    watch.press("accept")
    ended = await watch.event("clearing", state="ended")
    assert (ended["cleared"], ended["failed"]) == (0, 1)
    await watch.event("action", action="negative", result="0xa3")
