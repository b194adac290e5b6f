"""Counts the instructions of a board's program, and makes traces for the workload `watch`."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from pathlib import Path

EMULATORS = {
    "pi-zero-w": ["qemu-arm", "-cpu", "arm1176"],
    "pi-zero-2-w": ["qemu-aarch64", "-cpu", "cortex-a53"],
    "pc": ["qemu-x86_64"],
}
TURNS = (0, 1)
"""With 0 turns, a program only prepares."""


def count(command: list[str], counter: Path) -> int:
    """Returns the number of instructions that the program executes.

    `counter` is the plugin for QEMU that counts them; the command begins with the emulator.
    """
    emulator, *rest = command
    with tempfile.TemporaryDirectory(prefix="belfry-count-") as folder:
        result = Path(folder) / "count"
        done = subprocess.run(
            [emulator, "-plugin", f"{counter},to={result}", *rest], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            text=True)
        if done.returncode:
            raise SystemExit(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.strip()}")
        return int(result.read_text())


def count_run(board: str, program: Path, counter: Path, workload: str, session: Path, *last: Path) -> int:
    """Returns the instructions of one run of a workload, without those that prepare it.

    `last` are more arguments, behind the number of turns.
    """
    command = [*EMULATORS[board], str(program), workload, str(session), "1"]
    few, many = (count([*command, str(turns), *map(str, last)], counter) for turns in TURNS)
    return many - few


def write_trace(replay: Path, bundle: Path, folder: Path, tolerated: float = 0) -> tuple[Path, Path]:
    """Replays a bundle, and returns its trace and its configuration file, for the workload `watch`.

    Ends this program if more than this share of the packets differs from those of the recorded watch.
    """
    trace, configuration = (folder / f"{bundle.stem}{suffix}" for suffix in (".trace", ".ini"))
    done = subprocess.run(
        [str(replay), "--trace", str(trace), str(bundle)], capture_output=True, text=True)
    found = re.search(r"^(\d+) packets, (\d+) differences$", done.stdout, re.MULTILINE)
    if not found or int(found[2]) > tolerated * int(found[1]):
        raise SystemExit(f"belfry-replay, {bundle}: {(done.stderr or done.stdout).strip()}")
    lines = (json.loads(line) for line in bundle.read_text(encoding="utf-8").splitlines())
    settings = [line for line in lines if line["type"] == "setting"]
    configuration.write_text(
        "".join(f"[{each['section']}]\n{each['name']} = {each['value']}\n" for each in settings), encoding="utf-8")
    return trace, configuration


def count_watch(board: str, program: Path, counter: Path, trace: Path, configuration: Path) -> int:
    """Returns the instructions of a watch that receives a trace, from its start.

    The program compares what the watch sends and shows with the replay.
    """
    return count_run(board, program, counter, "watch", trace, configuration)
