"""How long the watch takes from a Notification Source event to its command and to the display."""

from __future__ import annotations

import statistics
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from bumble import hci
from phone.calls import Call
from phone.controller import StrictController
from phone.log import Kind

from .room import Room, message

HANDLE_VALUE_NOTIFICATION = 0x1B
WRITE_REQUEST = 0x12
ATT_CID = 4


class SocketTap:
    """The times at which ATT PDUs pass the socket between the controller and the watch."""

    def __init__(self, controller: StrictController) -> None:
        self.sent: float | None = None
        self.received: float | None = None
        self._controller = controller
        controller.on_packet = self._tap(controller.on_packet, self._on_received)  # type: ignore[method-assign]

    def listen(self) -> None:
        """Begins with what goes to the watch; the watch has to be there."""
        host = self._controller.host
        assert host, "no watch at the controller"
        host.on_packet = self._tap(host.on_packet, self._on_sent)

    def forget(self) -> None:
        """Waits for the next event and its command."""
        self.sent = self.received = None

    @staticmethod
    def _tap(deliver: Callable[[bytes], None], notice: Callable[[bytes], None]) -> Callable[[bytes], None]:
        def pass_on(packet: bytes) -> None:
            notice(packet)
            deliver(packet)

        return pass_on

    def _on_sent(self, packet: bytes) -> None:
        if self.sent is None and att_opcode(packet) == HANDLE_VALUE_NOTIFICATION:
            self.sent = time.monotonic()

    def _on_received(self, packet: bytes) -> None:
        if self.received is None and att_opcode(packet) == WRITE_REQUEST:
            self.received = time.monotonic()


def att_opcode(packet: bytes) -> int | None:
    """The opcode, if this H4 packet begins an ATT PDU."""
    if packet[0] != hci.HCI_ACL_DATA_PACKET or len(packet) < 10:
        return None
    flags, _, _, channel = struct.unpack_from("<HHHH", packet, 1)
    return packet[9] if channel == ATT_CID and flags >> 12 & 3 != 1 else None


@dataclass
class Latencies:
    """The times in seconds, one for each notification."""

    to_command: list[float] = field(default_factory=list)
    to_command_at_the_phone: list[float] = field(default_factory=list)
    to_bus: list[float] = field(default_factory=list)
    to_bus_from_the_phone: list[float] = field(default_factory=list)


async def measure(room: Room, tap: SocketTap, count: int) -> Latencies:
    """Delivers `count` notifications, one at a time, each to a watch that shows its clock and is at rest."""
    latencies = Latencies()
    tap.listen()
    for number in range(count):
        entries, bus = room.log.mark, room.trace.mark
        tap.forget()
        start = time.monotonic()
        await room.deliver(message(number))
        command = await room.log.wait_for(Kind.ANCS, "command", since=entries)
        await room.rest()
        assert tap.sent and tap.received
        latencies.to_command.append(tap.received - tap.sent)
        latencies.to_command_at_the_phone.append(room.log.start + command.seconds - start)
        first = room.trace.since(bus)[0].sent
        latencies.to_bus.append(first - tap.sent)
        latencies.to_bus_from_the_phone.append(first - start)
        await room.dismiss()
    return latencies


async def measure_rings(room: Room, tap: SocketTap, count: int) -> Latencies:
    """Lets the phone ring `count` times, each time at a watch that shows its clock and is at rest.

    What is measured ends with the first message to the panel, which already shows a part of the call.
    """
    latencies = Latencies()
    for number in range(count):
        bus, events = room.trace.mark, room.watch.events.mark
        tap.forget()
        start = time.monotonic()
        call = Call(room.phone.ancs, f"Caller {number}")
        assert call.incoming
        await room.watch.event("screen", screen="call", since=events)
        await room.watch.event("notification", op="content", uid=call.incoming.uid, since=events)
        await room.rest()
        assert tap.sent
        first = room.trace.since(bus)[0].sent
        latencies.to_bus.append(first - tap.sent)
        latencies.to_bus_from_the_phone.append(first - start)
        room.phone.ancs.remove(call.incoming)
        await room.watch.event("screen", screen="clock", since=events)
        await room.rest()
    return latencies


def summary(seconds: list[float]) -> str:
    """The median and the slowest."""
    return f"{1e6 * statistics.median(seconds):.0f} µs (slowest of {len(seconds)}: {1e6 * max(seconds):.0f})"
