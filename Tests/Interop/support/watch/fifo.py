"""Named pipes between the harness and the watch.

The harness holds each pipe open for reading and writing, so that neither side waits for the other to open it and
nothing is lost when the watch is late.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
from collections.abc import Callable
from pathlib import Path


ROOM = 1 << 20
"""The octets that a pipe from the watch holds. The watch drops events while a pipe is full, and a busy machine may read
the events of a thousand notifications, 130 KB, too late for the usual 64 KiB."""


class LineReader:
    """Delivers each whole line that arrives in a pipe."""

    def __init__(self, path: Path, deliver: Callable[[bytes], None]) -> None:
        os.mkfifo(path, 0o600)
        self.path = path
        self.is_chunk_over = True
        """Whether the delivered line is the last one of those that were read together."""
        self._deliver = deliver
        self._rest = b""
        self._descriptor = os.open(path, os.O_RDWR | os.O_NONBLOCK)
        fcntl.fcntl(self._descriptor, fcntl.F_SETPIPE_SZ, ROOM)
        asyncio.get_running_loop().add_reader(self._descriptor, self._read)

    def drain(self) -> None:
        """Reads everything that is there."""
        while self._read():
            pass

    def _read(self) -> bool:
        """Reads a few lines: with many waiting, the other tasks of the loop get their turn in between."""
        try:
            chunk = os.read(self._descriptor, 4096)
        except BlockingIOError:
            return False
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for index, line in enumerate(lines):
            self.is_chunk_over = index == len(lines) - 1
            self._deliver(line)
        return True

    def close(self) -> None:
        """Reads the rest and closes the pipe."""
        self.drain()
        asyncio.get_running_loop().remove_reader(self._descriptor)
        os.close(self._descriptor)


class LineWriter:
    """Writes lines into a pipe."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path, 0o600)
        self.path = path
        self._descriptor = os.open(path, os.O_RDWR | os.O_NONBLOCK)

    def write(self, line: str) -> None:
        """Writes one line. A pipe holds far more than a test writes."""
        self.fill(line.encode() + b"\n")

    def fill(self, octets: bytes) -> None:
        """Writes these octets unchanged, as many as fit."""
        os.write(self._descriptor, octets)

    def close(self) -> None:
        """Closes the pipe."""
        os.close(self._descriptor)
