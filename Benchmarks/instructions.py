#!/usr/bin/env python3
"""Counts the instructions per notification, and compares the counts with a budget.

    Benchmarks/instructions.py BUDGET COUNTER REPLAY BOARD=PROGRAM ...

PROGRAM is a board's `belfry-bench`. qemu-user runs it with the plugin COUNTER, so the count is exact and the same on
every machine. A second run only prepares; its count is subtracted. Each figure is the largest of three sessions, of
the seeds 1, 2 and 3, with 200 notifications each. BUDGET has a line `BOARD WORKLOAD SESSION AT-MOST` for each figure;
SESSION is an ATT_MTU, or `cut` for 50 notifications at ATT_MTU 185 whose messages are all cut, or the name of a
recorded session in Tests/Sessions, which REPLAY, the program `belfry-replay`, turns into a trace for the whole watch.
The workloads' results are compared with those of `decode.py`, and those of the whole watch with REPLAY's.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import decode
import phone
from counting import EMULATORS, count_run, count_watch, write_trace

RECORDED = Path(__file__).resolve().parents[1] / "Tests/Sessions"
NOTIFICATIONS = 200
"""The number of notifications in the counted sessions."""
CUT_NOTIFICATIONS = 50
"""The number in the sessions whose messages are all cut: one of these costs as much as several others."""
SEEDS = (1, 2, 3)
PACKET = 17
"""The kind of a step of a trace in which the watch receives a packet: see `ReplayTrace`."""
MTUS = (23, 185, 517)
SUFFIXES = {"copy": ".records", "parse": ".records", "path": ".h4", "client": ".client", "live": ".live"}
GLYPHS = {"latin": 1_600, "han": 800, "between": 800}
"""The number of glyphs that a turn draws."""
Key = tuple[str, str, str]


def program_of(workload: str) -> str:
    """Returns the program's name of a workload. A live one is the client with another script."""
    return "client" if workload == "live" else workload


@dataclass(frozen=True)
class Tools:
    """The programs that count and replay."""

    counter: Path
    replay: Path


def measure(board: str, program: Path, tools: Tools, workload: str, session: Path, items: int) -> int:
    """Returns the instructions per item of a workload."""
    return round(count_run(board, program, tools.counter, program_of(workload), session) / items)


def check(board: str, program: Path, workload: str, session: Path) -> None:
    """Ends the program if a workload's results differ from the slow decoder's."""
    command = [*EMULATORS[board], str(program), program_of(workload), str(session)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"instructions: {board}'s {workload}, {session}: {done.stderr.strip()}")
    line = json.loads(done.stdout)
    expected = decode.found(session.with_suffix(".records").read_bytes())
    if (line["items"], line["checksum"]) != (expected["notifications"], expected["checksum"]):
        raise SystemExit(f"instructions: {board}'s {workload} found something else in {session}")


def check_refusal(board: str, program: Path, script: Path) -> None:
    """Ends this program if the client accepts a script without the last reply of its session."""
    records = decode.records(script.read_bytes())
    mark = max(index for index, (kind, _) in enumerate(records) if kind == phone.MARK)
    last = max(index for index, (kind, _) in enumerate(records[:mark]) if kind == phone.DATA)
    short = script.with_name(f"short{script.suffix}")
    short.write_bytes(phone.packed(records[:last] + records[last + 1:]))
    command = [*EMULATORS[board], str(program), "client", str(short)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 1 or "does not send" not in done.stderr:
        raise SystemExit(f"instructions: {board}'s client accepts a session whose last reply is missing")


def check_trace_refusal(board: str, program: Path, trace: Path, configuration: Path) -> None:
    """Ends this program if the whole watch accepts a trace without its first packet."""
    records = decode.records(trace.read_bytes())
    first = next(index for index, (kind, _) in enumerate(records) if kind == PACKET)
    short = trace.with_name(f"short{trace.suffix}")
    short.write_bytes(phone.packed(records[:first] + records[first + 1:]))
    command = [*EMULATORS[board], str(program), "watch", str(short), "1", "1", str(configuration)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 1 or "something else" not in done.stderr:
        raise SystemExit(f"instructions: {board}'s watch accepts a trace whose first packet is missing")


def workloads(board: str, mtu: int) -> tuple[str, ...]:
    """Returns the workloads to count for a session. On the PC, only the client with cut messages is counted."""
    if board == "pc":
        return ()
    return ("copy", "parse", "path", "client", "live") if mtu == 185 else ("copy", "parse")


def sessions(board: str, folder: Path) -> Iterator[tuple[str, str, Path]]:
    """Yields the workload, the name and the file of each session."""
    for seed in SEEDS:
        for mtu in MTUS:
            for workload in workloads(board, mtu):
                yield workload, str(mtu), folder / f"seed-{seed}" / f"session-{mtu}{SUFFIXES[workload]}"
        for workload in ("client", "live"):
            yield workload, "cut", folder / f"cut-{seed}" / f"session-185{SUFFIXES[workload]}"


def write_sessions(board: str, program: Path, folder: Path) -> None:
    """Writes the sessions, and their scripts, which the board's client helps to make."""
    maker = Path(__file__).with_name("session.py")
    for seed in SEEDS:
        for name, items, extra in (
            (f"seed-{seed}", NOTIFICATIONS, []), (f"cut-{seed}", CUT_NOTIFICATIONS, ["--cut", "--mtu", "185"]),
        ):
            arguments = [folder / name, "--count", str(items), "--seed", str(seed), *extra]
            subprocess.run([sys.executable, maker, *arguments], check=True)
            phone.write([*EMULATORS[board], str(program)], folder / name / "session-185.records")


def figures(board: str, program: Path, tools: Tools, folder: Path, pool: Executor) -> dict[Key, list[int]]:
    """Returns every figure of a board, by board, workload and session; one for each seed."""
    write_sessions(board, program, folder)
    check_refusal(board, program, folder / "seed-1" / "session-185.live")
    jobs: dict[Key, list[Future[int]]] = {}
    for workload, name, session in sessions(board, folder):
        if workload != "copy":
            check(board, program, workload, session)
        items = CUT_NOTIFICATIONS if name == "cut" else NOTIFICATIONS
        job = pool.submit(measure, board, program, tools, workload, session, items)
        jobs.setdefault((board, workload, name), []).append(job)
    if board != "pc":
        records = folder / "seed-1" / "session-185.records"
        for workload, items in GLYPHS.items():
            jobs[board, workload, "-"] = [pool.submit(measure, board, program, tools, workload, records, items)]
        for bundle in sorted(RECORDED.glob("*.jsonl")):
            trace = write_trace(tools.replay, bundle, folder)
            check_trace_refusal(board, program, *trace)
            jobs[board, "watch", bundle.stem] = [pool.submit(count_watch, board, program, tools.counter, *trace)]
    return {key: [job.result() for job in row] for key, row in jobs.items()}


def budget(file: Path) -> dict[Key, int]:
    """Returns the limits of the budget."""
    allowed = {}
    for line in file.read_text().splitlines():
        if words := line.partition("#")[0].split():
            board, workload, session, most = words
            allowed[board, workload, session] = int(most)
    return allowed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("budget", type=Path)
    parser.add_argument("counter", type=Path, help="the plugin of Benchmarks/InstructionCounter")
    parser.add_argument("replay", type=Path, help="belfry-replay")
    parser.add_argument("programs", nargs="+", metavar="BOARD=PROGRAM")
    options = parser.parse_args()
    programs = {board: Path(program) for board, _, program in (word.partition("=") for word in options.programs)}
    tools = Tools(options.counter, options.replay)
    allowed = budget(options.budget)
    found: dict[Key, list[int]] = {}
    with ThreadPoolExecutor(2) as pool:
        for board, program in programs.items():
            with tempfile.TemporaryDirectory(prefix="belfry-instructions-") as folder:
                found |= figures(board, program, tools, Path(folder), pool)
    over = 0
    print(f"{'board':<12} {'workload':<8} {'MTU':>4} {'instructions':>13} {'at most':>10}   of each seed")
    for key, values in found.items():
        most, value = allowed.get(key), max(values)
        verdict = "  has no budget" if most is None else f"  over by {value - most:,}" if value > most else ""
        over += bool(verdict)
        each = ", ".join(f"{one:,}" for one in values)
        print(f"{key[0]:<12} {key[1]:<8} {key[2]:>4} {value:>13,} {most or 0:>10,}{verdict}   {each}")
    if over:
        print(f"instructions: {over} of {len(found)} figures are not within their budget", file=sys.stderr)
        return 1
    print(f"instructions: {len(found)} figures are within their budgets")
    return 0


if __name__ == "__main__":
    sys.exit(main())
