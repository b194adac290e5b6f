"""An ATT server that answers each request as the specification requires.

Bumble's own server ignores permissions, has no removal of services and confuses two error codes, so the phone has
this one. Core Spec 5.4, Vol 3, Part F, section 3.4 and Part G.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from .att import (
    CCCD,
    CHARACTERISTIC,
    EXTENDED_PROPERTIES,
    PRIMARY_SERVICE,
    AttError,
    ErrorCode,
    Opcode,
    is_command,
    same_uuid,
)
from .attributes import EXTENDED, INDICATE, NOTIFY, READ, Attribute, Characteristic, Service
from .log import ActivityLog, Kind

SUBSCRIPTION = {NOTIFY: 0x0001, INDICATE: 0x0002}
Script = Callable[[bytes], Sequence[bytes] | None]
"""What a hostile server sends for a request: any octets, any number of times; `None` where it is honest."""


@dataclass
class Security:
    """How far a link is protected."""

    is_encrypted: bool = False
    is_authenticated: bool = False
    has_bond: bool = False
    has_bonded: bool = False
    """Whether the bond was made on this link."""


class AttServer:
    """The phone's attribute database and one bearer to it."""

    def __init__(self, log: ActivityLog, send: Callable[[bytes], None], own_mtu: int) -> None:
        self.log = log
        self.send = send
        self.own_mtu = own_mtu
        self.mtu = 23
        self.security = Security()
        self.services: list[Service] = []
        self.script: Script | None = None
        self.keeps_subscriptions = False
        self.holds_mtu_answer = False
        """The answer to Exchange MTU waits for `answer_mtu`."""
        self._held_mtu: bytes | None = None
        self._next_handle = 1
        self._awaits_confirmation = False
        self._indications: list[bytes] = []

    # -- Database ------------------------------------------------------------------------------------------------

    def add_service(self, service: Service) -> Service:
        """Publishes a service after those that are there, or, if it was published before, at its old handles."""
        if not service.attributes:
            self._lay_out(service)
        self.services.append(service)
        self.services.sort(key=lambda other: other.start)
        return service

    def remove_service(self, service: Service) -> None:
        """Withdraws a service."""
        self.services.remove(service)

    def _new_attribute(self, service: Service, kind: bytes, value: bytes | Callable[[], bytes]) -> Attribute:
        attribute = Attribute(self._next_handle, kind, value)
        self._next_handle += 1
        service.attributes.append(attribute)
        return attribute

    def _lay_out(self, service: Service) -> None:
        self._new_attribute(service, PRIMARY_SERVICE, service.uuid)
        for characteristic in service.characteristics:
            handle = self._next_handle + 1
            declaration = struct.pack("<BH", characteristic.properties, handle) + characteristic.uuid
            self._new_attribute(service, CHARACTERISTIC, declaration)
            value = self._new_attribute(service, characteristic.uuid, characteristic.value)
            value.is_readable = bool(characteristic.properties & READ)
            value.needs_encryption = characteristic.needs_encryption
            value.needs_authentication = characteristic.needs_authentication
            value.on_write = characteristic.on_write
            characteristic.value_handle = handle
            if characteristic.properties & EXTENDED:
                self._new_attribute(service, EXTENDED_PROPERTIES, b"\x01\x00")
            if characteristic.has_cccd and characteristic.properties & (NOTIFY | INDICATE):
                self._add_cccd(service, characteristic)

    def _add_cccd(self, service: Service, characteristic: Characteristic) -> None:
        attribute = self._new_attribute(service, CCCD, lambda: struct.pack("<H", characteristic.cccd))
        attribute.needs_encryption = characteristic.needs_encryption

        def write(value: bytes) -> Callable[[], None] | None:
            if len(value) != 2:
                raise AttError(ErrorCode.INVALID_LENGTH)
            if characteristic.on_configure:
                characteristic.on_configure(value)
            bits = struct.unpack("<H", value)[0]
            allowed = sum(bit for prop, bit in SUBSCRIPTION.items() if characteristic.properties & prop)
            if bits & ~allowed:
                raise AttError(ErrorCode.VALUE_NOT_ALLOWED)
            characteristic.cccd = bits
            if characteristic.on_subscribe is None:
                return None
            notify = characteristic.on_subscribe
            return lambda: notify(bool(bits))

        attribute.on_write = write

    def _attributes(self, start: int = 1, end: int = 0xFFFF) -> Iterator[Attribute]:
        for service in self.services:
            for attribute in service.attributes:
                if start <= attribute.handle <= end:
                    yield attribute

    def _attribute(self, handle: int) -> Attribute:
        for attribute in self._attributes(handle, handle):
            return attribute
        raise AttError(ErrorCode.INVALID_HANDLE, handle)

    # -- Bearer --------------------------------------------------------------------------------------------------

    def begin_session(self, has_bond: bool) -> None:
        """Drops the subscriptions on a new link, as an iPhone does."""
        self.mtu = 23
        self.security = Security(has_bond=has_bond)
        self._awaits_confirmation = False
        self._indications = []
        self._held_mtu = None
        if has_bond and self.keeps_subscriptions:
            return
        for service in self.services:
            for characteristic in service.characteristics:
                characteristic.cccd = 0

    def on_pdu(self, pdu: bytes) -> None:
        """Takes a request, command or confirmation."""
        opcode = pdu[0]
        if opcode == Opcode.HANDLE_VALUE_CONFIRMATION:
            self._on_confirmation()
            return
        if self.script and (answers := self.script(pdu)) is not None:
            for answer in answers:
                self.send(answer)
            return
        if opcode == Opcode.EXCHANGE_MTU_REQUEST and self.holds_mtu_answer:
            self._held_mtu = pdu
            self.log.add(Kind.PHONE, "MTU answer held")
            return
        self._answer(opcode, pdu)

    def answer_mtu(self) -> None:
        """Answers the held Exchange MTU Request, and holds no further one."""
        self.holds_mtu_answer = False
        held, self._held_mtu = self._held_mtu, None
        if held:
            self._answer(held[0], held)

    def _answer(self, opcode: int, pdu: bytes) -> None:
        follow_up: Callable[[], None] | None = None
        try:
            response, follow_up = self._respond(opcode, pdu)
        except AttError as error:
            response = struct.pack("<BBHB", Opcode.ERROR_RESPONSE, opcode, error.handle, error.code)
        if not is_command(opcode):
            self.send(response)
        if follow_up:
            follow_up()

    def _respond(self, opcode: int, pdu: bytes) -> tuple[bytes, Callable[[], None] | None]:
        handlers: dict[int, tuple[Callable[..., bytes], str]] = {
            Opcode.EXCHANGE_MTU_REQUEST: (self._exchange_mtu, "<H"),
            Opcode.FIND_INFORMATION_REQUEST: (self._find_information, "<HH"),
            Opcode.READ_REQUEST: (self._read, "<H"),
            Opcode.READ_BLOB_REQUEST: (self._read_blob, "<HH"),
        }
        if opcode in handlers:
            handler, shape = handlers[opcode]
            if len(pdu) != 1 + struct.calcsize(shape):
                raise self._malformed(pdu)
            return handler(*struct.unpack_from(shape, pdu, 1)), None
        if opcode in (Opcode.READ_BY_TYPE_REQUEST, Opcode.READ_BY_GROUP_TYPE_REQUEST):
            return self._respond_by_type(opcode, pdu), None
        if opcode == Opcode.FIND_BY_TYPE_VALUE_REQUEST:
            return self._find_by_type_value(pdu), None
        if opcode in (Opcode.WRITE_REQUEST, Opcode.WRITE_COMMAND):
            return self._write(pdu)
        if not is_command(opcode):
            self.log.note("request the phone does not support", pdu=pdu)
        raise AttError(ErrorCode.REQUEST_NOT_SUPPORTED)

    def _malformed(self, pdu: bytes) -> AttError:
        self.log.violation("ATT: a malformed request", pdu=pdu)
        return AttError(ErrorCode.INVALID_PDU)

    def _check_range(self, start: int, end: int) -> None:
        if start == 0 or start > end:
            self.log.violation("ATT: an empty handle range", start=start, end=end)
            raise AttError(ErrorCode.INVALID_HANDLE, start)

    def _check_security(self, attribute: Attribute) -> None:
        if attribute.needs_encryption and not self.security.is_encrypted:
            if self.security.has_bond:
                raise AttError(ErrorCode.INSUFFICIENT_ENCRYPTION, attribute.handle)
            raise AttError(ErrorCode.INSUFFICIENT_AUTHENTICATION, attribute.handle)
        if attribute.needs_authentication and not self.security.is_authenticated:
            self.log.add(Kind.PHONE, "authentication missing", handle=attribute.handle)
            raise AttError(ErrorCode.INSUFFICIENT_AUTHENTICATION, attribute.handle)

    # -- Requests ------------------------------------------------------------------------------------------------

    def _exchange_mtu(self, client_mtu: int) -> bytes:
        if client_mtu < 23:
            self.log.violation("ATT: an MTU below 23", mtu=client_mtu)
        self.mtu = max(23, min(client_mtu, self.own_mtu))
        return struct.pack("<BH", Opcode.EXCHANGE_MTU_RESPONSE, self.own_mtu)

    def _find_information(self, start: int, end: int) -> bytes:
        self._check_range(start, end)
        found = list(self._attributes(start, end))
        if not found:
            raise AttError(ErrorCode.ATTRIBUTE_NOT_FOUND, start)
        size = len(found[0].type)
        entries = b""
        for attribute in found:
            entry = struct.pack("<H", attribute.handle) + attribute.type
            if len(attribute.type) != size or 2 + len(entries) + len(entry) > self.mtu:
                break
            entries += entry
        return bytes((Opcode.FIND_INFORMATION_RESPONSE, 1 if size == 2 else 2)) + entries

    def _find_by_type_value(self, pdu: bytes) -> bytes:
        if len(pdu) < 7:
            raise self._malformed(pdu)
        start, end = struct.unpack_from("<HH", pdu, 1)
        self._check_range(start, end)
        kind, value, entries = pdu[5:7], pdu[7:], b""
        for service in self.services:
            is_match = kind == PRIMARY_SERVICE and value and len(value) in (2, 16) and same_uuid(service.uuid, value)
            if is_match and start <= service.start <= end and 1 + len(entries) + 4 <= self.mtu:
                entries += struct.pack("<HH", service.start, service.end)
        if not entries:
            raise AttError(ErrorCode.ATTRIBUTE_NOT_FOUND, start)
        return bytes((Opcode.FIND_BY_TYPE_VALUE_RESPONSE,)) + entries

    def _respond_by_type(self, opcode: int, pdu: bytes) -> bytes:
        if len(pdu) not in (7, 21):
            raise self._malformed(pdu)
        start, end = struct.unpack_from("<HH", pdu, 1)
        self._check_range(start, end)
        if opcode == Opcode.READ_BY_TYPE_REQUEST:
            return self._read_by_type(start, end, pdu[5:])
        return self._read_by_group_type(start, end, pdu[5:])

    def _read_by_type(self, start: int, end: int, kind: bytes) -> bytes:
        size, entries = 0, b""
        for attribute in self._attributes(start, end):
            if not same_uuid(attribute.type, kind):
                continue
            try:
                self._check_readable(attribute)
            except AttError:
                if entries:
                    break
                raise
            value = attribute.octets()[:min(253, self.mtu - 4)]
            size = size or len(value)
            if len(value) != size or 2 + len(entries) + 2 + size > self.mtu:
                break
            entries += struct.pack("<H", attribute.handle) + value
        if not entries:
            raise AttError(ErrorCode.ATTRIBUTE_NOT_FOUND, start)
        return bytes((Opcode.READ_BY_TYPE_RESPONSE, 2 + size)) + entries

    def _read_by_group_type(self, start: int, end: int, kind: bytes) -> bytes:
        if kind != PRIMARY_SERVICE:
            raise AttError(ErrorCode.UNSUPPORTED_GROUP_TYPE, start)
        size, entries = 0, b""
        for service in self.services:
            if not start <= service.start <= end:
                continue
            size = size or len(service.uuid)
            if len(service.uuid) != size or 2 + len(entries) + 4 + size > self.mtu:
                break
            entries += struct.pack("<HH", service.start, service.end) + service.uuid
        if not entries:
            raise AttError(ErrorCode.ATTRIBUTE_NOT_FOUND, start)
        return bytes((Opcode.READ_BY_GROUP_TYPE_RESPONSE, 4 + size)) + entries

    def _check_readable(self, attribute: Attribute) -> None:
        if not attribute.is_readable:
            raise AttError(ErrorCode.READ_NOT_PERMITTED, attribute.handle)
        self._check_security(attribute)

    def _read(self, handle: int) -> bytes:
        attribute = self._attribute(handle)
        self._check_readable(attribute)
        return bytes((Opcode.READ_RESPONSE,)) + attribute.octets()[:self.mtu - 1]

    def _read_blob(self, handle: int, offset: int) -> bytes:
        attribute = self._attribute(handle)
        self._check_readable(attribute)
        value = attribute.octets()
        if offset > len(value):
            raise AttError(ErrorCode.INVALID_OFFSET, handle)
        return bytes((Opcode.READ_BLOB_RESPONSE,)) + value[offset:offset + self.mtu - 1]

    def _write(self, pdu: bytes) -> tuple[bytes, Callable[[], None] | None]:
        if len(pdu) < 3:
            raise self._malformed(pdu)
        attribute = self._attribute(struct.unpack_from("<H", pdu, 1)[0])
        if attribute.on_write is None or is_command(pdu[0]):
            raise AttError(ErrorCode.WRITE_NOT_PERMITTED, attribute.handle)
        self._check_security(attribute)
        try:
            follow_up = attribute.on_write(pdu[3:])
        except AttError as error:
            raise AttError(error.code, attribute.handle) from error
        return bytes((Opcode.WRITE_RESPONSE,)), follow_up

    # -- Server-initiated ----------------------------------------------------------------------------------------

    def notify(self, characteristic: Characteristic, value: bytes) -> bool:
        """Notifies the subscriber; `False` if there is none."""
        if not characteristic.cccd & SUBSCRIPTION[NOTIFY] or not self.security.is_encrypted:
            return False
        assert len(value) <= self.mtu - 3
        self.send(struct.pack("<BH", Opcode.HANDLE_VALUE_NOTIFICATION, characteristic.value_handle) + value)
        return True

    def indicate(self, characteristic: Characteristic, value: bytes) -> bool:
        """Indicates to the subscriber, one at a time; `False` if there is none."""
        if not characteristic.cccd & SUBSCRIPTION[INDICATE]:
            return False
        self._indications.append(
            struct.pack("<BH", Opcode.HANDLE_VALUE_INDICATION, characteristic.value_handle) + value)
        self._next_indication()
        return True

    def _next_indication(self) -> None:
        if self._indications and not self._awaits_confirmation:
            self._awaits_confirmation = True
            self.send(self._indications.pop(0))

    def _on_confirmation(self) -> None:
        self._awaits_confirmation = False
        self._next_indication()
