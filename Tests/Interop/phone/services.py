"""The phone's other services: GAP, GATT, Current Time, Battery, Device Information."""

from __future__ import annotations

import datetime
import struct

from .att import uuid_octets
from .att_server import INDICATE, NOTIFY, READ, Characteristic, Service


def gap_service(name: str) -> Service:
    """Generic Access: readable by anybody."""
    return Service(uuid_octets(0x1800), [
        Characteristic(uuid_octets(0x2A00), READ, name.encode(), needs_encryption=False),
        Characteristic(uuid_octets(0x2A01), READ, struct.pack("<H", 0x0040), needs_encryption=False),
    ])


def gatt_service() -> Service:
    """Generic Attribute with Service Changed."""
    return Service(uuid_octets(0x1801), [Characteristic(uuid_octets(0x2A05), INDICATE, needs_encryption=False)])


def current_time_octets(moment: datetime.datetime) -> bytes:
    """Current Time: ` | year: 2 | month | day | hours | minutes | seconds | dayOfWeek | fractions256 | reason | `."""
    return struct.pack(
        "<HBBBBBBBB", moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second,
        moment.isoweekday(), 0, 0)


def current_time_service() -> Service:
    """Current Time and Local Time Information: need an encrypted link, as on iOS."""
    return Service(uuid_octets(0x1805), [
        Characteristic(uuid_octets(0x2A2B), READ | NOTIFY, lambda: current_time_octets(datetime.datetime.now())),
        Characteristic(uuid_octets(0x2A0F), READ, bytes((0, 0))),
    ])


def battery_service(level: int = 80) -> Service:
    """Battery: the phone's charge."""
    return Service(uuid_octets(0x180F), [Characteristic(uuid_octets(0x2A19), READ | NOTIFY, bytes((level,)))])


def device_information_service() -> Service:
    """Device Information."""
    return Service(uuid_octets(0x180A), [
        Characteristic(uuid_octets(0x2A29), READ, b"Apple Inc.", needs_encryption=False),
        Characteristic(uuid_octets(0x2A24), READ, b"iPhone16,1", needs_encryption=False),
    ])
