"""Pairing by numeric comparison, and what is kept of it."""

from __future__ import annotations

import pytest

from conftest import SessionMaker
from phone.log import Kind
from session import Session


async def test_pairs_and_bonds(session: Session) -> None:
    code = await session.show_codes()
    await session.watch.glass_is(
        lambda picture: picture.shows(code) or picture.lit > 200, "the code in some size")
    session.watch.press("accept")
    await session.log.wait_for(Kind.PHONE, "paired")
    await session.watch.event("pairing", result="bonded")
    await session.watch.state_is("ready")
    assert session.phone.bond and session.phone.bond.irk


async def test_the_state_directory_is_private(paired: Session) -> None:
    assert paired.state.stat().st_mode & 0o777 == 0o700
    assert [file.stat().st_mode & 0o777 for file in paired.state.iterdir()] == [0o600]


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


async def test_the_watch_may_answer_before_the_phone(session: Session) -> None:
    session.phone.answer = None
    await session.show_codes()
    session.watch.press("accept")
    assert not session.log.find(Kind.PHONE, "paired")
    session.phone.answer_code(True)
    await session.log.wait_for(Kind.PHONE, "paired")
    await session.watch.state_is("ready")


async def test_a_second_try_after_a_refusal_pairs(session: Session) -> None:
    await session.show_codes()
    session.watch.press("decline")
    await session.watch.event("pairing", result="failed")
    if session.phone.connection:
        await session.phone.disconnect()
    await session.watch.event("state", state="advertising", since=session.watch.events.mark - 1)
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
