"""The wire between the watch and its controller: H4 over TCP, a Unix socket or a pty.

One client at a time. A client that leaves has cut the power of the controller: links are lost, nothing is inherited;
`cuts_power` can be turned off.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pty
import socket
import struct
import tty
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bumble import hci

from .controller import StrictController
from .log import Kind

HEADERS = {
    hci.HCI_COMMAND_PACKET: (3, lambda header: header[2]),
    hci.HCI_ACL_DATA_PACKET: (4, lambda header: struct.unpack_from("<H", header, 2)[0]),
}


EVENT_HEADERS = {
    hci.HCI_EVENT_PACKET: (2, lambda header: header[1]), hci.HCI_ACL_DATA_PACKET: HEADERS[hci.HCI_ACL_DATA_PACKET]}


class FramingLost(Exception):
    """The octet does not begin a packet."""


class H4Parser:
    """Cuts a stream from the host into packets, or, with `EVENT_HEADERS`, one from the controller."""

    def __init__(self, deliver: Callable[[bytes], None], headers: dict[int, Any] = HEADERS) -> None:
        self._deliver = deliver
        self._headers = headers
        self._octets = bytearray()

    def feed(self, octets: bytes) -> None:
        """Takes a chunk of any size."""
        self._octets += octets
        while packet := self._next():
            self._deliver(packet)

    def _next(self) -> bytes | None:
        if not self._octets:
            return None
        if self._octets[0] not in self._headers:
            raise FramingLost(f"packet type 0x{self._octets[0]:02X}")
        size, length = self._headers[self._octets[0]]
        if len(self._octets) < 1 + size:
            return None
        total = 1 + size + length(self._octets[1:1 + size])
        if len(self._octets) < total:
            return None
        packet = bytes(self._octets[:total])
        del self._octets[:total]
        return packet


class ControllerSink:
    """The receiver of the controller's packets."""

    def __init__(self, write: Callable[[bytes], None]) -> None:
        self.on_packet = write


class _HostConnection(asyncio.Protocol):
    """One host on a socket."""

    def __init__(self, server: HciServer) -> None:
        self._server = server
        self._transport: asyncio.Transport | None = None
        self._parser = H4Parser(server.controller.on_packet)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        if self._server.client is not None:
            self._server.controller.log.note("a second host was refused")
            transport.abort()
            return
        wire: socket.socket = transport.get_extra_info("socket")
        if wire.family == socket.AF_INET:
            wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._transport = transport
        self._server.on_host_came(transport)

    def data_received(self, data: bytes) -> None:
        try:
            if self._transport:
                self._parser.feed(data)
        except FramingLost as error:
            self._server.controller.log.violation(f"H4: {error}")
            if self._transport:
                self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._transport:
            self._server.on_host_left()


class HciServer:
    """Offers a controller on a TCP port or a Unix socket."""

    def __init__(self, controller: StrictController, path: Path | None = None) -> None:
        self.controller = controller
        self.client: asyncio.Transport | None = None
        self.spec = ""
        self.cuts_power = True
        """Whether the controller loses its power with its host. The chip on a board's serial line does not."""
        self._path = path
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """Listens; `spec` is then what the watch's `--hci` takes."""
        loop = asyncio.get_running_loop()
        self.controller.stalls.start()
        if self._path:
            self._server = await loop.create_unix_server(lambda: _HostConnection(self), str(self._path))
            self.spec = f"unix:{self._path}"
            return
        self._server = await loop.create_server(lambda: _HostConnection(self), "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self.spec = f"tcp:127.0.0.1:{port}"

    async def stop(self) -> None:
        """Leaves the port and cuts the power."""
        self.controller.stalls.stop()
        if self._server:
            self._server.close()
        self.drop_host()
        self.controller.power_cycle()

    def drop_host(self) -> None:
        """Cuts the host's connection, as an unplugged adapter would."""
        if self.client:
            self.client.abort()

    def on_host_came(self, transport: asyncio.Transport) -> None:
        """A host connected: the controller is switched on, unless it was on all the time."""
        self.client = transport
        if self.cuts_power:
            self.controller.power_cycle()
        self.controller.host = ControllerSink(transport.write)  # type: ignore[assignment]
        self.controller.log.add(Kind.LINK, "host came")

    def on_host_left(self) -> None:
        """The host left: the controller is switched off, if that cuts its power."""
        self.client = None
        if self.cuts_power:
            self.controller.power_cycle()
        else:
            self.controller.lose_host()
        self.controller.log.add(Kind.LINK, "host left")


class HciPty:
    """Offers a controller on a pseudo-terminal. It cannot see a host leave: Reset does the power cycle."""

    def __init__(self, controller: StrictController) -> None:
        self.controller = controller
        self.spec = ""
        self._master = self._slave = -1

    async def start(self) -> None:
        """Opens the pty; `spec` is then what the watch's `--hci` takes."""
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.spec = f"uart:{os.ttyname(self._slave)}"
        self._parser = H4Parser(self.controller.on_packet)
        self._unsent = bytearray()
        self.controller.host = ControllerSink(self._write)  # type: ignore[assignment]
        asyncio.get_running_loop().add_reader(self._master, self._read)

    async def stop(self) -> None:
        """Closes the pty."""
        loop = asyncio.get_running_loop()
        loop.remove_reader(self._master)
        loop.remove_writer(self._master)
        os.close(self._master)
        os.close(self._slave)
        self.controller.power_cycle()

    def _read(self) -> None:
        try:
            self._parser.feed(os.read(self._master, 4096))
        except FramingLost as error:
            self.controller.log.violation(f"H4: {error}")
            self._parser = H4Parser(self.controller.on_packet)

    def _write(self, packet: bytes) -> None:
        self._unsent += packet
        self._flush()

    def _flush(self) -> None:
        loop = asyncio.get_running_loop()
        with contextlib.suppress(BlockingIOError):
            del self._unsent[:os.write(self._master, self._unsent)]
        if self._unsent:
            loop.add_writer(self._master, self._flush)
        else:
            loop.remove_writer(self._master)
