#!/usr/bin/env python3
"""Counts what a notification costs in instructions, and holds it to a budget.

    Benchmarks/instructions.py BUDGET BOARD=PROGRAM ...

PROGRAM is a board's `belfry-bench`. qemu-user runs it one instruction at a time and logs each, so the count is exact
and the same on every machine. What a run costs besides is taken out by the difference of two runs. BUDGET has a line
`BOARD WORKLOAD SESSION AT-MOST` for each figure. What the workloads find is compared with what `decode.py` finds.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import decode

EMULATORS = {
    "pi-zero-w": ["qemu-arm-static", "-cpu", "arm1176"],
    "pi-zero-2-w": ["qemu-aarch64-static", "-cpu", "cortex-a53"],
    "pc": ["qemu-x86_64-static"],
}
NOTIFICATIONS = 32
"""In the sessions that are counted."""
MTUS = (23, 185, 517)
TURNS = (1, 2)
BLOCK = 1 << 20


def count(command: list[str]) -> int:
    """How many instructions the program takes: one line of the log each."""
    emulator, *rest = command
    with subprocess.Popen(
        [emulator, "-singlestep", "-d", "exec,nochain", "-D", "/dev/stderr", *rest],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    ) as process:
        assert process.stderr
        lines = 0
        while block := process.stderr.read(BLOCK):
            lines += block.count(b"\n")
    if process.returncode:
        raise SystemExit(f"instructions: {' '.join(command)} ended with {process.returncode}")
    return lines


def measure(board: str, program: Path, workload: str, session: Path, items: int) -> int:
    """Instructions for each item of a workload."""
    command = [*EMULATORS[board], str(program), workload, str(session), "1"]
    few, many = (count([*command, str(turns)]) for turns in TURNS)
    return round((many - few) / items / (TURNS[1] - TURNS[0]))


def check(board: str, program: Path, workload: str, session: Path) -> None:
    """Ends the program if a workload finds something else than the slow decoder."""
    command = [*EMULATORS[board], str(program), workload, str(session)]
    line = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    expected = decode.found(session.with_suffix(".records").read_bytes())
    if (line["items"], line["checksum"]) != (expected["notifications"], expected["checksum"]):
        raise SystemExit(f"instructions: {board}'s {workload} found something else in {session.name}")


def figures(programs: dict[str, Path], folder: Path) -> dict[tuple[str, str, str], int]:
    """Every figure, by board, workload and session."""
    jobs = {}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for board, program in programs.items():
            for mtu in MTUS:
                check(board, program, "parse", folder / f"session-{mtu}.records")
                check(board, program, "path", folder / f"session-{mtu}.h4")
                for workload in ("copy", "parse"):
                    session = folder / f"session-{mtu}.records"
                    jobs[board, workload, str(mtu)] = pool.submit(
                        measure, board, program, workload, session, NOTIFICATIONS)
            transport, records = folder / "session-185.h4", folder / "session-185.records"
            jobs[board, "path", "185"] = pool.submit(measure, board, program, "path", transport, NOTIFICATIONS)
            jobs[board, "latin", "-"] = pool.submit(measure, board, program, "latin", records, 1_600)
            for workload in ("han", "between"):
                jobs[board, workload, "-"] = pool.submit(measure, board, program, workload, records, 800)
        return {key: job.result() for key, job in jobs.items()}


def budget(file: Path) -> dict[tuple[str, str, str], int]:
    """What is allowed."""
    allowed = {}
    for line in file.read_text().splitlines():
        if words := line.partition("#")[0].split():
            board, workload, session, most = words
            allowed[board, workload, session] = int(most)
    return allowed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("budget", type=Path)
    parser.add_argument("programs", nargs="+", metavar="BOARD=PROGRAM")
    options = parser.parse_args()
    programs = {board: Path(program) for board, _, program in (word.partition("=") for word in options.programs)}
    allowed = budget(options.budget)
    with tempfile.TemporaryDirectory(prefix="belfry-instructions-") as folder:
        maker = Path(__file__).with_name("session.py")
        subprocess.run([sys.executable, maker, folder, "--count", str(NOTIFICATIONS)], check=True)
        found = figures(programs, Path(folder))
    over = 0
    print(f"{'board':<12} {'workload':<8} {'MTU':>4} {'instructions':>13} {'at most':>10}")
    for key, value in found.items():
        most = allowed.get(key)
        verdict = "  has no budget" if most is None else f"  over by {value - most:,}" if value > most else ""
        over += bool(verdict)
        print(f"{key[0]:<12} {key[1]:<8} {key[2]:>4} {value:>13,} {most or 0:>10,}{verdict}")
    if over:
        print(f"instructions: {over} of {len(found)} figures are not within their budget", file=sys.stderr)
        return 1
    print(f"instructions: {len(found)} figures are within their budgets")
    return 0


if __name__ == "__main__":
    sys.exit(main())
