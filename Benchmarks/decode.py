#!/usr/bin/env python3
"""Reads a session without haste, octet by octet, and sums what is in it: what the fast parser has to find as well.

    Benchmarks/decode.py SESSION.records

It knows nothing of how the product parses: it joins the whole reply before it looks at it, and takes from the request
what was asked for. Sums are FNV-1a with 32 bits.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

LIMITS = {0: 128, 1: 64, 2: 64, 3: 512, 4: 10, 5: 20, 6: 48, 7: 48}


class Sum:
    """FNV-1a."""

    def __init__(self) -> None:
        self.value = 0x811C9DC5

    def add(self, octets: bytes) -> None:
        for octet in octets:
            self.value = (self.value ^ octet) * 0x01000193 & 0xFFFFFFFF


def little(octets: bytes) -> int:
    """A number, least significant octet first."""
    return sum(octet << 8 * index for index, octet in enumerate(octets))


def records(session: bytes) -> list[tuple[int, bytes]]:
    """The kind and the octets of each record."""
    result, offset = [], 0
    while offset < len(session):
        length = little(session[offset + 1:offset + 3])
        result.append((session[offset], session[offset + 3:offset + 3 + length]))
        offset += 3 + length
    return result


def asked(request: bytes) -> list[int]:
    """The attributes that a request names; three of them have a length behind them."""
    names, offset = [], 5
    while offset < len(request):
        names.append(request[offset])
        offset += 3 if request[offset] in (1, 2, 3) else 1
    return names


def texts(request: bytes, reply: bytes) -> dict[int, bytes]:
    """The value of each attribute of one reply; every octet of which has to be accounted for."""
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
    """What there is in a session, and its sum: UIDs and texts in the order in which they become known."""
    total = Sum()
    counts = {"notifications": 0, "events": 0, "fragments": 0, "octets": 0}
    request, reply = b"", b""

    def finish() -> None:
        if not request:
            return
        for name, value in sorted(texts(request, reply).items()):
            total.add(bytes([name]) + len(value[:LIMITS[name]]).to_bytes(4, "little") + value[:LIMITS[name]])
        counts["notifications"] += 1

    for kind, octets in records(session):
        if kind == 2:
            reply += octets
            counts["fragments"] += 1
            counts["octets"] += len(octets)
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
