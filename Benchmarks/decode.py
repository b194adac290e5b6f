#!/usr/bin/env python3
"""Decodes a session slowly, octet by octet, and computes a checksum, which the fast parser must match.

    Benchmarks/decode.py SESSION.records

It is independent of the product's parser: it joins the whole reply before it decodes it, and takes the list of
attributes from the request. A text that was not requested counts as empty. Checksums are FNV-1a with 32 bits.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

LIMITS = {0: 128, 1: 64, 2: 64, 3: 512, 4: 10, 5: 20, 6: 48, 7: 48}


class Sum:
    """Returns the FNV-1a hash."""

    def __init__(self) -> None:
        self.value = 0x811C9DC5

    def add(self, octets: bytes) -> None:
        for octet in octets:
            self.value = (self.value ^ octet) * 0x01000193 & 0xFFFFFFFF


def little(octets: bytes) -> int:
    """Returns a number, least significant octet first."""
    return sum(octet << 8 * index for index, octet in enumerate(octets))


def records(session: bytes) -> list[tuple[int, bytes]]:
    """Yields the kind and the octets of each record."""
    result, offset = [], 0
    while offset < len(session):
        length = little(session[offset + 1:offset + 3])
        result.append((session[offset], session[offset + 3:offset + 3 + length]))
        offset += 3 + length
    return result


def asked(request: bytes) -> list[int]:
    """Returns the attributes that a request names; three of them are followed by a length."""
    names, offset = [], 5
    while offset < len(request):
        names.append(request[offset])
        offset += 3 if request[offset] in (1, 2, 3) else 1
    return names


def texts(request: bytes, reply: bytes) -> dict[int, bytes]:
    """Returns the value of each attribute of one reply, and checks that no octet is left over."""
    if reply[:5] != request[:5]:
        raise ValueError("the reply is for something else")
    values, offset = {}, 5
    for name in asked(request):
        if reply[offset] != name:
            raise ValueError("the attributes come in another order")
        length = little(reply[offset + 1:offset + 3])
        values[name] = reply[offset + 3:offset + 3 + length]
        offset += 3 + length
    if offset != len(reply):
        raise ValueError("the reply is longer or shorter than it says")
    return values


def found(session: bytes) -> dict[str, int]:
    """Returns the contents of a session and their checksum: UIDs and texts in the order in which they become known."""
    total = Sum()
    counts = {"notifications": 0, "events": 0, "fragments": 0, "octets": 0}
    request, reply = b"", b""

    def finish() -> None:
        if not request:
            return
        values = texts(request, reply)
        for name, limit in LIMITS.items():
            value = values.get(name, b"")[:limit]
            total.add(bytes([name]) + len(value).to_bytes(4, "little") + value)
        counts["notifications"] += 1

    for kind, octets in records(session):
        if kind == 2:
            reply += octets
            counts["fragments"] += 1
            counts["octets"] += len(octets)
            continue
        if kind == 4:
            continue
        finish()
        request, reply = (octets, b"") if kind == 3 else (b"", b"")
        if kind == 1:
            total.add(octets[4:8])
            counts["events"] += 1
    finish()
    return {**counts, "checksum": total.value}


if __name__ == "__main__":
    print(json.dumps(found(Path(sys.argv[1]).read_bytes()), indent=2))
