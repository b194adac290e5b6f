"""Known behaviour of iPhones with calls, flags and names, on the display and in the air."""

from __future__ import annotations

import asyncio
import datetime

import pytest
from bumble import device

from conformance import row
from conftest import SessionMaker
from phone.ancs import ANCS_UUID
from phone.calls import PHONE_APP, Call
from phone.finder import SOLICITATION_LIST_128
from phone.journal import SLOWNESS
from phone.log import Kind
from phone.notification import Category, Flags, Notification, phone_time
from session import Session

TABLE = "iPhone"
WECHAT = "com.tencent.xin"

INVISIBLE = "".join(map(chr, (
    *range(0x200C, 0x2010), *range(0x202A, 0x202E), *range(0x2066, 0x206A), 0xFE0E, 0xFE0F, 0xFEFF, 0xFFFC)))
"""The direction and format characters with which iOS surrounds the names of callers.

RIGHT-TO-LEFT OVERRIDE is left out, because it would reverse the letters after it."""


async def ring(session: Session, **details: object) -> Call:
    """Makes the phone ring, and waits until the watch shows the caller."""
    call = Call(session.phone.ancs, "Mai", **details)  # type: ignore[arg-type]
    await session.watch.screen_is("call")
    await session.watch.display_shows("Mai", "Answer")
    return call


async def begin_another_session(session: Session) -> int:
    """Removes the service and publishes it with other UIDs. Returns the mark from which on they are in use."""
    mark, entries = session.watch.events.mark, session.log.mark
    session.phone.unpublish_ancs()
    await session.watch.event("state", state="discovering", since=mark)
    await session.log.wait_for(Kind.ATT, "Handle value confirmation", since=entries)
    mark = session.watch.events.mark
    session.phone.ancs.options.first_uid += 0x100
    session.phone.publish_ancs()
    await session.watch.state_is("ready", since=mark)
    return mark


# -- Calls -------------------------------------------------------------------------------------------------------


@row(TABLE, "5.6 a call under another number")
async def test_a_call_that_rings_is_answered_under_its_new_number(paired: Session) -> None:
    call = await ring(paired)
    mark = await begin_another_session(paired)
    assert call.incoming and call.incoming.uid is not None and call.incoming.uid >= 0x100
    uid = call.incoming.uid
    await paired.watch.event("notification", op="content", uid=uid, title="Mai", since=mark)
    await paired.watch.screen_is("call")
    # With its text the call is known to be the one before. The screen shows that one again.
    paired.watch.look()
    paired.watch.press("accept")
    await paired.phone_saw("action", uid=uid, positive=True)
    await paired.log.wait_for(Kind.PHONE, "call answered")


@row(TABLE, "5.6 a call under another number")
async def test_a_call_put_away_stays_away_under_its_new_number(paired: Session) -> None:
    # A call that cannot be declined can be closed on the watch.
    call = paired.phone.ancs.add(Notification(
        PHONE_APP, "Mai", category=Category.INCOMING_CALL, positive="Answer", negative=""))
    await paired.watch.screen_is("call")
    await paired.watch.display_shows("Mai", "Answer")
    paired.watch.press("decline")
    await paired.watch.screen_is("clock")
    mark = await begin_another_session(paired)
    await paired.watch.event("notification", op="content", uid=call.uid, title="Mai", since=mark)
    await paired.watch.screen_is("clock")
    await paired.deliver(Notification(WECHAT, "Anna", "not under a call"))
    await paired.watch.screen_is("alert")


@row(TABLE, "5.12 format characters")
@pytest.mark.parametrize("is_call", [True, False], ids=["caller", "title"])
async def test_format_characters_of_a_name_are_not_shown(paired: Session, is_call: bool) -> None:
    name = "M" + INVISIBLE[:9] + "a" + INVISIBLE[9:] + "i"
    if is_call:
        call = Call(paired.phone.ancs, name)
        assert call.incoming
        await paired.watch.screen_is("call")
    else:
        await paired.deliver(Notification(WECHAT, name, "hello"))
        await paired.watch.screen_is("alert")
    await paired.watch.display_shows("Mai")


@row(TABLE, "5.12 format characters")
async def test_an_override_turns_round_what_is_behind_it(paired: Session) -> None:
    await paired.deliver(Notification(WECHAT, "M\u202eai", "hello"))
    await paired.watch.display_shows("Mia")


# -- Flags -------------------------------------------------------------------------------------------------------


async def reason(session: Session, notification: Notification) -> tuple[str, str]:
    """Returns the strength and the reason of a notification's alert."""
    mark = session.watch.events.mark
    session.phone.ancs.add(notification)
    event = await session.watch.event("alert", uid=notification.uid, since=mark)
    return event["strength"], event["reason"]


def flagged(title: str, age: datetime.timedelta = datetime.timedelta()) -> Notification:
    """Returns a notification that the phone marks as older than the session."""
    return Notification(
        WECHAT, title, "hello", extra_flags=Flags.PRE_EXISTING, date=phone_time(datetime.datetime.now() - age))


@row(TABLE, "5.7 a flag that lies")
async def test_the_flag_of_old_notifications_is_believed_for_ten_seconds(paired: Session) -> None:
    found = await reason(paired, flagged("number 0"))
    assert found == ("none", "preExisting")
    async with asyncio.timeout(15 * SLOWNESS):
        number = 0
        while found == ("none", "preExisting"):
            await asyncio.sleep(0.25)
            number += 1
            found = await reason(paired, flagged(f"number {number}"))
    assert found == ("normal", "new")
    await paired.watch.screen_is("alert")
    # From now on it is its date that tells.
    assert await reason(paired, flagged("old", datetime.timedelta(minutes=121))) == ("none", "stale")
    assert await reason(paired, flagged("young", datetime.timedelta(minutes=118))) == ("normal", "new")


@row(TABLE, "5.8 silent")
@pytest.mark.parametrize("category", [Category.SOCIAL, Category.INCOMING_CALL], ids=["message", "call"])
async def test_a_silent_notification_is_only_in_the_list(paired: Session, category: Category) -> None:
    quiet = Notification(WECHAT, "psst", "hello", category=category, positive="Answer", is_silent=True)
    mark = paired.watch.events.mark
    assert await reason(paired, quiet) == ("none", "silent")
    await paired.watch.event("notification", op="content", uid=quiet.uid, since=mark)
    assert not paired.watch.found("screen", since=mark)
    paired.watch.press("accept")
    await paired.watch.screen_is("list")
    await paired.watch.display_shows("psst")


# -- The air -----------------------------------------------------------------------------------------------------


async def heard(session: Session) -> device.Advertisement:
    """Returns the advertising data that a phone receives without a scan request."""
    found: asyncio.Future[device.Advertisement] = asyncio.get_running_loop().create_future()

    def on_advertisement(advertisement: device.Advertisement) -> None:
        if not found.done():
            found.set_result(advertisement)

    phone = session.phone.device
    phone.on(phone.EVENT_ADVERTISEMENT, on_advertisement)
    await phone.start_scanning(legacy=True, active=False)
    try:
        return await asyncio.wait_for(found, 10 * SLOWNESS)
    finally:
        phone.remove_listener(phone.EVENT_ADVERTISEMENT, on_advertisement)
        await phone.stop_scanning(legacy=True)


@row(TABLE, "5.18 listed in the settings")
@pytest.mark.parametrize("name, kind, shown", [
    ("Belfry", 0x09, "Belfry"), ("Belfry of Ghent", 0x08, "Belfry o"), ("钟楼钟楼", 0x08, "钟楼")])
async def test_the_air_carries_what_the_settings_look_for(
    make_session: SessionMaker, name: str, kind: int, shown: str
) -> None:
    session = await make_session("--name", name)
    advertisement = await heard(session)
    assert advertisement.is_connectable and not advertisement.is_scan_response
    assert advertisement.data.ad_structures == [
        (0x01, b"\x06"), (SOLICITATION_LIST_128, ANCS_UUID), (kind, shown.encode())]
