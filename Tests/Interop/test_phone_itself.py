"""The phone under test: against Bumble's peripheral and Bumble's ANCS client."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from bumble.att import ATT_Error
from bumble.profiles import ancs as bumble_ancs

from phone.bond import EncryptionFailed
from phone.calls import Call
from phone.log import Kind
from phone.notification import Category, EventID, Flags, Notification
from phone.options import PhoneOptions
from phone.profiles import BLUETOOTH_5_DONGLE, PI_ZERO_W
from phone.rig import Rig
from selftest.reference_watch import ReferenceWatch


@pytest_asyncio.fixture
async def rig() -> AsyncIterator[Rig]:
    """A radio room with the defaults."""
    rig = Rig()
    await rig.start()
    yield rig
    await rig.stop()


@pytest_asyncio.fixture
async def watch(rig: Rig) -> AsyncIterator[ReferenceWatch]:
    """A booted watch."""
    watch = ReferenceWatch(rig.wire.spec)
    await watch.start()
    yield watch
    await watch.stop()


async def pair(rig: Rig, watch: ReferenceWatch) -> None:
    """Connects and bonds."""
    await rig.phone.connect()
    await rig.log.wait_for(Kind.PHONE, "browsed")
    watch.request_security()
    await rig.log.wait_for(Kind.PHONE, "paired")


async def test_pairs_by_numeric_comparison_and_both_sides_see_the_same_code(rig: Rig, watch: ReferenceWatch) -> None:
    await pair(rig, watch)
    assert rig.phone.code == watch.code
    assert rig.phone.bond and str(rig.phone.bond.identity).startswith("B8:27:EB:12:34:56")
    rig.check()


async def test_a_code_refused_on_the_phone_leaves_no_bond(rig: Rig, watch: ReferenceWatch) -> None:
    rig.phone.answer = False
    await rig.phone.connect()
    watch.request_security()
    failed = await rig.log.wait_for(Kind.PHONE, "pairing failed")
    assert failed.details["reason"] == 0x0C
    assert rig.phone.bond is None


async def test_a_code_refused_on_the_watch_leaves_no_bond(rig: Rig, watch: ReferenceWatch) -> None:
    watch.answer = False
    await rig.phone.connect()
    watch.request_security()
    await rig.log.wait_for(Kind.PHONE, "pairing failed")
    assert rig.phone.bond is None


@pytest.mark.parametrize("mtu", [23, 185, 517])
async def test_every_attribute_arrives_at_every_mtu(mtu: int) -> None:
    rig = Rig(PhoneOptions(mtu=mtu))
    await rig.start()
    watch = ReferenceWatch(rig.wire.spec)
    watch.mtu = 517
    await watch.start()
    try:
        await pair(rig, watch)
        await watch.subscribe()
        sent = rig.phone.ancs.add(Notification(
            "com.tencent.xin", "王小明", "今晚七点一起吃饭吗？" * 12, "家人群", Category.SOCIAL, positive="Reply"))
        event = await watch.next_event()
        assert (event.notification_uid, event.category_id) == (0, Category.SOCIAL)
        values = await watch.fetch(event.notification_uid)
        assert list(values.values())[:4] == [sent.app, sent.title, sent.subtitle, sent.message]
        assert values[4] == len(sent.message.encode())
        assert (values[6], values[7]) == ("Reply", "Clear")
        rig.check()
    finally:
        await watch.stop()
        await rig.stop()


async def test_text_is_cut_at_a_character(rig: Rig, watch: ReferenceWatch) -> None:
    await pair(rig, watch)
    await watch.subscribe()
    rig.phone.ancs.add(Notification("com.tencent.xin", "你好"))
    event = await watch.next_event()
    title = bumble_ancs.NotificationAttributeId.TITLE
    assert await watch.fetch(event.notification_uid, [(title, 5)]) == {1: "你"}


async def test_existing_notifications_are_replayed_under_new_uids(rig: Rig, watch: ReferenceWatch) -> None:
    rig.phone.ancs.add(Notification("com.tencent.mqq", "old"))
    await pair(rig, watch)
    await watch.subscribe()
    event = await watch.next_event()
    assert event.event_flags & Flags.PRE_EXISTING and event.notification_uid == 0
    await rig.phone.disconnect()
    assert rig.phone.ancs.notifications[0].uid is None


async def test_reconnects_under_a_new_address_without_pairing(rig: Rig, watch: ReferenceWatch) -> None:
    await pair(rig, watch)
    first = rig.log.find(Kind.PHONE, "connected")[0].details["address"]
    await rig.phone.disconnect()
    await watch.advertise()
    mark = rig.log.mark
    await rig.phone.connect()
    await rig.log.wait_for(Kind.PHONE, "encrypted", since=mark)
    assert rig.log.find(Kind.PHONE, "connected", since=mark)[0].details["address"] != first
    assert not rig.log.find(Kind.PHONE, "code", since=mark)
    rig.check()


async def test_a_watch_that_lost_its_bond_is_seen_as_key_missing(rig: Rig, watch: ReferenceWatch) -> None:
    await pair(rig, watch)
    await rig.phone.disconnect()
    watch.device.keystore.all_keys.clear()  # type: ignore[union-attr]
    await watch.advertise()
    rig.phone.options.browses = False
    mark = rig.log.mark
    await rig.phone.connect()
    failed = await rig.log.wait_for(Kind.PHONE, "encryption failed", since=mark)
    assert failed.details["status"] == 0x06
    with pytest.raises(EncryptionFailed):
        await rig.phone.encrypt()


async def test_an_answered_call_becomes_active_and_a_declined_one_missed(rig: Rig, watch: ReferenceWatch) -> None:
    await pair(rig, watch)
    await watch.subscribe()
    call = Call(rig.phone.ancs, "Mai")
    ringing = await watch.next_event()
    await watch.client.perform_positive_action(ringing.notification_uid)
    events = [await watch.next_event(), await watch.next_event()]
    assert [event.event_id for event in events] == [EventID.REMOVED, EventID.ADDED]
    assert events[1].category_id == Category.ACTIVE_CALL
    call.end()
    assert (await watch.next_event()).event_id == EventID.REMOVED
    Call(rig.phone.ancs, "Mai")
    ringing = await watch.next_event()
    await watch.client.perform_negative_action(ringing.notification_uid)
    events = [await watch.next_event(), await watch.next_event()]
    assert events[1].category_id == Category.MISSED_CALL
    assert events[1].notification_uid != ringing.notification_uid
    rig.check()


@pytest.mark.parametrize(("octets", "code"), [
    (b"\x07", 0xA0), (b"\x00\x01", 0xA1), (b"\x00\x09\x00\x00\x00\x00", 0xA2), (b"\x01no.such.app\x00\x00", 0xA2),
    (b"\x02\x00\x00\x00\x00\x00", 0xA3), (b"\x00\xff\xff\xff\xff\x00", 0xA2),
])
async def test_the_control_point_refuses_with_the_right_code(
    rig: Rig, watch: ReferenceWatch, octets: bytes, code: int
) -> None:
    await pair(rig, watch)
    await watch.subscribe()
    rig.phone.ancs.add(Notification("com.tencent.mqq", "no positive action"))
    await watch.next_event()
    with pytest.raises(ATT_Error) as error:
        await watch.command(octets)
    assert error.value.error_code == code


async def test_subscribed_is_not_authorized(rig: Rig, watch: ReferenceWatch) -> None:
    rig.phone.ancs.is_authorized = False
    await pair(rig, watch)
    await watch.subscribe()
    with pytest.raises(ATT_Error) as error:
        await watch.command(b"\x01com.apple.MobileSMS\x00\x00")
    assert error.value.error_code == 0x03
    rig.phone.ancs.is_authorized = True
    await watch.command(b"\x01com.apple.MobileSMS\x00\x00")


async def test_ancs_needs_an_encrypted_link(rig: Rig, watch: ReferenceWatch) -> None:
    await rig.phone.connect()
    await rig.log.wait_for(Kind.PHONE, "browsed")
    with pytest.raises(ATT_Error) as error:
        await watch.subscribe()
    assert error.value.error_code == 0x05


async def test_service_changed_tells_of_ancs_going_and_coming(rig: Rig, watch: ReferenceWatch) -> None:
    await pair(rig, watch)
    await watch.subscribe()
    changes = [c for s in await watch.peer.discover_services() for c in await s.discover_characteristics()
               if c.uuid.to_hex_str() == "2A05"]
    await changes[0].subscribe()
    rig.phone.unpublish_ancs()
    await rig.log.wait_for(Kind.ATT, "Handle value confirmation")
    rig.phone.publish_ancs()
    await watch.subscribe()
    rig.check()


async def test_a_newer_controller_sends_the_enhanced_event() -> None:
    rig = Rig(profile=BLUETOOTH_5_DONGLE)
    await rig.start()
    watch = ReferenceWatch(rig.wire.spec)
    await watch.start()
    try:
        await pair(rig, watch)
        await watch.subscribe()
    finally:
        await watch.stop()
        await rig.stop()
    rig.check()


@pytest.mark.parametrize("size", [1, 5, 19])
async def test_fragments_of_any_size_reach_the_watch(rig: Rig, watch: ReferenceWatch, size: int) -> None:
    await pair(rig, watch)
    # Bumble itself cannot take a first fragment shorter than two octets.
    rig.phone.link.shape(split_to_peripheral=max(size, 2))
    await watch.subscribe()
    sent = rig.phone.ancs.add(Notification("com.tencent.mqq", "QQ", "在吗？" * 20))
    values = await watch.fetch((await watch.next_event()).notification_uid)
    assert values[3] == sent.message


async def test_a_mute_link_ends_by_supervision_timeout(rig: Rig, watch: ReferenceWatch) -> None:
    await pair(rig, watch)
    rig.phone.link.mute()
    gone = await rig.log.wait_for(Kind.PHONE, "disconnected")
    assert gone.details["reason"] == 0x08


@pytest.mark.parametrize("wire", ["tcp", "unix", "pty"])
async def test_the_wire_may_be_a_socket_or_a_pty(wire: str, tmp_path: Path) -> None:
    rig = Rig(wire=wire, folder=tmp_path)
    await rig.start()
    watch = ReferenceWatch(rig.wire.spec)
    await watch.start()
    try:
        await pair(rig, watch)
    finally:
        await watch.stop()
        await rig.stop()
    rig.check()


async def test_closing_the_socket_cuts_the_power_and_a_second_host_is_refused(rig: Rig, watch: ReferenceWatch) -> None:
    await pair(rig, watch)
    intruder = ReferenceWatch(rig.wire.spec)
    with pytest.raises(Exception):
        await intruder.start()
    mark = rig.log.mark
    await watch.stop()
    gone = await rig.log.wait_for(Kind.PHONE, "disconnected", since=mark)
    assert gone.details["reason"] == 0x08
    await watch.start()
    await rig.phone.connect()


async def test_violations_are_seen(rig: Rig, watch: ReferenceWatch) -> None:
    await rig.phone.connect()
    await rig.log.wait_for(Kind.PHONE, "browsed")
    handle = watch.connection.handle
    await watch.send_acl(handle | 2 << 12, b"\x03\x00\x04\x00\x02\x17\x00")
    await watch.send_acl(handle | 1 << 12, b"\x00")
    await watch.send_acl(handle, bytes(28))
    await watch.send_acl(handle, b"\x07\x00\x06\x00\x01\x04\x00\x0d\x10\x03\x03")
    await rig.log.wait_for(Kind.VIOLATION, "SMP: a Pairing Request from a peripheral")
    assert {entry.name for entry in rig.log.violations} == {
        "packet boundary flag 2, broadcast flag 0 from a host", "L2CAP: a continuation without a start",
        "ACL fragment of 28 octets, the buffer takes 27", "SMP: a Pairing Request from a peripheral"}


def test_the_profile_of_the_pi_has_no_newer_commands() -> None:
    assert not {0x2022, 0x2025, 0x2027, 0x2032, 0x2036} & PI_ZERO_W.commands
