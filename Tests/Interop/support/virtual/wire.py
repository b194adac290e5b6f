"""The wire between the watch and RootCanal. It passes all packets unchanged, and checks them.

A command that breaks a rule of the specification, or that RootCanal refuses, is a violation, and so is all that the
monitor of our own controller would find.
"""

from __future__ import annotations

import asyncio
import struct
from dataclasses import dataclass

from bumble import hci

from phone.commands import RULES
from phone.link import LinkParameters
from phone.log import ActivityLog, Kind
from phone.monitor import WatchMonitor
from phone.transport import EVENT_HEADERS, H4Parser

# The subevents that report a connection or its timing, and the offset of the interval, the latency and the timeout.
CONNECTION_COMPLETE = {0x01: 15, 0x0A: 27}
UPDATE_COMPLETE, UPDATED_TIMING = 0x03, 7
UNKNOWN_CONNECTION = 0x02


@dataclass
class WatchedTiming:
    """The parameters that both ends of a link have."""

    parameters: LinkParameters


@dataclass(eq=False)
class WatchedLink:
    """The watch's end of a link, with the properties that the monitor reads."""

    handle: int
    link: WatchedTiming
    is_encrypted: bool = False


def timing(event: bytes, offset: int) -> LinkParameters:
    """Returns the connection parameters of an event."""
    return LinkParameters(*struct.unpack_from("<HHH", event, offset))


class WatchedWire:
    """A server for the watch, each of whose connections leads to RootCanal."""

    def __init__(self, log: ActivityLog) -> None:
        self.log = log
        self.monitor = WatchMonitor(log)
        self.spec = ""
        self._port = 0
        self._server: asyncio.Server | None = None
        self._links: dict[int, WatchedLink] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: list[asyncio.StreamWriter] = []

    async def start(self, port: int) -> None:
        """Listens; `spec` is then what the watch's `--hci` takes."""
        self._port = port
        self.monitor.stalls.start()
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.spec = f"tcp:127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def stop(self) -> None:
        """Leaves the port."""
        self.monitor.stalls.stop()
        if self._server:
            self._server.close()
        for writer in self._writers:
            writer.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _serve(self, host: asyncio.StreamReader, to_host: asyncio.StreamWriter) -> None:
        controller, to_controller = await asyncio.open_connection("127.0.0.1", self._port)
        self._writers = [to_host, to_controller]
        self._links = {}
        self.log.add(Kind.LINK, "host came")
        for reader, writer, parser in (
                (host, to_controller, H4Parser(self._on_host_packet)),
                (controller, to_host, H4Parser(self._on_controller_packet, EVENT_HEADERS))):
            task = asyncio.create_task(self._pass_on(reader, writer, parser))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, parser: H4Parser) -> None:
        try:
            while octets := await reader.read(4096):
                parser.feed(octets)
                writer.write(octets)
        except ConnectionError:
            pass
        finally:
            writer.close()

    # -- From the watch ------------------------------------------------------------------------------------------

    def _on_host_packet(self, packet: bytes) -> None:
        if packet[0] == hci.HCI_ACL_DATA_PACKET:
            self._on_data(packet, is_sent=True)
            return
        opcode, parameters = struct.unpack_from("<H", packet, 1)[0], packet[4:]
        rule = RULES.get(opcode)
        self.log.add(Kind.COMMAND, rule.name if rule else "unknown", opcode=opcode, parameters=parameters)
        if rule and (defect := rule.defect(parameters)):
            self.log.violation(defect, opcode=opcode, parameters=parameters)

    def _on_data(self, packet: bytes, is_sent: bool) -> None:
        word = struct.unpack_from("<H", packet, 1)[0]
        link, is_start = self._links.get(word & 0x0FFF), word >> 12 & 3 != 1
        judge = self.monitor.on_sent if is_sent else self.monitor.on_received
        if link:
            judge(link, is_start, packet[5:])  # type: ignore[arg-type]
        elif is_sent:
            self.log.note("data for a link that is gone", handle=word & 0x0FFF)

    # -- From RootCanal ------------------------------------------------------------------------------------------

    def _on_controller_packet(self, packet: bytes) -> None:
        if packet[0] == hci.HCI_ACL_DATA_PACKET:
            self._on_data(packet, is_sent=False)
            return
        match packet[1]:
            case 0x0E if packet[2] >= 4:
                self._on_answer(struct.unpack_from("<H", packet, 4)[0], packet[6])
            case 0x0F:
                self._on_answer(struct.unpack_from("<H", packet, 5)[0], packet[3])
            case 0x3E if packet[3] in CONNECTION_COMPLETE and packet[4] == 0:
                self._on_link(struct.unpack_from("<H", packet, 5)[0], timing(packet, CONNECTION_COMPLETE[packet[3]]))
            case 0x3E if packet[3] == UPDATE_COMPLETE and packet[4] == 0:
                if link := self._links.get(struct.unpack_from("<H", packet, 5)[0]):
                    link.link.parameters = timing(packet, UPDATED_TIMING)
            case 0x05:
                self._on_end(struct.unpack_from("<H", packet, 4)[0], packet[6])
            case 0x08:
                if link := self._links.get(struct.unpack_from("<H", packet, 4)[0]):
                    link.is_encrypted = packet[3] == 0 and packet[6] != 0

    def _on_answer(self, opcode: int, status: int) -> None:
        if status == UNKNOWN_CONNECTION:
            self.log.note("a command about a link that is gone", opcode=opcode)
        elif status:
            self.log.violation("RootCanal refuses a command", opcode=opcode, status=status)

    def _on_link(self, handle: int, parameters: LinkParameters) -> None:
        self._links[handle] = link = WatchedLink(handle, WatchedTiming(parameters))
        self.log.add(Kind.LINK, "established", handle=handle)
        self.monitor.on_link_established(link)  # type: ignore[arg-type]

    def _on_end(self, handle: int, reason: int) -> None:
        self.log.add(Kind.LINK, "ended", handle=handle, reason=reason)
        if link := self._links.pop(handle, None):
            self.monitor.on_link_ended(link)  # type: ignore[arg-type]
