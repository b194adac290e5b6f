"""Options, devices that cannot be opened, stores that cannot be read: an exit status and one line."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import SessionMaker
from phone.journal import SLOWNESS
from session import Session
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


def flattened(options: dict[str, str]) -> list[str]:
    """Options as they stand on a command line."""
    return [part for pair in options.items() for part in pair]


@pytest.fixture
def devices(tmp_path: Path) -> Iterator[dict[str, str]]:
    """Options under which every device opens; the controller never answers."""
    buttons = tmp_path / "buttons"
    buttons.touch()
    with socket.create_server(("127.0.0.1", 0)) as silent:
        yield {
            "--hci": f"tcp:127.0.0.1:{silent.getsockname()[1]}", "--display": f"trace:{tmp_path / 'trace'}",
            "--buttons": f"pipe:{buttons}", "--state": str(tmp_path / "state")}


def test_help_and_version_go_to_standard_output() -> None:
    for option in ("--help", "--version"):
        result = run(option)
        assert result.returncode == 0 and "elfry" in result.stdout and result.stderr == ""


@pytest.mark.parametrize(("options", "word"), [
    (["--nonsense"], "nonsense"), (["--hci", "carrier-pigeon"], "carrier-pigeon"), (["--hci"], "hci"),
    (["--hci", "tcp:127.0.0.1:99999"], "99999"), (["--display", "paper"], "paper"), (["--buttons", "toes"], "toes"),
    (["--pairing-window", "soon"], "soon"), (["--display", "i2c:/dev/i2c-1@0x99"], "0x99"), (["surplus"], "surplus"),
    (["--name", "x" * 40], "name"),
])
def test_bad_usage(options: list[str], word: str) -> None:
    refused(64, word, *options)


@pytest.mark.parametrize(("content", "word"), [
    ("[watch]\npairing-window = soon\n", "soon"), ("[display]\nbrightness = 999\n", "999"),
    ("[tower]\nbell = 1\n", "tower"), ("[watch]\nsecurity = lax\n", "lax"),
    ("[watch]\nsecurity = none-confirm\n", "buttons"), ("[buttons]\nchip = none\n", "none-confirm"),
])
def test_bad_configuration(tmp_path: Path, content: str, word: str) -> None:
    config = tmp_path / "belfry.ini"
    config.write_text(content)
    refused(78, word, "--config", str(config))


def test_a_configuration_that_is_not_there(tmp_path: Path) -> None:
    refused(78, "none.ini", "--config", str(tmp_path / "none.ini"))


@pytest.mark.parametrize(("option", "value", "word"), [
    ("--hci", "tcp:127.0.0.1:1", "127.0.0.1:1"), ("--hci", "unix:/nowhere/hci", "/nowhere/hci"),
    ("--hci", "uart:/dev/nowhere", "/dev/nowhere"), ("--display", "i2c:/dev/i2c-nowhere", "/dev/i2c-nowhere"),
    ("--display", "trace:/nowhere/trace", "/nowhere/trace"), ("--buttons", "gpio:nowhere", "nowhere"),
    ("--buttons", "pipe:/nowhere/buttons", "/nowhere/buttons"), ("--events", "/nowhere/events", "/nowhere/events"),
    ("--capture", "/nowhere/capture", "/nowhere/capture"),
])
def test_devices_that_cannot_be_opened(devices: dict[str, str], option: str, value: str, word: str) -> None:
    refused(69, word, *flattened({**devices, option: value}))


def test_a_bond_store_that_cannot_be_made(devices: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    refused(74, "file/state", *flattened({**devices, "--state": str(tmp_path / "file/state")}))


async def test_a_damaged_bond_store_is_set_aside(paired: Session) -> None:
    await paired.phone.disconnect()
    assert await paired.watch.stop() == 0
    copies = list(paired.state.iterdir())
    damaged = bytearray(copies[0].read_bytes())
    damaged[len(damaged) // 2] ^= 0x55
    for copy in copies:
        copy.write_bytes(damaged)
    await paired.start_watch()
    aside = [file for file in paired.state.iterdir() if file.read_bytes() == bytes(damaged)]
    assert len(aside) == len(copies) == 2 and not set(aside) & set(copies)
    paired.phone.forget_watch()
    await paired.pair()
    await paired.phone.disconnect()
    assert await paired.watch.stop() == 0
    assert len(paired.watch.errors.splitlines()) == 1 and "bond" in paired.watch.errors


async def test_sigterm_ends_the_watch_from_every_state(paired: Session) -> None:
    assert await paired.watch.stop() == 0


async def test_the_hold_time_is_the_owners_choice(make_session: SessionMaker, tmp_path: Path) -> None:
    configuration = tmp_path / "belfry.ini"
    configuration.write_text("[watch]\nhold-time = 300\n")
    session = await make_session("--config", str(configuration))
    await session.pair()
    await session.watch.screen_is("clock")
    # A script holds a button a little longer than that, and less than the 800 ms of a watch without the setting.
    session.watch.press("decline", "hold")
    await session.watch.screen_is("menu")
