"""A guest whose time skips idle periods, for one scenario of `virtual_time.py`."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from pathlib import Path

from bench import BINARY
from machine import ADVICE, PROCESS_ONE, ROOT, STARTER

# 2026-11-20T19:30:00Z, in nanoseconds.
START = 1_795_203_000 * 10**9
WALL_SECONDS = 1200


async def _read_to_end(process: asyncio.subprocess.Process, log: Path) -> str:
    """What the guest prints until its script has ended; `log` grows with it."""
    assert process.stdout
    with log.open("wb") as file:
        while (line := await process.stdout.readline()) and b"the script ended" not in line:
            file.write(line.replace(b"\r\n", b"\n"))
            file.flush()
    return log.read_text(errors="replace")


async def told(folder: Path, scenario: str, *arguments: int) -> str:
    """Boots a guest that runs this scenario, and returns its log."""
    folder.mkdir()
    words = [sys.executable, "-B", str(ROOT / "Tests/Kernel/virtual_time.py"), scenario, *map(str, arguments)]
    # The same for each run of a scenario, because the kernel mixes its command line into its random numbers.
    command = [
        *STARTER, "mem=320M", "root=/dev/root", "rootfstype=hostfs", "rootflags=/", "ro", f"init={PROCESS_ONE}",
        "con0=null,fd:1", "con=null", "console=tty0", "quiet", "ssl=null", "uml_dir=./",
        "time-travel=inf-cpu", f"time-travel-start={START}", "seed=belfry", f"script={','.join(words)}",
        f"BELFRY={BINARY}", "PYTHONHASHSEED=0", "LC_ALL=C.UTF-8", "TMPDIR=/run"]
    process = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        start_new_session=True, cwd=folder)
    try:
        async with asyncio.timeout(WALL_SECONDS):
            text = await _read_to_end(process, folder / "log.txt")
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
    assert "the scenario ended well" in text, f"{text[-4000:]}\n({ADVICE})"
    # The kernel's output before that line contains addresses.
    return text[text.index(" watch "):text.index("the scenario ended well")]
