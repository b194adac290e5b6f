#!/usr/bin/env python3
"""Runs the scripted day of `virtual_day.py` in virtual time, and prints what it costs.

    Tests/Kernel/day.py [--hours FIRST LAST] [--count COUNTER REPORT REPLAY BENCH] [MODE ...]

MODE is a value of the setting `power`: each is one run. `BELFRY` names another binary for PCs. With `--count`, each day
runs once more and is recorded. BENCH, the Pi Zero W's `belfry-bench`, then receives what the watch received, and its
instructions are counted: COUNTER is QEMU's plugin, REPORT is `belfry-report`, REPLAY is `belfry-replay`.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[1:1] = [str(ROOT / part) for part in ("Tests/Interop/support", "Tests/Image", "Benchmarks")]

from counting import count_watch, write_trace  # noqa: E402
from metering import Amounts  # noqa: E402
from power_model import BATTERIES, BOARDS, Estimate, estimates  # noqa: E402
from virtual_files import read_file  # noqa: E402
from virtual_guest import told  # noqa: E402
from virtual_scenarios import POWER_MODES  # noqa: E402

TOLERATED = 0.01
"""The share of packets that a replay may send otherwise: it may exchange two that the watch sends at the same time."""
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


def print_tables(found: dict[str, Amounts], instructions: dict[str, int]) -> None:
    """The counts, then the estimates."""
    print(row("counted", [f"`{mode}`" for mode in found]))
    print("|---|" + "---:|" * len(found))
    for name, value in ROWS:
        print(row(name, [f"{value(amounts):,.{1 if '%' in name else 0}f}" for amounts in found.values()]))
    if instructions:
        print(row("ARMv6 instructions, millions", [f"{instructions.get(mode, 0) / 1e6:,.0f}" for mode in found]))
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


async def run(scenarios: dict[str, str], first: int, last: int, folder: Path) -> dict[str, str]:
    """Runs the scenario of each mode, two at a time, and returns their logs."""
    free = asyncio.Semaphore(2)

    async def one(scenario: str) -> str:
        async with free:
            return await told(folder / scenario, scenario, first, last)

    logs = await asyncio.gather(*map(one, scenarios.values()))
    return dict(zip(scenarios, logs, strict=True))


def instructions_of(mode: str, log: str, tools: list[Path], folder: Path) -> int:
    """Returns the instructions of the Pi Zero W in a recorded day, from the start of the watch."""
    counter, report, replay, bench = tools
    configuration, bundle = folder / "belfry.conf", folder / f"{mode}.jsonl"
    # As the scenario starts the watch.
    configuration.write_text(Path(POWER_MODES[mode]).read_text() + "[display]\nhints = off\n")
    for name in ("capture", "events"):
        (folder / name).write_bytes(read_file(name, log))
    subprocess.run(
        [report, "--capture", folder / "capture", "--events", folder / "events", "--config", configuration, bundle],
        check=True)
    return count_watch("pi-zero-w", bench, counter, *write_trace(replay, bundle, folder, TOLERATED))


def main() -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "modes", nargs="*", metavar="MODE", help="fast, balanced, saving or default; the first three without one")
    parser.add_argument("--hours", nargs=2, type=int, default=(0, 24), metavar=("FIRST", "LAST"))
    parser.add_argument("--count", nargs=4, type=Path, metavar=("COUNTER", "REPORT", "REPLAY", "BENCH"))
    arguments = parser.parse_args()
    modes = arguments.modes or list(POWER_MODES)
    if unknown := set(modes) - POWER_MODES.keys() - {DEFAULT}:
        parser.error(f"no such mode: {', '.join(unknown)}")
    instructions: dict[str, int] = {}
    with tempfile.TemporaryDirectory(prefix="belfry-day-") as name:
        folder = Path(name)
        days = {mode: "day" if mode == DEFAULT else f"day-{mode}" for mode in modes}
        amounts = {mode: Amounts.parse(log) for mode, log in asyncio.run(run(days, *arguments.hours, folder)).items()}
        if arguments.count:
            recorded = {mode: f"record-{mode}" for mode in modes if mode != DEFAULT}
            logs = asyncio.run(run(recorded, *arguments.hours, folder))
            instructions = {mode: instructions_of(mode, log, arguments.count, folder) for mode, log in logs.items()}
    print_tables(amounts, instructions)
    return 0


if __name__ == "__main__":
    sys.exit(main())
