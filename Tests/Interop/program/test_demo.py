"""The demonstration: scripted, and in a terminal with a simulated user."""

from __future__ import annotations

import asyncio
import fcntl
import re
import subprocess
import sys
import termios
from collections.abc import AsyncIterator

import pytest

from phone.journal import SLOWNESS
from terminal import Terminal
from watch.watch import ROOT

DEMO = [sys.executable, str(ROOT / "Tests/Interop/support/demo.py")]


@pytest.fixture
async def terminal() -> AsyncIterator[Terminal]:
    """A terminal that is large enough for the picture and the caption."""
    terminal = Terminal()
    yield terminal
    terminal.close()


@pytest.mark.timeout(120 * SLOWNESS)
def test_the_scripted_demonstration_passes() -> None:
    result = subprocess.run([*DEMO, "--scripted"], capture_output=True, text=True, timeout=100 * SLOWNESS, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    assert re.fullmatch(r"\d+ passed, 0 failed", result.stdout.splitlines()[-1])


@pytest.mark.parametrize("last_key", ["q", "\x03"])
async def test_a_person_pairs_and_quits(terminal: Terminal, last_key: str) -> None:
    process = await asyncio.create_subprocess_exec(
        *DEMO, stdin=terminal.slave, stdout=terminal.slave, stderr=terminal.slave, start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
    try:
        await terminal.shows("The same on the watch?")
        terminal.type("a")
        await terminal.shows("A WeChat message.")
        terminal.type(last_key)
        status = await asyncio.wait_for(process.wait(), 10 * SLOWNESS)
    finally:
        if process.returncode is None:
            process.kill()
    assert status == 0
    assert termios.tcgetattr(terminal.slave) == terminal.settings
    assert "\x1b[?1049l" in terminal.shown


def test_without_a_terminal_the_demonstration_says_so() -> None:
    result = subprocess.run(
        DEMO, capture_output=True, text=True, timeout=20 * SLOWNESS, check=False, stdin=subprocess.DEVNULL)
    assert result.returncode == 64
    assert "terminal" in result.stderr
