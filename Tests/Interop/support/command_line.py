"""Runs the watch to its end, and checks its message when it refuses to start."""

from __future__ import annotations

import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from phone.journal import SLOWNESS
from watch.watch import belfry_command


def run(*options: str) -> subprocess.CompletedProcess[str]:
    """Runs the watch to its end."""
    return subprocess.run(
        [*belfry_command(), *options], capture_output=True, text=True, timeout=10 * SLOWNESS, check=False,
        stdin=subprocess.DEVNULL)


def refused(status: int, word: str, *options: str) -> None:
    """Fails unless the watch ends with `status` and one line that names `word`."""
    result = run(*options)
    assert result.returncode == status, result.stderr
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert len(lines) == 1 and lines[0].startswith("belfry: ") and word in lines[0], result.stderr


def configuration(folder: Path, text: str) -> list[str]:
    """The options that give a watch this configuration."""
    path = folder / "belfry.ini"
    path.write_text(text)
    return ["--config", str(path)]


def flattened(options: dict[str, str]) -> list[str]:
    """Returns the options as a list of command-line arguments."""
    return [part for pair in options.items() for part in pair]


def settings(folder: Path, *lines: str) -> Path:
    """A configuration file."""
    path = folder / "belfry.ini"
    path.write_text("\n".join(lines) + "\n")
    return path


OUTPUTS = {"--events": "{}", "--capture": "{}", "--display": "trace:{}", "--haptics": "trace:{}"}
"""The options that name an output file."""


def becomes_true(condition: Callable[[], bool], watch: subprocess.Popen[str]) -> bool:
    """Waits until a condition is true, the watch has ended, or ten seconds have passed; returns whether it is true."""
    deadline = time.monotonic() + 10 * SLOWNESS
    while not condition() and watch.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    return condition()


def run_until(
    condition: Callable[[], bool], arguments: list[str], command: list[str] | None = None, **more: Any,
) -> None:
    """Runs the watch until a condition is true."""
    watch = subprocess.Popen(
        [*(command or belfry_command()), *arguments], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        **more)
    has_happened = becomes_true(condition, watch)
    watch.terminate()
    _, errors = watch.communicate(timeout=10 * SLOWNESS)
    assert watch.returncode == 0 and has_happened, errors


@pytest.fixture
def devices(tmp_path: Path) -> Iterator[dict[str, str]]:
    """Options under which every device opens; the controller never answers."""
    buttons = tmp_path / "buttons"
    buttons.touch(0o600)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        yield {
            "--hci": f"tcp:127.0.0.1:{silent.getsockname()[1]}", "--display": f"trace:{tmp_path / 'trace'}",
            "--buttons": f"pipe:{buttons}", "--state": str(tmp_path / "state")}
