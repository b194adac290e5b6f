"""In which order the watch does what a notification asks of it: by its system calls."""

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

WRITE_REQUEST = 0x12


@dataclass(frozen=True)
class Call:
    """One `read` or `write`."""

    name: str
    file: int
    octets: bytes

    @property
    def asks_the_phone(self) -> bool:
        """Whether it is an ACL packet with a write to the phone's Control Point: Get Notification Attributes."""
        return self.name == "write" and self.octets[:1] == b"\x02" and self.octets[9:10] == bytes([WRITE_REQUEST]) \
            and self.octets[12:13] == b"\x00"

    @property
    def brings_an_event(self) -> bool:
        """Whether it brings a Handle Value Notification of eight octets, and nothing before it to tell of."""
        return self.name == "read" and len(self.octets) == 20 and self.octets[5:10] == b"\x0b\x00\x04\x00\x1b"


def calls(record: Path) -> list[Call]:
    """All in their order."""
    found = re.findall(r'(read|write)\((\d+), "((?:\\x[0-9a-f]{2})*)"', record.read_text())
    return [Call(name, int(file), bytes.fromhex(octets.replace("\\x", ""))) for name, file, octets in found]


async def test_the_phone_is_asked_before_anybody_is_told(make_session: SessionMaker, tmp_path: Path) -> None:
    """Between the event and the request, nothing is written: no line of the events, nothing for the panel."""
    session = await make_session()
    await session.pair()
    await session.phone.disconnect()
    assert await session.watch.stop() == 0
    record = tmp_path / "calls"
    await session.start_watch(
        ["strace", "-D", "-qqq", "-xx", "-s", "64", "-o", str(record), "-e", "trace=read,write", *belfry_command()])
    await session.reconnect()
    # The first few go between the steps to the phone's other services.
    for number in range(40):
        await session.deliver(message(number))
    assert await session.watch.stop() == 0

    made = calls(record)
    requests = [index for index, call in enumerate(made) if call.asks_the_phone]
    causes = [max(index for index, call in enumerate(made[:request]) if call.name == "read") for request in requests]
    pairs = [pair for pair in zip(causes, requests, strict=True) if made[pair[0]].brings_an_event]
    assert len(pairs) >= 10
    late = [made[cause:request] for cause, request in pairs
            if {call.file for call in made[cause:request]} != {made[request].file}]
    # On a loaded machine one may have to wait for the answer to the request before it.
    assert len(late) * 10 <= len(pairs), late
