#!/usr/bin/env python3
"""Runs the benchmarks, prints a table of the results and stores the figures.

    Benchmarks/run.py PROGRAM SESSIONS RESULTS.json [--library FILE.jmh.json]

PROGRAM is this machine's `belfry-bench`, the firmware's own code: Embedded Swift, without a heap.
FILE holds the benchmark library's figures for the same workloads in ordinary optimised Swift. SESSIONS holds the
sessions of three seeds, each with the scripts of `phone.py`. The results of the parser, the
client and the whole path are compared with those of `decode.py` before anything is measured.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import platform
import statistics
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import decode
import phone

SAMPLES = 60
SEED_FOLDERS = ("", "seed-2", "seed-3")
CLIENT, LIVE = "client", "client, live"
SUFFIXES = {"path": ".h4", CLIENT: ".client", LIVE: ".live"}
MTUS = (23, 185, 517)
ORDER = ("copy", "parse", "path", CLIENT, LIVE, "session", "screen", "plan", "glyphs", "toolbox", "pairing")
LENGTHS = [10 ** power for power in range(7)]
FIRMWARE, LIBRARY = "firmware", "library"


@dataclasses.dataclass
class Figure:
    """One row of the table; times are in nanoseconds per item."""

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
    """The time as a multiple of the time for a copy of the payload, measured alternately."""
    verified: bool = False
    memory: int = 0
    """The peak of resident memory in KiB."""

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
    """Returns the first quartile, the median and the third quartile."""
    if len(times) < 2:
        return times[0], times[0], times[0]
    low, median, high = statistics.quantiles(times, n=4, method="inclusive")
    return low, median, high


class Firmware:
    """Runs the benchmarks as the boards run them."""

    def __init__(self, program: Path, sessions: Path) -> None:
        self.program = program
        self.sessions = sessions
        self.failures: list[str] = []

    def lines(self, workload: str, session: Path, *numbers: int) -> list[dict[str, Any]]:
        command = [str(self.program), workload, str(session), *map(str, numbers)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"bench: {' '.join(command)} ended with {done.returncode}: {done.stderr.strip()}")
        return [json.loads(line) for line in done.stdout.splitlines()]

    def figure(self, workload: str, session: str, files: list[Path], turns: int) -> Figure:
        """Returns one row, with equally many samples of each file."""
        program = "client" if workload == LIVE else workload
        verified = all([self.agrees(program, file) for file in files])
        samples = [line for file in files for line in self.lines(program, file, SAMPLES // len(files), turns)]
        return self.summary(workload, session, samples, "nanoseconds", verified)

    def beside_copy(self, session: str, files: list[Path]) -> list[Figure]:
        """Returns the rows of the reference workload and of the parser, whose samples alternate."""
        verified = all([self.agrees("parse", file) for file in files])
        samples = [line for file in files for line in self.lines("beside", file, SAMPLES // len(files), 10)]
        copy = self.summary("copy", session, samples, "copy", False)
        parse = self.summary("parse", session, samples, "nanoseconds", verified)
        parse.ratio = statistics.median(line["nanoseconds"] / line["copy"] for line in samples)
        return [copy, parse]

    @staticmethod
    def summary(workload: str, session: str, samples: list[dict[str, Any]], time: str, verified: bool) -> Figure:
        items = sum(line["items"] for line in samples)
        low, median, high = quartiles([line[time] / line["items"] for line in samples])
        return Figure(
            workload, session, FIRMWARE, samples[0]["items"], median, low, high,
            sum(line["octetsIn"] for line in samples) / items, sum(line["octetsOut"] for line in samples) / items, 0,
            verified=verified)

    def agrees(self, workload: str, file: Path) -> bool:
        """Checks that a workload finds the contents of a session."""
        lines = self.lines(workload, file)
        if workload == "screen":
            return 0 < lines[0]["items"] < 1 << 30
        if workload not in ("parse", "path", "client"):
            return False
        expected = decode.found(file.with_suffix(".records").read_bytes())
        if (lines[0]["items"], lines[0]["checksum"]) == (expected["notifications"], expected["checksum"]):
            return True
        self.failures.append(f"{workload} found something else in {file}")
        return False

    def chosen(self) -> dict[str, list[Path]]:
        """Returns the sessions to parse, by name."""
        if file := os.environ.get("BELFRY_SESSION"):
            copy = self.sessions / "chosen" / f"{Path(file).stem}.records"
            copy.parent.mkdir(exist_ok=True)
            shutil.copyfile(file, copy)
            phone.write([str(self.program)], copy)
            return {copy.stem: [copy]}
        return {f"MTU {mtu}": [self.sessions / folder / f"session-{mtu}.records" for folder in SEED_FOLDERS]
                for mtu in MTUS}

    def all(self) -> list[Figure]:
        figures = []
        for session, files in self.chosen().items():
            figures += self.beside_copy(session, files)
            figures += [self.figure(workload, session, [file.with_suffix(suffix) for file in files], 2)
                        for workload, suffix in SUFFIXES.items()]
        records = self.sessions / "session-185.records"
        figures.append(self.figure("screen", "MTU 185", [records], 1))
        for workload, session, turns in (
            ("plan", "", 5), ("latin", "glyphs", 20), ("han", "glyphs", 20), ("between", "glyphs", 20),
            ("toolbox", "", 2_000), ("pairing", "", 3),
        ):
            figures.append(self.figure(workload, session, [records], turns))
        return figures

    def updates(self) -> list[dict[str, Any]]:
        found = self.lines("updates", self.sessions / "session-185.records")
        self.failures += [
            f"{one['update']}: the display shows something else" for one in found if one["octets"] > 2_000]
        return found

    def lengths(self) -> list[Figure]:
        """Returns rows for whole sessions of one to a million notifications."""
        transport = self.sessions / "session-185.h4"
        per_turn = json.loads(transport.with_suffix(".json").read_text())["notifications"]
        return [self.length(transport, count, per_turn) for count in LENGTHS]

    def length(self, transport: Path, count: int, per_turn: int) -> Figure:
        """Returns one sample per process: each starts with a newly connected phone."""
        part = transport.parent / f"length-{count}" / transport.name
        file = part if count < per_turn else transport
        times, memory = [], 0
        for _ in range(3 if count > 100_000 else 15):
            sample = self.lines("path", file, 1, max(1, count // per_turn))[-1]
            memory = max(memory, sample["resident"])
            times.append(sample["nanoseconds"] / sample["items"])
        low, median, high = quartiles(times)
        return Figure("session", f"{count:,}", FIRMWARE, count, median, low, high, 0, 0, 0, memory=memory)


def library(file: Path) -> list[Figure]:
    """Returns the figures that the benchmark library has measured."""
    figures = []
    for element in json.loads(file.read_text()):
        name = element["benchmark"].rsplit(".", 1)[1].replace("_", " ")
        metrics = element["secondaryMetrics"]
        times, counts = metrics["Time (wall clock)"]["rawData"][0], {
            key: metrics[key]["scorePercentiles"]["50.0"] for key in ("items", "octetsIn", "octetsOut", "allocations")}
        items = counts["items"] or 1
        low, median, high = (1e3 * time / items for time in quartiles(times))
        name, live, end = name.partition(" live")
        workload, _, session = f"{name}{end}".partition(" ")
        workload = LIVE if live else workload
        figures.append(Figure(
            workload, session, LIBRARY, int(items), median, low, high, counts["octetsIn"] / items,
            counts["octetsOut"] / items, int(counts["allocations"]),
            verified=workload in ("parse", *SUFFIXES, "screen")))
    copies = {one.session: one.median for one in figures if one.workload == "copy"}
    for one in figures:
        if one.workload == "parse" and one.session in copies:
            one.ratio = one.median / copies[one.session]
    return sorted(figures, key=lambda one: (ORDER.index(one.workload), len(one.session), one.session))


def machine() -> dict[str, Any]:
    """Returns a description of the machine."""
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
