"""Links that end and come back, bonds that one side lost, controllers that go away."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance import row
from conftest import SessionMaker
from measuring.reconnects import INTERVAL, Reconnects, private_options, watch_address
from phone.bond import PairingFailed
from phone.log import Kind
from phone.notification import Notification
from phone.transport import HciServer
from session import Session

MAIL = "com.apple.mobilemail"
REFUSALS = (0x03, 0x05)
"""Authentication Requirements, Pairing Not Supported: what a watch says that does not want to pair now."""
RETURNS, PATIENCE = 5, 3.0
"""A phone that comes back is served within this many seconds, though every frame waits for half an interval."""


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
    session = await make_session(*(private_options(tmp_path) if is_private else []))
    await session.pair()
    returns = Reconnects()
    for _ in range(RETURNS):
        assert (await returns.take(session, INTERVAL / 2)).slowest < PATIENCE
        assert watch_address(session).is_resolvable == is_private
    assert len(returns.addresses) == RETURNS


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
    await paired.pair()
    await paired.phone.disconnect()
    await paired.reconnect()


async def test_a_second_pairing_that_is_refused_leaves_the_first_bond(paired: Session) -> None:
    await paired.phone.disconnect()
    bond, paired.phone.bond = paired.phone.bond, None
    mark = paired.log.mark
    await paired.show_codes()
    paired.watch.press("decline")
    await paired.log.wait_for(Kind.PHONE, "pairing failed", since=mark)
    await paired.phone.disconnect()
    paired.phone.bond = bond
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
    assert isinstance(paired.rig.wire, HciServer)
    paired.rig.wire.drop_host()
    await paired.log.wait_for(Kind.PHONE, "disconnected", since=entries, reason=0x08)
    await paired.log.wait_for(Kind.LINK, "host came", since=entries)
    await paired.watch.state_is("advertising", since=mark)
    await paired.reconnect()
    assert (await paired.deliver(Notification(MAIL, "Anna", "after the outage")))["complete"]


async def test_a_controller_that_stays_away_ends_the_watch(session: Session) -> None:
    await session.rig.wire.stop()
    assert await session.watch.wait_for_exit(deadline=45) == 69
    assert len(session.watch.errors.splitlines()) >= 1
    session.expected_exit_status = 69
