"""How often a watch that has nothing to do wakes up, and for what, as strace sees it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

SOURCES = {30: "the timer", 31: "a signal", 0: "the radio"}
"""The numbers that the loop gives to what it waits for."""

CALL = re.compile(r"^(?:\d+ +)?(?P<begin>[\d.]+) (?P<name>\w+)\((?P<rest>.*) <(?P<duration>[\d.]+)>$")
WAIT = re.compile(r"u32=(?P<source>\d+).*, \d+, -1(?:, .*)?\) = [1-9]")


@dataclass
class Idleness:
    """What happened in some time."""

    wakes: Counter[str] = field(default_factory=Counter)
    """Ends of waits, by what ended them."""
    turns: int = 0
    """Of the loop: those that ended a wait, and those that only looked."""
    calls: Counter[str] = field(default_factory=Counter)
    """System calls in the turns that followed, by name."""

    def __str__(self) -> str:
        wakes = ", ".join(f"{count} by {name}" for name, count in self.wakes.items())
        calls = ", ".join(f"{count} {name}" for name, count in self.calls.items())
        woken = f"{self.wakes.total()} wake-ups ({wakes or '-'}), {self.turns} turns"
        return f"{woken}, {self.calls.total()} system calls besides ({calls or '-'})"


def idleness(record: Path, begin: float, end: float) -> Idleness:
    """What the watch did between two times, in seconds since 1970."""
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
