"""Services that every phone has: Generic Access and Generic Attribute."""

from __future__ import annotations

import struct

from .att import uuid_octets
from .att_server import INDICATE, READ, Characteristic, Service


def gap_service(name: str) -> Service:
    """Generic Access: readable by anybody."""
    return Service(uuid_octets(0x1800), [
        Characteristic(uuid_octets(0x2A00), READ, name.encode(), needs_encryption=False),
        Characteristic(uuid_octets(0x2A01), READ, struct.pack("<H", 0x0040), needs_encryption=False),
    ])


def gatt_service() -> Service:
    """Generic Attribute with Service Changed."""
    return Service(uuid_octets(0x1801), [Characteristic(uuid_octets(0x2A05), INDICATE, needs_encryption=False)])
