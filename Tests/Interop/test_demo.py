"""The demonstration itself: scripted, and in a terminal with somebody at the keys."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from phone.journal import SLOWNESS, Journal
from watch.watch import REACTION

DEMO = [sys.executable, str(Path(__file__).with_name("demo.py"))]
LINES, COLUMNS = 48, 140


class Terminal:
    """A pseudo-terminal with a person's eyes."""

    def __init__(self) -> None:
        self.master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        os.set_blocking(self.master, False)
        self.settings = termios.tcgetattr(self.slave)
        self.shown = ""
        self.output: Journal[str] = Journal()
        asyncio.get_running_loop().add_reader(self.master, self._read)

    def _read(self) -> None:
        self.shown += os.read(self.master, 65536).decode(errors="replace")
        self.output.append("")

    async def shows(self, text: str) -> None:
        """Waits until the text was written."""
        await self.output.wait(lambda _: text in self.shown, repr(text), max(0, self.output.mark - 1), deadline=20)

    def type(self, keys: str) -> None:
        """Presses keys, as soon as a person can who has seen what was written."""
        asyncio.get_running_loop().call_later(REACTION, os.write, self.master, keys.encode())

    def close(self) -> None:
        """Lets go of both ends."""
        asyncio.get_running_loop().remove_reader(self.master)
        os.close(self.master)
        os.close(self.slave)


@pytest.fixture
async def terminal() -> AsyncIterator[Terminal]:
    """A terminal that is large enough for the picture and the caption."""
    terminal = Terminal()
    yield terminal
    terminal.close()


@pytest.mark.timeout(120)
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
    result = subprocess.run(DEMO, capture_output=True, text=True, timeout=20, check=False, stdin=subprocess.DEVNULL)
    assert result.returncode == 64
    assert "terminal" in result.stderr
