"""Incoming calls: answered, declined, ended elsewhere."""

from __future__ import annotations

from conformance import row
from phone.att import ErrorCode
from phone.calls import Call
from phone.log import Kind
from phone.notification import Notification
from session import Session


async def ring(session: Session) -> tuple[Call, int]:
    """Makes the phone ring, and waits until the watch shows the call."""
    call = Call(session.phone.ancs, "Mai")
    assert call.incoming and call.incoming.uid is not None
    uid = call.incoming.uid
    await session.watch.event("notification", op="content", uid=uid, category="incomingCall", title="Mai")
    await session.watch.screen_is("call")
    await session.watch.display_shows("Mai")
    return call, uid


@row("iPhone", "5.13 calls")
async def test_accept_answers(paired: Session) -> None:
    call, uid = await ring(paired)
    paired.watch.press("accept")
    await paired.log.wait_for(Kind.PHONE, "call answered")
    await paired.watch.event("action", uid=uid, action="positive", result="ok")
    await paired.watch.event("notification", op="removed", uid=uid)
    mark = paired.watch.events.mark
    call.end()
    await paired.watch.event("notification", op="removed", since=mark)
    assert await paired.watch.screen_is("clock", "list")


@row("iPhone", "5.13 calls")
async def test_decline_declines_and_the_missed_call_does_not_alert(paired: Session) -> None:
    call, uid = await ring(paired)
    paired.watch.press("decline")
    await paired.log.wait_for(Kind.PHONE, "call missed")
    await paired.watch.event("action", uid=uid, action="negative", result="ok")
    assert call.missed
    await paired.watch.event("notification", op="content", uid=call.missed.uid, category="missedCall")
    await paired.watch.screen_is("clock")
    after = [event["screen"] for event in paired.watch.found("screen")]
    assert "alert" not in after[after.index("call"):]


@row("iPhone", "6.6 a call answered on the phone")
async def test_a_call_taken_on_the_phone_stops_ringing_on_the_watch(paired: Session) -> None:
    call, uid = await ring(paired)
    call.answer()
    await paired.watch.event("notification", op="removed", uid=uid)
    assert not paired.log.find(Kind.ANCS, "action")


@row("iPhone", "6.6 a call answered on the phone")
async def test_a_call_ends_with_the_link(paired: Session) -> None:
    await ring(paired)
    paired.phone.link.lose()
    await paired.watch.screen_is("clock", "status")


async def answered(session: Session, caller: str = "Mai") -> Call:
    """Makes a call, and answers it on the watch."""
    call, _ = await ring(session)
    session.watch.press("accept")
    await session.watch.screen_is("activeCall")
    await session.watch.display_shows(caller, "End")
    return call


async def test_a_call_is_on_the_display_before_its_attributes(paired: Session) -> None:
    paired.phone.ancs.hold_after = 0
    mark = paired.watch.events.mark
    call = Call(paired.phone.ancs, "Mai")
    assert call.incoming
    uid = call.incoming.uid
    await paired.watch.event("alert", uid=uid, strength="strong", reason="call", since=mark)
    await paired.watch.screen_is("call")
    await paired.watch.display_shows("Incoming call")
    assert not paired.watch.found("notification", op="content", uid=uid)
    paired.phone.ancs.resume()
    await paired.watch.display_shows("Mai", "Answer", "Decline")


async def test_a_call_goes_before_what_waits(paired: Session) -> None:
    paired.phone.ancs.hold_after = 0
    mark = paired.log.mark
    for number in range(6):
        paired.phone.ancs.add(Notification("com.tencent.xin", f"title {number}", "message"))
    await paired.phone_saw("get notification attributes", since=mark)
    call = Call(paired.phone.ancs, "Mai")
    assert call.incoming
    uid = call.incoming.uid
    await paired.watch.screen_is("call")
    paired.phone.ancs.resume()
    await paired.watch.event("notification", op="content", uid=uid)
    asked = [entry.details["uid"] for entry in paired.log.find(Kind.ANCS, "get notification attributes", since=mark)]
    assert asked[1] == uid


async def test_an_active_call_counts_and_hangs_up(paired: Session) -> None:
    call = await answered(paired)
    assert call.active
    uid = call.active.uid
    for _ in range(2):
        before = paired.watch.display
        await paired.watch.display_is(lambda picture: picture != before, "the next second")
    assert paired.watch.screen == "activeCall"
    paired.watch.press("decline")
    await paired.phone_saw("action", uid=uid, positive=False)
    await paired.log.wait_for(Kind.PHONE, "call ended")
    await paired.watch.screen_is("clock")


@row("iPhone", "5.6 a call under another number")
async def test_a_call_goes_on_in_a_new_session(paired: Session) -> None:
    call = await answered(paired)
    mark = paired.log.mark
    paired.phone.unpublish_ancs()
    await paired.watch.screen_is("clock")
    await paired.log.wait_for(Kind.ATT, "Handle value confirmation", since=mark)
    events = paired.watch.events.mark
    paired.phone.ancs.options.first_uid = 0x100
    paired.phone.publish_ancs()
    await paired.watch.event("screen", screen="activeCall", since=events)
    assert call.active and call.active.uid is not None and call.active.uid >= 0x100
    paired.watch.press("decline")
    await paired.log.wait_for(Kind.PHONE, "call ended")


@row("iPhone", "5.13 calls")
async def test_two_calls_at_once(paired: Session) -> None:
    first, _ = await ring(paired)
    second = Call(paired.phone.ancs, "Tuan")
    await paired.watch.display_shows("Tuan", "Decline")
    second.give_up()
    await paired.watch.display_shows("Mai", "Decline")
    assert first.incoming
    paired.watch.look()
    paired.watch.press("accept")
    await paired.log.wait_for(Kind.PHONE, "call answered")


@row("iPhone", "5.13 calls")
async def test_of_two_calls_that_ring_the_other_rings_on_when_one_is_answered(paired: Session) -> None:
    first, _ = await ring(paired)
    second = Call(paired.phone.ancs, "Tuan")
    await paired.watch.display_shows("Tuan", "Decline")
    mark = paired.watch.events.mark
    second.answer()
    assert second.active
    await paired.watch.event("notification", op="content", uid=second.active.uid, since=mark)
    await paired.watch.display_shows("Mai", "Decline")
    assert first.incoming and paired.watch.screen == "call"


@row("iPhone", "6.6 a call answered on the phone")
async def test_a_call_that_the_phone_does_not_remove_stops_ringing_when_it_is_active(paired: Session) -> None:
    call, _ = await ring(paired)
    call.incoming = None
    call.answer()
    await paired.watch.screen_is("clock")


@row("iPhone", "5.13 calls")
async def test_any_application_may_call(paired: Session) -> None:
    call = Call(paired.phone.ancs, "Mai", app="net.whatsapp.WhatsApp")
    await paired.watch.screen_is("call")
    await paired.watch.display_shows("Mai", "Answer", "Decline")
    paired.watch.press("accept")
    await paired.log.wait_for(Kind.PHONE, "call answered")
    assert call.active
    await paired.watch.screen_is("activeCall")


async def test_an_action_that_the_phone_refuses_is_said(paired: Session) -> None:
    call, uid = await ring(paired)
    paired.phone.ancs.options.action_error = ErrorCode.ACTION_FAILED
    paired.watch.press("accept")
    await paired.watch.event("action", uid=uid, action="positive", result="0xa3")
    await paired.watch.display_shows("Phone refused")
    paired.phone.ancs.options.action_error = None
    paired.watch.press("accept")
    await paired.log.wait_for(Kind.PHONE, "call answered")
    assert call.active


async def test_a_silenced_call_rings_on_at_the_phone_and_is_then_missed(paired: Session) -> None:
    call = Call(paired.phone.ancs, "Mai", subtitle="mobile")
    assert call.incoming and call.incoming.uid is not None
    await paired.watch.screen_is("call")
    await paired.watch.display_shows("Mai", "mobile")
    paired.watch.press("decline", "hold")
    await paired.watch.event("call", uid=call.incoming.uid, state="silenced")
    assert paired.watch.screen == "call" and call.missed is None
    assert not paired.log.find(Kind.ANCS, "action")
    call.give_up()
    await paired.watch.screen_is("alert")
    await paired.watch.display_shows("Missed call", "Mai")


@row("iPhone", "5.16 connection parameters")
async def test_the_link_is_slow_while_nothing_happens_and_fast_while_a_call_rings(paired: Session) -> None:
    """Checks that the phone applies the parameters that the watch requests."""
    name = paired.harness.controller.name
    await paired.log.wait_for(Kind.LINK, "parameters", controller=name, latency=4, timeout=600, deadline=30)
    mark = paired.log.mark
    call, _ = await ring(paired)
    await paired.log.wait_for(Kind.LINK, "parameters", since=mark, controller=name, latency=0, timeout=600)
    mark = paired.log.mark
    call.give_up()
    await paired.log.wait_for(Kind.LINK, "parameters", since=mark, controller=name, latency=4, timeout=600, deadline=30)
