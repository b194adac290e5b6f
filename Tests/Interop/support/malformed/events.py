"""Packets of a controller as octets, and a room for tests that send them."""

from __future__ import annotations

import struct
from collections.abc import AsyncIterator

import pytest_asyncio

from session import Session

from .steps import controller, event, le_event, octets, secure

NOBODY = 0x0EFF
"""A handle that no link has."""


@pytest_asyncio.fixture
async def room(session: Session) -> AsyncIterator[Session]:
    """A watch that is paired, secured and subscribed."""
    await secure(session)
    controller(session).invent_handle(NOBODY)
    yield session


def u16(*words: int) -> bytes:
    """Returns words as little-endian octets."""
    return struct.pack(f"<{len(words)}H", *words)


def key_request(connection: int) -> bytes:
    """LE Long Term Key Request for a key of LE Secure Connections."""
    return le_event(0x05, u16(connection) + bytes(10))


def connection_complete(connection: int, peer: bytes, status: int = 0, role: int = 1) -> bytes:
    """LE Connection Complete with the parameters of an iPhone."""
    return le_event(0x01, struct.pack("<BHB", status, connection, role) + peer + u16(24, 0, 72) + b"\x00")


def replaced(packet: bytes, answers: dict[int, str]) -> bytes:
    """The packet, with other return parameters if it answers one of these commands."""
    opcode = struct.unpack_from("<H", packet, 4)[0] if packet[:2] == b"\x04\x0e" else None
    if opcode not in answers:
        return packet
    return event(0x0E, b"\x01" + u16(opcode) + octets(answers[opcode]))
