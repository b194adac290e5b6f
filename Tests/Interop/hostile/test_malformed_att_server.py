"""Table 6.3 of the ATT server, against the watch's real database, by raw PDUs at the smallest MTU.

What needs a link of its own is in `test_malformed_att_links.py`: a phone that shares its link must not wait for others.

What does not depend on security is asked on a plain and on a secured link. The handles are frozen (`WatchDatabase`):
0003 name, 0005 appearance, 000C Service Changed and 000D its configuration, 000F Client Supported Features, 001B
battery level (protected) and 001C its configuration (protected), the last.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from conformance import row
from malformed.steps import (
    ATT,
    ECHO,
    ECHOED,
    ask,
    connect_plainly,
    controller,
    credits_returned,
    echo,
    event,
    expect_silence,
    frame,
    handle,
    is_response,
    le_event,
    octets,
    secure,
    seen,
)
from phone.link import Control
from phone.log import Kind
from phone.options import PhoneOptions
from phone.profiles import CHIPS
from session import Session

TABLE = "ATT server"


together = pytest.mark.asyncio(loop_scope="module")
"""Of tests that leave a link as they find it, and so share two."""


async def begin(session: Session, is_secured: bool) -> Session:
    """Puts a watch on a link with the smallest MTU: with a stranger, or with a phone that is subscribed."""
    await (secure if is_secured else connect_plainly)(session)
    return session


@pytest_asyncio.fixture(
    params=[(is_secured, chip) for is_secured in (False, True) for chip in CHIPS],
    ids=lambda param: f"{'secured' if param[0] else 'plain'}-{param[1].name}", scope="module", loop_scope="module")
async def shared(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Session]:
    """A link for the tests of one group."""
    is_secured, chip = request.param
    session = Session(tmp_path_factory.mktemp("shared") / "session", phone=PhoneOptions(mtu=23), profile=chip)
    await session.start()
    yield await begin(session, is_secured)
    await session.finish()
    session.check()


@pytest.fixture
def room(shared: Session) -> Iterator[Session]:
    """The link of the group. A rule that is broken on it fails the present test."""
    mark = shared.log.mark
    yield shared
    assert not shared.log.find(Kind.VIOLATION, since=mark)
    assert shared.phone.connection, "the link is lost"


# -- One request, one response ---------------------------------------------------------------------------------------

NONE = "1d00"
"""The first handle that is free."""

ROWS: list[tuple[str, list[str], list[tuple[str, str]]]] = [
    ("MTU below 23", [], [("020000", "0102000004"), ("021600", "0102000004")]),
    ("too short or too long", [], [
        (request, f"01{request[:2]}000004") for request in (
            "0217", "02170000", "040100ff", "040100ffff00", "060100ffff00", "080100ffff", "100100ffff", "0a03",
            "0a030000", "0c030000", "0c0300000000", "0e", "120d", "18", "180000")]),
    ("no range", ["GATT/SR/GAR/BI-08-C"], [
        (op + bounds + rest, f"01{op}{bounds[:4]}01")
        for op, rest in (("04", ""), ("06", "00280018"), ("08", "0328"), ("10", "0028"))
        for bounds in ("0000ffff", "05000400")]),
    ("type of an impossible size", [], [
        (op + "0100ffff" + "28" * size, f"01{op}000004") for op in ("08", "10") for size in (3, 4, 15)]),
    ("search for a value of no octets", [], [("060100ffff0028", "010601000a")]),
    ("group type that is none", [], [("100100ffff0328", "0110010010"), ("100100ffff002a", "0110010010")]),
    ("read of a handle that is none", ["GATT/SR/GAR/BI-02-C"], [
        ("0a" + at, f"010a{at}01") for at in ("0000", "ffff", NONE)]),
    ("read of what is not readable", ["GATT/SR/GAR/BI-01-C", "GATT/SR/GAR/BI-06-C", "GATT/SR/GAR/BI-12-C",
                                     "GATT/SR/GAR/BI-18-C"], [
        ("0a0c00", "010a0c0002"), ("0c0c000000", "010c0c0002"), ("080100ffff052a", "01080c0002"),
        ("0e03000c00", "010e0c0002")]),
    ("read by a type that is not there", ["GATT/SR/GAR/BI-07-C"], [
        ("080100ffff372a", "010801000a"), ("080a00ffff002a", "01080a000a")]),
    ("offset beyond the value", ["GATT/SR/GAR/BI-13-C"], [
        ("0c03000700", "010c030007"), ("0c0300ffff", "010c030007")]),
    ("offset at the end of the value", [], [("0c03000600", "0d")]),
    ("part of a handle that is none", ["GATT/SR/GAR/BI-14-C"], [
        ("0c00000000", "010c000001"), (f"0c{NONE}0000", f"010c{NONE}01")]),
    ("read multiple of one handle", [], [("0e0300", "010e000004"), ("0e0300050001", "010e000004")]),
    ("read multiple with a handle that is none", ["GATT/SR/GAR/BI-19-C"], [
        ("0e03000000", "010e000001"), (f"0e0300{NONE}", f"010e{NONE}01")]),
    ("write of no octets", [], [("120d00", "01120d000d")]),
    ("configuration of another length", ["GATT/SR/GAW/BI-32-C"], [
        ("120d0002", "01120d000d"), ("120d00020000", "01120d000d")]),
    ("configuration that is not offered", [], [
        ("120d000100", "01120d00fd"), ("120d000300", "01120d00fd"), ("120d000480", "01120d00fd")]),
    ("write to a handle that is none", ["GATT/SR/GAW/BI-02-C"], [
        ("12000000", "0112000001"), (f"12{NONE}00", f"0112{NONE}01")]),
    ("write to what is not writable", ["GATT/SR/GAW/BI-03-C"], [
        ("12030058", "0112030003"), ("12020058", "0112020003"), ("121b0001", "01121b0003")]),
    ("unknown request", ["GATT/SR/UNS/BI-01-C"], [
        (op + "0300", f"01{op}000006") for op in ("14", "20", "3f", "bf")]),
    ("prepared write beyond 512", [], [("160f00fe01000000", "0116000006"), ("160f00ffff00", "0116000006")]),
    ("execute with other flags", [], [("1802", "0118000004"), ("18ff", "0118000004")]),
    ("execute of what was never prepared", ["GATT/SR/GAW/BV-07-C", "GATT/SR/GAW/BV-11-C"], [
        ("1801", "19"), ("1800", "19")]),
    ("discovery", ["GATT/SR/GAD/BV-01-C", "GATT/SR/GAD/BV-02-C", "GATT/SR/GAD/BV-03-C", "GATT/SR/GAD/BV-04-C",
                   "GATT/SR/GAD/BV-05-C", "GATT/SR/GAD/BV-06-C"], [
        ("100100ffff0028", "1106010009000018" + "0a0011000118" + "120018000a18"),
        ("060100ffff00280f18", "0719001c00"), ("0801001c000228", "010801000a"),
        ("080a0011000328", "09070b00200c00052a" + "0e000a0f00292b" + "10000211002a2b"),
        ("080100ffff012a", "09040500c200"), ("040d000d00", "05010d000229")]),
    ("reading", ["GATT/SR/GAR/BV-01-C", "GATT/SR/GAR/BV-03-C", "GATT/SR/GAR/BV-04-C", "GATT/SR/GAR/BV-05-C",
                 "GATT/SR/GAR/BV-06-C"], [
        ("0a0500", "0bc200"), ("080100ffff002a", "09080300" + b"Belfry".hex()), ("0c03000300", "0d" + b"fry".hex()),
        ("0e05000300", "0fc200" + b"Belfry".hex())]),
]
"""Rows: name, what they mirror, requests with their responses."""

REQUESTS = [
    pytest.param(octets(request), octets(response), marks=row(TABLE, name, *mirrored), id=f"{name} {request[:20]}")
    for name, mirrored, requests in ROWS for request, response in requests
]


@together
@pytest.mark.parametrize(("request_", "response"), REQUESTS)
async def test_a_request_has_this_response(room: Session, request_: bytes, response: bytes) -> None:
    assert await ask(room, request_) == response
    await expect_silence(room)


@together
@row(TABLE, "prepared write")
async def test_prepared_writes_are_refused_however_many(room: Session) -> None:
    for _ in range(100):
        assert await ask(room, octets("160300000058")) == octets("0116000006")


@together
@row(TABLE, "execute of what was never prepared")
async def test_a_part_that_was_refused_is_not_written(room: Session) -> None:
    assert await ask(room, octets("160f00000001")) == octets("0116000006")
    assert await ask(room, octets("1801")) == octets("19")
    assert await ask(room, octets("0a0f00")) == octets("0b00")


# -- No response -----------------------------------------------------------------------------------------------------

SILENT = [
    pytest.param(row_, octets(pdu), marks=row(TABLE, row_, *mirrored), id=f"{row_} {pdu[:12]}")
    for row_, mirrored, pdus in [
        ("opcode 0", [], ["00"]),
        ("beyond the MTU", [], ["120f00" + "01" * 21]),
        ("command with any fault", ["GATT/SR/GAW/BI-39-C"], [
            "52", "520f", f"52{NONE}01", "52030058", "520f000101"]),
        ("unknown command", ["GATT/SR/UNS/BI-02-C"], ["430300", "5f0300", "7f0300", "ff0300"]),
        ("signed write", [], ["d2", "d20f0001" + "00" * 12]),
        ("confirmation that is not awaited", [], ["1e", "1e00"]),
    ] for pdu in pdus
]


@together
@pytest.mark.parametrize(("_", "pdu"), SILENT)
async def test_this_has_no_response_and_no_effect(room: Session, _: str, pdu: bytes) -> None:
    await expect_silence(room, pdu)
    assert await ask(room, octets("0a0f00")) == octets("0b00")


@together
@row(TABLE, "empty PDU")
async def test_an_empty_pdu_has_no_response(room: Session) -> None:
    mark = room.log.mark
    room.phone.send_fragment(frame(ATT, b""))
    await echo(room, mark)


# -- Phones that do not wait -----------------------------------------------------------------------------------------


@together
@row(TABLE, "two requests at once", "GATT/SR/GAR/BI-45-C")
async def test_two_requests_at_once_do_not_stop_the_server(room: Session) -> None:
    mark = room.log.mark
    pair = frame(ATT, ECHO), frame(ATT, octets("0a0500"))
    for whole in pair:
        room.phone.send_fragment(whole)
    await room.log.wait(is_response, "the first response", mark)
    assert await ask(room, octets("0a0f00")) in (octets("0b00"), octets("0bc200"))
    assert seen(room, is_response, mark)[0] == ECHOED


@together
@row(TABLE, "answers that are not read")
async def test_a_thousand_requests_fill_no_queue(room: Session) -> None:
    controls, nobody = controller(room), controller(room).invent_handle(0x0EFF)
    await credits_returned(room)
    controls.tamper = lambda packet: () if packet[1] == 0x13 else (packet,)
    mark = room.log.mark
    for _ in range(1000):
        room.phone.send_fragment(frame(ATT, ECHO))
    # An answer that needs no credit and is sent after all of them shows that they were handled.
    request = le_event(0x05, nobody.to_bytes(2, "little") + bytes(10))
    room.phone.link.central.send(Control(lambda _: controls.inject(request)))
    await room.log.wait_for(Kind.COMMAND, "le_long_term_key_request_negative_reply", since=mark)
    # The air is slower than the wire.
    await room.log.wait(is_response, "an answer", mark)
    answers = len(seen(room, is_response, mark))
    assert answers <= 8
    controls.tamper = None
    controls.inject(event(0x13, b"\x01" + handle(room).to_bytes(2, "little") + bytes((answers, 0))))
    assert await ask(room, octets("0a0500")) in (ECHOED, octets("0bc200"))
