"""The order of the watch's actions after a notification, by its system calls."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import SessionMaker
from measuring.room import message
from watch.watch import belfry_command

pytestmark = pytest.mark.skipif(
    bool(os.environ.get("BELFRY_RUNNER")) or not shutil.which("strace"), reason="needs strace and a native binary")

ACL, EVENT = 2, 4
ATT = b"\x04\x00"
WRITE_REQUEST, NOTIFICATION = b"\x12", b"\x1b"


def packets(octets: bytes) -> list[bytes]:
    """The HCI packets of one `read` or `write` of the transport, type octet first."""
    found = []
    while octets:
        length = 5 + int.from_bytes(octets[3:5], "little") if octets[0] == ACL else 3 + octets[2]
        found.append(octets[:length])
        octets = octets[length:]
    return found


def is_event(packet: bytes) -> bool:
    """Whether it is a Handle Value Notification of eight octets: the Notification Source's."""
    return packet[0] == ACL and packet[5:10] == b"\x0b\x00" + ATT + NOTIFICATION


def asks_the_phone(packet: bytes) -> bool:
    """Whether it is a write to the phone's Control Point: Get Notification Attributes.

    The channel counts: a Connection Parameter Update Request begins with the same octet as a write.
    """
    return packet[0] == ACL and packet[7:10] == ATT + WRITE_REQUEST and packet[12:13] == b"\x00"


@dataclass(frozen=True)
class Call:
    """One `read` or `write`."""

    name: str
    file: int
    octets: bytes

    @property
    def is_event_line(self) -> bool:
        """Whether it writes to a reader of the events."""
        return self.name == "write" and self.octets.startswith(b"{")


def calls(record: Path) -> list[Call]:
    """Returns all of them in their order."""
    found = re.findall(r'(read|write)\((\d+), "((?:\\x[0-9a-f]{2})*)"', record.read_text())
    return [Call(name, int(file), bytes.fromhex(octets.replace("\\x", ""))) for name, file, octets in found]


def brings_more(read: Call) -> bool:
    """Whether an event came in front of what the request waited for, in the same read.

    That is the answer to a request to another of the phone's services, for ATT has one under way at a time; it is the
    last that came, as the watch asks for nothing in between.
    """
    received = packets(read.octets)
    last = max((index for index, packet in enumerate(received) if packet[0] == ACL), default=0)
    return any(is_event(packet) for packet in received[:last])


async def test_requests_to_the_phone_precede_events_and_panel(make_session: SessionMaker, tmp_path: Path) -> None:
    """Fails if the watch writes anything between the event and the request: a line of events or a panel message."""
    session = await make_session()
    await session.pair()
    await session.phone.disconnect()
    assert await session.watch.stop() == 0
    record = tmp_path / "calls"
    await session.start_watch(
        ["strace", "-D", "-qqq", "-xx", "-s", "4096", "-o", str(record), "-e", "trace=read,write", *belfry_command()])
    await session.reconnect()
    # The first few go between the steps to the phone's other services.
    for number in range(40):
        await session.deliver(message(number))
    assert await session.watch.stop() == 0

    made = calls(record)
    controller = next(call.file for call in made if call.name == "read" and call.octets[:1] == bytes([EVENT]))
    requests = [index for index, call in enumerate(made)
                if (call.name, call.file) == ("write", controller) and asks_the_phone(call.octets)]
    causes = [max(index for index, call in enumerate(made[:request]) if (call.name, call.file) == ("read", controller))
              for request in requests]
    assert len([cause for cause in causes if [*map(is_event, packets(made[cause].octets))] == [True]]) >= 10
    for cause, request in zip(causes, requests, strict=True):
        others = [call for call in made[cause:request] if call.file != controller]
        if brings_more(made[cause]):
            # Readers of the events may learn of a pending event meanwhile; the panel has to wait for the request.
            others = [call for call in others if not call.is_event_line]
        assert not others, made[cause:request]
