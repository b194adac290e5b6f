"""Events of a controller that lies: of links that are none, cut, with handles and values that no controller has.

Each list goes to a watch with a secured link, one event after the other. None may end the link, make the watch send a
command, or change what it believes of the link.
"""

from __future__ import annotations

import struct

import pytest

from chips import on_both_chips
from conformance import row
from malformed.events import NOBODY, connection_complete, key_request, u16
from malformed.steps import controller, echo, event, handle, le_event, still_works
from phone.log import Kind
from session import Session

pytestmark = on_both_chips

LINK = 0x0ABC
"""Stands for the handle of the link, which a test learns later."""
PEER = b"\x00" + bytes.fromhex("0605040302f0")
ENCRYPTION, REFRESH, END, VERSION, SILENT = 0x08, 0x30, 0x05, 0x0C, 0x57


def link_events(connection: int) -> dict[str, bytes]:
    """The events about a link that need no answer, at full length."""
    return {
        "encryption off": event(ENCRYPTION, b"\x00" + u16(connection) + b"\x00"),
        "encryption failed": event(ENCRYPTION, b"\x06" + u16(connection) + b"\x00"),
        "key refresh failed": event(REFRESH, b"\x3d" + u16(connection)),
        "the end": event(END, b"\x00" + u16(connection) + b"\x13"),
        "version": event(VERSION, b"\x00" + u16(connection) + bytes.fromhex("0c4c003412")),
        "silence": event(SILENT, u16(connection)),
        "other timing": le_event(0x03, b"\x00" + u16(connection, 24, 0, 72)),
        "features": le_event(0x04, b"\x00" + u16(connection) + bytes(8)),
        "data length": le_event(0x07, u16(connection, 251, 2120, 251, 2120)),
        "modulation": le_event(0x0C, b"\x00" + u16(connection) + b"\x02\x02"),
    }


def cut(packet: bytes) -> bytes:
    """Returns the event without its last octet, with the matching length."""
    return packet[:2] + bytes((packet[2] - 1,)) + packet[3:-1]


def with_peer(kind: int) -> bytes:
    """Returns the event of a second connection, with this type of peer address."""
    return connection_complete(NOBODY, bytes((kind,)) + PEER[1:])


OF_NOBODY = list(link_events(NOBODY).values())
CUT = [cut(packet) for packet in (
    *link_events(LINK).values(), key_request(LINK), le_event(0x06, u16(LINK, 24, 40, 0, 600)),
    connection_complete(NOBODY, PEER), le_event(0x0A, struct.pack("<BHB", 0, NOBODY, 1) + PEER + bytes(12 + 7)),
    event(0x10, b"\x42"), event(0x1A, b"\x01"))]
FORBIDDEN_HANDLES = [packet for connection in (0x0F00, 0x0FFF) for packet in (
    *link_events(connection).values(), key_request(connection), connection_complete(connection, PEER))]
FORBIDDEN_CONNECTIONS = [
    *[connection_complete(NOBODY, PEER, role=role) for role in (0x02, 0x7F, 0xFF)],
    *[with_peer(kind) for kind in (0x04, 0x7F, 0xFE, 0xFF)]]
ODD_VALUES = [
    le_event(0x03, b"\x00" + u16(LINK, 0, 0, 0)), le_event(0x03, b"\x3b" + u16(LINK, 0xFFFF, 0xFFFF, 0xFFFF)),
    le_event(0x04, b"\x1a" + u16(LINK) + b"\xff" * 8), le_event(0x07, u16(LINK, 0, 0, 0, 0)),
    le_event(0x07, u16(LINK, *[0xFFFF] * 4)), le_event(0x0C, b"\x00" + u16(LINK) + b"\x00\xff"),
    event(VERSION, b"\xff" + u16(LINK) + b"\xff" * 5), event(END, b"\x0c" + u16(LINK) + b"\x13"),
    le_event(0x12, b"\x00\x00" + u16(LINK) + b"\x00"), le_event(0x14, u16(LINK) + b"\xff")]


def named(session: Session, packet: bytes) -> bytes:
    """Returns the event with the handle of the link."""
    return packet.replace(u16(LINK), u16(handle(session)), 1)


LISTS = [
    pytest.param(packets, id=name, marks=row("HCI", name, cases=len(packets))) for name, packets in (
        ("event of an unknown link", OF_NOBODY), ("event cut", CUT), ("handle beyond the range", FORBIDDEN_HANDLES),
        ("connection with forbidden values", FORBIDDEN_CONNECTIONS), ("odd values of the link", ODD_VALUES))]


@pytest.mark.parametrize("packets", LISTS)
async def test_no_event_of_the_list_has_an_effect(room: Session, packets: list[bytes]) -> None:
    for packet in packets:
        mark, events = room.log.mark, room.watch.events.mark
        controller(room).inject(named(room, packet))
        await echo(room, mark)
        assert not room.log.find(Kind.COMMAND, since=mark), packet.hex()
        assert not room.watch.found("state", since=events), packet.hex()
    # The link is the one that was secured, and commands still go.
    mark = room.log.mark
    controller(room).inject(key_request(NOBODY))
    await room.log.wait_for(Kind.COMMAND, "le_long_term_key_request_negative_reply", since=mark)
    await still_works(room)
