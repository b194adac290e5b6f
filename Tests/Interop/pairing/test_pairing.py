"""Pairing by numeric comparison, and the stored bond."""

from __future__ import annotations

import asyncio
import time

import pytest

from conftest import SessionMaker
from phone.bond import PairingFailed
from phone.finder import Listing
from phone.log import Entry, Kind
from phone.options import PhoneOptions
from session import Session

REPEATED_ATTEMPTS = 0x09


def is_answer(entry: Entry) -> bool:
    """Whether the phone received an answer to its Pairing Request."""
    return entry.kind == Kind.PHONE and entry.name in ("code", "pairing failed")


async def try_again(session: Session) -> asyncio.Task[None]:
    """Starts another pairing, and returns it. A refused pairing has already ended."""
    mark = session.log.mark
    asked = asyncio.create_task(session.phone.pair())
    answer = await session.log.wait(is_answer, "a code or a failure", mark)
    if answer.name == "pairing failed":
        await asyncio.wait({asked})
    return asked


async def test_pairs_and_bonds(session: Session) -> None:
    code = await session.show_codes()
    await session.watch.display_is(
        lambda picture: picture.shows(code) or picture.lit > 200, "the code in some size")
    session.watch.press("accept")
    await session.log.wait_for(Kind.PHONE, "paired")
    await session.watch.event("pairing", result="bonded")
    await session.watch.state_is("ready")
    assert session.phone.bond and session.phone.bond.irk


async def test_the_state_directory_is_private(paired: Session) -> None:
    assert paired.state.stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in paired.state.iterdir()} == {0o600}


async def test_a_code_refused_on_the_watch_leaves_no_bond(session: Session) -> None:
    await session.show_codes()
    session.watch.press("decline")
    failed = await session.log.wait_for(Kind.PHONE, "pairing failed")
    assert failed.details["reason"] == 0x0C
    await session.watch.event("pairing", result="failed")
    assert session.phone.bond is None
    assert not session.watch.found("state", state="ready")


async def test_a_code_refused_on_the_phone_leaves_no_bond(session: Session) -> None:
    session.phone.answer = False
    mark = session.watch.events.mark
    await session.phone.connect()
    await session.watch.event("pairing", result="failed", since=mark)
    assert session.phone.bond is None
    assert not session.watch.found("state", state="ready")


async def test_a_press_that_was_meant_for_the_code_does_not_close_the_failure(session: Session) -> None:
    await session.show_codes()
    await session.watch.event("prompt")
    mark = session.watch.events.mark
    await session.phone.disconnect()
    await session.watch.event("pairing", since=mark, result="failed")
    session.watch.press("accept", reaction=0)
    await session.watch.event("button", since=mark, edge="released")
    await asyncio.sleep(0.4)
    assert session.watch.screen == "pairing"
    session.watch.press("accept")
    await session.watch.screen_is("clock")


async def test_the_watch_may_answer_before_the_phone(session: Session) -> None:
    session.phone.answer = None
    await session.show_codes()
    session.watch.press("accept")
    assert not session.log.find(Kind.PHONE, "paired")
    session.phone.answer_code(True)
    await session.log.wait_for(Kind.PHONE, "paired")
    await session.watch.state_is("ready")


async def test_a_second_try_pairs_but_not_at_once(session: Session) -> None:
    await session.show_codes()
    begin = time.monotonic()
    session.watch.press("decline")
    await session.log.wait_for(Kind.PHONE, "pairing failed")
    mark = session.watch.events.mark
    refusals: list[int | None] = []
    while (asked := await try_again(session)).done():
        failure = asked.exception()
        assert isinstance(failure, PairingFailed)
        refusals.append(failure.reason)
    # PDUs that the phone sent before it received the refusal are not answered: an answer would end the phone's next
    # try.
    assert set(refusals) <= {REPEATED_ATTEMPTS}
    # The watch refuses for one second. On a busy machine, the phone may try again after that.
    assert refusals or time.monotonic() - begin > 1
    # The phone may show its number before the watch does, when the user has not seen one yet.
    await session.watch.event("pairing", method="numericComparison", since=mark)
    session.watch.press("accept")
    await session.watch.event("pairing", result="bonded")
    await asked


@pytest.mark.parametrize("listing", list(Listing))
async def test_a_phone_that_lists_only_one_layout_pairs(make_session: SessionMaker, listing: Listing) -> None:
    session = await make_session(phone=PhoneOptions(listing=listing))
    await session.pair()


@pytest.mark.parametrize("wire", ["unix", "pty"])
async def test_pairs_over_a_unix_socket_and_a_serial_line(make_session: SessionMaker, wire: str) -> None:
    session = await make_session(wire=wire)
    await session.pair()


async def test_pairs_with_one_octet_fragments(session: Session) -> None:
    await session.phone.connect()
    session.phone.link.shape(split_to_peripheral=1)
    await session.log.wait_for(Kind.PHONE, "code")
    await session.watch.screen_is("pairing")
    session.watch.press("accept")
    await session.watch.state_is("ready")
