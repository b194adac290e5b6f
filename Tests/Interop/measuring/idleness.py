"""How often a watch that has nothing to do wakes up, as the kernel counts it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Activity:
    """What a process has done since its start."""

    sleeps: int
    """How often it gave the processor away because it had nothing to do: as often it woke up."""
    seconds: float
    """Of processor time, as coarse as the kernel's ticks."""

    @classmethod
    def of(cls, process: int) -> Activity:
        """What `/proc` says now."""
        status = dict(
            line.split(":\t", 1) for line in Path(f"/proc/{process}/status").read_text().splitlines() if ":\t" in line)
        # The name, in brackets, may have blanks in it.
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks = int(fields[11]) + int(fields[12])
        return cls(int(status["voluntary_ctxt_switches"]), ticks / os.sysconf("SC_CLK_TCK"))

    def since(self, earlier: Activity) -> Activity:
        """What it has done in between."""
        return Activity(self.sleeps - earlier.sleeps, self.seconds - earlier.seconds)

    def __str__(self) -> str:
        return f"{self.sleeps} wake-ups, {1e3 * self.seconds:.0f} ms of processor time"
