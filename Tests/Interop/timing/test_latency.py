"""How soon a notification is on the display: counted in connection events. It never waits for the panel.

Benchmarks/budget.txt has what was reached; `make latency` prints all of it.
"""

from __future__ import annotations

import os
import shutil
import struct
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from measuring.budget import excesses
from measuring.intervals import RADIOS, TEXTS, Course, Radio, options
from measuring.room import Room, message
from phone.intervals import ConnectionEvents
from phone.log import Kind
from watch.quiet import Quiet
from watch.tracing import call_times, with_slow_panel

pytestmark = pytest.mark.alone

POOR, USUAL, LONG = RADIOS
LONGEST_ON_THE_BUS = 0.01
"""The time until the words of a call are on the display, at 400 kHz, in seconds."""
WIRES = "typical/185/7x27"
"""The case whose packets and messages are also counted."""
NOTIFICATION, WRITE_REQUEST = 0x1B, 0x12


class Counted:
    """The counts of one radio and one ATT_MTU."""

    def __init__(self, radio: Radio, mtu: int) -> None:
        self.radio = radio
        self.mtu = mtu
        self.room: Room
        self.course: Course

    async def begin(self, folder: Path) -> None:
        """Pairs, and waits until the watch is idle."""
        self.room = Room(folder, phone=options(self.mtu), profile=self.radio.profile, wire="unix")
        await self.room.prepare()
        self.course = Course(self.room, self.radio)

    def case(self, name: str) -> str:
        """Returns its name in the budget."""
        return f"{name.split()[0]}/{self.mtu}/{self.radio.packets}x{self.radio.octets}"


@pytest_asyncio.fixture(params=[(USUAL, 23), (USUAL, 185), (LONG, 517)], ids=["7x27-23", "7x27-185", "5x251-517"])
async def counted(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[Counted]:
    """A watch that shows its clock, and a phone whose packets wait for connection events."""
    counted = Counted(*request.param)
    try:
        await counted.begin(tmp_path / "room")
        yield counted
    finally:
        await counted.room.finish()
    counted.room.check()


async def test_a_notification_takes_no_more_events_than_the_budget_allows(counted: Counted) -> None:
    await counted.course.warm_up()
    found = []
    for name in (*TEXTS, "call"):
        passage = await counted.course.message(name) if name in TEXTS else await counted.course.call()
        # The display shows the category before the phone receives a request, in the same connection event.
        assert (passage.sign, passage.request) == (0, 1), name
        found += excesses("link", counted.case(name), passage.events)
        if counted.case(name) == WIRES:
            found += excesses("wires", WIRES, passage.traffic)
    assert passage.sign_bus <= LONGEST_ON_THE_BUS
    assert not found, "\n".join(found)


async def test_an_event_carries_what_waited_at_its_beginning_and_no_more_than_fits(tmp_path: Path) -> None:
    room = Room(tmp_path / "room", phone=options(185), wire="unix")
    try:
        await room.prepare()
        packets = await packets_of(room, most=2)
    finally:
        await room.finish()
    room.check()
    for number in range(packets[-1]["event"] + 1):
        for end in ("watch", "phone"):
            assert len([one for one in packets if (one["event"], one["to"]) == (number, end)]) <= 2
    first = {one["pdu"]: one["event"] for one in reversed(packets)}
    assert first["Handle value notification"] == 0
    assert (first["Write request"], first["Write response"]) == (1, 2)
    assert max(one["octets"] for one in packets) == 27


async def packets_of(room: Room, most: int) -> list[dict[str, Any]]:
    """Returns all packets on the link for one message, with at most `most` packets in a connection event."""
    quiet = Quiet(room)
    # The requests of the watch after pairing are done.
    await Course(room, USUAL).warm_up()
    mark = room.log.mark
    events = ConnectionEvents(room.phone.link, room.log, most)
    room.phone.ancs.add(message())
    await quiet.wait()
    assert not room.log.find(Kind.LINK, "packet", since=mark), "a packet has left without an event"
    while not events.is_idle:
        events.run()
        await quiet.wait()
    events.end()
    return [entry.details for entry in room.log.find(Kind.LINK, "packet", since=mark)]


# -- The display -------------------------------------------------------------------------------------------------------


def concerns(packet: bytes, opcode: int, uid: int) -> bool:
    """Whether it is this ATT PDU, an event of the Notification Source or a request for attributes, of this UID."""
    place = 16 if opcode == NOTIFICATION else 13
    is_pdu = packet[:1] == b"\x02" and packet[7:10] == b"\x04\x00" + bytes([opcode])
    return is_pdu and packet[place:place + 4] == struct.pack("<I", uid)


def packet_time(capture: Path, opcode: int, uid: int) -> float:
    """Returns the time of the first such packet at the watch's transport, in seconds since 1970."""
    octets, at = capture.read_bytes(), 16
    while at < len(octets):
        _, length, _, _, moment = struct.unpack_from(">IIIIQ", octets, at)
        if concerns(octets[at + 24:at + 24 + length], opcode, uid):
            return (moment - 0x00DCDDB30F2F8000) / 1e6
        at += 24 + length
    raise AssertionError(f"no PDU {opcode:#x} of {uid} in the capture")


@pytest.mark.skipif(
    bool(os.environ.get("BELFRY_RUNNER")) or not shutil.which("strace"), reason="needs strace and a native binary")
async def test_a_request_does_not_wait_for_a_redraw(tmp_path: Path) -> None:
    # The redraw may be over when the event arrives: then it is tried again.
    for attempt in range(5):
        (arrived, uid), begun, capture = await redraw(tmp_path / str(attempt))
        received, sent = (packet_time(capture, opcode, uid) for opcode in (NOTIFICATION, WRITE_REQUEST))
        # One that was being sent goes on; of those that wait, none is in front of the request.
        assert received < sent and len([one for one in begun if arrived < one < sent]) <= 1
        assert not [one for one in begun if received < one < sent]
        before = [one for one in begun if arrived - 0.1 < one < arrived]
        if before and len([one for one in begun if sent < one < sent + 0.5]) >= 3:
            return
    raise AssertionError("no redraw was in progress in five attempts")


async def redraw(folder: Path) -> tuple[tuple[float, int], list[float], Path]:
    """As `interrupt_redraw`, when each message to the panel began, and the watch's capture."""
    folder.mkdir()
    record, capture = folder / "calls", folder / "capture"
    room = Room(folder / "room", "--capture", str(capture), wire="unix")
    room.command = lambda watch: with_slow_panel(watch.trace_path, record)
    try:
        await room.prepare()
        # The requests of the watch after pairing are done.
        await room.deliver(message())
        await room.dismiss()
        arrived = await interrupt_redraw(room)
    finally:
        await room.finish()
    room.check()
    return arrived, call_times(record), capture


async def interrupt_redraw(room: Room) -> tuple[float, int]:
    """Sends a notification while a new screen is drawn. Returns its time at the watch's socket and its UID."""
    host = room.harness.controller.host
    assert host
    deliver, passed = host.on_packet, []

    def note(packet: bytes) -> None:
        deliver(packet)
        passed.append((time.time(), packet))

    host.on_packet = note
    mark = room.watch.frames.mark
    room.watch.press("decline")
    await room.watch.frames.wait(lambda _: True, "a redraw", mark)
    seen = await room.deliver(message())
    # The record ends with the watch, so the whole drawing must be in it.
    await room.rest()
    uid = int(seen["uid"])
    return next(at for at, packet in passed if concerns(packet, NOTIFICATION, uid)), uid
