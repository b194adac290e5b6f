"""Reconnections, bonds that one side lost, and lost controllers."""

from __future__ import annotations

from pathlib import Path

import pytest

from chips import on_both_chips
from conformance import row
from conftest import SessionMaker
from measuring.reconnects import INTERVAL, Reconnects, public_options, watch_address
from phone.ancs import AncsOptions
from phone.bond import PairingFailed
from phone.log import Entry, Kind
from phone.notification import Notification
from phone.options import PhoneOptions
from phone.transport import HciServer
from session import Session

pytestmark = on_both_chips

MAIL = "com.apple.mobilemail"
REFUSALS = (0x03, 0x05)
"""Authentication Requirements, Pairing Not Supported: what a watch says that does not want to pair now."""
RETURNS, PATIENCE = 5, 3.0
"""The longest reconnection in seconds, with a delay of half an interval for each frame."""


@row("iPhone", "6.2 reconnecting")
async def test_a_new_address_needs_no_new_pairing(paired: Session) -> None:
    first = paired.log.find(Kind.PHONE, "connected")[0].details["address"]
    mark = paired.log.mark
    await paired.phone.disconnect()
    await paired.reconnect()
    assert paired.log.find(Kind.PHONE, "connected", since=mark)[0].details["address"] != first
    assert not paired.log.find(Kind.PHONE, "code", since=mark)
    assert (await paired.deliver(Notification(MAIL, "Anna", "again")))["complete"]


@pytest.mark.parametrize("is_private", [False, True], ids=["public watch", "private watch"])
async def test_every_return_is_soon_and_needs_no_pairing(
    make_session: SessionMaker, tmp_path: Path, is_private: bool,
) -> None:
    session = await make_session(*([] if is_private else public_options(tmp_path)))
    await session.pair()
    returns = Reconnects()
    for _ in range(RETURNS):
        assert (await returns.take(session, INTERVAL / 2)).slowest < PATIENCE
        assert watch_address(session).is_resolvable == is_private
    assert len(returns.addresses) == RETURNS


async def test_a_peer_that_wants_authentication_again_is_asked_to_encrypt_once(make_session: SessionMaker) -> None:
    session = await make_session(phone=PhoneOptions(ancs=AncsOptions(needs_authentication=True)))
    await session.pair()
    mark = session.log.mark
    await session.phone.disconnect()
    await session.reconnect()
    assert (await session.deliver(Notification(MAIL, "Anna", "again")))["complete"]
    assert len(session.log.find(Kind.PHONE, "security request", since=mark)) == 1
    assert not session.log.find(Kind.PHONE, "code", since=mark)


async def test_a_peer_that_does_not_heed_the_security_request_is_asked_once(make_session: SessionMaker) -> None:
    options = PhoneOptions(ancs=AncsOptions(needs_authentication=True))
    session = await make_session(phone=options)
    await session.pair()
    options.heeds_security_request = False
    await session.phone.disconnect()
    start = mark = session.log.mark
    await session.phone.connect()
    for _ in range(2):
        refused = await session.log.wait_for(Kind.PHONE, "authentication missing", since=mark)
        mark = session.log.items.index(refused) + 1
    assert len(session.log.find(Kind.PHONE, "security request", since=start)) == 1


@row("iPhone", "6.2 reconnecting")
async def test_a_bond_outlives_the_process(paired: Session) -> None:
    await paired.phone.disconnect()
    assert await paired.watch.stop() == 0
    await paired.start_watch()
    mark = paired.log.mark
    await paired.reconnect()
    assert not paired.log.find(Kind.PHONE, "code", since=mark)


async def test_a_lost_link_in_the_middle_of_a_reply_loses_nothing_else(paired: Session) -> None:
    paired.phone.options.mtu = 23
    await paired.phone.disconnect()
    await paired.reconnect()
    paired.phone.ancs.hold_after = 2
    mark = paired.log.mark
    paired.phone.ancs.add(Notification(MAIL, "Anna", "cut in the middle of its text " * 5))
    await paired.phone_saw("reply held", since=mark)
    paired.phone.link.lose()
    await paired.log.wait_for(Kind.PHONE, "disconnected", since=mark)
    paired.phone.ancs.hold_after = None
    await paired.reconnect()
    events = paired.watch.found("notification", op="content", title="Anna")
    seen = events[-1] if events else await paired.watch.event("notification", op="content", title="Anna")
    assert seen["complete"] and seen["message"].startswith("cut in the middle")


@row("iPhone", "6.2 reconnecting")
async def test_a_phone_out_of_range_is_noticed_and_taken_back(paired: Session) -> None:
    mark, events = paired.log.mark, paired.watch.events.mark
    paired.phone.link.parameters.timeout = 72
    paired.phone.link.mute()
    await paired.log.wait_for(Kind.PHONE, "disconnected", since=mark, reason=0x08)
    await paired.watch.state_is("disconnected", since=events)
    await paired.reconnect()


@row("iPhone", "5.20 bonds half deleted")
async def test_a_phone_that_lost_its_bond_pairs_again_by_comparing_codes(paired: Session) -> None:
    await paired.phone.disconnect()
    paired.phone.forget_watch()
    await paired.open_pairing_window()
    await paired.pair()
    await paired.phone.disconnect()
    await paired.reconnect()


async def test_a_second_pairing_that_is_refused_leaves_the_first_bond(paired: Session) -> None:
    await paired.phone.disconnect()
    bond, paired.phone.bond = paired.phone.bond, None
    mark = paired.log.mark
    await paired.open_pairing_window()
    await paired.show_codes()
    paired.watch.press("decline")
    await paired.log.wait_for(Kind.PHONE, "pairing failed", since=mark)
    await paired.phone.disconnect()
    paired.phone.bond = bond
    # The window is open for a new phone until the watch starts again.
    assert await paired.watch.stop() == 0
    await paired.start_watch()
    await paired.reconnect()


async def test_another_phone_pairs_only_when_the_user_opens_the_window(paired: Session) -> None:
    await paired.phone.disconnect()
    paired.phone.become_another("F0:99:B6:0A:0B:0C")
    mark = paired.log.mark
    await paired.phone.connect()
    with pytest.raises(PairingFailed) as failure:
        await paired.phone.pair()
    assert failure.value.reason in REFUSALS
    assert not paired.log.find(Kind.PHONE, "code", since=mark)
    if paired.phone.connection:
        await paired.phone.disconnect()
    await paired.open_pairing_window()
    await paired.pair()


async def test_a_controller_that_goes_away_is_taken_up_again(paired: Session) -> None:
    mark, entries = paired.watch.events.mark, paired.log.mark
    assert isinstance(paired.harness.wire, HciServer)
    paired.harness.wire.drop_host()
    await paired.log.wait_for(Kind.PHONE, "disconnected", since=entries, reason=0x08)
    await paired.log.wait_for(Kind.LINK, "host came", since=entries)
    await paired.watch.state_is("advertising", since=mark)
    await paired.reconnect()
    assert (await paired.deliver(Notification(MAIL, "Anna", "after the outage")))["complete"]


@row("HCI", "a chip that went on without a host")
async def test_a_chip_that_kept_the_link_of_a_killed_watch_is_taken_over(paired: Session) -> None:
    assert isinstance(paired.harness.wire, HciServer) and paired.watch.process
    paired.harness.wire.cuts_power = False
    paired.watch.process.kill()
    # Before anything else signals the process: Python collects an ended one then, and its exit status is lost.
    await paired.watch.process.wait()
    assert await paired.watch.stop() < 0
    await paired.log.wait_for(Kind.LINK, "host left")
    assert paired.phone.connection, "the chip keeps the link"
    lost = paired.phone.link.peripheral.handle
    mark = paired.log.mark

    def greet(entry: Entry) -> None:
        """The packets of the chip before its reset: data, events and a key request of the old link."""
        if entry.kind == Kind.LINK and entry.name == "host came":
            paired.phone.ancs.add(Notification(MAIL, "Anna", "to the watch before"))
            for packet in (b"\x04\x08\x04\x00%b\x01", b"\x04\x3e\x0d\x05%b" + bytes(10), b"\x04\x13\x05\x01%b\x01\x00"):
                paired.harness.controller.inject(packet % lost.to_bytes(2, "little"))

    paired.log.listener = greet
    await paired.start_watch()
    await paired.log.wait_for(Kind.PHONE, "disconnected", since=mark, reason=0x08)
    await paired.reconnect()
    assert (await paired.deliver(Notification(MAIL, "Anna", "after the reset")))["complete"]


async def test_a_controller_that_stays_away_ends_the_watch(session: Session) -> None:
    await session.harness.wire.stop()
    assert await session.watch.wait_for_exit(deadline=45) == 69
    assert len(session.watch.errors.splitlines()) >= 1
    session.expected_exit_status = 69
