"""The activity of an idle watch: processor time, wake-ups and their causes."""

from __future__ import annotations

import asyncio
import os
import re
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from watch.tracing import with_all_calls

from .room import Room

SETTLING = 45
"""The time after a connection or disconnection until the watch is idle, in seconds."""
MINUTE = 60
SOURCES = {30: "the timer", 31: "a signal", 0: "the radio"}
"""The numbers that the loop gives to what it waits for."""

CALL = re.compile(r"^(?:\d+ +)?(?P<begin>[\d.]+) (?P<name>\w+)\((?P<rest>.*) <(?P<duration>[\d.]+)>$")
WAIT = re.compile(r"u32=(?P<source>\d+).*, \d+, -1(?:, .*)?\) = [1-9]")


@dataclass(frozen=True)
class Activity:
    """The counters of a process since its start."""

    seconds: float
    """Processor time in seconds, with the resolution of the kernel's ticks."""

    @classmethod
    def of(cls, process: int) -> Activity:
        """Reads the present values from `/proc`."""
        # The name, in brackets, may have blanks in it.
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return cls((int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"))

    def since(self, earlier: Activity) -> Activity:
        """Returns the difference of the counters."""
        return Activity(self.seconds - earlier.seconds)

    def __str__(self) -> str:
        return f"{1e3 * self.seconds:.0f} ms of processor time"


@dataclass
class Idleness:
    """The activity in a period of time."""

    wakes: Counter[str] = field(default_factory=Counter)
    """The number of wake-ups by their cause."""
    turns: int = 0
    """The turns of the loop: those after a wait, and those that only polled."""
    calls: Counter[str] = field(default_factory=Counter)
    """System calls in the turns that followed, by name."""

    def __str__(self) -> str:
        wakes = ", ".join(f"{count} by {name}" for name, count in self.wakes.items())
        calls = ", ".join(f"{count} {name}" for name, count in self.calls.items())
        woken = f"{self.wakes.total()} wake-ups ({wakes or '-'}), {self.turns} turns"
        return f"{woken}, {self.calls.total()} system calls besides ({calls or '-'})"


def idleness(record: Path, begin: float, end: float) -> Idleness:
    """Returns the activity between two times, in seconds since 1970."""
    found = Idleness()
    for line in record.read_text().splitlines():
        call = CALL.match(line)
        if not call or not begin < float(call["begin"]) + float(call["duration"]) < end:
            continue
        if call["name"] not in ("epoll_wait", "epoll_pwait"):
            found.calls[call["name"]] += 1
            continue
        found.turns += 1
        if wait := WAIT.search(call["rest"]):
            source = int(wait["source"])
            found.wakes[SOURCES.get(source, f"source {source}")] += 1
    return found


async def measure_idleness(folder: Path) -> dict[str, Idleness]:
    """A minute with the phone, and one without it, under strace."""
    record, begins = folder / "calls", {}
    room = Room(folder / "idle")
    room.command = lambda _: with_all_calls(record)
    try:
        await room.prepare()
        for name in ("connected", "alone"):
            await asyncio.sleep(SETTLING)
            begins[name] = time.time()
            await asyncio.sleep(MINUTE)
            if name == "connected":
                await room.phone.disconnect()
    finally:
        await room.finish()
    room.check()
    return {name: idleness(record, begin, begin + MINUTE) for name, begin in begins.items()}
