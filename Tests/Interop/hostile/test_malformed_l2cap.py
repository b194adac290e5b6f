"""Table 6.3 of L2CAP: fragments, frames and signals that no honest central sends, on a secured link."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from chips import on_both_chips
from conformance import row
from malformed.steps import (
    ATT,
    SIGNALLING,
    SMP,
    comes_back,
    connect_plainly,
    echo,
    ends_link,
    expect_silence,
    frame,
    is_response,
    octets,
    secure,
    signal,
    signals,
    still_works,
)
from phone.log import Kind
from session import Session

pytestmark = on_both_chips

APPEARANCE, APPEARANCE_READ = octets("0a0500"), octets("0bc200")


@pytest_asyncio.fixture
async def room(session: Session) -> AsyncIterator[Session]:
    """A watch that is paired, secured and subscribed. Fails if a notification does not arrive afterwards."""
    await secure(session)
    yield session
    if session.phone.connection and session.phone.options.greets:
        await still_works(session)


# -- Fragments -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sizes", [(1, 3), (3, 1), (4, 0)], ids=str)
@row("L2CAP", "header in pieces")
async def test_a_header_in_pieces_is_put_together(room: Session, sizes: tuple[int, int]) -> None:
    mark, whole, at = room.log.mark, frame(ATT, APPEARANCE), 0
    for size in (*sizes, len(whole)):
        room.phone.send_fragment(whole[at:at + size], is_first=at == 0)
        at += size
    await room.log.wait(is_response, "the response", mark)
    await echo(room, mark, (APPEARANCE_READ,))


@row("L2CAP", "first fragment while incomplete")
async def test_a_new_frame_takes_the_place_of_half_a_one(room: Session) -> None:
    mark = room.log.mark
    room.phone.send_fragment(frame(ATT, APPEARANCE)[:6])
    await echo(room, mark)


@row("L2CAP", "continuation without a beginning")
async def test_a_continuation_without_a_beginning_is_dropped(room: Session) -> None:
    mark = room.log.mark
    room.phone.send_fragment(frame(ATT, APPEARANCE), is_first=False)
    await echo(room, mark)


@pytest.mark.parametrize("sent", [300, 65535], ids=["broken off", "to its end"])
@row("L2CAP", "length FFFF")
async def test_the_longest_frame_is_skipped(room: Session, sent: int) -> None:
    mark = room.log.mark
    room.phone.send_fragment(octets("ffff0400"))
    # The skipped octets look like requests, one in each fragment.
    filler = (frame(ATT, APPEARANCE) * 36)[:251]
    for at in range(0, sent, len(filler)):
        room.phone.send_fragment(filler[:sent - at], is_first=False)
    await echo(room, mark)


@row("L2CAP", "longer than the buffer")
async def test_a_frame_longer_than_the_buffer_is_skipped(room: Session) -> None:
    await expect_silence(room, APPEARANCE + bytes(515))


@pytest.mark.parametrize("pieces", [
    pytest.param([frame(ATT, APPEARANCE) + b"\x00"], id="in one"),
    pytest.param([frame(ATT, APPEARANCE)[:5], frame(ATT, APPEARANCE)[5:] + frame(ATT, APPEARANCE)], id="in the last"),
])
@row("L2CAP", "excess octets")
async def test_a_frame_with_more_than_it_says_is_dropped(room: Session, pieces: list[bytes]) -> None:
    mark = room.log.mark
    for number, piece in enumerate(pieces):
        room.phone.send_fragment(piece, is_first=number == 0)
    await echo(room, mark)


@pytest.mark.parametrize("channel", [ATT, SIGNALLING, SMP])
@row("L2CAP", "frame of no octets")
async def test_a_frame_of_no_octets_is_dropped(room: Session, channel: int) -> None:
    mark = room.log.mark
    room.phone.send_fragment(frame(channel, b""))
    await echo(room, mark)


@pytest.mark.parametrize("channel", [0, 1, 2, 3, 7, 0x3A, 0x40, 0x7F])
@row("L2CAP", "unknown channel", "L2CAP/LE/CID/BI-01-C")
async def test_a_channel_that_does_not_exist_is_ignored(room: Session, channel: int) -> None:
    mark = room.log.mark
    room.phone.send_frame(channel, APPEARANCE)
    await echo(room, mark)
    assert not room.log.find(Kind.SIGNALLING, since=mark)


@row("L2CAP", "half a frame at the end of a link")
async def test_half_a_frame_is_forgotten_with_its_link(room: Session) -> None:
    room.phone.send_fragment(frame(ATT, APPEARANCE)[:5])
    await room.phone.disconnect()
    await connect_plainly(room)
    mark = room.log.mark
    room.phone.send_fragment(frame(ATT, APPEARANCE)[5:], is_first=False)
    await echo(room, mark)


@row("L2CAP", "a hundred faults")
async def test_a_hundred_faults_end_the_link(room: Session) -> None:
    mark = room.log.mark
    for _ in range(99):
        room.phone.send_fragment(b"\x00", is_first=False)
    await echo(room, mark)
    room.phone.send_fragment(b"\x00", is_first=False)
    await ends_link(room, 0x13, mark)
    await comes_back(room)


# -- Signals ---------------------------------------------------------------------------------------------------------

NOT_UNDERSTOOD = "01050200" + "0000"

SIGNALS = [
    pytest.param("0a", [], marks=row("L2CAP", "signalling without a header"), id="1 octet"),
    pytest.param("0a05", [], marks=row("L2CAP", "signalling without a header"), id="2 octets"),
    pytest.param("0a0502", [], marks=row("L2CAP", "signalling without a header"), id="3 octets"),
    # Of the right length, this is answered with its channels.
    pytest.param("0605030041004200", [NOT_UNDERSTOOD], marks=row("L2CAP", "signalling length mismatch"), id="longer"),
    pytest.param("0605050041004200", [NOT_UNDERSTOOD], marks=row("L2CAP", "signalling length mismatch"), id="shorter"),
    pytest.param(
        "06050400410042000a060000", [NOT_UNDERSTOOD], marks=row("L2CAP", "two commands in one PDU"), id="two"),
    pytest.param(
        "0a051400" + "00" * 20, ["010504000100" + "1700"], marks=row("L2CAP", "signalling beyond its MTU"),
        id="24 octets"),
    pytest.param("0a000000", [], marks=row("L2CAP", "identifier 0"), id="identifier 0"),
    pytest.param(
        "12050800" + "1800280003005802", [NOT_UNDERSTOOD],
        marks=row("L2CAP", "parameter request to a peripheral", "L2CAP/LE/CPU/BI-02-C"), id="parameters"),
    pytest.param(
        "14050a00" + "80004000170017000100", ["15050a00" + "0000000000000000" + "0200"],
        marks=row("L2CAP", "credit based connection request", "L2CAP/LE/CFC/BV-05-C"), id="credit based"),
    *[pytest.param(
        "1705" + bytes((8 + 2 * count, 0)).hex() + "8000170017000100" + "4000" * count, [NOT_UNDERSTOOD],
        marks=row("L2CAP", "enhanced credit based connection request"), id=f"enhanced, {count} channels")
      for count in (1, 5)],
    pytest.param(
        "06050400" + "41004200", ["01050600" + "0200" + "41004200"], marks=row("L2CAP", "disconnection request"),
        id="disconnection"),
    *[pytest.param(
        f"{code:02x}050200" + "0100", [NOT_UNDERSTOOD],
        marks=row("L2CAP", "unknown signalling request", "L2CAP/LE/REJ/BI-02-C"), id=f"request {code:02X}")
      for code in (0x00, 0x02, 0x04, 0x08, 0x0A, 0x0C, 0x19, 0x1B, 0xFF)],
    *[pytest.param(
        f"{code:02x}050400" + "00000000", [], marks=row("L2CAP", "signalling response that is not awaited"),
        id=f"response {code:02X}")
      for code in (0x01, 0x03, 0x07, 0x0B, 0x15, 0x16, 0x18, 0x1A)],
    pytest.param(
        "130502000000", [], marks=row("L2CAP", "parameter response that is not awaited"), id="parameter response"),
]


@pytest.mark.parametrize(("pdu", "answers"), SIGNALS)
async def test_a_signal_is_answered_in_its_terms(room: Session, pdu: str, answers: list[str]) -> None:
    assert await signal(room, octets(pdu)) == answers


@pytest.mark.parametrize(
    "is_burst", [pytest.param(False, marks=pytest.mark.alone, id="one by one"), pytest.param(True, id="all at once")])
@row("L2CAP", "flood of requests to reject")
async def test_a_flood_of_requests_ends_the_link(room: Session, is_burst: bool) -> None:
    mark = room.log.mark
    for identifier in range(1, 11):
        room.phone.send_frame(SIGNALLING, bytes((0x0A, identifier, 0, 0)))
        if not is_burst:
            await room.log.wait_for(Kind.SIGNALLING, since=mark, pdu=bytes((1, identifier, 2, 0, 0, 0)))
    room.phone.send_frame(SIGNALLING, octets("0a0b0000"))
    await ends_link(room, 0x13, mark)
    assert len(signals(room, mark)) <= 10
    await comes_back(room)


# -- Our own request -------------------------------------------------------------------------------------------------


async def asked_for_parameters(session: Session) -> int:
    """Connects a phone that answers nothing, and returns the identifier of the watch's request."""
    mark = session.log.mark
    await session.phone.disconnect()
    session.phone.ignores_signals = True
    await connect_plainly(session)
    request = await session.log.wait_for(Kind.SIGNALLING, since=mark, code=0x12)
    low, high, latency, timeout = (int.from_bytes(request.details["pdu"][at:at + 2], "little") for at in (4, 6, 8, 10))
    assert 6 <= low <= high <= 3200 and latency <= 499 and timeout * 4 > (1 + latency) * high
    return request.details["pdu"][1]


@pytest.mark.parametrize("answer", [
    pytest.param("13II02000000", marks=row("L2CAP", "parameter request of ours", "L2CAP/LE/CPU/BV-01-C"), id="yes"),
    *[pytest.param(
        text, marks=row("L2CAP", "parameter response with result 1 and more"), id=f"result {text[8:10]}")
      for text in ("13II02000100", "13II02000200", "13II0200ffff")],
    *[pytest.param(text, marks=row("L2CAP", "parameter response that is not awaited"), id=what) for what, text in (
        ("other identifier", "13JJ02000000"), ("1 octet", "13II010000"), ("3 octets", "13II0300000000"))],
])
async def test_any_answer_to_our_request_leaves_the_link_alone(room: Session, answer: str) -> None:
    identifier = await asked_for_parameters(room)
    mark = room.log.mark
    pdu = answer.replace("II", f"{identifier:02x}").replace("JJ", f"{identifier + 1:02x}")
    assert await signal(room, octets(pdu)) == []
    assert not room.log.find(Kind.SIGNALLING, since=mark)
    room.phone.ignores_signals = False
    await comes_back(room)
