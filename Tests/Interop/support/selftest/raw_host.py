"""A host that sends raw HCI packets and keeps what comes back: the strict controller's own test driver."""

from __future__ import annotations

import asyncio
import struct

from bumble import hci

from phone.controller import StrictController

LE_META_MASK = struct.pack("<Q", 0x2000_8000_0200_8090)
LE_MASK = struct.pack("<Q", 0x3F)


class RawHost:
    """Attached to a controller in place of a transport."""

    def __init__(self, controller: StrictController) -> None:
        self.controller = controller
        self.packets: asyncio.Queue[bytes] = asyncio.Queue()
        self.vendor_events: list[bytes] = []
        controller.host = self  # type: ignore[assignment]

    def on_packet(self, packet: bytes) -> None:
        """Receives a packet of the controller. Vendor events are stored apart, because they can come at any time."""
        if packet.startswith(b"\x04\xff"):
            self.vendor_events.append(packet)
        else:
            self.packets.put_nowait(packet)

    def send(self, opcode: int, parameters: bytes = b"") -> None:
        """Sends a command and does not wait."""
        self.controller.on_packet(struct.pack("<BHB", hci.HCI_COMMAND_PACKET, opcode, len(parameters)) + parameters)

    def send_acl(self, word: int, data: bytes) -> None:
        """Sends a fragment."""
        self.controller.on_packet(struct.pack("<BHH", hci.HCI_ACL_DATA_PACKET, word, len(data)) + data)

    async def next(self) -> bytes:
        """The next packet."""
        return await asyncio.wait_for(self.packets.get(), 2.0)

    async def command(self, opcode: int, parameters: bytes = b"") -> tuple[int, bytes]:
        """Sends a command. Returns its status and its return parameters."""
        self.send(opcode, parameters)
        event = await self.next()
        if event[1] == 0x0F:
            assert struct.unpack_from("<H", event, 5)[0] == opcode
            return event[3], b""
        assert event[1] == 0x0E and struct.unpack_from("<H", event, 4)[0] == opcode
        return event[6], event[7:]

    async def boot(self) -> None:
        """Reset and masks."""
        await self.command(0x0C03)
        await self.command(0x0C01, LE_META_MASK)
        await self.command(0x2001, LE_MASK)

    async def advertise(self) -> None:
        """Connectable advertising under the public address."""
        await self.command(0x2006, struct.pack("<HHBBB6sBB", 0x20, 0x20, 0, 0, 0, bytes(6), 7, 0))
        await self.command(0x200A, b"\x01")

    async def connect(self, address: bytes) -> None:
        """LE Create Connection to a public address."""
        await self.command(0x200D, struct.pack(
            "<HHBB6sBHHHHHH", 0x10, 0x10, 0, 0, address, 0, 24, 24, 0, 72, 0, 0))
