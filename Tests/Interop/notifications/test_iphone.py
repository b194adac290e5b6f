"""Known behaviour of iPhones, and of phones that imitate one."""

from __future__ import annotations

import asyncio
import subprocess
from pathlib import Path

import pytest

from conformance import row
from conftest import SessionMaker
from phone.ancs import AncsOptions
from phone.att import AttError, ErrorCode, Opcode
from phone.journal import SLOWNESS
from phone.log import Kind
from phone.notification import Category, Notification
from phone.options import PhoneOptions
from session import Session
from watch.watch import belfry_command

TABLE = "iPhone"
WECHAT = "com.tencent.xin"
KEPT = 32
"""How many notifications the watch keeps."""


def message(title: str = "Anna", **details: object) -> Notification:
    """A message with two actions."""
    return Notification(WECHAT, title, "hello", positive="Reply", **details)  # type: ignore[arg-type]


async def open_end_of_status(session: Session) -> None:
    """On the clock, decline opens the status; down scrolls to its end. The phone's model makes the page longer, so it
    must have arrived."""
    await session.watch.event("phone", manufacturer="Apple Inc.", model="iPhone16,1")
    if session.watch.screen != "clock":
        session.watch.press("decline")
        await session.watch.screen_is("clock")
    session.watch.press("decline")
    await session.watch.screen_is("status")
    for _ in range(8):
        session.watch.press("down")


# -- Presence and permission -------------------------------------------------------------------------------------


@row(TABLE, "5.3 absent at first")
async def test_a_service_that_comes_later_without_a_word_is_found(session: Session) -> None:
    ancs = session.phone.ancs.service
    session.phone.server.remove_service(ancs)
    await session.show_codes()
    session.watch.press("accept")
    await session.watch.event("state", state="discovering", reason="noService")
    session.phone.server.add_service(ancs)
    # It is looked for again after five seconds.
    await session.watch.state_is("ready", since=session.watch.events.mark)
    assert not session.log.find(Kind.ATT, "Handle value indication")


@pytest.mark.parametrize("hollow", [
    ("empty",), ("bare",), ("refusing",), ("empty", "bare", "refusing")], ids="-".join)
@row(TABLE, "5.15 services that are none")
async def test_the_first_service_that_works_is_taken(make_session: SessionMaker, hollow: tuple[str, ...]) -> None:
    session = await make_session(phone=PhoneOptions(hollow_services=hollow))
    await session.pair()
    assert (await session.deliver(message()))["complete"]


@row(TABLE, "a service that cannot be subscribed")
async def test_a_service_that_cannot_be_subscribed_does_not_count(make_session: SessionMaker) -> None:
    session = await make_session(phone=PhoneOptions(hollow_services=("bare",)))
    session.phone.server.remove_service(session.phone.ancs.service)
    await session.show_codes()
    session.watch.press("accept")
    await session.watch.event("state", state="discovering", reason="noService")


@row(TABLE, "notification source alone")
async def test_of_a_notification_source_alone_category_and_count_are_shown(make_session: SessionMaker) -> None:
    session = await make_session(phone=PhoneOptions(ancs=AncsOptions(source_only=True)))
    await session.pair()
    mark = session.watch.events.mark
    for _ in range(3):
        session.phone.ancs.add(Notification("com.apple.mobilemail", "secret", category=Category.EMAIL))
    added = await session.watch.event("notification", op="added", category="email", count=3, since=mark)
    assert "title" not in added
    await session.watch.screen_is("alert")
    await session.watch.display_shows("E-mail", "3 on the phone")
    assert not session.log.find(Kind.ANCS, "command")


@row(TABLE, "5.1 subscribed is not authorized")
async def test_within_one_retry_of_the_permission_the_watch_is_ready(session: Session) -> None:
    session.phone.ancs.is_authorized = False
    session.phone.ancs.add(message("before"))
    await session.show_codes()
    session.watch.press("accept")
    await session.watch.event("state", state="unauthorized", reason="notAuthorized")
    await session.put_pairing_away()
    if session.watch.screen == "clock":
        session.watch.press("decline")
    await session.watch.display_shows("Not allowed", "On the phone:")
    session.phone.ancs.is_authorized = True
    mark, entries = session.watch.events.mark, session.log.mark
    await session.watch.state_is("ready", since=mark)
    assert not session.log.find(Kind.ANCS, "command refused", since=entries, code=ErrorCode.WRITE_NOT_PERMITTED)
    # The pending texts are fetched.
    await session.watch.event("notification", op="content", title="before", complete=True, since=mark)


# -- The queue ---------------------------------------------------------------------------------------------------


# The watch drops events when their reader gets too little processor time.
@pytest.mark.alone
@row(TABLE, "6.3 storms")
async def test_of_a_storm_the_newest_stay_and_the_rest_is_counted(session: Session) -> None:
    storm = [session.phone.ancs.add(message(f"title {number}")) for number in range(1_000)]
    await session.pair()
    losses = await session.watch.event("losses", evicted=len(storm) - KEPT, deadline=60)
    assert (losses["incomplete"], losses["malformed"], losses["untold"]) == (0, 0, 0)
    await session.watch.event("notification", op="content", title=storm[-KEPT].title, complete=True, deadline=60)
    assert len(session.watch.found("notification", op="added")) == len(storm)
    # Each that is kept has all its texts; most of the others were never asked for.
    whole = {event["uid"] for event in session.watch.found("notification", op="content", complete=True)}
    assert {notification.uid for notification in storm[-KEPT:]} <= whole
    assert not session.watch.found("dropped")
    await open_end_of_status(session)
    await session.watch.display_shows(f"Not kept: {len(storm) - KEPT}")


@row(TABLE, "6.3 storms")
async def test_a_call_in_a_storm_is_asked_for_first(paired: Session) -> None:
    paired.phone.ancs.hold_after = 0
    mark, entries = paired.watch.events.mark, paired.log.mark
    first = paired.phone.ancs.add(message("first"))
    await paired.phone_saw("get notification attributes", uid=first.uid, since=entries)
    storm = [paired.phone.ancs.add(message(f"title {number}")) for number in range(40)]
    call = paired.phone.ancs.add(Notification(
        "com.apple.mobilephone", "Mai", category=Category.INCOMING_CALL, positive="Answer", negative="Decline"))
    await paired.watch.screen_is("call")
    paired.phone.ancs.resume()
    await paired.watch.event("notification", op="content", uid=call.uid, title="Mai", since=mark)
    asked = [entry.details["uid"] for entry in paired.log.find(
        Kind.ANCS, "get notification attributes", since=entries)]
    assert asked[:2] == [first.uid, call.uid]
    await paired.watch.event("notification", op="content", uid=storm[-1].uid, since=mark)


@row(TABLE, "5.5 gone is routine")
async def test_a_removed_notification_does_not_flush_the_queue(paired: Session) -> None:
    mark = paired.watch.events.mark
    paired.phone.ancs.hold_after = 0
    burst = [paired.phone.ancs.add(message(f"title {number}")) for number in range(6)]
    for notification in burst[1:3]:
        paired.phone.ancs.retract(notification)
    paired.phone.ancs.resume()
    for notification in burst[3:]:
        await paired.watch.event("notification", op="content", uid=notification.uid, complete=True, since=mark)
    for notification in burst[1:3]:
        await paired.watch.event("notification", op="removed", uid=notification.uid, since=mark)
    assert not paired.watch.found("losses")


# -- Actions -----------------------------------------------------------------------------------------------------


async def act(session: Session) -> int:
    """Holds accept on a new alert, and returns its UID."""
    sent = message()
    await session.deliver(sent)
    await session.watch.screen_is("alert")
    session.watch.press("accept", "hold")
    assert sent.uid is not None
    return sent.uid


@pytest.mark.parametrize("code, result, word", [
    (None, "ok", "Done"), (ErrorCode.INVALID_PARAMETER, "0xa2", "Already gone"),
    (ErrorCode.ACTION_FAILED, "0xa3", "Phone refused")])
@row(TABLE, "results of actions")
async def test_the_result_of_an_action_is_shown(
    make_session: SessionMaker, code: int | None, result: str, word: str
) -> None:
    session = await make_session(phone=PhoneOptions(ancs=AncsOptions(action_error=code)))
    await session.pair()
    uid = await act(session)
    await session.watch.event("action", uid=uid, action="positive", result=result)
    await session.watch.display_shows(word)


def never_answer_actions(session: Session) -> asyncio.Event:
    """Makes the phone accept a command without a reply, and waits for the event."""
    handle = session.phone.ancs.control_point.value_handle.to_bytes(2, "little")
    start = bytes((Opcode.WRITE_REQUEST,)) + handle + b"\x02"
    has_come = asyncio.Event()

    def say_nothing(pdu: bytes) -> list[bytes] | None:
        if not pdu.startswith(start):
            return None
        has_come.set()
        return []

    session.phone.server.script = say_nothing
    return has_come


@row(TABLE, "results of actions")
async def test_an_action_that_is_not_answered_times_out(paired: Session) -> None:
    never_answer_actions(paired)
    uid = await act(paired)
    await paired.watch.event("action", uid=uid, action="positive", result="timeout", deadline=15)
    await paired.watch.display_shows("No answer")


@row(TABLE, "results of actions")
async def test_an_action_in_between_which_the_link_ends_is_told_apart(paired: Session) -> None:
    has_come = never_answer_actions(paired)
    uid = await act(paired)
    await asyncio.wait_for(has_come.wait(), 10 * SLOWNESS)
    await paired.phone.disconnect()
    await paired.watch.event("action", uid=uid, action="positive", result="disconnected")
    await paired.watch.display_shows("Link lost")


@row(TABLE, "results of actions")
@pytest.mark.parametrize("is_gone", [False, True], ids=["not offered", "no phone"])
async def test_an_action_that_is_not_even_sent_is_answered(paired: Session, is_gone: bool) -> None:
    sent = message() if is_gone else Notification(WECHAT, "Anna", "hello")
    await paired.deliver(sent)
    uid = sent.uid
    await paired.watch.screen_is("alert")
    if is_gone:
        await paired.phone.disconnect()
        await paired.watch.state_is("disconnected")
    paired.watch.press("accept", "hold")
    await paired.watch.event("action", uid=uid, action="positive", result="notReady" if is_gone else "notOffered")
    await paired.watch.display_shows("No phone now" if is_gone else "Not offered")
    assert not paired.log.find(Kind.ANCS, "action")


@row(TABLE, "numbers of another session")
async def test_no_action_is_for_a_number_of_another_session(paired: Session) -> None:
    old = message("old")
    await paired.deliver(old)
    uid = old.uid
    await paired.watch.screen_is("alert")
    paired.watch.press("accept")
    await paired.watch.screen_is("detail")
    await paired.phone.disconnect()
    paired.phone.ancs.remove(old)
    new = paired.phone.ancs.add(message("new"))
    await paired.reconnect()
    await paired.watch.event("notification", op="content", title="new")
    assert new.uid == uid
    paired.watch.press("accept", "hold")
    paired.watch.press("accept", "hold")
    await paired.deliver(message("last"))
    assert not paired.log.find(Kind.ANCS, "action")


# -- What they do ------------------------------------------------------------------------------------------------


@row(TABLE, "5.4 remembered subscriptions")
async def test_subscriptions_that_the_phone_remembers_are_written_anyway(make_session: SessionMaker) -> None:
    session = await make_session(phone=PhoneOptions(remembers_subscriptions=True))
    await session.pair()
    await session.phone.disconnect()
    await session.watch.state_is("disconnected")
    mark = session.log.mark
    await session.reconnect()
    await session.phone_saw("data source subscribed", since=mark)
    await session.phone_saw("notification source subscribed", since=mark)
    assert (await session.deliver(message()))["complete"]


@row(TABLE, "5.9 a reminder that comes again")
async def test_a_second_reminder_takes_the_place_of_the_first(paired: Session) -> None:
    first = Notification("com.apple.mobilecal", "Dentist", "in 15 min", category=Category.SCHEDULE)
    await paired.deliver(first)
    uid = first.uid
    paired.phone.ancs.remove(first)
    await paired.watch.event("notification", op="removed", uid=uid)
    second = Notification("com.apple.mobilecal", "Dentist", "now", category=Category.SCHEDULE)
    assert (await paired.deliver(second))["count"] == 1
    await paired.watch.display_shows("Dentist", "now")


@row(TABLE, "5.11 hidden previews")
@pytest.mark.parametrize("app, shown", [(WECHAT, "WeChat"), ("org.example.unnamed", "unnamed")])
async def test_of_a_hidden_preview_the_application_is_shown(paired: Session, app: str, shown: str) -> None:
    seen = await paired.deliver(Notification(app, category=Category.SOCIAL))
    assert seen["complete"] and seen["appName"] == shown
    await paired.watch.screen_is("alert")
    await paired.watch.display_shows(shown)


@row(TABLE, "5.14 a restart within a reply")
async def test_the_rest_of_a_reply_after_a_restart_is_dropped(make_session: SessionMaker) -> None:
    session = await make_session(phone=PhoneOptions(mtu=23))
    await session.pair()
    session.phone.ancs.hold_after = 2
    cut = session.phone.ancs.add(message("cut"))
    await session.log.wait_for(Kind.ANCS, "reply held")
    session.phone.ancs.remove(cut)
    await session.phone.disconnect()
    await session.watch.state_is("disconnected")
    session.phone.ancs.hold_after = None
    await session.reconnect()
    session.phone.server.notify(session.phone.ancs.data_source, b"the rest of a reply")
    seen = await session.deliver(message("whole"))
    assert seen["title"] == "whole" and seen["complete"]


@row(TABLE, "5.19 a refusal after encryption")
async def test_a_subscription_refused_once_is_tried_again(session: Session) -> None:
    refusals = iter((True,))

    def refuse_once(_: bytes) -> None:
        if next(refusals, False):
            raise AttError(ErrorCode.UNLIKELY_ERROR)

    session.phone.ancs.data_source.on_configure = refuse_once
    await session.pair()
    assert next(refusals, None) is None
    assert (await session.deliver(message()))["complete"]


@row(TABLE, "a lasting record")
async def test_the_library_decodes_a_captured_session(make_session: SessionMaker, tmp_path: Path) -> None:
    tool = Path(belfry_command()[-1]).with_name("belfry-ancs-decode")
    if not tool.exists():
        pytest.skip("the tools are built for this machine only")
    capture = tmp_path / "capture.btsnoop"
    session = await make_session("--capture", str(capture))
    await session.pair()
    uid = (await session.deliver(message("王小明")))["uid"]
    assert await session.watch.stop() == 0
    text = subprocess.run([tool, capture], capture_output=True, check=True, text=True).stdout
    assert f"added {uid}: other, 1 of them [positiveAction, negativeAction]" in text
    assert "  title: 王小明\n" in text and "  displayName: WeChat\n" in text
    assert text.endswith(" 0 defects\n")
