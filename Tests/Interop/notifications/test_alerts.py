"""Alerts: the notifications that open on the display, their strength and their reason."""

from __future__ import annotations

import datetime
import stat
from pathlib import Path

import pytest

from conformance import row
from conftest import SessionMaker
from phone.log import Kind
from phone.notification import AttributeID, Category, Notification, phone_time
from session import Session
from watch.control import ControlClient

WECHAT = "com.tencent.xin"


async def decided(session: Session, notification: Notification) -> tuple[str, str]:
    """Adds a notification, and returns the watch's decision about it."""
    mark = session.watch.events.mark
    await session.deliver(notification)
    event = await session.watch.event("alert", uid=notification.uid, since=mark)
    return event["strength"], event["reason"]


def configured(folder: Path, *lines: str) -> tuple[str, ...]:
    """Returns the options for a watch with these lines in `[alerts]`."""
    file = folder / "belfry.ini"
    file.write_text("\n".join(["[alerts]", *lines, ""]))
    return "--config", str(file)


async def a_watch(make_session: SessionMaker, folder: Path, *lines: str) -> Session:
    """A paired watch with these lines about alerts in its configuration."""
    session = await make_session(*configured(folder, *lines))
    await session.pair()
    return session


async def put_away(session: Session) -> None:
    """Closes the alert."""
    await session.watch.screen_is("alert")
    session.watch.press("decline")
    await session.watch.screen_is("clock")


@row("iPhone", "5.8 silent")
@row("iPhone", "6.4 noise")
async def test_silent_is_listed_and_important_is_strong(paired: Session) -> None:
    assert await decided(paired, Notification(WECHAT, "quiet", "a", is_silent=True)) == ("none", "silent")
    assert paired.watch.screen == "clock"
    assert await decided(paired, Notification(WECHAT, "plain", "b")) == ("normal", "new")
    await put_away(paired)
    assert not paired.watch.panel.is_inverse
    paired.phone.ancs.add(Notification(WECHAT, "now", "c", is_important=True))
    await paired.watch.frames.wait(lambda _: paired.watch.panel.is_inverse, "an inverted display", 0)
    await paired.watch.frames.wait(lambda _: not paired.watch.panel.is_inverse, "the end of it", 0)
    await paired.watch.event("alert", strength="strong", reason="important")


@row("iPhone", "5.7 a flag that lies")
@row("iPhone", "6.3 storms")
@pytest.mark.parametrize("flags_replay", [True, False])
async def test_a_reconnection_does_not_alert_again(paired: Session, flags_replay: bool) -> None:
    first = Notification(WECHAT, "Anna", "once is enough", is_silent=False)
    assert await decided(paired, first) == ("normal", "new")
    await put_away(paired)
    paired.phone.link.lose()
    await paired.watch.state_is("disconnected", since=paired.watch.events.mark - 1)
    paired.phone.ancs.options.flags_replay = flags_replay
    paired.phone.ancs.options.first_uid = 0x40
    mark = paired.watch.events.mark
    await paired.reconnect()
    event = await paired.watch.event("alert", uid=0x40, since=mark)
    assert (event["strength"], event["reason"]) == ("none", "repeated")
    assert not paired.watch.found("screen", since=mark, screen="alert")
    assert await decided(paired, Notification(WECHAT, "Anna", "something else")) == ("normal", "new")


async def test_the_list_outlives_the_link(paired: Session) -> None:
    kept, gone = Notification(WECHAT, "kept", "a"), Notification(WECHAT, "gone", "b")
    for sent in (kept, gone):
        await paired.deliver(sent)
        await put_away(paired)
    paired.phone.link.lose()
    await paired.watch.state_is("disconnected", since=paired.watch.events.mark - 1)
    paired.phone.ancs.remove(gone)
    paired.watch.press("accept")
    await paired.watch.screen_is("list")
    await paired.watch.display_shows("kept", "gone")
    await paired.reconnect()
    await paired.watch.display_is(
        lambda picture: picture.shows("kept") and not picture.shows("gone"), "what still exists", deadline=20)


@row("iPhone", "5.7 a flag that lies")
async def test_old_notifications_do_not_alert_whatever_their_flag(paired: Session) -> None:
    now = datetime.datetime.now()
    old = Notification(
        WECHAT, "old", "a", extra_flags=4, date=phone_time(now - datetime.timedelta(hours=3)))
    assert (await decided(paired, old))[0] == "none"


@row("iPhone", "6.4 noise")
async def test_rules_and_quiet_hours_of_the_configuration(make_session: SessionMaker, tmp_path: Path) -> None:
    session = await a_watch(
        make_session, tmp_path, "mute = org.example.game", "mute-containing = Sale", "alert-containing = code is")
    assert await decided(session, Notification("org.example.game", "level", "up")) == ("none", "rule")
    assert await decided(session, Notification(WECHAT, "Shop", "Sale! Sale!")) == ("none", "rule")
    assert await decided(session, Notification(WECHAT, "Bank", "your code is 1234")) == ("strong", "rule")


@row("iPhone", "6.4 noise")
async def test_in_quiet_hours_only_calls_alert(make_session: SessionMaker, tmp_path: Path) -> None:
    session = await a_watch(make_session, tmp_path, "quiet-hours = 00:00-23:59", "quiet-calls = off")
    if datetime.datetime.now().strftime("%H:%M") >= "23:58":
        pytest.skip("the one minute of the day that is not quiet")
    await session.watch.event("time", source="phone")
    assert await decided(session, Notification(WECHAT, "Anna", "psst")) == ("none", "quietHours")
    call = Notification("com.apple.mobilephone", "Mai", "Incoming Call", category=Category.INCOMING_CALL)
    assert await decided(session, call) == ("strong", "call")


async def mute_from_the_detail(session: Session, row: int) -> None:
    """Opens the shown alert, and chooses a row of the mute screen."""
    await session.watch.screen_is("alert")
    session.watch.press("accept")
    await session.watch.screen_is("detail")
    session.watch.press("accept", "hold")
    await session.watch.screen_is("mute")
    for _ in range(row):
        session.watch.press("decline")
    session.watch.press("accept")
    await session.watch.screen_is("detail")
    session.watch.press("back")
    await session.watch.screen_is("clock")


async def restart(session: Session) -> None:
    """Restarts the watch, and reconnects the phone."""
    assert await session.watch.stop() == 0
    await session.start_watch()
    await session.reconnect()


@row("iPhone", "6.4 noise")
async def test_a_permanent_mute_survives_a_restart(paired: Session) -> None:
    await paired.deliver(Notification(WECHAT, "Anna", "one"))
    await mute_from_the_detail(paired, row=2)
    assert await decided(paired, Notification(WECHAT, "Anna", "two")) == ("none", "muted")
    await restart(paired)
    assert stat.S_IMODE((paired.state / "mutes").stat().st_mode) == 0o600
    assert await decided(paired, Notification(WECHAT, "Anna", "three")) == ("none", "muted")
    assert await decided(paired, Notification("com.apple.MobileSMS", "Anna", "three")) == ("normal", "new")


@row("iPhone", "6.4 noise")
async def test_a_mute_for_an_hour_does_not(paired: Session) -> None:
    await paired.deliver(Notification(WECHAT, "Anna", "one"))
    await mute_from_the_detail(paired, row=0)
    assert await decided(paired, Notification(WECHAT, "Anna", "two")) == ("none", "muted")
    await restart(paired)
    assert await decided(paired, Notification(WECHAT, "Anna", "three")) == ("normal", "new")


async def test_two_buttons_mute_what_can_be_answered(paired: Session) -> None:
    await paired.deliver(Notification(WECHAT, "Anna", "one", positive="Reply"))
    await put_away(paired)
    paired.watch.press("accept")
    await paired.watch.screen_is("list")
    paired.watch.press("accept", "hold")
    await paired.watch.screen_is("mute")
    paired.watch.press("accept")
    await paired.watch.screen_is("list")
    assert await decided(paired, Notification(WECHAT, "Anna", "two")) == ("none", "muted")
    assert not paired.watch.found("action")


async def test_a_damaged_file_of_mutes_is_set_aside(paired: Session) -> None:
    await paired.deliver(Notification(WECHAT, "Anna", "one"))
    await mute_from_the_detail(paired, row=2)
    assert await paired.watch.stop() == 0
    record = paired.state / "mutes"
    octets = record.read_bytes()
    record.write_bytes(octets[:-1] + bytes([octets[-1] ^ 1]))
    await paired.start_watch()
    await paired.reconnect()
    assert not record.exists() and (paired.state / "mutes.damaged").exists()
    assert await decided(paired, Notification(WECHAT, "Anna", "two")) == ("normal", "new")
    assert await paired.watch.stop() == 0
    assert "mutes" in paired.watch.errors
    await paired.start_watch()


async def test_with_privacy_the_content_waits_for_a_button(make_session: SessionMaker, tmp_path: Path) -> None:
    session = await a_watch(make_session, tmp_path, "privacy = on", "show = com.apple.MobileSMS")
    mark = session.log.mark
    secret = Notification(WECHAT, "Anna", "for your eyes only", category=Category.SOCIAL)
    assert not (await session.deliver(secret))["complete"]
    await session.watch.display_shows("WeChat")
    asked = session.log.find(Kind.ANCS, "get notification attributes", since=mark, uid=secret.uid)
    assert [entry.details["attributes"] for entry in asked] == [[AttributeID.APP_IDENTIFIER, AttributeID.DATE]]
    assert not session.watch.display.shows("Anna")
    session.watch.press("accept")
    await session.watch.event("notification", op="content", uid=secret.uid, complete=True, title="Anna")
    await session.watch.display_shows("Anna")
    session.watch.press("back")
    await session.watch.screen_is("clock")
    shown = Notification("com.apple.MobileSMS", "Tuan", "no secret")
    session.phone.ancs.add(shown)
    await session.watch.event("notification", op="content", uid=shown.uid, complete=True)
    await session.watch.display_shows("Tuan")


# -- A full list, and a full memory ------------------------------------------------------------------------------


async def unread(client: ControlClient) -> int:
    client.ask(do="status")
    count: int = (await client.answer(do="status"))["unread"]
    return count


async def test_with_privacy_notifications_stay_unread_when_many_are_sent_again(
    make_session: SessionMaker, tmp_path: Path,
) -> None:
    session = await make_session(*configured(tmp_path, "privacy = on"), "--control", str(tmp_path / "control"))
    client = await ControlClient.connect(tmp_path / "control")
    await session.pair()
    moment = datetime.datetime.now() - datetime.timedelta(minutes=1)
    sent = [Notification(WECHAT, "Anna", "Hello", is_silent=True,
                         date=phone_time(moment + datetime.timedelta(seconds=second))) for second in range(20)]
    for notification in sent:
        await session.deliver(notification)
    assert await unread(client) == 20
    await session.phone.disconnect()
    await session.watch.state_is("advertising")
    mark = session.watch.events.mark
    await session.reconnect()
    for notification in sent:
        await session.watch.event("notification", op="content", uid=notification.uid, since=mark)
    assert await unread(client) == 20


async def test_an_appointment_alerts_once_although_many_notifications_follow(paired: Session) -> None:
    tomorrow = phone_time(datetime.datetime.now() + datetime.timedelta(days=1))
    appointment = Notification("com.apple.mobilecal", "Dentist", category=Category.SCHEDULE, date=tomorrow)
    assert await decided(paired, appointment) == ("normal", "new")
    # The watch remembers 64 contents.
    for number in range(66):
        other = Notification(WECHAT, "Anna", f"Text {number}", is_silent=True)
        await paired.deliver(other)
        paired.phone.ancs.remove(other)
    await paired.phone.disconnect()
    await paired.watch.state_is("advertising")
    mark = paired.watch.events.mark
    await paired.reconnect()
    seen = await paired.watch.event("notification", op="content", title="Dentist", since=mark)
    alert = await paired.watch.event("alert", uid=seen["uid"], since=mark)
    assert (alert["strength"], alert["reason"]) == ("none", "repeated")
