"""Silent and late iPhones on a working link, and the recoveries of the watch."""

from __future__ import annotations

import contextlib
import datetime
import struct

from conformance import row
from conftest import SessionMaker
from phone.calls import Call
from phone.journal import SLOWNESS
from phone.log import Kind
from phone.notification import Notification, phone_time
from session import Session

TABLE = "iPhone"


def message(title: str = "Anna", age: datetime.timedelta = datetime.timedelta()) -> Notification:
    """A message whose texts the watch fetches."""
    return Notification("com.tencent.xin", title, "hello", date=phone_time(datetime.datetime.now() - age))


# -- Subscriptions that die ------------------------------------------------------------------------------------------


@row(TABLE, "5.2 subscriptions that die silently")
async def test_a_data_source_that_died_alone_is_subscribed_to_again(paired: Session) -> None:
    paired.phone.ancs.data_source.cccd = 0
    mark, entries = paired.watch.events.mark, paired.log.mark
    paired.phone.ancs.add(message("unheard"))
    await paired.watch.event("recovery", step="renewed", cause="noAnswer", since=mark, deadline=25)
    await paired.phone_saw("data source subscribed", since=entries)
    await paired.watch.event("notification", op="content", title="unheard", complete=True, since=mark)
    assert (await paired.deliver(message("heard")))["complete"]


# -- A service that goes ---------------------------------------------------------------------------------------------


@row(TABLE, "5.3 absent at first")
async def test_a_service_that_goes_and_stays_away_ends_the_link_after_a_minute(paired: Session) -> None:
    mark = paired.watch.events.mark
    paired.phone.unpublish_ancs()
    gone = await paired.watch.event("state", state="discovering", since=mark)
    ended = await paired.watch.event("recovery", step="disconnected", cause="absence", since=mark, deadline=70)
    assert 55 < ended["t"] - gone["t"] < 65
    await paired.watch.state_is("disconnected", since=mark)


@row(TABLE, "5.3 absent at first")
async def test_a_state_is_not_reported_again_when_the_service_is_looked_for_again(session: Session) -> None:
    ancs = session.phone.ancs.service
    session.phone.server.remove_service(ancs)
    await session.show_codes()
    session.watch.press("accept")
    await session.watch.event("state", state="discovering", reason="noService")
    # The next search finds it.
    session.phone.server.add_service(ancs)
    await session.watch.state_is("ready")
    states = [(event["state"], event.get("reason")) for event in session.watch.found("state")]
    assert not [one for one, next_one in zip(states, states[1:], strict=False) if one == next_one], states


# -- After a new bond ------------------------------------------------------------------------------------------------


@row(TABLE, "5.1 subscribed is not authorized")
async def test_after_a_bond_permission_is_asked_for_every_five_seconds_and_at_once_after_an_event(
    session: Session,
) -> None:
    session.phone.ancs.is_authorized = False
    await session.show_codes()
    session.watch.press("accept")
    await session.watch.event("state", state="unauthorized")
    refusals: list[float] = []
    while len(refusals) < 3:
        refused = await session.phone_saw("command refused", since=session.log.mark)
        refusals.append(refused.seconds)
    assert refusals[2] - refusals[1] < 9
    mark = session.watch.events.mark
    session.phone.ancs.is_authorized = True
    session.phone.ancs.add(message())
    ready = await session.watch.state_is("ready", since=mark)
    added = await session.watch.event("notification", op="added", since=mark)
    assert abs(ready["t"] - added["t"]) < 2
    await session.watch.event("notification", op="content", title="Anna", complete=True, since=mark)


@row(TABLE, "5.3 absent at first")
async def test_without_the_service_the_clock_shows_the_phones_time(make_session: SessionMaker) -> None:
    session = await make_session()
    session.phone.server.remove_service(session.phone.ancs.service)
    session.phone.sisters.shift = datetime.timedelta(hours=7)
    await session.show_codes()
    session.watch.press("accept")
    told = await session.watch.event("time", source="phone", utcOffset=0)
    difference = datetime.datetime.fromisoformat(told["local"]) - session.phone.sisters.now
    assert abs(difference) < datetime.timedelta(minutes=1)
    await session.watch.event("phone", battery=80)
    assert session.watch.found("state")[-1]["state"] == "discovering"
    await session.put_pairing_away()
    await session.watch.display_shows(f"{session.phone.sisters.now:%a} {session.phone.sisters.now.day}")


def mute(session: Session) -> None:
    """Makes the phone accept the subscription of its Notification Source, and send nothing."""
    source = session.phone.ancs.source
    begin = source.on_subscribe
    assert begin

    def subscribe(is_on: bool) -> None:
        source.cccd = 0
        begin(is_on)

    source.on_subscribe = subscribe


@row(TABLE, "5.28 silent after the first bond")
async def test_a_first_link_without_an_event_is_ended_once(session: Session) -> None:
    begin = session.phone.ancs.source.on_subscribe
    session.phone.ancs.add(message("waiting"))
    mute(session)
    await session.pair()
    ready = session.watch.found("state", state="ready")[-1]
    mark = session.watch.events.mark
    ended = await session.watch.event("recovery", step="disconnected", cause="silence", since=mark, deadline=40)
    assert 29 < ended["t"] - ready["t"] < 35
    await session.log.wait_for(Kind.PHONE, "disconnected", reason=0x13)
    assert session.watch.screen == "clock"
    session.phone.ancs.source.on_subscribe = begin
    await session.reconnect()
    await session.watch.event("notification", op="content", title="waiting", complete=True, since=mark)


@row(TABLE, "5.28 silent after the first bond")
async def test_a_first_link_without_an_event_is_not_ended_while_the_watch_is_used(session: Session) -> None:
    mute(session)
    await session.pair()
    if session.watch.screen == "clock":
        session.watch.press("decline")
    await session.watch.screen_is("status")
    ready = session.watch.found("state", state="ready")[-1]
    with contextlib.suppress(TimeoutError):
        await session.watch.event("recovery", deadline=35 / SLOWNESS)
    assert not session.watch.found("recovery")
    # The first press only turns the display on.
    mark = session.watch.events.mark
    session.watch.press("back")
    await session.watch.event("glass", light="full", since=mark)
    session.watch.press("back")
    ended = await session.watch.event("recovery", step="disconnected", cause="silence")
    assert ended["t"] - ready["t"] > 30


# -- Services of other applications ----------------------------------------------------------------------------------


@row(TABLE, "5.26 services of others")
async def test_services_of_other_applications_disturb_no_call(paired: Session) -> None:
    Call(paired.phone.ancs, "Mai")
    await paired.watch.screen_is("call")
    mark, entries = paired.watch.events.mark, paired.log.mark
    for first in (0x0200, 0x0300, 0x0400):
        confirmations = paired.log.mark
        paired.phone.server.indicate(paired.phone.gatt.characteristics[0], struct.pack("<HH", first, first + 0x20))
        await paired.log.wait_for(Kind.ATT, "Handle value confirmation", since=confirmations)
    # A search would come before what the watch asks for next.
    assert (await paired.deliver(message()))["complete"]
    assert paired.watch.screen == "call" and not paired.watch.found("state", since=mark)
    assert not paired.log.find(Kind.ANCS, "notification source unsubscribed", since=entries)
    assert not paired.log.find(Kind.ANCS, "notification source subscribed", since=entries)


@row(TABLE, "5.26 services of others")
async def test_a_range_too_short_for_the_service_does_not_hasten_the_next_search(session: Session) -> None:
    ancs = session.phone.ancs.service
    session.phone.server.remove_service(ancs)
    await session.show_codes()
    session.watch.press("accept")
    missing = await session.watch.event("state", state="discovering", reason="noService")
    session.phone.server.add_service(ancs)
    session.phone.server.indicate(session.phone.gatt.characteristics[0], struct.pack("<HH", 0x0200, 0x0202))
    ready = await session.watch.state_is("ready")
    assert ready["t"] - missing["t"] > 4.5


# -- What came between two links -------------------------------------------------------------------------------------


async def loud_after(session: Session, *replayed: str, new: str) -> list[str]:
    """Returns the titles that alert on a new link, on which the phone announces these again and then a new one."""
    mark = session.watch.events.mark
    await session.reconnect()
    for title in replayed:
        await session.watch.event("notification", op="content", title=title, complete=True, since=mark)
    last = message(new)
    uid = (await session.deliver(last))["uid"]
    await session.watch.event("alert", uid=uid, since=mark)
    titles = {event["uid"]: event["title"] for event in session.watch.found("notification", op="content", since=mark)}
    alerts = session.watch.found("alert", since=mark)
    session.phone.ancs.remove(last)
    await session.phone.disconnect()
    await session.watch.state_is("disconnected", since=mark)
    return [titles[alert["uid"]] for alert in alerts if alert["strength"] != "none"]


@row(TABLE, "5.27 between two links")
async def test_a_message_that_came_while_the_link_was_lost_alerts_once(paired: Session) -> None:
    await paired.deliver(message("before"))
    mark = paired.watch.events.mark
    paired.phone.link.lose()
    await paired.watch.state_is("disconnected", since=mark)
    paired.phone.ancs.add(message("long ago", datetime.timedelta(minutes=9)))
    paired.phone.ancs.add(message("between"))
    assert await loud_after(paired, "before", "long ago", "between", new="first") == ["between", "first"]
    assert await loud_after(paired, "before", "long ago", "between", new="second") == ["second"]


# -- A call that does not wait ---------------------------------------------------------------------------------------


@row(TABLE, "5.13 calls")
async def test_a_call_right_after_a_pairing_is_shown_at_once(session: Session) -> None:
    await session.show_codes()
    session.watch.press("accept")
    await session.watch.event("pairing", result="bonded")
    await session.watch.state_is("ready")
    Call(session.phone.ancs, "Mai")
    added = await session.watch.event("notification", op="added", category="incomingCall")
    rings = await session.watch.event("screen", screen="call")
    assert rings["t"] - added["t"] < 1
    await session.watch.display_shows("Mai")
