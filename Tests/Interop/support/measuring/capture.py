"""The capture of the watch: the packets that it read and wrote, with times of its own clock."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FILE_HEADER = 16
RECORD = struct.Struct(">IIIIq")
RECEIVED = 1
HANDLE_VALUE_NOTIFICATION, WRITE_REQUEST = 0x1B, 0x12


@dataclass(frozen=True)
class Packet:
    """One H4 packet of a btsnoop file."""

    microseconds: int
    is_received: bool
    octets: bytes

    @property
    def is_event(self) -> bool:
        """Whether it is a value of eight octets, as the Notification Source has them."""
        return self.is_received and len(self.octets) == 20 and self.octets[9] == HANDLE_VALUE_NOTIFICATION

    @property
    def is_write(self) -> bool:
        """Whether it begins a Write Request."""
        return not self.is_received and self.octets[9:10] == bytes([WRITE_REQUEST])


def packets(file: Path) -> Iterator[Packet]:
    """Returns all packets, in order."""
    octets = file.read_bytes()
    place = FILE_HEADER
    while place < len(octets):
        _, count, flags, _, microseconds = RECORD.unpack_from(octets, place)
        place += RECORD.size
        yield Packet(microseconds, bool(flags & RECEIVED), octets[place:place + count])
        place += count


def answer_times(file: Path) -> list[float]:
    """Returns the time from each event to the next write, in seconds."""
    times, event = [], None
    for packet in packets(file):
        if packet.is_event:
            event = packet.microseconds
        elif packet.is_write and event is not None:
            times.append((packet.microseconds - event) / 1e6)
            event = None
    return times
