"""Notifications: from the phone to the events and the display."""

from __future__ import annotations

import datetime

import pytest

from conformance import row
from conftest import SessionMaker
from phone.ancs import AncsOptions
from phone.log import Kind
from phone.notification import AttributeID, Category, Notification
from phone.options import PhoneOptions
from phone.profiles import BLUETOOTH_5_DONGLE, FIXED_ADDRESS_DONGLE, ControllerProfile
from session import Session

WECHAT = "com.tencent.xin"


def dinner() -> Notification:
    """A message with every attribute."""
    return Notification(
        WECHAT, "王小明", "今晚七点一起吃饭吗？老地方见。", "家人群", Category.SOCIAL, positive="回复", negative="清除",
        is_important=True, date=datetime.datetime.now().strftime("%Y%m%dT%H%M%S"))


@pytest.mark.parametrize("mtu", [23, 185, 517])
async def test_every_attribute_arrives(make_session: SessionMaker, mtu: int) -> None:
    session = await make_session(phone=PhoneOptions(mtu=mtu))
    await session.pair()
    sent = dinner()
    seen = await session.deliver(sent)
    moment = datetime.datetime.strptime(sent.date, "%Y%m%dT%H%M%S").isoformat()
    expected = {
        "category": "social", "categoryID": 4, "count": 1, "flags": ["important", "positiveAction", "negativeAction"],
        "complete": True, "app": WECHAT, "appName": "WeChat", "title": sent.title, "subtitle": sent.subtitle,
        "message": sent.message, "messageSize": len(sent.message.encode()), "date": moment, "positive": "回复",
        "negative": "清除"}
    assert {name: seen.get(name) for name in expected} == expected
    await session.watch.screen_is("alert")
    await session.watch.display_shows(sent.title)


async def test_the_name_of_an_app_is_asked_once(paired: Session) -> None:
    for _ in range(3):
        assert (await paired.deliver(Notification(WECHAT, "a", "b")))["appName"] == "WeChat"
    assert len(paired.log.find(Kind.ANCS, "get app attributes", app=WECHAT)) == 1


async def test_an_app_without_a_name_is_no_obstacle(paired: Session) -> None:
    seen = await paired.deliver(Notification("org.example.unnamed", "Title", "Message"))
    assert seen["title"] == "Title" and seen["message"] == "Message"


async def test_a_long_headline_and_a_long_subject_are_kept(paired: Session) -> None:
    subject = "Lunch on Friday: what came of it, what is open, and the place and the time of the next one"
    sent = Notification("com.apple.mobilemail", "春眠不觉晓，" * 4, "Noon?", subtitle=subject)
    seen = await paired.deliver(sent)
    assert (seen["title"], seen["subtitle"]) == (sent.title, subject)


async def test_a_long_message_is_cut_at_a_character_and_its_size_is_reported(paired: Session) -> None:
    sent = Notification(WECHAT, "long", "春眠不觉晓，" * 100)
    seen = await paired.deliver(sent)
    assert sent.message.startswith(seen["message"]) and len(seen["message"]) >= 40
    assert seen["messageSize"] == len(sent.message.encode())


async def test_an_emoji_is_shown_and_what_has_no_glyph_is_counted(paired: Session) -> None:
    family = "\U0001F468\u200D\U0001F469\u200D\U0001F467"
    thumb = "\U0001F44D\U0001F3FD"
    seen = await paired.deliver(Notification(WECHAT, "\U0001F680 up", f"{family} \uF8FF \U0001FFFF{thumb}"))
    assert seen["missingGlyphs"] == 2
    await paired.watch.display_shows("\U0001F680 up")
    assert "missingGlyphs" not in await paired.deliver(dinner())


@pytest.mark.parametrize("settings", [
    {"sends_data_before_response": True}, {"cuts_at_character": False}, {"first_uid": 0xFFFF_FF00}])
async def test_phones_differ(make_session: SessionMaker, settings: dict[str, object]) -> None:
    session = await make_session(phone=PhoneOptions(ancs=AncsOptions(**settings)))  # type: ignore[arg-type]
    await session.pair()
    sent = Notification(WECHAT, "Anna", "Grüße aus Köln, " * 60)
    seen = await session.deliver(sent)
    assert sent.message.startswith(seen["message"].rstrip("\ufffd")) and seen["title"] == "Anna"


@row("iPhone", "5.10 text that comes later")
async def test_a_modified_notification_is_fetched_again(paired: Session) -> None:
    sent = Notification("com.apple.mobilemail", "Mail", "Loading…", category=Category.EMAIL)
    await paired.deliver(sent)
    mark = paired.watch.events.mark
    paired.phone.ancs.modify(sent, message="The real text.")
    await paired.watch.event("notification", op="modified", uid=sent.uid, since=mark)
    await paired.watch.event("notification", op="content", uid=sent.uid, message="The real text.", since=mark)


async def test_a_removed_notification_leaves_the_display(paired: Session) -> None:
    sent = Notification(WECHAT, "Anna", "gone soon")
    await paired.deliver(sent)
    await paired.watch.display_shows("Anna")
    uid = sent.uid
    paired.phone.ancs.remove(sent)
    await paired.watch.event("notification", op="removed", uid=uid)
    await paired.watch.screen_is("clock")
    await paired.watch.display_is(lambda picture: picture.lit > 0 and not picture.shows("Anna"), "the clock again")


async def test_the_clear_button_clears_on_the_phone(paired: Session) -> None:
    sent = Notification(WECHAT, "Anna", "clear me")
    await paired.deliver(sent)
    await paired.watch.screen_is("alert")
    uid = sent.uid
    paired.watch.press("decline", "hold")
    await paired.phone_saw("action", uid=uid, positive=False)
    await paired.watch.event("action", uid=uid, action="negative", result="ok")
    await paired.watch.event("notification", op="removed", uid=uid)


async def test_a_burst_arrives_whole(paired: Session) -> None:
    mark = paired.watch.events.mark
    burst = [paired.phone.ancs.add(Notification(WECHAT, f"title {n}", f"message {n}")) for n in range(12)]
    for sent in burst:
        await paired.watch.event("notification", op="content", uid=sent.uid, title=sent.title, since=mark)


@row("iPhone", "5.7 a flag that lies")
async def test_existing_notifications_do_not_alert(session: Session) -> None:
    session.phone.ancs.add(Notification(WECHAT, "old", "news"))
    await session.pair()
    seen = await session.watch.event("notification", op="content", title="old")
    assert "preExisting" in seen["flags"]
    assert session.watch.screen == "clock"


async def test_unknown_categories_and_flags_are_carried(paired: Session) -> None:
    seen = await paired.deliver(Notification(
        WECHAT, "odd", "odd", category=200, extra_flags=0x20))  # type: ignore[arg-type]
    assert seen["category"] == "unknown(200)" and "bit5" in seen["flags"]


@row("iPhone", "5.1 subscribed is not authorized")
async def test_authorization_may_come_later(make_session: SessionMaker) -> None:
    session = await make_session()
    session.phone.ancs.is_authorized = False
    await session.show_codes()
    session.watch.press("accept")
    await session.watch.state_is("unauthorized")
    refusals = len(session.log.find(Kind.ANCS, "command refused", code=0x03))
    assert refusals >= 1
    session.phone.ancs.is_authorized = True
    await session.watch.state_is("ready", since=session.watch.events.mark)
    assert (await session.deliver(dinner()))["title"] == "王小明"


@row("iPhone", "5.3 absent at first")
async def test_ancs_may_go_and_come_back(paired: Session) -> None:
    mark = paired.log.mark
    paired.phone.unpublish_ancs()
    await paired.log.wait_for(Kind.ATT, "Handle value confirmation", since=mark)
    events = paired.watch.events.mark
    paired.phone.publish_ancs()
    await paired.phone_saw("notification source subscribed", since=mark)
    await paired.watch.state_is("ready", since=events)
    assert (await paired.deliver(dinner()))["complete"]


async def test_data_is_subscribed_before_the_source(paired: Session) -> None:
    names = [entry.name for entry in paired.log.find(Kind.ANCS) if entry.name.endswith("source subscribed")]
    assert names == ["data source subscribed", "notification source subscribed"]


async def test_every_attribute_is_asked_once(paired: Session) -> None:
    sent = dinner()
    sent.message = "今晚七点"
    await paired.deliver(sent)
    asked = paired.log.find(Kind.ANCS, "get notification attributes", uid=sent.uid)
    attributes = [attribute for entry in asked for attribute in entry.details["attributes"]]
    assert sorted(attributes) == sorted(AttributeID)


@pytest.mark.parametrize("profile", [BLUETOOTH_5_DONGLE, FIXED_ADDRESS_DONGLE], ids=lambda profile: profile.name)
async def test_other_controllers_serve_as_well(make_session: SessionMaker, profile: ControllerProfile) -> None:
    session = await make_session()
    await session.pair()
    assert (await session.deliver(dinner()))["complete"]


@row("iPhone", "5.16 connection parameters")
async def test_the_watch_asks_for_parameters_every_iphone_takes(paired: Session) -> None:
    asked = await paired.log.wait_for(Kind.PHONE, "parameters asked")
    assert asked.details["fit_2020"] and asked.details["fit_2025"]
    await paired.log.wait_for(Kind.LINK, "parameters", controller=paired.harness.controller.name, timeout=600)
