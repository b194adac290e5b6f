"""The phone as a client of the watch's attribute database, browsing as iOS does."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from dataclasses import dataclass, field

from .att import CCCD, CHARACTERISTIC, PRIMARY_SERVICE, AttError, ErrorCode, Opcode, same_uuid, uuid_octets
from .attributes import READ
from .log import ActivityLog

TRANSACTION_SECONDS = 30.0
MOST_ANSWERS = 64


class LinkLost(Exception):
    """The link ended while a request was pending."""


@dataclass
class RemoteCharacteristic:
    """A characteristic of the watch."""

    uuid: bytes
    properties: int
    value_handle: int
    end: int
    cccd: int | None = None
    value: bytes | None = None


@dataclass
class RemoteService:
    """A service of the watch."""

    uuid: bytes
    start: int
    end: int
    characteristics: list[RemoteCharacteristic] = field(default_factory=list)


class AttClient:
    """Sends one request at a time, each with a timeout of 30 s."""

    def __init__(self, log: ActivityLog, send: Callable[[bytes], None]) -> None:
        self.log = log
        self.send = send
        self.services: list[RemoteService] = []
        self._pending: asyncio.Future[bytes] | None = None
        self._turn = asyncio.Lock()
        self._has_link = False

    def begin_session(self) -> None:
        """There is a link."""
        self._has_link = True

    def on_pdu(self, pdu: bytes) -> None:
        """Takes a response. The monitor has checked it before."""
        if self._pending and not self._pending.done():
            self._pending.set_result(pdu)

    def abort(self) -> None:
        """Fails all pending requests, because the link has ended."""
        self._has_link = False
        if self._pending and not self._pending.done():
            self._pending.set_exception(LinkLost())
            self._pending.exception()  # The waiting task may have ended too.

    async def request(self, pdu: bytes) -> bytes:
        """Sends a request and returns the response; raises `AttError` if that is an error."""
        async with self._turn:
            if not self._has_link:
                raise LinkLost
            self._pending = asyncio.get_running_loop().create_future()
            self.send(pdu)
            done, _ = await asyncio.wait({self._pending}, timeout=TRANSACTION_SECONDS)
            if not done:
                self.log.violation("ATT: a request of the phone was never answered", pdu=pdu)
                raise TimeoutError("ATT transaction")
            response = self._pending.result()
        if response[0] == Opcode.ERROR_RESPONSE and len(response) == 5:
            raise AttError(response[4], struct.unpack_from("<H", response, 2)[0])
        return response

    async def exchange_mtu(self, mtu: int) -> int:
        """Offers `mtu` and returns what the watch offers."""
        response = await self.request(struct.pack("<BH", Opcode.EXCHANGE_MTU_REQUEST, mtu))
        if len(response) != 3:
            self.log.violation("ATT: a malformed MTU response", pdu=response)
            return 23
        return struct.unpack_from("<H", response, 1)[0]

    async def write(self, handle: int, value: bytes) -> None:
        """Writes with response."""
        await self.request(struct.pack("<BH", Opcode.WRITE_REQUEST, handle) + value)

    async def read(self, handle: int) -> bytes:
        """Reads the first part of a value."""
        return (await self.request(struct.pack("<BH", Opcode.READ_REQUEST, handle)))[1:]

    # -- Browsing ------------------------------------------------------------------------------------------------

    async def browse(self) -> list[RemoteService]:
        """Finds all services, characteristics and subscriptions of the watch."""
        self.services = await self._find_services()
        for service in self.services:
            service.characteristics = await self._find_characteristics(service)
            for characteristic in service.characteristics:
                characteristic.cccd = await self._find_cccd(characteristic)
        return self.services

    def find(self, uuid: int | str) -> RemoteCharacteristic | None:
        """A characteristic found by `browse`."""
        for service in self.services:
            for characteristic in service.characteristics:
                if same_uuid(characteristic.uuid, uuid_octets(uuid)):
                    return characteristic
        return None

    async def read_all(self) -> None:
        """Reads every readable value; raises the first security error."""
        for service in self.services:
            for characteristic in service.characteristics:
                if not characteristic.properties & READ:
                    continue
                try:
                    characteristic.value = await self.read(characteristic.value_handle)
                except AttError as error:
                    if error.code in (ErrorCode.INSUFFICIENT_AUTHENTICATION, ErrorCode.INSUFFICIENT_ENCRYPTION):
                        raise
                    self.log.note("a readable value of the watch cannot be read", code=error.code)

    async def _answers(self, opcode: int, start: int, end: int, kind: bytes = b"") -> list[tuple[bytes, int]]:
        """Repeats a request over a range of handles. Yields the entries of each response and their size."""
        answers: list[tuple[bytes, int]] = []
        while start <= end:
            try:
                response = await self.request(struct.pack("<BHH", opcode, start, end) + kind)
            except AttError as error:
                if error.code != ErrorCode.ATTRIBUTE_NOT_FOUND:
                    self.log.violation("ATT: discovery was answered with an error", code=error.code)
                break
            last, size = self._last_handle(opcode, response, start)
            if last is None or len(answers) == MOST_ANSWERS:
                self.log.violation("ATT: a malformed discovery response", pdu=response)
                break
            answers.append((response[2:], size))
            start = last + 1
        return answers

    @staticmethod
    def _last_handle(opcode: int, response: bytes, start: int) -> tuple[int | None, int]:
        if len(response) < 6:
            return None, 0
        size = response[1]
        if opcode == Opcode.FIND_INFORMATION_REQUEST:
            size = {1: 4, 2: 18}.get(response[1], 0)
        if size < 4 or (len(response) - 2) % size:
            return None, 0
        offset = 2 if opcode == Opcode.READ_BY_GROUP_TYPE_REQUEST else 0
        last = struct.unpack_from("<H", response, len(response) - size + offset)[0]
        return (last if last >= start else None), size

    async def _find_services(self) -> list[RemoteService]:
        found = []
        for entries, size in await self._answers(Opcode.READ_BY_GROUP_TYPE_REQUEST, 1, 0xFFFF, PRIMARY_SERVICE):
            for at in range(0, len(entries), size):
                start, end = struct.unpack_from("<HH", entries, at)
                found.append(RemoteService(entries[at + 4:at + size], start, end))
        return found

    async def _find_characteristics(self, service: RemoteService) -> list[RemoteCharacteristic]:
        found: list[RemoteCharacteristic] = []
        answers = await self._answers(Opcode.READ_BY_TYPE_REQUEST, service.start, service.end, CHARACTERISTIC)
        for entries, size in answers:
            for at in range(0, len(entries), size):
                declaration, properties, value = struct.unpack_from("<HBH", entries, at)
                if found:
                    found[-1].end = declaration - 1
                found.append(RemoteCharacteristic(entries[at + 5:at + size], properties, value, service.end))
        return found

    async def _find_cccd(self, characteristic: RemoteCharacteristic) -> int | None:
        if characteristic.value_handle >= characteristic.end:
            return None
        answers = await self._answers(
            Opcode.FIND_INFORMATION_REQUEST, characteristic.value_handle + 1, characteristic.end)
        for entries, size in answers:
            for at in range(0, len(entries), size):
                if entries[at + 2:at + size] == CCCD:
                    return struct.unpack_from("<H", entries, at)[0]
        return None
