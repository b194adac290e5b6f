#!/usr/bin/env python3
"""Runs the scripted day of `virtual_day.py` in virtual time, and prints what it costs.

    Tests/Kernel/day.py [--hours FIRST LAST] [MODE ...]

MODE is a value of the setting `power`: each is one run. `BELFRY` names another binary for PCs.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

sys.path[1:1] = [str(Path(__file__).resolve().parents[1] / part) for part in ("Interop/support", "Image")]

from metering import Amounts  # noqa: E402
from power_model import BATTERIES, BOARDS, Estimate, estimates  # noqa: E402
from virtual_guest import told  # noqa: E402
from virtual_scenarios import POWER_MODES  # noqa: E402

DEFAULT = "default"
"""The mode of a run without a configuration file, for binaries that do not know the setting."""
ROWS: tuple[tuple[str, Callable[[Amounts], float]], ...] = (
    ("wake-ups", lambda it: it.wakeups),
    ("other system calls", lambda it: it.calls),
    ("I2C messages", lambda it: it.panel_messages),
    ("bytes on the panel's bus", lambda it: it.panel_octets),
    ("HCI packets", lambda it: it.radio_packets),
    ("bytes on the radio's UART", lambda it: it.radio_octets),
    ("connected, minutes", lambda it: it.connected / 60),
    ("connection events that the watch listens for", lambda it: it.connection_events),
    ("connection events without latency", lambda it: it.possible_events),
    ("advertising events", lambda it: it.advertising_events),
    ("display on, minutes", lambda it: it.display_on / 60),
    ("of these dim, minutes", lambda it: it.display_dim / 60),
    ("lit pixels while on, % of full light", lambda it: 100 * it.lit / max(it.display_on, 1)),
)


def row(name: str, cells: list[str]) -> str:
    """A line of a table."""
    return f"| {name} | " + " | ".join(cells) + " |"


def between(estimate: tuple[Estimate, Estimate, Estimate], of: Callable[[Estimate], float], places: int) -> str:
    """A figure with its limits."""
    usual, one, other = (of(each) for each in estimate)
    return f"{usual:,.{places}f} ({min(one, other):,.{places}f} to {max(one, other):,.{places}f})"


def print_tables(found: dict[str, Amounts]) -> None:
    """The counts, then the estimates."""
    print(row("counted", [f"`{mode}`" for mode in found]))
    print("|---|" + "---:|" * len(found))
    for name, value in ROWS:
        print(row(name, [f"{value(amounts):,.{1 if '%' in name else 0}f}" for amounts in found.values()]))
    print("\n" + row("estimated, mAh at 5 V", [f"`{mode}`" for mode in found]))
    print("|---|" + "---:|" * len(found))
    for board in BOARDS:
        results = [estimates(amounts, board) for amounts in found.values()]
        parts: tuple[tuple[str, Callable[[Estimate], float], int], ...] = (
            ("board", lambda it: it.board, 0), ("processor and bus", lambda it: it.processor, 2),
            ("panel", lambda it: it.panel, 1), ("radio", lambda it: it.radio, 2))
        for name, part, places in parts:
            print(row(f"{board.name}: {name}", [between(result, part, places) for result in results]))
        for capacity in BATTERIES:
            def hours(it: Estimate, capacity: float = capacity) -> float:
                return it.hours(capacity)

            print(row(f"{board.name}: hours on {capacity:,} mAh", [between(one, hours, 1) for one in results]))


async def run(modes: list[str], first: int, last: int, folder: Path) -> dict[str, Amounts]:
    """Runs all modes, two at a time."""
    free = asyncio.Semaphore(2)

    async def one(mode: str) -> Amounts:
        async with free:
            scenario = "day" if mode == DEFAULT else f"day-{mode}"
            return Amounts.parse(await told(folder / mode, scenario, first, last))

    results = await asyncio.gather(*map(one, modes))
    return dict(zip(modes, results, strict=True))


def main() -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "modes", nargs="*", metavar="MODE", help="fast, balanced, saving or default; the first three without one")
    parser.add_argument("--hours", nargs=2, type=int, default=(0, 24), metavar=("FIRST", "LAST"))
    arguments = parser.parse_args()
    modes = arguments.modes or list(POWER_MODES)
    if unknown := set(modes) - POWER_MODES.keys() - {DEFAULT}:
        parser.error(f"no such mode: {', '.join(unknown)}")
    with tempfile.TemporaryDirectory(prefix="belfry-day-") as folder:
        print_tables(asyncio.run(run(modes, *arguments.hours, Path(folder))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
