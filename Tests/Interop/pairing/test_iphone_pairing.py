"""The pairings of iPhones: their requests, and early and late answers of their users."""

from __future__ import annotations

import pytest

from conformance import row
from conftest import SessionMaker
from phone.journal import SLOWNESS
from phone.log import Kind
from phone.notification import Notification
from phone.options import PhoneOptions
from phone.stack import PairingHabits
from session import Session

TABLE = "iPhone"
HESITATION = 25.0
"""The time until the user of the phone answers, in seconds."""


@row(TABLE, "5.34 what a phone offers for pairing")
async def test_a_phone_that_offers_every_key_pairs_and_comes_back(make_session: SessionMaker) -> None:
    session = await make_session(phone=PhoneOptions(pairing=PairingHabits(is_dual_mode=True)))
    await session.pair()
    request = next(
        entry.details["pdu"] for entry in session.log.items
        if entry.kind == Kind.SMP and entry.details.get("pdu", b"").startswith(b"\x02"))
    # Pairing Response: bonding, authentication and Secure Connections, and the keys of LE alone.
    assert request[3] & 0x0D == 0x0D and not request[5] & 0x08 and not request[6] & 0x08
    await session.phone.disconnect()
    await session.reconnect()
    assert (await session.deliver(Notification("com.tencent.xin", "Anna", "hello")))["complete"]


@row(TABLE, "5.35 when the user of the phone answers")
async def test_an_answer_after_25_seconds_pairs(session: Session) -> None:
    session.phone.answer = None
    await session.show_codes()
    session.watch.press("accept")
    # The display asks for the phone's answer in the meantime, and the time passes.
    with pytest.raises(TimeoutError):
        await session.watch.events.wait(
            lambda event: event["type"] == "pairing" and "result" in event, "an end", 0, HESITATION / SLOWNESS)
    assert session.watch.screen == "pairing"
    session.phone.answer_code(True)
    await session.watch.event("pairing", result="bonded")
    await session.watch.state_is("ready")


@row(TABLE, "5.35 when the user of the phone answers")
async def test_the_phone_may_answer_before_the_watch(session: Session) -> None:
    await session.show_codes()
    # The phone answered immediately, before the user of the watch did.
    assert not session.log.find(Kind.PHONE, "paired")
    await session.watch.event("prompt", screen="pairing")
    session.watch.press("accept")
    await session.watch.event("pairing", result="bonded")
    await session.watch.state_is("ready")


@row(TABLE, "5.35 when the user of the phone answers")
async def test_cancel_on_the_phone_after_yes_on_the_watch_leaves_no_bond(session: Session) -> None:
    session.phone.answer = None
    await session.show_codes()
    session.watch.press("accept")
    mark = session.watch.events.mark
    session.phone.answer_code(False)
    failed = await session.watch.event("pairing", result="failed", since=mark)
    assert failed["reason"] == "refusedByPhone"
    await session.log.wait_for(Kind.PHONE, "pairing failed")
    assert session.phone.bond is None
    await session.watch.display_shows("Refused here")
