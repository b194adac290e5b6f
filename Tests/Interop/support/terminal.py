"""A terminal with a simulated user."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import struct
import termios

from phone.journal import Journal
from watch.watch import REACTION

LINES, COLUMNS = 48, 140


class Terminal:
    """A pseudo-terminal that waits for text as a user does."""

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
        """Presses keys, after the time that a user needs to read the text."""
        asyncio.get_running_loop().call_later(REACTION, os.write, self.master, keys.encode())

    def close(self) -> None:
        """Closes both ends."""
        asyncio.get_running_loop().remove_reader(self.master)
        os.close(self.master)
        os.close(self.slave)
