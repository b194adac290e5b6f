"""The day of a notification on the display."""

from __future__ import annotations

import datetime

from phone.notification import Notification, phone_time
from session import Session

WECHAT = "com.tencent.xin"


async def test_an_alert_of_another_year_shows_its_date(paired: Session) -> None:
    await paired.watch.event("time")
    await paired.deliver(Notification(WECHAT, "Anna", "an old message", date="20010203T040506"))
    await paired.watch.screen_is("alert")
    old = await paired.watch.display_shows("Anna", "an old message")
    paired.watch.press("decline")
    await paired.watch.screen_is("clock")
    await paired.deliver(Notification(WECHAT, "Anna", "an old message", date=phone_time(datetime.datetime.now())))
    await paired.watch.screen_is("alert")
    await paired.watch.display_is(
        lambda picture: picture.shows("an old message") and picture != old, "the time in the bar")
