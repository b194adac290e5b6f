"""The watch under strace, which cuts its power before a chosen system call on the bond store, or has one fail.

strace counts the calls of each name on its own, and of those only the ones on the store's files. A process that is
killed before a call never makes it; so killing before each call, and the next, is killing before and after each.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from .bonds import COPIES
from .watch import belfry_command

CALLS = "?mkdir,?mkdirat,openat,flock,read,write,fsync,?fdatasync,close,?rename,?renameat,?renameat2,?unlink,unlinkat"


@dataclass(frozen=True)
class Moment:
    """Just before the `count`th call of this name."""

    call: str
    count: int

    @property
    def power_cut(self) -> str:
        """What makes strace end the process there."""
        return f"{self.call}:signal=KILL:when={self.count}"


def traced(state: Path, record: Path, *injections: str) -> list[str]:
    """How to start a watch whose calls on its bond store are written to `record`."""
    paths = [state, *(state / name for name in (*COPIES, "bonds.new", "mutes", "mutes.new"))]
    options = [option for path in paths for option in ("-P", str(path))]
    options += [option for injection in injections for option in ("-e", f"inject={injection}")]
    # -D: the watch stays our own child.
    return ["strace", "-D", "-f", "-qqq", "-o", str(record), "-e", f"trace={CALLS}", *options, *belfry_command()]


def with_slow_panel(trace: Path, record: Path) -> list[str]:
    """How to start a watch to whose display each message takes as long as one of 130 octets does at 400 kHz.

    The watch does nothing else in that time, as with a real bus. `record` says when each message began.
    """
    message = "inject=write:delay_exit=2925"
    options = ["-D", "-f", "-qqq", "-ttt", "-o", str(record), "-e", "trace=write", "-e", message, "-P", str(trace)]
    return ["strace", *options, *belfry_command()]


def with_slow_writes(path: Path, seconds: float) -> list[str]:
    """How to start a watch whose every write to this file takes so long."""
    delay = f"inject=write:delay_exit={round(seconds * 1e6)}"
    return ["strace", "-D", "-f", "-qqq", "-o", "/dev/null", "-e", "trace=write", "-e", delay, "-P", str(path),
            *belfry_command()]


def with_all_calls(record: Path) -> list[str]:
    """How to start a watch whose every system call is written to `record`, with when it began and how long it took."""
    return ["strace", "-D", "-f", "-qqq", "-ttt", "-T", "-o", str(record), *belfry_command()]


def call_times(record: Path) -> list[float]:
    """When each call began, in seconds since 1970."""
    return [float(line.split()[1]) for line in record.read_text().splitlines()]


def moments(record: Path) -> list[Moment]:
    """The calls that were made, in their order."""
    counts: Counter[str] = Counter()
    found = []
    for call in re.findall(r"^\d+ +(\w+)\(", record.read_text(), re.MULTILINE):
        counts[call] += 1
        found.append(Moment(call, counts[call]))
    return found
