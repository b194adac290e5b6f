"""The Attribute Protocol's numbers and small helpers. Core Spec 5.4, Vol 3, Part F, section 3.4."""

from __future__ import annotations

import struct
import uuid

BASE_UUID = uuid.UUID("00000000-0000-1000-8000-00805F9B34FB")
EXTENDED_PROPERTIES = bytes.fromhex("0029")
CCCD = bytes.fromhex("0229")
PRIMARY_SERVICE = bytes.fromhex("0028")
CHARACTERISTIC = bytes.fromhex("0328")


class Opcode:
    """ATT opcodes."""

    ERROR_RESPONSE = 0x01
    EXCHANGE_MTU_REQUEST = 0x02
    EXCHANGE_MTU_RESPONSE = 0x03
    FIND_INFORMATION_REQUEST = 0x04
    FIND_INFORMATION_RESPONSE = 0x05
    FIND_BY_TYPE_VALUE_REQUEST = 0x06
    FIND_BY_TYPE_VALUE_RESPONSE = 0x07
    READ_BY_TYPE_REQUEST = 0x08
    READ_BY_TYPE_RESPONSE = 0x09
    READ_REQUEST = 0x0A
    READ_RESPONSE = 0x0B
    READ_BLOB_REQUEST = 0x0C
    READ_BLOB_RESPONSE = 0x0D
    READ_MULTIPLE_REQUEST = 0x0E
    READ_MULTIPLE_RESPONSE = 0x0F
    READ_BY_GROUP_TYPE_REQUEST = 0x10
    READ_BY_GROUP_TYPE_RESPONSE = 0x11
    WRITE_REQUEST = 0x12
    WRITE_RESPONSE = 0x13
    PREPARE_WRITE_REQUEST = 0x16
    PREPARE_WRITE_RESPONSE = 0x17
    EXECUTE_WRITE_REQUEST = 0x18
    EXECUTE_WRITE_RESPONSE = 0x19
    HANDLE_VALUE_NOTIFICATION = 0x1B
    HANDLE_VALUE_INDICATION = 0x1D
    HANDLE_VALUE_CONFIRMATION = 0x1E
    WRITE_COMMAND = 0x52

    SERVER_INITIATED = (0x1B, 0x1D, 0x1E)
    RESPONSES = (0x01, 0x03, 0x05, 0x07, 0x09, 0x0B, 0x0D, 0x0F, 0x11, 0x13, 0x17, 0x19, 0x21)
    _titles: dict[int, str] = {}

    @classmethod
    def is_unknown_request(cls, opcode: int) -> bool:
        """Whether an opcode without a name asks for an answer."""
        is_known = opcode in REQUEST_RESPONSES or opcode in cls.RESPONSES or opcode in (*cls.SERVER_INITIATED, 0x23)
        return opcode != 0 and not is_command(opcode) and not is_known

    @classmethod
    def title(cls, opcode: int) -> str:
        """The opcode's name."""
        if not cls._titles:
            cls._titles = {
                value: name.replace("_", " ").capitalize()
                for name, value in vars(cls).items() if isinstance(value, int)
            }
        return cls._titles.get(opcode, f"Opcode 0x{opcode:02X}")


REQUEST_RESPONSES = {
    0x02: 0x03, 0x04: 0x05, 0x06: 0x07, 0x08: 0x09, 0x0A: 0x0B, 0x0C: 0x0D, 0x0E: 0x0F, 0x10: 0x11, 0x12: 0x13,
    0x16: 0x17, 0x18: 0x19,
}


class ErrorCode:
    """ATT and ANCS error codes."""

    INVALID_HANDLE = 0x01
    READ_NOT_PERMITTED = 0x02
    WRITE_NOT_PERMITTED = 0x03
    INVALID_PDU = 0x04
    INSUFFICIENT_AUTHENTICATION = 0x05
    REQUEST_NOT_SUPPORTED = 0x06
    INVALID_OFFSET = 0x07
    ATTRIBUTE_NOT_FOUND = 0x0A
    INVALID_LENGTH = 0x0D
    INSUFFICIENT_ENCRYPTION = 0x0F
    UNLIKELY_ERROR = 0x0E
    UNSUPPORTED_GROUP_TYPE = 0x10
    VALUE_NOT_ALLOWED = 0x13
    UNKNOWN_COMMAND = 0xA0
    INVALID_COMMAND = 0xA1
    INVALID_PARAMETER = 0xA2
    ACTION_FAILED = 0xA3


class AttError(Exception):
    """A request fails with an error code, about an attribute."""

    def __init__(self, code: int, handle: int = 0) -> None:
        super().__init__(f"ATT error 0x{code:02X} at handle 0x{handle:04X}")
        self.code = code
        self.handle = handle


def is_command(opcode: int) -> bool:
    """Whether an opcode asks for no answer."""
    return bool(opcode & 0x40)


def uuid_octets(text: str | int) -> bytes:
    """Returns a UUID as octets: two for a short one, sixteen otherwise."""
    return struct.pack("<H", text) if isinstance(text, int) else uuid.UUID(text).bytes[::-1]


def long_uuid(octets: bytes) -> bytes:
    """Returns the sixteen octets of a UUID."""
    if len(octets) == 16:
        return octets
    return uuid.UUID(int=BASE_UUID.int | int.from_bytes(octets, "little") << 96).bytes[::-1]


def same_uuid(one: bytes, other: bytes) -> bool:
    """Whether two UUIDs are equal, short or long."""
    return long_uuid(one) == long_uuid(other)
