"""The phone under test: against Bumble's peripheral and Bumble's ANCS client."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from bumble.att import ATT_Error
from bumble.profiles import ancs as bumble_ancs

from phone.bond import EncryptionFailed
from phone.att import EXTENDED_PROPERTIES
from phone.calls import Call
from phone.log import Kind
from phone.media import MediaOptions
from phone.notification import Category, EventID, Flags, Notification
from phone.options import PhoneOptions
from phone.profiles import BLUETOOTH_5_DONGLE
from phone.harness import Harness
from phone.services import Layout
from selftest.reference_watch import ReferenceWatch


@pytest_asyncio.fixture
async def harness() -> AsyncIterator[Harness]:
    """A radio room with the defaults."""
    harness = Harness()
    await harness.start()
    yield harness
    await harness.stop()


@pytest_asyncio.fixture
async def watch(harness: Harness) -> AsyncIterator[ReferenceWatch]:
    """A booted watch."""
    watch = ReferenceWatch(harness.wire.spec)
    await watch.start()
    yield watch
    await watch.stop()


async def pair(harness: Harness, watch: ReferenceWatch) -> None:
    """Connects and bonds."""
    await harness.phone.connect()
    await harness.log.wait_for(Kind.PHONE, "browsed")
    watch.request_security()
    await harness.log.wait_for(Kind.PHONE, "paired")


async def test_both_sides_see_the_same_code_and_pair(harness: Harness, watch: ReferenceWatch) -> None:
    await pair(harness, watch)
    assert harness.phone.code == watch.code
    assert harness.phone.bond and str(harness.phone.bond.identity).startswith("B8:27:EB:12:34:56")
    harness.check()


async def test_a_code_refused_on_the_phone_leaves_no_bond(harness: Harness, watch: ReferenceWatch) -> None:
    harness.phone.answer = False
    await harness.phone.connect()
    watch.request_security()
    failed = await harness.log.wait_for(Kind.PHONE, "pairing failed")
    assert failed.details["reason"] == 0x0C
    assert harness.phone.bond is None


async def test_a_code_refused_on_the_watch_leaves_no_bond(harness: Harness, watch: ReferenceWatch) -> None:
    watch.answer = False
    await harness.phone.connect()
    watch.request_security()
    await harness.log.wait_for(Kind.PHONE, "pairing failed")
    assert harness.phone.bond is None


@pytest.mark.parametrize("mtu", [23, 185, 517])
async def test_every_attribute_arrives_at_every_mtu(mtu: int) -> None:
    harness = Harness(PhoneOptions(mtu=mtu))
    await harness.start()
    watch = ReferenceWatch(harness.wire.spec)
    watch.mtu = 517
    await watch.start()
    try:
        await pair(harness, watch)
        await watch.subscribe()
        sent = harness.phone.ancs.add(Notification(
            "com.tencent.xin", "王小明", "今晚七点一起吃饭吗？" * 12, "家人群", Category.SOCIAL, positive="Reply"))
        event = await watch.next_event()
        assert (event.notification_uid, event.category_id) == (0, Category.SOCIAL)
        values = await watch.fetch(event.notification_uid)
        assert list(values.values())[:4] == [sent.app, sent.title, sent.subtitle, sent.message]
        assert values[4] == len(sent.message.encode())
        assert (values[6], values[7]) == ("Reply", "Clear")
        harness.check()
    finally:
        await watch.stop()
        await harness.stop()


async def test_text_is_cut_at_a_character(harness: Harness, watch: ReferenceWatch) -> None:
    await pair(harness, watch)
    await watch.subscribe()
    harness.phone.ancs.add(Notification("com.tencent.xin", "你好"))
    event = await watch.next_event()
    title = bumble_ancs.NotificationAttributeId.TITLE
    assert await watch.fetch(event.notification_uid, [(title, 5)]) == {1: "你"}


async def test_existing_notifications_are_replayed_under_new_uids(harness: Harness, watch: ReferenceWatch) -> None:
    harness.phone.ancs.add(Notification("com.tencent.mqq", "old"))
    await pair(harness, watch)
    await watch.subscribe()
    event = await watch.next_event()
    assert event.event_flags & Flags.PRE_EXISTING and event.notification_uid == 0
    await harness.phone.disconnect()
    assert harness.phone.ancs.notifications[0].uid is None


async def test_reconnects_under_a_new_address_without_pairing(harness: Harness, watch: ReferenceWatch) -> None:
    await pair(harness, watch)
    first = harness.log.find(Kind.PHONE, "connected")[0].details["address"]
    await harness.phone.disconnect()
    await watch.advertise()
    mark = harness.log.mark
    await harness.phone.connect()
    await harness.log.wait_for(Kind.PHONE, "encrypted", since=mark)
    assert harness.log.find(Kind.PHONE, "connected", since=mark)[0].details["address"] != first
    assert not harness.log.find(Kind.PHONE, "code", since=mark)
    harness.check()


async def test_a_watch_that_lost_its_bond_is_seen_as_key_missing(harness: Harness, watch: ReferenceWatch) -> None:
    await pair(harness, watch)
    await harness.phone.disconnect()
    watch.device.keystore.all_keys.clear()  # type: ignore[union-attr]
    await watch.advertise()
    harness.phone.options.browses = False
    mark = harness.log.mark
    await harness.phone.connect()
    failed = await harness.log.wait_for(Kind.PHONE, "encryption failed", since=mark)
    assert failed.details["status"] == 0x06
    with pytest.raises(EncryptionFailed):
        await harness.phone.encrypt()


async def test_an_answered_call_becomes_active_a_declined_one_missed(harness: Harness, watch: ReferenceWatch) -> None:
    await pair(harness, watch)
    await watch.subscribe()
    call = Call(harness.phone.ancs, "Mai")
    ringing = await watch.next_event()
    await watch.client.perform_positive_action(ringing.notification_uid)
    events = [await watch.next_event(), await watch.next_event()]
    assert [event.event_id for event in events] == [EventID.REMOVED, EventID.ADDED]
    assert events[1].category_id == Category.ACTIVE_CALL
    call.end()
    assert (await watch.next_event()).event_id == EventID.REMOVED
    Call(harness.phone.ancs, "Mai")
    ringing = await watch.next_event()
    await watch.client.perform_negative_action(ringing.notification_uid)
    events = [await watch.next_event(), await watch.next_event()]
    assert events[1].category_id == Category.MISSED_CALL
    assert events[1].notification_uid != ringing.notification_uid
    harness.check()


@pytest.mark.parametrize(("octets", "code"), [
    (b"\x07", 0xA0), (b"\x00\x01", 0xA1), (b"\x00\x09\x00\x00\x00\x00", 0xA2), (b"\x01no.such.app\x00\x00", 0xA2),
    (b"\x02\x00\x00\x00\x00\x00", 0xA3), (b"\x00\xff\xff\xff\xff\x00", 0xA2),
])
async def test_the_control_point_refuses_with_the_right_code(
    harness: Harness, watch: ReferenceWatch, octets: bytes, code: int
) -> None:
    await pair(harness, watch)
    await watch.subscribe()
    harness.phone.ancs.add(Notification("com.tencent.mqq", "no positive action"))
    await watch.next_event()
    with pytest.raises(ATT_Error) as error:
        await watch.command(octets)
    assert error.value.error_code == code


async def test_subscribed_is_not_authorized(harness: Harness, watch: ReferenceWatch) -> None:
    harness.phone.ancs.is_authorized = False
    await pair(harness, watch)
    await watch.subscribe()
    with pytest.raises(ATT_Error) as error:
        await watch.command(b"\x01com.apple.MobileSMS\x00\x00")
    assert error.value.error_code == 0x03
    harness.phone.ancs.is_authorized = True
    await watch.command(b"\x01com.apple.MobileSMS\x00\x00")


async def test_ancs_needs_an_encrypted_link(harness: Harness, watch: ReferenceWatch) -> None:
    await harness.phone.connect()
    await harness.log.wait_for(Kind.PHONE, "browsed")
    with pytest.raises(ATT_Error) as error:
        await watch.subscribe()
    assert error.value.error_code == 0x05


async def test_service_changed_tells_of_ancs_going_and_coming(harness: Harness, watch: ReferenceWatch) -> None:
    await pair(harness, watch)
    await watch.subscribe()
    changes = [c for s in await watch.peer.discover_services() for c in await s.discover_characteristics()
               if c.uuid.to_hex_str() == "2A05"]
    await changes[0].subscribe()
    harness.phone.unpublish_ancs()
    await harness.log.wait_for(Kind.ATT, "Handle value confirmation")
    harness.phone.publish_ancs()
    await watch.subscribe()
    harness.check()


async def test_a_newer_controller_sends_the_enhanced_event() -> None:
    harness = Harness(profile=BLUETOOTH_5_DONGLE)
    await harness.start()
    watch = ReferenceWatch(harness.wire.spec)
    await watch.start()
    try:
        await pair(harness, watch)
        await watch.subscribe()
    finally:
        await watch.stop()
        await harness.stop()
    harness.check()


@pytest.mark.parametrize("size", [1, 5, 19])
async def test_fragments_of_any_size_reach_the_watch(harness: Harness, watch: ReferenceWatch, size: int) -> None:
    await pair(harness, watch)
    # Bumble itself cannot take a first fragment shorter than two octets.
    harness.phone.link.shape(split_to_peripheral=max(size, 2))
    await watch.subscribe()
    sent = harness.phone.ancs.add(Notification("com.tencent.mqq", "QQ", "在吗？" * 20))
    values = await watch.fetch((await watch.next_event()).notification_uid)
    assert values[3] == sent.message


async def test_a_mute_link_ends_by_supervision_timeout(harness: Harness, watch: ReferenceWatch) -> None:
    await pair(harness, watch)
    harness.phone.link.mute()
    gone = await harness.log.wait_for(Kind.PHONE, "disconnected")
    assert gone.details["reason"] == 0x08


@pytest.mark.parametrize("wire", ["tcp", "unix", "pty"])
async def test_the_wire_may_be_a_socket_or_a_pty(wire: str, tmp_path: Path) -> None:
    harness = Harness(wire=wire, folder=tmp_path)
    await harness.start()
    watch = ReferenceWatch(harness.wire.spec)
    await watch.start()
    try:
        await pair(harness, watch)
    finally:
        await watch.stop()
        await harness.stop()
    harness.check()


async def test_closing_the_socket_cuts_the_power(harness: Harness, watch: ReferenceWatch) -> None:
    await pair(harness, watch)
    intruder = ReferenceWatch(harness.wire.spec)
    with pytest.raises(Exception):
        await intruder.start()
    mark = harness.log.mark
    await watch.stop()
    gone = await harness.log.wait_for(Kind.PHONE, "disconnected", since=mark)
    assert gone.details["reason"] == 0x08
    await watch.start()
    await harness.phone.connect()


async def test_violations_are_seen(harness: Harness, watch: ReferenceWatch) -> None:
    await harness.phone.connect()
    await harness.log.wait_for(Kind.PHONE, "browsed")
    handle = watch.connection.handle
    await watch.send_acl(handle | 2 << 12, b"\x03\x00\x04\x00\x02\x17\x00")
    await watch.send_acl(handle | 1 << 12, b"\x00")
    await watch.send_acl(handle, bytes(1022))
    await watch.send_acl(handle, b"\x07\x00\x06\x00\x01\x04\x00\x0d\x10\x03\x03")
    await harness.log.wait_for(Kind.VIOLATION, "SMP: a Pairing Request from a peripheral")
    assert {entry.name for entry in harness.log.violations} == {
        "packet boundary flag 2, broadcast flag 0 from a host", "L2CAP: a continuation without a start",
        "ACL fragment of 1022 octets, the buffer takes 1021", "SMP: a Pairing Request from a peripheral"}


@pytest.mark.parametrize(("layout", "handles"), [
    (Layout.TODAY, [(1, 5), (6, 10), (11, 14), (15, 19), (20, 24), (25, 28), (29, 34), (35, 44), (45, 56)]),
    (Layout.IOS_8, [(1, 5), (6, 9), (10, 14), (15, 18), (19, 24), (25, 29), (30, 39), (40, 51)])],
    ids=lambda value: getattr(value, "name", None))
async def test_the_services_have_the_handles_of_an_iphone(
    layout: Layout, handles: list[tuple[int, int]],
) -> None:
    server = Harness(PhoneOptions(layout=layout, media=MediaOptions())).phone.server
    assert [(service.start, service.end) for service in server.services] == handles
    extended = [one for service in server.services for one in service.characteristics if one.properties & 0x80]
    kinds = {attribute.handle: attribute.type for service in server.services for attribute in service.attributes}
    assert len(extended) == (6 if layout is Layout.TODAY else 5)
    assert {kinds[one.value_handle + 1] for one in extended} == {EXTENDED_PROPERTIES}
