"""A link whose packets leave only at connection events. The test runs one event after the other.

    link layer    event 0              event 1              event 2
    phone         Notification Source                       Write Response, Data Source ...
    watch                              Write Request

An event carries a limited number of packets in each direction, each with a limited number of octets. The answer to a
packet leaves at the next event at the earliest. No time passes: the events are counted.
"""

from __future__ import annotations

import struct

from .att import Opcode
from .link import Direction, Fragment, RadioLink
from .log import ActivityLog, Kind

ATT_CID = 4


class ConnectionEvents:
    """Holds the packets of one link until `end`. The log has each packet with the number of its event."""

    def __init__(self, link: RadioLink, log: ActivityLog, packets: int, octets: int = 27) -> None:
        self.link = link
        self.log = log
        self.packets = packets
        self.count = 0
        """The number of events so far, which is the number of the next event."""
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
        """Runs one event: both sides send, in turn, the packets that waited at its start. Returns its number."""
        number, self.count = self.count, self.count + 1
        counts = [min(self.packets, direction.waiting) for direction in self._directions]
        for turn in range(max(counts)):
            for direction, count in zip(self._directions, counts, strict=True):
                if turn < count and self.link.is_alive:
                    self._transmit(direction, number)
        return number

    def end(self) -> None:
        """Ends the holding: packets leave immediately again."""
        for direction in self._directions:
            direction.gate(None)

    def _transmit(self, direction: Direction, number: int) -> None:
        item = direction.take()
        if isinstance(item, Fragment):
            to = "watch" if direction is self.link.central.outgoing else "phone"
            self.log.add(Kind.LINK, "packet", event=number, to=to, octets=len(item.data), pdu=title(item))
        direction.deliver(item)


def title(fragment: Fragment) -> str:
    """Returns the name of the PDU that begins in this packet, if the packet shows it."""
    if not fragment.is_start:
        return "..."
    if len(fragment.data) < 5:
        return "a frame"
    _, channel, opcode = struct.unpack_from("<HHB", fragment.data)
    return Opcode.title(opcode) if channel == ATT_CID else f"channel {channel}"
