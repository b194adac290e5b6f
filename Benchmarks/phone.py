#!/usr/bin/env python3
"""A phone that answers every request of the client, and records the conversation for the benchmarks.

    Benchmarks/phone.py PROGRAM SESSION.records ...

PROGRAM is this machine's `belfry-bench`. The phone has the notifications of a session and sends one after the other.
It answers every request of the client before it sends the next. Next to `session-185.records`, it writes:

    session-185.client   the notifications were there before: the client requests all texts in one command
    session-185.live     the notifications are new: the client requests an excerpt, then the rest
    session-185.h4       the same as `.client`, as the octets of HCI that a controller passes on

Each script has three parts, separated by marks: one notification of each application, so that the client knows the
applications' names; the session; and the removal of the notifications that are still in the client's list.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path

import decode
from session import DATA, MESSAGE, REQUEST, SOURCE, packed

MARK = 5
PRE_EXISTING, POSITIVE, NEGATIVE = 0x04, 0x08, 0x10
ADDED, REMOVED = 0, 2
SOURCE_HANDLE, DATA_HANDLE, LINK = 0x0011, 0x0014, 0x0040
LIST = 32
"""How many notifications the client's list holds."""
FRAGMENT = 251
"""The number of octets that the controller passes on at a time."""
Record = tuple[int, bytes]


@dataclasses.dataclass
class Notification:
    """A notification as the phone has it."""

    source: bytes
    values: dict[int, bytes]

    def event(self, is_new: bool) -> bytes:
        """Returns the Notification Source's value, which offers an action if there is a label for it."""
        flags = self.source[1] & ~(PRE_EXISTING | POSITIVE | NEGATIVE)
        flags |= 0 if is_new else PRE_EXISTING
        flags |= (POSITIVE if self.values.get(6) else 0) | (NEGATIVE if self.values.get(7) else 0)
        return bytes([ADDED, flags]) + self.source[2:]

    @property
    def removal(self) -> bytes:
        return bytes([REMOVED, 0, self.source[2], 0]) + self.source[4:]


def read(session: bytes) -> list[Notification | bytes]:
    """Returns the notifications of a session, and its other events, in order."""
    events: list[Notification | bytes] = []
    request = reply = b""

    def finish() -> None:
        if request and events and isinstance(events[-1], Notification):
            # The events may already hold the whole message, which is longer.
            events[-1].values = decode.texts(request, reply) | events[-1].values

    for kind, octets in decode.records(session):
        if kind == DATA:
            reply += octets
        elif kind == MESSAGE and isinstance(events[-1], Notification):
            events[-1].values[3] = octets
        else:
            finish()
            request, reply = (octets, b"") if kind == REQUEST else (b"", b"")
            if kind == SOURCE:
                events.append(Notification(octets, {}) if octets[0] == ADDED else octets)
    finish()
    return events


class Client:
    """The product's client, in a separate process."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen([*command, "talk"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin and self.process.stdout
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def take(self, kind: int, octets: bytes) -> bytes:
        """Returns the client's next request after a record; empty if there is no request."""
        assert self.process.stdin and self.process.stdout
        try:
            self.process.stdin.write(packed([(kind, octets)]))
            self.process.stdin.flush()
            header = self.process.stdout.read(3)
        except BrokenPipeError:
            header = b""
        if len(header) < 3:
            raise SystemExit(f"phone: the client ended with {self.process.wait()}")
        return self.process.stdout.read(decode.little(header[1:]))


class Phone:
    """Answers the requests of a client."""

    def __init__(self, client: Client, mtu: int) -> None:
        self.client = client
        self.mtu = mtu
        self.known: dict[bytes, Notification] = {}
        self.script: list[Record] = []

    def add(self, one: Notification, is_new: bool) -> None:
        self.known[one.source[4:]] = one
        self.send(one.event(is_new))

    def remove(self, event: bytes) -> None:
        self.known.pop(event[4:], None)
        self.send(event)

    def send(self, event: bytes) -> None:
        """Sends an event, and answers requests until the client has no more."""
        request = self.tell(SOURCE, event)
        while request:
            self.tell(REQUEST, request)
            request = self.answer(self.reply(request))

    def answer(self, reply: bytes) -> bytes:
        request = b""
        for offset in range(0, len(reply), self.mtu - 3):
            request = self.tell(DATA, reply[offset:offset + self.mtu - 3])
        return request

    def tell(self, kind: int, octets: bytes) -> bytes:
        self.script.append((kind, octets))
        return self.client.take(kind, octets)

    def reply(self, request: bytes) -> bytes:
        """Returns the reply to a request. ANCS specification, "Get Notification Attributes", "Get App Attributes"."""
        if request[0] == 1:
            identifier = request[1:request.index(0)] if 0 in request else b""
            name = identifier.rpartition(b".")[2]
            return request[:2 + len(identifier)] + struct.pack("<BH", 0, len(name)) + name
        if request[0] or request[1:5] not in self.known:
            raise SystemExit(f"phone: the client asks {request.hex()}, which this phone does not know")
        return request[:5] + b"".join(self.tuples(self.known[request[1:5]], request))

    @staticmethod
    def tuples(one: Notification, request: bytes) -> Iterator[bytes]:
        offset = 5
        while offset < len(request):
            name, value = request[offset], one.values.get(request[offset], b"")
            offset += 1
            if name in (1, 2, 3):
                limit = decode.little(request[offset:offset + 2])
                value = value[:limit].decode(errors="ignore").encode() if len(value) > limit else value
                offset += 2
            yield struct.pack("<BH", name, len(value)) + value


def script(command: list[str], session: bytes, is_new: bool) -> list[Record]:
    """Returns the conversation about a session."""
    events = read(session)
    mtu = 3 + max(len(octets) for kind, octets in decode.records(session) if kind == DATA)
    with Client(command) as client:
        phone = Phone(client, mtu)
        for one in {one.values[0]: one for one in events if isinstance(one, Notification)}.values():
            phone.add(one, is_new)
            phone.remove(one.removal)
        phone.script.append((MARK, b""))
        for event in events:
            if isinstance(event, Notification):
                phone.add(event, is_new)
            else:
                phone.remove(event)
        phone.script.append((MARK, b""))
        for one in list(phone.known.values())[-LIST:]:
            phone.remove(one.removal)
        return phone.script


def packets(kind: int, octets: bytes) -> Iterator[bytes]:
    """Returns the controller's packet: the value as a notification, the Write Response, or an event as a mark."""
    if kind == MARK:
        yield b"\x04\xFF\x00"
        return
    handle = SOURCE_HANDLE if kind == SOURCE else DATA_HANDLE
    pdu = b"\x13" if kind == REQUEST else struct.pack("<BH", 0x1B, handle) + octets
    frame = struct.pack("<HH", len(pdu), 0x0004) + pdu
    for offset in range(0, len(frame), FRAGMENT):
        part = frame[offset:offset + FRAGMENT]
        yield struct.pack("<BHH", 0x02, LINK | (0x1000 if offset else 0x2000), len(part)) + part


def write(command: list[str], records: Path) -> None:
    """Writes the scripts of a session to the session's folder."""
    session = records.read_bytes()
    known = script(command, session, is_new=False)
    records.with_suffix(".client").write_bytes(packed(known))
    records.with_suffix(".live").write_bytes(packed(script(command, session, is_new=True)))
    transport = b"".join(packet for record in known for packet in packets(*record))
    records.with_suffix(".h4").write_bytes(transport)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("sessions", type=Path, nargs="+", metavar="SESSION.records")
    options = parser.parse_args()
    for records in options.sessions:
        write([str(options.program)], records)


if __name__ == "__main__":
    main()
