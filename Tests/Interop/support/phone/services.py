"""The phone's services and their order, in which each has its handles."""

from __future__ import annotations

import enum
import struct

from .att import uuid_octets
from .attributes import EXTENDED, INDICATE, NOTIFY, READ, WRITE, Characteristic, Service


class Layout(enum.Enum):
    """The order of the services: short UUIDs, and names for Apple's own."""

    TODAY = (0x1800, 0x180A, 0x1801, "continuity", "nearby", 0x180F, 0x1805, "ancs", "ams")
    """Handles 1 to 5, 6 to 10, 11 to 14, 15 to 19, 20 to 24, 25 to 28, 29 to 34, 35 to 44, and from 45."""
    IOS_8 = (0x1800, 0x1801, "continuity", 0x180F, 0x1805, 0x180A, "ancs", "ams")
    """The order of a capture of iOS 10 (PureSwift/GATT), without Nearby, which iOS 8 did not have. In ANCS, the Control
    Point comes second."""


def gap_service(name: str) -> Service:
    """Generic Access: readable by anybody."""
    return Service(uuid_octets(0x1800), [
        Characteristic(uuid_octets(0x2A00), READ, name.encode(), needs_encryption=False),
        Characteristic(uuid_octets(0x2A01), READ, struct.pack("<H", 0x0040), needs_encryption=False),
    ])


def gatt_service() -> Service:
    """Generic Attribute with Service Changed."""
    return Service(uuid_octets(0x1801), [Characteristic(uuid_octets(0x2A05), INDICATE, needs_encryption=False)])


def continuity_service() -> Service:
    """Apple's Continuity. It accepts writes and sends nothing."""
    return _apple_service("D0611E78-BBB4-4591-A5F8-487910AE4366", "8667556C-9A37-4C91-84ED-54EE27D90049")


def nearby_service() -> Service:
    """Apple's Nearby. It accepts writes and sends nothing."""
    return _apple_service("9FA480E0-4967-4542-9390-D343DC5D04AE", "AF0BADB1-5B99-43CD-917A-A77BC549E3CC")


def _apple_service(service: str, characteristic: str) -> Service:
    properties = WRITE | NOTIFY | EXTENDED
    return Service(uuid_octets(service), [
        Characteristic(uuid_octets(characteristic), properties, on_write=lambda _: None)])
