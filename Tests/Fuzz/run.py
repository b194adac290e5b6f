#!/usr/bin/env python3
"""Runs the fuzz targets one after the other and prints the results.

    Tests/Fuzz/run.py PROGRAM [--seconds N] [--target NAME ...] [--jobs N] [--afresh] [--capture FILE]
                      [--llvm FOLDER]

The corpus stays in build/fuzz/corpus, and the next run continues with it. Exit status 1: a check failed; the input is
then in build/fuzz/found.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import dataclasses
import json
import os
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).resolve().parent
OUTPUT = ROOT / "build/fuzz"
INPUT_LIMIT = 4_096
SLOWEST_INPUT = 20
"""The time in seconds after which an input counts as hanging."""


@dataclasses.dataclass
class Outcome:
    """The result of one target."""

    target: str
    executions: int = 0
    seconds: int = 1
    edges: int = 0
    features: int = 0
    corpus: int = 0
    lines: str = "-"
    found: Path | None = None
    promise: str = ""

    @property
    def row(self) -> str:
        return (
            f"{self.target:<16} {self.executions:>12,} {self.executions // max(1, self.seconds):>8,} "
            f"{self.edges:>7,} {self.features:>9,} {self.corpus:>7,}  {self.lines:>11}  {'1' if self.found else '0':>5}"
        )


HEADING = (
    f"{'target':<16} {'executions':>12} {'per s':>8} {'edges':>7} {'features':>9} {'corpus':>7}  {'lines':>11}  broken"
)


def hexadecimal(file: Path) -> bytes:
    """Returns the octets of a hexadecimal text; `#` starts a comment."""
    return bytes.fromhex(" ".join(line.split("#")[0] for line in file.read_text().splitlines()))


def received(capture: Path) -> bytes:
    """Returns the controller's packets of a btsnoop file as an input of the target Replay."""
    octets = capture.read_bytes()
    if octets[:8] != b"btsnoop\0":
        sys.exit(f"fuzz: {capture} is no btsnoop file")
    records, position = b"", 16
    while position + 24 <= len(octets):
        _, count, flags = struct.unpack_from(">III", octets, position)
        packet = octets[position + 24 : position + 24 + count]
        position += 24 + count
        if flags & 1 and len(packet) < 256:
            records += bytes([0, len(packet)]) + packet
    return records


class Fuzzer:
    """Runs the program for one target, in the target's folders."""

    def __init__(self, program: Path, options: argparse.Namespace) -> None:
        self.program = program
        self.options = options

    def ask(self, *arguments: str) -> list[str]:
        """Returns the lines that the program prints."""
        done = subprocess.run([self.program, *arguments], capture_output=True, text=True, env=quiet(), check=True)
        return done.stdout.splitlines()

    def prepare(self, target: str) -> Path:
        """Writes all seeds to the corpus."""
        corpus = OUTPUT / ("afresh" if self.options.afresh else "corpus") / target
        if self.options.afresh:
            shutil.rmtree(corpus, ignore_errors=True)
        corpus.mkdir(parents=True, exist_ok=True)
        (OUTPUT / "found").mkdir(exist_ok=True)
        seeds = [bytes.fromhex(line) for line in self.ask(f"--seeds={target}")]
        for kind in ("Seeds", "Regressions"):
            seeds += [hexadecimal(file) for file in (FOLDER / kind / target).glob("*.hex")]
        if target == "Replay" and self.options.capture:
            whole = received(self.options.capture)
            seeds += [whole[start : start + INPUT_LIMIT] for start in range(0, len(whole), INPUT_LIMIT)]
        for number, seed in enumerate(seeds):
            (corpus / f"seed-{number}").write_bytes(seed)
        return corpus

    def run(self, target: str, sources: str) -> Outcome:
        """Fuzzes one target."""
        corpus = self.prepare(target)
        outcome = Outcome(target)
        log = corpus.with_suffix(".log")
        command = [
            self.program, f"--target={target}", f"-max_total_time={self.options.seconds}", f"-max_len={INPUT_LIMIT}",
            "-len_control=20", f"-timeout={SLOWEST_INPUT}", f"-artifact_prefix={OUTPUT}/found/{target}-", corpus,
        ]  # fmt: skip
        with log.open("w") as output:
            done = subprocess.run(command, stdout=output, stderr=subprocess.STDOUT, env=quiet(), check=False)
        read(outcome, log, done.returncode)
        outcome.corpus = len(list(corpus.iterdir()))
        outcome.lines = self.coverage(target, sources.split(","), corpus)
        return outcome

    def coverage(self, target: str, sources: list[str], corpus: Path) -> str:
        """Returns the line coverage of the target's sources by the corpus."""
        if not self.options.llvm:
            return "-"
        raw, profile = corpus.with_suffix(".profraw"), corpus.with_suffix(".profdata")
        subprocess.run(
            [self.program, f"--target={target}", "-runs=0", corpus], capture_output=True, check=False,
            env=quiet() | {"LLVM_PROFILE_FILE": str(raw)},
        )  # fmt: skip
        if not raw.exists():
            return "-"
        subprocess.run([self.options.llvm / "llvm-profdata", "merge", "-o", profile, raw], check=True)
        raw.unlink()
        patterns = [f"{source}*" if "/" in source else source for source in sources]
        files = [file for pattern in patterns for file in (ROOT / "Sources").glob(pattern)]
        exported = subprocess.run(
            [
                self.options.llvm / "llvm-cov", "export", "-summary-only", f"-instr-profile={profile}", self.program,
                *files,
            ],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        lines = json.loads(exported.stdout)["data"][0]["totals"]["lines"]
        return f"{lines['percent']:.0f}% of {lines['count']}"


def quiet() -> dict[str, str]:
    """Returns an environment without Swift's backtraces and without a profile of each run."""
    return os.environ | {"SWIFT_BACKTRACE": "enable=no", "LLVM_PROFILE_FILE": "/dev/null"}


def read(outcome: Outcome, file: Path, status: int) -> None:
    """Reads the figures from libFuzzer's log."""
    log = file.read_text(errors="replace")
    if done := re.search(r"Done (\d+) runs in (\d+) second", log):
        outcome.executions, outcome.seconds = int(done[1]), int(done[2])
    elif states := re.findall(r"^#(\d+)\s.*exec/s: (\d+)", log, re.MULTILINE):
        outcome.executions = int(states[-1][0])
        outcome.seconds = outcome.executions // max(1, int(states[-1][1]))
    if states := re.findall(r"cov: (\d+) ft: (\d+)", log):
        outcome.edges, outcome.features = map(int, states[-1])
    if status == 0:
        return
    if found := re.search(r"Test unit written to (\S+)", log):
        outcome.found = Path(found[1])
        promise = re.search(r"Fatal error: (.*)", log) or re.search(r"ERROR: libFuzzer: (.*)", log)
        outcome.promise = promise[1] if promise else "the process ended"
    else:
        sys.exit(f"fuzz: {outcome.target} did not run: see {file.relative_to(ROOT)}")


def explain(outcome: Outcome) -> None:
    """Prints the failed check, and how to turn the input into a test."""
    assert outcome.found
    octets = outcome.found.read_bytes()
    text = outcome.found.with_suffix(".hex")
    lines = [octets[start : start + 32].hex(" ") for start in range(0, len(octets), 32)]
    text.write_text("\n".join([f"# {outcome.promise}", *lines]) + "\n")
    print(f"\n{outcome.target}: {outcome.promise}", file=sys.stderr)
    print(f"  again:     PROGRAM --target={outcome.target} {outcome.found.relative_to(ROOT)}", file=sys.stderr)
    print(
        f"  as a test: cp {text.relative_to(ROOT)} Tests/Fuzz/Regressions/{outcome.target}/CLAIM.hex", file=sys.stderr
    )


def main() -> None:
    """Runs all targets."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--seconds", type=int, default=60, help="for each target")
    parser.add_argument("--target", action="append", help="only these")
    parser.add_argument("--jobs", type=int, default=1, help="targets at a time")
    parser.add_argument("--afresh", action="store_true", help="start from the seeds, not from the stored corpus")
    parser.add_argument("--capture", type=Path, help="a btsnoop file as a seed for the target Replay")
    parser.add_argument("--llvm", type=Path, help="folder of llvm-profdata and llvm-cov, to report line coverage")
    options = parser.parse_args()
    if options.llvm and not shutil.which("llvm-cov", path=options.llvm):
        sys.exit(f"fuzz: there is no llvm-cov in {options.llvm}")

    fuzzer = Fuzzer(options.program.resolve(), options)
    targets = [line.split() for line in fuzzer.ask("--list")]
    if unknown := set(options.target or []) - {name for name, _ in targets}:
        sys.exit(f"fuzz: there is no target {' '.join(unknown)}; there are {' '.join(name for name, _ in targets)}")
    targets = [each for each in targets if not options.target or each[0] in options.target]

    outcomes = []
    print(HEADING, flush=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for outcome in pool.map(lambda each: fuzzer.run(*each), targets):
            outcomes.append(outcome)
            print(outcome.row, flush=True)
    broken = [outcome for outcome in outcomes if outcome.found]
    for outcome in broken:
        explain(outcome)
    count = sum(outcome.executions for outcome in outcomes)
    print(f"fuzz: {len(outcomes)} targets, {count:,} executions, {len(broken)} of them with a failed check")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
