#!/usr/bin/env python3
"""Runs the benchmarks, prints one table of them and keeps the figures.

    Benchmarks/run.py PROGRAM SESSIONS RESULTS.json [--library FILE.jmh.json]

PROGRAM is this machine's `belfry-bench`, the firmware's own code: Embedded Swift, optimised for size, without a heap.
FILE is what the benchmark library has measured of the same workloads in ordinary optimised Swift. What the parser and
the whole way find is compared with what `decode.py` found in the session before anything is measured.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import platform
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

import decode

SAMPLES = 60
MTUS = (23, 185, 517)
ORDER = ("copy", "parse", "path", "session", "screen", "plan", "glyphs", "toolbox", "pairing")
LENGTHS = [10 ** power for power in range(7)]
FIRMWARE, LIBRARY = "firmware", "library"


@dataclasses.dataclass
class Figure:
    """One row of the table; times are nanoseconds an item."""

    workload: str
    session: str
    build: str
    items: int
    median: float
    low: float
    high: float
    octetsIn: float
    octetsOut: float
    allocations: int
    ratio: float | None = None
    """How many times as long as a copy of the payload took beside it."""
    verified: bool = False
    memory: int = 0
    """KiB that were resident at most."""

    @property
    def row(self) -> str:
        rate = f"{1e3 * self.octetsIn / self.median:,.0f}" if self.octetsIn else "-"
        out = f"{self.octetsOut:,.1f}" if self.octetsOut else "-"
        ratio = f"{self.ratio:.1f}" if self.ratio else "-"
        return (
            f"| {self.workload} | {self.session} | {self.build} | {self.median:,.1f} | {self.low:,.1f} to "
            f"{self.high:,.1f} | {1e9 / self.median:,.0f} | {rate} | {ratio} | {out} | {self.allocations} "
            f"| {'yes' if self.verified else '-'} |")


COLUMNS = (
    "workload", "session", "build", "ns an item", "middle half", "items/s", "MB/s", "times copy", "octets out",
    "allocations", "verified")
HEADING = f"| {' | '.join(COLUMNS)} |\n|---|---|---|" + "---:|" * 7 + "---|"


def quartiles(times: list[float]) -> tuple[float, float, float]:
    """The first, the median and the third."""
    if len(times) < 2:
        return times[0], times[0], times[0]
    low, median, high = statistics.quantiles(times, n=4, method="inclusive")
    return low, median, high


class Firmware:
    """The benchmarks as the boards run them."""

    def __init__(self, program: Path, sessions: Path) -> None:
        self.program = program
        self.sessions = sessions
        self.failures: list[str] = []

    def lines(self, workload: str, session: Path, *numbers: int) -> list[dict[str, Any]]:
        command = [str(self.program), workload, str(session), *map(str, numbers)]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return [json.loads(line) for line in output.splitlines()]

    def figure(self, workload: str, session: str, file: Path, turns: int) -> Figure:
        lines = self.lines(workload, file, SAMPLES, turns)
        samples = [line for line in lines if "nanoseconds" in line]
        verified = len(lines) > len(samples) and self.agrees(workload, file, lines[0])
        return self.summary(workload, session, samples, "nanoseconds", verified)

    def beside_copy(self, session: str, file: Path) -> list[Figure]:
        """The yardstick and the parser, from samples that were taken in turn."""
        found, *samples = self.lines("beside", file, SAMPLES, 10)
        copy = self.summary("copy", session, samples, "copy", False)
        parse = self.summary("parse", session, samples, "nanoseconds", self.agrees("beside", file, found))
        parse.ratio = statistics.median(line["nanoseconds"] / line["copy"] for line in samples)
        return [copy, parse]

    @staticmethod
    def summary(workload: str, session: str, samples: list[dict[str, Any]], time: str, verified: bool) -> Figure:
        one = samples[0]
        low, median, high = quartiles([line[time] / line["items"] for line in samples])
        return Figure(
            workload, session, FIRMWARE, one["items"], median, low, high, one["octetsIn"] / one["items"],
            one["octetsOut"] / one["items"], 0, verified=verified)

    def agrees(self, workload: str, file: Path, line: dict[str, Any]) -> bool:
        """Whether a workload has found what there is in a session."""
        if workload not in ("beside", "parse", "path"):
            return 0 < line["items"] < 1 << 30
        expected = decode.found(file.with_suffix(".records").read_bytes())
        if (line["items"], line["checksum"]) == (expected["notifications"], expected["checksum"]):
            return True
        self.failures.append(f"{workload} found something else in {file}")
        return False

    def chosen(self) -> dict[str, Path]:
        """The sessions to parse, by name."""
        if file := os.environ.get("BELFRY_SESSION"):
            return {Path(file).stem: Path(file)}
        return {f"MTU {mtu}": self.sessions / f"session-{mtu}.records" for mtu in MTUS}

    def all(self) -> list[Figure]:
        figures = []
        for session, records in self.chosen().items():
            figures += self.beside_copy(session, records)
            if records.with_suffix(".h4").exists():
                figures.append(self.figure("path", session, records.with_suffix(".h4"), 2))
        records = self.sessions / "session-185.records"
        figures.append(self.figure("screen", "MTU 185", records, 1))
        for workload, session, turns in (
            ("plan", "", 5), ("latin", "glyphs", 20), ("han", "glyphs", 20), ("between", "glyphs", 20),
            ("toolbox", "", 2_000), ("pairing", "", 3),
        ):
            figures.append(self.figure(workload, session, records, turns))
        return figures

    def updates(self) -> list[dict[str, Any]]:
        found = self.lines("updates", self.sessions / "session-185.records")
        self.failures += [f"{one['update']}: the glass shows something else" for one in found if one["octets"] > 2_000]
        return found

    def lengths(self) -> list[Figure]:
        """The whole way, of sessions from one notification to a million."""
        transport = self.sessions / "session-185.h4"
        per_turn = json.loads(transport.with_suffix(".json").read_text())["notifications"]
        return [self.length(transport, count, per_turn) for count in LENGTHS]

    def length(self, transport: Path, count: int, per_turn: int) -> Figure:
        """One sample a process: it begins with a phone that has just come."""
        part = transport.parent / f"length-{count}" / transport.name
        file = part if count < per_turn else transport
        times, memory = [], 0
        for _ in range(3 if count > 100_000 else 15):
            command = [str(self.program), "path", str(file), "1", str(max(1, count // per_turn))]
            output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            sample = json.loads(output.splitlines()[-1])
            memory = max(memory, sample["resident"])
            times.append(sample["nanoseconds"] / sample["items"])
        low, median, high = quartiles(times)
        return Figure("session", f"{count:,}", FIRMWARE, count, median, low, high, 0, 0, 0, memory=memory)


def library(file: Path) -> list[Figure]:
    """What the benchmark library has measured."""
    figures = []
    for element in json.loads(file.read_text()):
        name = element["benchmark"].rsplit(".", 1)[1].replace("_", " ")
        metrics = element["secondaryMetrics"]
        times, counts = metrics["Time (wall clock)"]["rawData"][0], {
            key: metrics[key]["scorePercentiles"]["50.0"] for key in ("items", "octetsIn", "octetsOut", "allocations")}
        items = counts["items"] or 1
        low, median, high = (1e3 * time / items for time in quartiles(times))
        workload, _, session = name.partition(" ")
        figures.append(Figure(
            workload, session, LIBRARY, int(items), median, low, high, counts["octetsIn"] / items,
            counts["octetsOut"] / items, int(counts["allocations"]), verified=workload in ("parse", "path", "screen")))
    copies = {one.session: one.median for one in figures if one.workload == "copy"}
    for one in figures:
        if one.workload == "parse" and one.session in copies:
            one.ratio = one.median / copies[one.session]
    return sorted(figures, key=lambda one: (ORDER.index(one.workload), len(one.session), one.session))


def machine() -> dict[str, Any]:
    """What it was measured on."""
    model = [line.partition(":")[2].strip() for line in Path("/proc/cpuinfo").read_text().splitlines()
             if line.startswith("model name")]
    return {"processor": model[0] if model else platform.machine(), "processors": os.cpu_count(),
            "load": round(os.getloadavg()[0], 1), "system": platform.platform()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("sessions", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--library", type=Path)
    options = parser.parse_args()
    firmware = Firmware(options.program, options.sessions)
    host = machine()
    figures = firmware.all() + (library(options.library) if options.library else [])
    lengths, updates = firmware.lengths(), firmware.updates()
    print(f"{host['processors']} × {host['processor']}, load {host['load']}\n\n{HEADING}")
    print("\n".join(one.row for one in figures))
    print("\n| notifications in a session | ns each | resident |\n|---:|---:|---:|")
    print("\n".join(f"| {one.session} | {one.median:,.0f} | {one.memory:,} KiB |" for one in lengths))
    print("\n| update | octets on the bus | of a full flush |\n|---|---:|---:|")
    print("\n".join(f"| {one['update']} | {one['octets']} | {one['octets'] / one['full']:.0%} |" for one in updates))
    kept = {"machine": host, "figures": [dataclasses.asdict(one) for one in figures],
            "lengths": [dataclasses.asdict(one) for one in lengths], "updates": updates}
    options.results.write_text(json.dumps(kept, indent=2) + "\n")
    for failure in firmware.failures:
        print(f"bench: {failure}", file=sys.stderr)
    return 1 if firmware.failures else 0


if __name__ == "__main__":
    sys.exit(main())
