"""The watch on RootCanal, a controller and a link layer that are not ours.

Each difference from our own controller is a defect of the watch or of our controller.
"""

from __future__ import annotations

import os

import pytest

from conftest import SessionMaker
from phone.bond import PairingFailed
from phone.log import Kind
from phone.notification import Category, Notification
from phone.options import PhoneOptions
from pocket import pair_another, pair_named
from session import Session
from steps import main_scenario

pytestmark = [
    pytest.mark.rootcanal, pytest.mark.timeout(240),
    pytest.mark.skipif("BELFRY_ROOTCANAL" not in os.environ, reason="`make interop-rootcanal` runs this")]

WORK = "F0:99:B6:0A:0B:0C"
NUMERIC_COMPARISON_FAILED = 0x0C
STORM, KEPT = 1_000, 32


@pytest.fixture
async def session(make_session: SessionMaker) -> Session:
    """A watch and a phone on RootCanal, not yet connected."""
    return await make_session(wire="rootcanal")


@pytest.fixture
async def paired(session: Session) -> Session:
    """The same, paired and subscribed."""
    await session.pair()
    return session


async def test_the_main_scenario(session: Session) -> None:
    await main_scenario(session)


async def test_a_code_that_is_rejected_on_the_watch_leaves_no_bond(session: Session) -> None:
    await session.show_codes()
    session.watch.press("decline")
    failed = await session.log.wait_for(Kind.PHONE, "pairing failed")
    assert failed.details["reason"] == NUMERIC_COMPARISON_FAILED and session.phone.bond is None
    await session.watch.event("pairing", result="failed")


async def test_a_code_that_is_rejected_on_the_phone_leaves_no_bond(session: Session) -> None:
    session.phone.answer = False
    await session.phone.connect()
    await session.watch.event("pairing", result="failed")
    assert session.phone.bond is None and not session.watch.found("state", state="ready")


async def test_a_code_without_an_answer_times_out(make_session: SessionMaker) -> None:
    # The watch's timer ends first.
    session = await make_session(wire="rootcanal", phone=PhoneOptions(smp_timeout=60))
    session.phone.answer = None
    await session.show_codes()
    await session.watch.event("pairing", result="failed", deadline=45)
    assert session.phone.bond is None and not session.watch.found("state", state="ready")


async def test_a_new_address_needs_no_new_pairing(paired: Session) -> None:
    for _ in range(3):
        mark, events = paired.log.mark, paired.watch.events.mark
        await paired.phone.disconnect()
        await paired.watch.state_is("disconnected", since=events)
        await paired.reconnect()
        assert not paired.log.find(Kind.PHONE, "code", since=mark)
    addresses = [entry.details["address"] for entry in paired.log.find(Kind.PHONE, "connected")]
    assert len(set(addresses)) == 4


async def test_a_private_watch_is_recognised_after_a_restart(paired: Session) -> None:
    assert paired.phone.connection and paired.phone.bond
    first = paired.phone.connection.peer_address
    await paired.phone.disconnect()
    assert await paired.watch.stop() == 0
    await paired.start_watch()
    await paired.reconnect()
    assert paired.phone.connection
    second = paired.phone.connection.peer_resolvable_address or paired.phone.connection.peer_address
    assert paired.phone.bond.matches(second) and second != first


async def test_two_phones_take_turns(make_session: SessionMaker) -> None:
    session = await make_session(wire="rootcanal", phone=PhoneOptions(name="Anna"))
    await pair_named(session)
    anna = session.phone.remember()
    await session.phone.disconnect()
    await session.watch.state_is("disconnected")
    session.phone.become_another(WORK)
    await session.phone.connect()
    with pytest.raises(PairingFailed):
        await session.phone.pair()
    if session.phone.connection:
        await session.phone.disconnect()
    await session.open_pairing_window()
    await pair_another(session, WORK, "Work")
    for _ in range(2):
        await session.phone.disconnect()
        work = session.phone.remember()
        session.phone.become_again(anna)
        await session.reconnect()
        anna = work


async def test_of_a_thousand_notifications_none_is_lost_on_the_way(session: Session) -> None:
    storm = [session.phone.ancs.add(Notification(
        "com.tencent.xin", f"title {number}", "hello", category=Category.SOCIAL)) for number in range(STORM)]
    await session.pair()
    losses = await session.watch.event("losses", evicted=STORM - KEPT, deadline=90)
    assert (losses["incomplete"], losses["malformed"], losses["untold"]) == (0, 0, 0)
    await session.watch.event(
        "notification", op="content", title=storm[-KEPT].title, complete=True, deadline=90)
    assert len(session.watch.found("notification", op="added")) == STORM
