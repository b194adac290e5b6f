"""The notification service of iPhones: how it appears, falls silent and returns, and its events then."""

from __future__ import annotations

import asyncio
import datetime

import pytest

from conformance import row
from conftest import SessionMaker
from phone.ancs import AncsOptions
from phone.att import ErrorCode
from phone.calls import Call
from phone.log import Kind
from phone.notification import Notification, phone_time
from phone.options import PhoneOptions
from session import Session

TABLE = "iPhone"
WECHAT = "com.tencent.xin"
FOREIGN = (0x0200, 0x0220)
"""The handles of another application's service."""


def message(title: str = "Anna", **details: object) -> Notification:
    """A message with two actions."""
    return Notification(WECHAT, title, "hello", positive="Reply", **details)  # type: ignore[arg-type]


async def pair_without_service(session: Session) -> None:
    """Pairs with a phone that has not published its service yet."""
    await session.show_codes()
    session.watch.press("accept")
    await session.watch.event("pairing", result="bonded")
    await session.watch.event("state", state="discovering", reason="noService")
    await session.put_pairing_away()


# -- After the bonding -----------------------------------------------------------------------------------------------


@row(TABLE, "5.38 nothing before the reconnection")
async def test_a_phone_that_is_mute_after_the_bonding_tells_all_on_the_next_link(make_session: SessionMaker) -> None:
    session = await make_session(phone=PhoneOptions(ancs=AncsOptions(mute_until_reconnect=True)))
    await session.pair()
    unheard = session.phone.ancs.add(message("unheard"))
    await session.phone.disconnect()
    await session.watch.state_is("disconnected")
    mark = session.watch.events.mark
    await session.reconnect()
    await session.watch.event("notification", op="content", title="unheard", complete=True, since=mark)
    assert unheard.uid is not None
    assert (await session.deliver(message("heard")))["complete"]
    await session.watch.display_shows("heard")


@row(TABLE, "5.38 nothing before the reconnection")
async def test_a_service_that_is_absent_on_the_link_of_the_bonding_is_found_on_the_next(
    make_session: SessionMaker,
) -> None:
    session = await make_session(phone=PhoneOptions(ancs=AncsOptions(absent_after_bonding=True)))
    await pair_without_service(session)
    await session.phone.disconnect()
    await session.watch.state_is("disconnected")
    await session.reconnect()
    assert (await session.deliver(message()))["complete"]
    await session.watch.display_shows("Anna")


# -- Falling silent --------------------------------------------------------------------------------------------------


@row(TABLE, "5.2 subscriptions that die silently")
async def test_a_phone_whose_sources_both_died_is_subscribed_to_again(paired: Session) -> None:
    shown = message("before")
    await paired.deliver(shown)
    paired.phone.ancs.is_source_dead = True
    mark, entries = paired.watch.events.mark, paired.log.mark
    paired.phone.ancs.add(message("unheard"))
    # Commands are obeyed.
    paired.watch.press("accept", "hold")
    await paired.watch.event("action", action="positive", result="ok", since=mark)
    paired.phone.ancs.is_source_dead = False
    other = message("last announcement")
    paired.phone.ancs.is_data_dead = True
    paired.phone.ancs.add(other)
    paired.phone.ancs.is_source_dead = True
    await paired.watch.event("recovery", step="renewed", since=mark, deadline=25)
    await paired.phone_saw("notification source unsubscribed", since=entries)
    seen = await paired.watch.event("notification", op="content", title="unheard", complete=True, since=mark)
    await paired.watch.event("alert", uid=seen["uid"], strength="normal", since=mark)
    await paired.watch.event("notification", op="content", title="last announcement", complete=True, since=mark)


async def test_a_message_of_the_time_between_two_links_alerts_although_the_next_link_is_too_short(
    paired: Session,
) -> None:
    await paired.deliver(message("before"))
    await paired.watch.event("time", source="phone")
    mark = paired.watch.events.mark
    # The phone may have been out of reach for many seconds before the link times out.
    paired.phone.link.lose()
    await paired.watch.state_is("disconnected", since=mark)
    moment = datetime.datetime.now() - datetime.timedelta(seconds=4)
    paired.phone.ancs.add(message("between", date=phone_time(moment)))
    paired.phone.ancs.hold_after = 0
    await paired.phone.connect()
    await paired.watch.event("notification", op="added", uid=1, since=mark)
    await paired.phone.disconnect()
    mark = paired.watch.events.mark
    paired.phone.ancs.hold_after = None
    await paired.reconnect()
    seen = await paired.watch.event("notification", op="content", title="between", complete=True, since=mark)
    await paired.watch.event("alert", uid=seen["uid"], strength="normal", since=mark)


@row(TABLE, "5.29 permission in mid-link")
@pytest.mark.parametrize("is_told", [False, True], ids=["without a word", "with Service Changed"])
async def test_permission_that_is_taken_and_given_in_mid_link_is_followed(paired: Session, is_told: bool) -> None:
    await paired.deliver(message("before"))
    mark = paired.watch.events.mark
    paired.phone.ancs.is_authorized = False
    if is_told:
        paired.phone.indicate_service_changed()
    else:
        paired.phone.ancs.add(message("unread"))
    await paired.watch.event("state", state="unauthorized", reason="notAuthorized", since=mark)
    mark = paired.watch.events.mark
    paired.phone.ancs.is_authorized = True
    if is_told:
        paired.phone.indicate_service_changed()
    await paired.watch.state_is("ready", since=mark)
    assert (await paired.deliver(message("after")))["complete"]


# -- Service Changed -------------------------------------------------------------------------------------------------


@row(TABLE, "5.26 services of others")
async def test_a_burst_of_foreign_changes_during_discovery_delays_nothing(paired: Session) -> None:
    await paired.phone.disconnect()
    await paired.watch.state_is("disconnected")
    # The watch has subscribed to Service Changed before it looks for the service.
    changed = paired.phone.gatt.characteristics[0]

    def burst(is_on: bool) -> None:
        for _ in range(8 * is_on):
            asyncio.get_running_loop().call_soon(paired.phone.announce_change, *FOREIGN)

    changed.on_subscribe = burst
    entries = paired.log.mark
    await paired.reconnect()
    for _ in range(8):
        found = await paired.log.wait_for(Kind.ATT, "Handle value confirmation", since=entries)
        entries = paired.log.items.index(found) + 1
    assert (await paired.deliver(message()))["complete"]
    assert len(paired.watch.found("state", state="ready")) == 2


# -- Locked phones ---------------------------------------------------------------------------------------------------


@row(TABLE, "5.36 a phone that is locked")
async def test_texts_come_after_the_first_unlock(paired: Session) -> None:
    ancs = paired.phone.ancs
    sent = [ancs.add(message(title)) for title in ("Anna", "Bert")]
    for one in sent:
        await paired.watch.event("notification", op="content", uid=one.uid, complete=True)
    # The phone restarts.
    paired.phone.link.lose()
    ancs.is_locked = True
    await paired.watch.state_is("disconnected")
    mark = paired.watch.events.mark
    await paired.reconnect()
    await paired.watch.event("notification", op="content", uid=sent[1].uid, title="", since=mark)
    # The decision on the notification without texts follows its content.
    await paired.watch.event("alert", uid=sent[1].uid, since=mark)
    mark = paired.watch.events.mark
    paired.phone.indicate_service_changed()
    await paired.watch.state_is("ready", since=mark)
    ancs.unlock()
    for one in sent:
        await paired.watch.event("notification", op="content", uid=one.uid, title=one.title, complete=True, since=mark)
    # Nothing of it is new to the wearer.
    strengths = {event["strength"] for event in paired.watch.found("alert", since=mark)}
    assert strengths <= {"none"}


@row(TABLE, "5.36 a phone that is locked")
async def test_a_hidden_preview_is_shown_when_the_phone_is_unlocked(paired: Session) -> None:
    paired.phone.ancs.is_locked = True
    hidden = message()
    await paired.deliver(hidden)
    await paired.watch.screen_is("alert")
    await paired.watch.display_shows("WeChat")
    assert not paired.watch.display.shows("Anna")
    mark = paired.watch.events.mark
    paired.phone.ancs.unlock()
    await paired.watch.event("notification", op="content", uid=hidden.uid, title="Anna", since=mark)
    await paired.watch.display_shows("Anna", "hello")
    assert not paired.watch.found("alert", since=mark, strength="normal")


# -- What is said ----------------------------------------------------------------------------------------------------


@row(TABLE, "5.37 dates of other calendars")
@pytest.mark.parametrize("date", ["", "00080523T101500", "25690102T101500", "٢٠٢٦٠١٠٢T١٠١٥٠٠"], ids=[
    "none", "Japanese era", "Buddhist era", "Arabic digits"])
async def test_a_message_with_any_date_alerts(paired: Session, date: str) -> None:
    mark = paired.watch.events.mark
    sent = message(date=date)
    assert (await paired.deliver(sent))["complete"]
    assert (await paired.watch.event("alert", uid=sent.uid, since=mark))["strength"] == "normal"
    await paired.watch.screen_is("alert")
    await paired.watch.display_shows("Anna", "hello")


@row(TABLE, "6.3 storms")
async def test_a_burst_at_the_subscription_of_a_phone_that_browses_slowly_is_read(make_session: SessionMaker) -> None:
    session = await make_session(phone=PhoneOptions(mtu=23))
    await session.pair()
    await session.phone.disconnect()
    await session.watch.state_is("disconnected")
    burst = [session.phone.ancs.add(message(f"title {number}")) for number in range(20)]
    mark = session.watch.events.mark
    await session.phone.connect()
    session.phone.link.shape(pace=(0.015, 4))
    for one in burst:
        await session.watch.event(
            "notification", op="content", title=one.title, complete=True, since=mark, deadline=60)
    assert not session.watch.found("losses")


@row(TABLE, "5.13 calls")
async def test_a_call_whose_caller_comes_late_and_whose_end_is_lost_leaves_the_display(paired: Session) -> None:
    call = Call(paired.phone.ancs, "WhatsApp", app="net.whatsapp.WhatsApp")
    await paired.watch.screen_is("call")
    incoming = call.incoming
    assert incoming
    uid = incoming.uid
    await paired.watch.event("notification", op="content", uid=uid, title="WhatsApp")
    paired.phone.ancs.modify(incoming, title="Mai")
    await paired.watch.display_shows("Mai", "Decline")
    # The caller gives up, and the phone does not say so.
    paired.phone.ancs.retract(incoming)
    paired.watch.press("decline")
    await paired.watch.event("action", uid=uid, action="negative", result=f"0x{ErrorCode.INVALID_PARAMETER:02x}")
    await paired.watch.screen_is("clock")
