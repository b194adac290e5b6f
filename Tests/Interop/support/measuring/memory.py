"""How much memory the watch holds, as the kernel counts it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Memory:
    """In KiB.

    `resident` has the pages of the file that were read, such as glyphs and code; `private` only what the watch wrote:
    its variables, its stack, and the tables the linker prepared.
    """

    resident: int
    private: int

    @classmethod
    def of(cls, process: int) -> Memory:
        """Reads the present values from `/proc`."""
        sizes = dict.fromkeys(("Rss", "Anonymous"), 0)
        for line in Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()[1:]:
            name, size, _ = line.split()
            sizes[name.rstrip(":")] = int(size)
        return cls(sizes["Rss"], sizes["Anonymous"])

    def __str__(self) -> str:
        return f"{self.resident} KiB resident, {self.private} KiB of it private"
