"""The watch under strace, which kills it before a system call on the bond store, or makes a call fail.

strace counts the calls of each name on its own, and of those only the ones on the store's files. A process that is
killed before a call never makes it; so killing before each call, and the next, is killing before and after each.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from phone.journal import DEADLINE, SLOWNESS

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
        """Returns the options with which strace ends the process there."""
        return f"{self.call}:signal=KILL:when={self.count}"


def traced(state: Path, record: Path, *injections: str) -> list[str]:
    """Returns a command that starts a watch and writes its calls on the bond store to `record`."""
    paths = [state, *(state / name for name in (*COPIES, "bonds.new", "mutes", "mutes.new"))]
    options = [option for path in paths for option in ("-P", str(path))]
    options += [option for injection in injections for option in ("-e", f"inject={injection}")]
    # -D: the watch stays our own child.
    return ["strace", "-D", "-f", "-qqq", "-o", str(record), "-e", f"trace={CALLS}", *options, *belfry_command()]


def helper_of(process: int) -> int:
    """The process that writes the files of a watch; fails unless there is one."""
    found = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            number, name, rest = re.fullmatch(r"(\d+) \((.*)\) . (\d+) .*\s*", status.read_text(), re.DOTALL).groups()
        except (OSError, AttributeError):
            continue
        # A helper that has just been forked has not changed its name yet.
        if int(rest) == process and name != "strace":
            found.append(int(number))
    assert len(found) == 1, f"watch {process} has the helpers {found}"
    return found[0]


async def trace_helper(process: int, record: Path, *injections: str) -> asyncio.subprocess.Process:
    """Writes the calls of a watch's helper to `record` from now on; ends with the helper."""
    options = [option for injection in injections for option in ("-e", f"inject={injection}")]
    tracer = await asyncio.create_subprocess_exec(
        "strace", "-o", str(record), "-e", f"trace={CALLS}", *options, "-p", str(helper_of(process)),
        stderr=asyncio.subprocess.PIPE)
    assert tracer.stderr
    line = await asyncio.wait_for(tracer.stderr.readline(), DEADLINE * SLOWNESS)
    assert b"attached" in line, line
    return tracer


def with_slow_flushes(record: Path, seconds: float) -> list[str]:
    """Returns a command that starts a watch with this time for each fsync. `record` gets the length of each wait."""
    delay = f"inject=fsync:delay_enter={round(seconds * 1e6)}"
    calls = "trace=?epoll_wait,?epoll_pwait,fsync,?rename,?renameat,?renameat2"
    return ["strace", "-D", "-f", "-qqq", "-ttt", "-T", "-o", str(record), "-e", calls, "-e", delay, *belfry_command()]


def held_up(process: int) -> float:
    """Returns the time that a traced watch and its tracer waited for the processor, in seconds."""
    status = Path(f"/proc/{process}/status").read_text()
    tracer = re.search(r"^TracerPid:\s+(\d+)", status, re.MULTILINE)
    assert tracer
    return sum(int(Path(f"/proc/{number}/schedstat").read_text().split()[1]) for number in (process, tracer[1])) / 1e9


def flushes(record: Path) -> list[int]:
    """Returns the process of each call that makes a file or its name permanent."""
    found = re.findall(r"^(\d+) +[0-9.]+ (?:fsync|rename\w*)\(", record.read_text(), re.MULTILINE)
    return [int(number) for number in found]


def turn_lengths(record: Path, process: int) -> list[float]:
    """Returns the length of each turn of a watch's loop in seconds, from the end of a wait to the start of the next."""
    lengths, end = [], None
    for line in record.read_text().splitlines():
        number, time, call = line.split(None, 2)
        if int(number) != process or "wait" not in call:
            continue
        if end is not None and not call.startswith("<..."):
            lengths.append(float(time) - end)
        if call.startswith("<..."):
            end = float(time)
        elif took := re.search(r"<([0-9.]+)>$", call):
            end = float(time) + float(took[1])
    return lengths


def with_slow_panel(trace: Path, record: Path) -> list[str]:
    """How to start a watch to whose display each message takes as long as one of 130 octets does at 400 kHz.

    The watch does nothing else in that time, as with a real bus. `record` says when each message began.
    """
    message = "inject=write:delay_exit=2925"
    options = ["-D", "-f", "-qqq", "-ttt", "-o", str(record), "-e", "trace=write", "-e", message, "-P", str(trace)]
    return ["strace", *options, *belfry_command()]


def with_slow_writes(path: Path, seconds: float) -> list[str]:
    """Returns a command that starts a watch with this time for each write to this file."""
    delay = f"inject=write:delay_exit={round(seconds * 1e6)}"
    return ["strace", "-D", "-f", "-qqq", "-o", "/dev/null", "-e", "trace=write", "-e", delay, "-P", str(path),
            *belfry_command()]


def with_failing_write(path: Path, error: str) -> list[str]:
    """Returns a command that starts a watch whose first write to this file fails."""
    failure = f"inject=write:error={error}:when=1"
    return ["strace", "-D", "-f", "-qqq", "-o", "/dev/null", "-e", "trace=write", "-e", failure, "-P", str(path),
            *belfry_command()]


def with_all_calls(record: Path) -> list[str]:
    """Returns a command that starts a watch and writes all its system calls to `record`, with start and length."""
    return ["strace", "-D", "-f", "-qqq", "-ttt", "-T", "-o", str(record), *belfry_command()]


def call_times(record: Path) -> list[float]:
    """Returns the start of each call, in seconds since 1970."""
    return [float(line.split()[1]) for line in record.read_text().splitlines()]


def moments(record: Path) -> list[Moment]:
    """The calls that the process traced first made, in their order. Those of its children are counted apart."""
    counts: Counter[str] = Counter()
    found = []
    calls = re.findall(r"^(?:(\d+) +)?(\w+)\(", record.read_text(), re.MULTILINE)
    for call in [call for process, call in calls if process == calls[0][0]]:
        counts[call] += 1
        found.append(Moment(call, counts[call]))
    return found
