"""An idle watch sleeps, and wakes only for the minute of its clock."""

from __future__ import annotations

import datetime
import os
import shutil
import time
from pathlib import Path

import pytest

from measuring.idleness import idleness
from measuring.room import Room
from phone.log import Kind
from watch.quiet import Quiet
from watch.tracing import with_all_calls

pytestmark = [
    pytest.mark.alone,
    pytest.mark.skipif(
        bool(os.environ.get("BELFRY_RUNNER")) or not shutil.which("strace"), reason="needs strace and a native binary"),
]

SETTLING, IDLE = 12, 6
"""Seconds: after a subscription, so long the watch has something to look after; so long it is watched."""


async def next_minute(room: Room, seconds: int) -> float:
    """Sets the phone's clock to this many seconds before a minute. Returns the time from which on the watch is idle."""
    now = datetime.datetime.now()
    ahead = datetime.timedelta(seconds=60 - seconds - now.second - now.microsecond / 1e6)
    assert room.phone.sisters.set_clock(ahead), "the watch does not listen to the phone's clock"
    await room.rest()
    await Quiet(room).wait()
    begin, mark = time.time(), room.watch.frames.mark
    # Until then the screen may still change for another reason.
    is_late = lambda _: time.time() > begin + seconds / 2
    await room.watch.frames.wait(is_late, "the next minute", mark, deadline=seconds + 10)
    return begin


async def test_nothing_but_the_minute_wakes_an_idle_watch(tmp_path: Path) -> None:
    record = tmp_path / "calls"
    room = Room(tmp_path / "room", wire="unix")
    room.command = lambda _: with_all_calls(record)
    try:
        await room.prepare()
        await room.log.wait_for(Kind.PHONE, "current time subscribed")
        await next_minute(room, SETTLING)
        begin = await next_minute(room, IDLE)
        end = time.time()
    finally:
        await room.finish()
    room.check()
    assert end - begin > IDLE / 2
    found = idleness(record, begin, end)
    assert found.wakes == {"the timer": 1}, str(found)
    # Reading the timer, the time, the buttons; the digits; and setting the timer again.
    assert found.calls.total() <= 12, str(found)
