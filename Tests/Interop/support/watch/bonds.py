"""The files of the watch's bond store: two copies of one record. See `BondTable+Record.swift`."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

HEADER, BOND, BOND_1, BOND_2, PROMISE = 28, 117, 76, 101, 7
IS_SELECTED, HAS_WATCH_KEY, LACKS_WATCH_KEY = 0x08, 0x10, 0x20
SECOND = "bonds.copy"
COPIES = ("bonds", SECOND)


@dataclass(frozen=True)
class StoredBond:
    """The bond with one phone."""

    identity: str
    flags: int
    irk: bytes
    ltk: bytes
    last_used: int
    name: str
    watch_key: bytes

    @classmethod
    def parse(cls, octets: bytes) -> StoredBond:
        """Reads one bond of version 3."""
        address = ":".join(f"{octet:02X}" for octet in reversed(octets[1:7]))
        name = octets[77:77 + octets[76]].decode()
        counter, = struct.unpack("<I", octets[72:76])
        return cls(address, octets[7], octets[8:24], octets[24:40], counter, name, octets[101:117])


@dataclass(frozen=True)
class Record:
    """A complete record."""

    identity: bytes
    bonds: tuple[StoredBond, ...]

    @classmethod
    def parse(cls, octets: bytes) -> Record:
        """Reads a record of version 3; raises `ValueError` for anything else."""
        body, checksum = octets[:-4], octets[-4:]
        if body[:5] != b"BLFB\x03" or struct.pack("<I", zlib.crc32(body)) != checksum:
            raise ValueError(f"no record: {octets.hex()}")
        if len(body) != HEADER + BOND * body[5] + PROMISE:
            raise ValueError(f"{body[5]} bonds in {len(body)} octets")
        bonds = (StoredBond.parse(body[at:at + BOND]) for at in places(body))
        return cls(body[6:HEADER], tuple(bonds))

    def bond(self, identity: str) -> StoredBond | None:
        """The bond with a phone."""
        return next((bond for bond in self.bonds if bond.identity == identity), None)


def places(body: bytes) -> range:
    """The offset of each bond."""
    return range(HEADER, len(body) - PROMISE, BOND)


def sealed(body: bytes) -> bytes:
    """Returns the octets of a record with their checksum."""
    return body + struct.pack("<I", zlib.crc32(body))


def stored(state: Path) -> Record:
    """Returns the record of the store. Fails if the store is not two equal copies."""
    names = (file.name for file in state.iterdir() if not file.name.startswith(("mutes", "choices")))
    assert sorted(names) == sorted(COPIES)
    first, second = ((state / name).read_bytes() for name in COPIES)
    assert first == second
    return Record.parse(first)


def select(state: Path, identity: str) -> None:
    """Makes a phone the only one that may connect, as the menu does."""
    body = bytearray((state / "bonds").read_bytes()[:-4])
    for at in places(body):
        body[at + 7] &= ~IS_SELECTED
        if StoredBond.parse(body[at:at + BOND]).identity == identity:
            body[at + 7] |= IS_SELECTED
    write(state, sealed(bytes(body)))


def forget_all(state: Path) -> None:
    """Removes all bonds, and keeps the watch's identity."""
    body = (state / "bonds").read_bytes()[:-4]
    write(state, sealed(body[:5] + b"\x00" + body[6:HEADER] + body[-PROMISE:]))


def share_watch_key(state: Path) -> None:
    """Changes the bonds to those of an earlier version, in which all phones received the same key of the watch."""
    body = bytearray((state / "bonds").read_bytes()[:-4])
    for at in places(body):
        body[at + 101:at + BOND] = bytes(16)
    write(state, sealed(bytes(body)))


def make_version_1(state: Path) -> None:
    """Changes the store to the format of belfry 0.1.0."""
    body = (state / "bonds").read_bytes()[:-4]
    bonds = b"".join(old_bond(body[at:at + BOND_1]) for at in places(body))
    (state / "bonds").write_bytes(sealed(body[:4] + b"\x01" + body[5:HEADER] + bonds))
    (state / SECOND).unlink()


def make_version_2(state: Path) -> None:
    """Changes the store to the format of belfry 0.3.0."""
    body = (state / "bonds").read_bytes()[:-4]
    bonds = b"".join(old_bond(body[at:at + BOND_2]) for at in places(body))
    write(state, sealed(body[:4] + b"\x02" + body[5:HEADER] + bonds + body[-PROMISE:]))


def old_bond(octets: bytes) -> bytes:
    """A bond without the flags for the watch's key."""
    return octets[:7] + bytes((octets[7] & ~(HAS_WATCH_KEY | LACKS_WATCH_KEY),)) + octets[8:]


def write(state: Path, octets: bytes) -> None:
    """Replaces both copies."""
    for name in COPIES:
        (state / name).write_bytes(octets)
