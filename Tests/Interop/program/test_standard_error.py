"""A standard error that is not read: the watch continues, and counts the lines that it could not write."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import signal
import socket
import subprocess
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from command_line import flattened
from conformance import row
from phone.journal import DEADLINE, SLOWNESS
from watch.control import ControlClient
from watch.watch import belfry_command


class Unread:
    """A full standard error of some kind: `end` is the watch's, and `read` is the only reader."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.reader, self.end = self._make(kind, folder)
        # A description of its own, so that the watch's end stays one that waits.
        if kind == "socket":
            filling = socket.socket(fileno=os.dup(self.end))
            self._fill(lambda: filling.send(b"x" * 4096, socket.MSG_DONTWAIT))
            filling.close()
        elif kind == "terminal":
            # As Ctrl-S does.
            termios.tcflow(self.end, termios.TCOOFF)
        else:
            descriptor = os.open(f"/proc/self/fd/{self.end}", os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
            self._fill(lambda: os.write(descriptor, b"x" * 4096))
            os.close(descriptor)
        os.set_blocking(self.reader, False)

    @staticmethod
    def _make(kind: str, folder: Path) -> tuple[int, int]:
        if kind == "socket":
            one, other = socket.socketpair()
            return one.detach(), other.detach()
        if kind == "terminal":
            return pty.openpty()
        if kind == "fifo":
            os.mkfifo(folder / "errors")
            return (os.open(folder / "errors", os.O_RDONLY | os.O_NONBLOCK), os.open(folder / "errors", os.O_WRONLY))
        return os.pipe()

    @staticmethod
    def _fill(write) -> None:  # type: ignore[no-untyped-def]
        for _ in range(100_000):
            try:
                write()
            except BlockingIOError:
                return
        raise AssertionError("it never becomes full")

    def read(self) -> str:
        """Reads all that was written. A terminal stays open."""
        octets = b""
        if os.isatty(self.end):
            termios.tcflow(self.end, termios.TCOON)
        while True:
            try:
                octets += os.read(self.reader, 65_536)
            except BlockingIOError:
                return octets.decode(errors="replace").lstrip("x")

    def close(self) -> None:
        """Closes both ends."""
        os.close(self.reader)
        os.close(self.end)


class Wall:
    """A controller that does not answer, and disconnects when the test requests it."""

    def __init__(self) -> None:
        self._server = socket.create_server(("127.0.0.1", 0))
        self.spec = f"tcp:127.0.0.1:{self._server.getsockname()[1]}"
        self._server.settimeout(DEADLINE * SLOWNESS)

    def hang_up(self) -> None:
        """Accepts the next connection and ends it."""
        self._server.accept()[0].close()

    def close(self) -> None:
        """Ends it."""
        self._server.close()


@pytest.fixture
def wall() -> Iterator[Wall]:
    """A controller for tests that do not use it."""
    wall = Wall()
    yield wall
    wall.close()


@pytest.fixture(params=["pipe", "fifo", "socket", "terminal"])
def unread(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Unread]:
    """A standard error that is full."""
    unread = Unread(request.param, tmp_path)
    yield unread
    unread.close()


def start(
    wall: Wall, folder: Path, errors: int, *options: str, output: int = subprocess.DEVNULL,
) -> subprocess.Popen[bytes]:
    """A watch with damaged bonds, which reports them at the start."""
    (folder / "state").mkdir()
    for name in ("bonds", "bonds.copy"):
        (folder / "state" / name).write_bytes(b"damaged" * 40)
    os.mkfifo(folder / "buttons")
    given = {
        "--hci": wall.spec, "--display": f"trace:{folder / 'trace'}", "--buttons": f"pipe:{folder / 'buttons'}",
        "--state": str(folder / "state"), "--control": str(folder / "control")}
    return subprocess.Popen(
        [*belfry_command(), *flattened(given), *options], stdin=subprocess.DEVNULL, stdout=output,
        stderr=errors)


def complain(folder: Path) -> None:
    """Makes the watch write a line, by a button that does not exist."""
    (folder / "buttons").write_text("toes press\n")


async def until(condition, what: str) -> None:  # type: ignore[no-untyped-def]
    """Waits for an action of the watch."""
    for _ in range(int(DEADLINE * SLOWNESS * 20)):
        if condition():
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"it did not happen: {what}")


async def answers(folder: Path) -> None:
    """Fails if the watch does not answer a program."""
    await until((folder / "control").exists, "the control socket")
    client = await ControlClient.connect(folder / "control")
    client.ask(do="status")
    await client.answer(result="ok")
    client.close()


@row("Attacks", "unread standard error")
async def test_a_full_standard_error_holds_nothing_up(unread: Unread, wall: Wall, tmp_path: Path) -> None:
    watch = start(wall, tmp_path, unread.end)
    try:
        await answers(tmp_path)
        await asyncio.to_thread(wall.hang_up)
        await answers(tmp_path)
        complain(tmp_path)
        await answers(tmp_path)
        assert "belfry" not in unread.read(), "it was full"
        said = ""

        def is_told() -> bool:
            nonlocal said
            said += unread.read()
            return said.count("belfry: ") >= 2

        complain(tmp_path)
        await until(is_told, "the next line, behind the count")
        first = said[said.index("belfry: "):].splitlines()[0]
        assert re.fullmatch(r"belfry: [1-9]\d* lines? (is|are) missing here: standard error was not read", first)
    finally:
        watch.send_signal(signal.SIGTERM)
        status = await asyncio.to_thread(watch.wait, DEADLINE * SLOWNESS)
    assert status == 0


async def test_the_terminal_of_other_programs_keeps_its_mode(wall: Wall, tmp_path: Path) -> None:
    reader, end = os.pipe()
    watch = start(wall, tmp_path, end)
    await answers(tmp_path)
    assert os.get_blocking(end), "its description is shared with the program that started the watch"
    watch.send_signal(signal.SIGTERM)
    assert await asyncio.to_thread(watch.wait, DEADLINE * SLOWNESS) == 0
    os.close(reader)
    os.close(end)


async def test_a_full_standard_output_holds_nothing_up(unread: Unread, wall: Wall, tmp_path: Path) -> None:
    watch = start(wall, tmp_path, subprocess.DEVNULL, "--events", "-", output=unread.end)
    try:
        await answers(tmp_path)
        await asyncio.to_thread(wall.hang_up)
        await answers(tmp_path)
        assert "controller" not in unread.read(), "it was full"
        said = ""

        def is_told() -> bool:
            nonlocal said
            said += unread.read()
            return '"type":"controller"' in said or '"type":"dropped"' in said

        await asyncio.to_thread(wall.hang_up)
        await until(is_told, "the next event")
    finally:
        watch.send_signal(signal.SIGTERM)
        status = await asyncio.to_thread(watch.wait, DEADLINE * SLOWNESS)
    assert status == 0
