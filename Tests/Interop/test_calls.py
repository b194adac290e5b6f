"""Incoming calls: answered, declined, ended elsewhere."""

from __future__ import annotations

from conformance import row
from phone.calls import Call
from phone.log import Kind
from session import Session


async def ring(session: Session) -> tuple[Call, int]:
    """Lets the phone ring, and waits until the watch shows it."""
    call = Call(session.phone.ancs, "Mai")
    assert call.incoming and call.incoming.uid is not None
    uid = call.incoming.uid
    await session.watch.event("notification", op="content", uid=uid, category="incomingCall", title="Mai")
    await session.watch.screen_is("call")
    await session.watch.glass_shows("Mai")
    return call, uid


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
