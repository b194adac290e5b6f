"""A link whose packets leave at connection events only, one event after the other as the test has them.

    link layer    event 0              event 1              event 2
    phone         Notification Source                       Write Response, Data Source ...
    watch                              Write Request

An event carries at most so many packets each way, each with at most so many octets. What an end sends in answer to a
packet goes with the next event at the earliest. No time passes: the events are counted.
"""

from __future__ import annotations

import struct

from .att import Opcode
from .link import Direction, Fragment, RadioLink
from .log import ActivityLog, Kind

ATT_CID = 4


class ConnectionEvents:
    """Paces one link, from here to `end`; the log has each packet with the number of its event."""

    def __init__(self, link: RadioLink, log: ActivityLog, packets: int, octets: int = 27) -> None:
        self.link = link
        self.log = log
        self.packets = packets
        self.count = 0
        """How many there have been: the number of the next."""
        for direction in self._directions:
            direction.gate(octets)

    @property
    def _directions(self) -> tuple[Direction, Direction]:
        return self.link.central.outgoing, self.link.peripheral.outgoing

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits for the next event."""
        return not any(direction.waiting for direction in self._directions)

    def run(self) -> int:
        """One event: the two ends take turns with what waited at its beginning. Returns its number."""
        number, self.count = self.count, self.count + 1
        counts = [min(self.packets, direction.waiting) for direction in self._directions]
        for turn in range(max(counts)):
            for direction, count in zip(self._directions, counts, strict=True):
                if turn < count and self.link.is_alive:
                    self._transmit(direction, number)
        return number

    def end(self) -> None:
        """From here on packets need no event."""
        for direction in self._directions:
            direction.gate(None)

    def _transmit(self, direction: Direction, number: int) -> None:
        item = direction.take()
        if isinstance(item, Fragment):
            to = "watch" if direction is self.link.central.outgoing else "phone"
            self.log.add(Kind.LINK, "packet", event=number, to=to, octets=len(item.data), pdu=title(item))
        direction.deliver(item)


def title(fragment: Fragment) -> str:
    """What begins with this packet, as far as it can be seen."""
    if not fragment.is_start:
        return "..."
    if len(fragment.data) < 5:
        return "a frame"
    _, channel, opcode = struct.unpack_from("<HHB", fragment.data)
    return Opcode.title(opcode) if channel == ATT_CID else f"channel {channel}"
