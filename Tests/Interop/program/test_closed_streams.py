"""Standard streams that end while the watch runs: it goes on, and does not wait for them any more."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from command_line import flattened
from phone.journal import DEADLINE, SLOWNESS
from watch.watch import belfry_command

pytestmark = pytest.mark.skipif(bool(os.environ.get("BELFRY_RUNNER")), reason="the runner is another process")

BUTTONS, EVENTS = 1, 2
"""The numbers that the loop of the watch gives to these sources."""
REGISTRATION = re.compile(r"^tfd:.* data: *([0-9a-f]+)", re.MULTILINE)


def waited_for(process: int) -> set[int]:
    """The sources that the kernel reports to the loop of a watch."""
    for link in Path(f"/proc/{process}/fd").iterdir():
        if os.readlink(link) == "anon_inode:[eventpoll]":
            registrations = Path(f"/proc/{process}/fdinfo/{link.name}").read_text()
            return {int(data, 16) for data in REGISTRATION.findall(registrations)}
    return set()


def becomes(condition: Callable[[], bool], what: str) -> None:
    """Waits until a condition is true."""
    end = time.monotonic() + DEADLINE * SLOWNESS
    while not condition():
        assert time.monotonic() < end, f"this does not become true: {what}"
        time.sleep(0.02)


@contextmanager
def running(options: dict[str, str], **streams: object) -> Iterator[subprocess.Popen[bytes]]:
    """A watch with these streams. Fails unless it ends well when it is asked to."""
    watch = subprocess.Popen([*belfry_command(), *flattened(options)], **streams)  # type: ignore[call-overload]
    try:
        yield watch
        assert watch.poll() is None, "the watch goes on"
    finally:
        watch.terminate()
        status = watch.wait(DEADLINE * SLOWNESS)
    assert status == 0


def test_the_end_of_standard_input_is_reported_once(devices: dict[str, str]) -> None:
    with running({**devices, "--buttons": "keyboard"}, stdin=subprocess.PIPE) as watch:
        becomes(lambda: BUTTONS in waited_for(watch.pid), "the watch waits for keys")
        assert watch.stdin
        watch.stdin.close()
        becomes(lambda: BUTTONS not in waited_for(watch.pid), "the watch waits for no keys")


def test_a_standard_output_that_was_closed_is_reported_once(devices: dict[str, str]) -> None:
    reader, output = socket.socketpair()
    filler = output.dup()
    with pytest.raises(BlockingIOError):
        while True:
            filler.send(b"x" * 4096, socket.MSG_DONTWAIT)
    with running(
            {**devices, "--events": "-"}, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.PIPE) as watch:
        becomes(lambda: EVENTS in waited_for(watch.pid), "the watch waits for room")
        reader.close()
        becomes(lambda: EVENTS not in waited_for(watch.pid), "the watch waits for no room")
        assert watch.stderr and b"cannot write to the event log" in watch.stderr.readline()
    filler.close()
    output.close()
