"""Table 6.3 of HCI: what a controller may send, and must not have an effect, or only this one.

The honest controller stays under the watch; the octets are put between its own, or into them.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from bumble import hci

from chips import on_both_chips
from conformance import row
from malformed.events import NOBODY, key_request, replaced, u16
from malformed.steps import (
    ATT,
    ECHO,
    acl,
    ask,
    comes_back,
    controller,
    credits_returned,
    echo,
    event,
    expect_silence,
    frame,
    handle,
    is_response,
    octets,
    seen,
    starts_over,
    still_works,
)
from phone.link import Control
from phone.log import Kind
from phone.transport import HciServer
from session import Session

pytestmark = on_both_chips

# -- Nothing happens -------------------------------------------------------------------------------------------------

IGNORED = [
    pytest.param("04 0e 00", marks=row("HCI", "command complete cut"), id="command complete of 0 octets"),
    pytest.param("04 0e 01 00", marks=row("HCI", "command complete cut"), id="command complete of 1 octet"),
    pytest.param("04 0e 02 00 0a", marks=row("HCI", "command complete cut"), id="command complete of 2 octets"),
    pytest.param("04 0f 03 00 00 06", marks=row("HCI", "command status of another length"), id="status of 3 octets"),
    pytest.param(
        "04 0f 05 00 00 06 04 00", marks=row("HCI", "command status of another length"), id="status of 5 octets"),
    pytest.param(
        "04 05 03 00 HH HH", marks=row("HCI", "disconnection complete of another length"), id="end of 3 octets"),
    pytest.param(
        "04 05 05 00 HH HH 13 00", marks=row("HCI", "disconnection complete of another length"), id="end of 5 octets"),
    pytest.param("04 3e 03 ee HH HH", marks=row("HCI", "unknown events"), id="unknown subevent"),
    pytest.param("04 6d 02 HH HH", marks=row("HCI", "unknown events"), id="unknown event"),
    pytest.param("04 ff 04 50 00 00 01", marks=row("HCI", "unknown events"), id="vendor event"),
    pytest.param("04 3e 00", marks=row("HCI", "LE meta event without a subevent"), id="no subevent"),
    pytest.param("04 05 04 00 ff 0e 13", marks=row("HCI", "end of an unknown link"), id="end of nobody"),
    pytest.param(
        "02 ff 2e 07 00 03 00 04 00 0a 05 00", marks=row("HCI", "data of an unknown handle"), id="data of nobody"),
    pytest.param("03 HH HH 03 01 02 03", marks=row("HCI", "unwanted packet types"), id="synchronous data"),
    pytest.param("05 HH HH 03 00 01 02 03", marks=row("HCI", "unwanted packet types"), id="isochronous data"),
    pytest.param("02 HH H2 00 00", marks=row("HCI", "data of no octets"), id="empty first fragment"),
    pytest.param("02 HH H1 00 00", marks=row("HCI", "data of no octets"), id="empty continuation"),
    pytest.param("04 0e 07 01 02 20 00 00 00 00", marks=row("HCI", "buffer size once more"), id="buffers of nothing"),
]


@pytest.mark.parametrize("packet", IGNORED)
async def test_is_dropped_and_the_link_goes_on(room: Session, packet: str) -> None:
    mark = room.log.mark
    controller(room).inject(filled_in(room, packet))
    await echo(room, mark)
    assert not room.log.find(Kind.COMMAND, since=mark)
    # No credit was taken away with it either.
    controller(room).inject(key_request(NOBODY))
    await room.log.wait_for(Kind.COMMAND, "le_long_term_key_request_negative_reply", since=mark)
    await still_works(room)


def filled_in(session: Session, packet: str) -> bytes:
    """Puts the link's handle in place of `HH HH`, and of `HH H2` with the flags 2."""
    low, high = handle(session).to_bytes(2, "little")
    assert high == 0
    for marker, flags in (("HH HH", 0), ("HH H2", 2), ("HH H1", 1)):
        packet = packet.replace(marker, f"{low:02x} {flags}0" if flags else f"{low:02x} 00")
    return octets(packet)


DROPPED_DATA = [
    pytest.param(0x6000, marks=row("HCI", "broadcast data"), id="broadcast 1"),
    pytest.param(0xA000, marks=row("HCI", "broadcast data"), id="broadcast 2"),
    pytest.param(0xE000, marks=row("HCI", "broadcast data"), id="broadcast 3"),
    pytest.param(0x3000, marks=row("HCI", "packet boundary 3"), id="boundary 3"),
]


@pytest.mark.parametrize("flags", DROPPED_DATA)
async def test_a_request_in_such_a_packet_is_not_heard(room: Session, flags: int) -> None:
    mark = room.log.mark
    controller(room).inject(acl(handle(room) | flags, frame(ATT, octets("0a0500"))))
    await echo(room, mark)
    await still_works(room)


@row("HCI", "packet boundary 0 from the controller")
async def test_a_first_fragment_of_a_virtual_controller_is_heard(room: Session) -> None:
    mark = room.log.mark
    controller(room).inject(acl(handle(room), frame(ATT, octets("0a0500"))))
    appearance = await room.log.wait(is_response, "the appearance", mark)
    assert appearance.details["pdu"][0] == 0x0B
    assert room.log.forgive("ATT: a response that nobody asked for") == 1


# -- Credits ---------------------------------------------------------------------------------------------------------


def without_completed_packets(packet: bytes) -> Iterable[bytes]:
    """A controller that returns no credit."""
    return () if packet[1] == 0x13 else (packet,)


FALSE_CREDITS = [
    pytest.param(packet, marks=row("HCI", name), id=packet) for name, packet in (
        ("completed packets of another length", "04 13 01 00"),
        ("completed packets of another length", "04 13 04 01 HH HH 01"),
        ("completed packets of another length", "04 13 06 01 HH HH 01 00 00"),
        ("completed packets of another length", "04 13 05 02 HH HH 01 00"),
        ("completed packets of another length", "04 13 05 00 HH HH 01 00"),
        ("completed packets of an unknown handle", "04 13 05 01 ff 0e ff ff"))
]


@pytest.mark.parametrize("packet", FALSE_CREDITS)
async def test_false_credits_let_nothing_out(room: Session, packet: str) -> None:
    mark = await fill_buffers(room)
    controller(room).inject(filled_in(room, packet))
    await ninth_answer_waits(room, mark)


@row("HCI", "more completed packets than sent")
async def test_too_many_credits_let_no_more_out_than_there_are_buffers(room: Session) -> None:
    controller(room).inject(event(0x13, b"\x01" + u16(handle(room), 0xFFFF)))
    controller(room).inject(event(0x13, b"\x02" + u16(NOBODY, 5, handle(room), 9)))
    await expect_silence(room)
    await ninth_answer_waits(room, await fill_buffers(room))


async def fill_buffers(session: Session) -> int:
    """Makes the watch send eight answers, which the controller keeps. Returns the length of the log before."""
    await credits_returned(session)
    controller(session).tamper = without_completed_packets
    mark = session.log.mark
    for _ in range(8):
        await ask(session, ECHO)
    return mark


async def ninth_answer_waits(session: Session, mark: int) -> None:
    """Fails if the watch answers another request before the controller returns credits."""
    session.phone.send_frame(ATT, ECHO)
    # The answer to a later packet, which needs no credit, shows that the request was read.
    session.phone.link.central.send(Control(lambda _: controller(session).inject(key_request(NOBODY))))
    await session.log.wait_for(Kind.COMMAND, "le_long_term_key_request_negative_reply", since=mark)
    assert len(seen(session, is_response, mark)) == 8
    controller(session).tamper = None
    controller(session).inject(event(0x13, b"\x01" + u16(handle(session), 8)))
    await session.log.wait(lambda _: len(seen(session, is_response, mark)) == 9, "the ninth answer", mark)
    await still_works(session)


@row("HCI", "answer to a foreign command")
async def test_an_answer_to_a_foreign_command_only_carries_credit(room: Session) -> None:
    mark = room.log.mark
    controller(room).inject(octets("04 0e 04 00 34 12 00"))
    controller(room).inject(key_request(NOBODY))
    await echo(room, mark)
    assert not room.log.find(Kind.COMMAND, since=mark)
    controller(room).inject(octets("04 0f 04 00 01 34 12"))
    await room.log.wait_for(Kind.COMMAND, "le_long_term_key_request_negative_reply", since=mark)
    await still_works(room)


@row("HCI", "no command credit")
async def test_a_controller_that_takes_no_command_is_given_up(room: Session) -> None:
    mark = room.log.mark
    controller(room).inject(octets("04 0e 03 00 00 00"))
    controller(room).inject(key_request(NOBODY))
    await starts_over(room, mark)
    lost = room.log.find(Kind.LINK, "host left", since=mark)[0].seconds
    assert lost - room.log.items[mark].seconds < 8 and lost - room.log.items[mark - 1].seconds > 3.5
    await comes_back(room)


# -- Start over ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("octet", ["00", "01", "06", "ff"])
@row("HCI", "impossible packet type")
async def test_lost_framing_is_found_again_by_starting_over(room: Session, octet: str) -> None:
    mark = room.log.mark
    controller(room).inject(octets(octet) + event(0x0E, "01 0000"))
    await starts_over(room, mark)
    await comes_back(room)


@row("HCI", "hardware error")
async def test_a_hardware_error_starts_everything_over(room: Session) -> None:
    mark, events = room.log.mark, room.watch.events.mark
    controller(room).inject(event(0x10, "42"))
    await starts_over(room, mark)
    await room.watch.state_is("advertising", since=events)
    await comes_back(room)




BAD_STARTS = [
    pytest.param({0x2002: "00 0000 00", 0x1005: "00 0000 00 0000 0000"}, id="length 0", marks=row("HCI", "no buffers")),
    pytest.param({0x2002: "00 1b00 00", 0x1005: "00 1b00 00 0000 0000"}, id="count 0", marks=row("HCI", "no buffers")),
    pytest.param({0x2002: "00 1a00 08"}, id="26 octets", marks=row("HCI", "no buffers")),
    pytest.param({0x1009: "00 563412"}, id="address cut", marks=row("HCI", "answer too short at start-up")),
    pytest.param({0x1002: "00" + "ff" * 63}, id="commands cut", marks=row("HCI", "answer too short at start-up")),
    pytest.param({0x2002: ""}, id="no status", marks=row("HCI", "answer too short at start-up")),
]


@pytest.mark.parametrize("answers", BAD_STARTS)
async def test_a_start_that_fails_is_tried_again(room: Session, answers: dict[int, str]) -> None:
    controls, mark = controller(room), room.log.mark
    controls.tamper = lambda packet: (replaced(packet, answers),)
    cut_power(room)
    first = await room.log.wait_for(Kind.LINK, "host came", since=mark)
    await room.log.wait_for(Kind.LINK, "host left", since=room.log.items.index(first))
    assert not room.log.find(Kind.COMMAND, "le_set_advertising_enable", since=mark)
    controls.tamper = None
    await room.log.wait_for(Kind.COMMAND, "le_set_advertising_enable", since=mark, parameters=b"\x01")
    await comes_back(room)


def cut_power(session: Session) -> None:
    """Disconnects the controller and connects it again."""
    assert isinstance(session.harness.wire, HciServer)
    session.harness.wire.drop_host()


@pytest.mark.parametrize("address", ["000000000000", "ffffffffffff", "aaaaaaaaaaaa", "ac1f12a14343"])
@row("HCI", "address of no device")
async def test_an_address_of_no_device_is_not_used(room: Session, address: str) -> None:
    mark = room.log.mark
    controller(room).tamper = lambda packet: (replaced(packet, {0x1009: "00" + address}),)
    cut_power(room)
    await room.log.wait_for(Kind.COMMAND, "le_set_advertising_enable", since=mark, parameters=b"\x01")
    # The bonded phone goes on to recognise the identity it was promised.
    own = room.log.find(Kind.COMMAND, "le_set_random_address", since=mark)[-1].details["parameters"]
    kind = room.log.find(Kind.COMMAND, "le_set_advertising_parameters", since=mark)[-1].details["parameters"][5]
    assert kind == 1 and room.phone.bond
    assert room.phone.bond.matches(hci.Address(own, hci.Address.RANDOM_DEVICE_ADDRESS))
    controller(room).tamper = None
    cut_power(room)
    await comes_back(room)
