"""The watch under a service manager: sd_notify(3) with systemd's rules."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from command_line import becomes_true, flattened, refused
from phone.journal import SLOWNESS, Journal
from session import Session
from watch.watch import ROOT, belfry_command


class Manager:
    """The socket of a service manager, and the messages that arrived there."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.messages: Journal[str] = Journal()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        self._socket.bind(address)
        asyncio.get_running_loop().add_reader(self._socket, self._receive)

    def _receive(self) -> None:
        self.messages.append(self._socket.recv(4096).decode())

    async def start(self, session: Session, *environment: str) -> None:
        """Restarts the session's watch as a service of this manager."""
        await session.watch.stop()
        name = self.address.replace("\0", "@")
        await session.start_watch(["env", f"NOTIFY_SOCKET={name}", *environment, *belfry_command()])

    async def hears(self, message: str, since: int = 0) -> None:
        """Waits for this message."""
        await self.messages.wait(lambda heard: heard == message, message, since)

    def close(self) -> None:
        """Closes the socket."""
        asyncio.get_running_loop().remove_reader(self._socket)
        self._socket.close()


@pytest_asyncio.fixture(params=["path", "abstract"])
async def manager(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Manager]:
    """A manager at a path, or at an abstract name."""
    manager = Manager(str(tmp_path / "notify") if request.param == "path" else f"\0belfry-{os.getpid()}")
    yield manager
    manager.close()


@pytest.mark.board
async def test_a_service_is_ready_when_it_advertises_alive_and_stopping_at_the_end(
    session: Session, manager: Manager,
) -> None:
    await manager.start(session, "WATCHDOG_USEC=600000")
    await manager.hears("READY=1")
    await manager.hears("STATUS=advertising: notBonded")
    for _ in range(3):
        await manager.hears("WATCHDOG=1", since=manager.messages.mark)
    assert await session.watch.stop() == 0
    await manager.hears("STOPPING=1")
    assert manager.messages.items.count("READY=1") == 1
    assert manager.messages.items[-1] == "STOPPING=1"


async def test_the_status_follows_the_phone(session: Session, manager: Manager) -> None:
    await manager.start(session)
    await session.pair()
    await manager.hears("STATUS=ready")
    mark = manager.messages.mark
    await session.phone.disconnect()
    await manager.hears("STATUS=advertising: noPhone", since=mark)
    # The manager did not request watchdog messages.
    assert "WATCHDOG=1" not in manager.messages.items


async def test_a_watchdog_of_another_process_is_not_ours(session: Session, manager: Manager) -> None:
    await manager.start(session, "WATCHDOG_USEC=200000", "WATCHDOG_PID=1")
    await session.pair()
    await manager.hears("STATUS=ready")
    assert "WATCHDOG=1" not in manager.messages.items


async def test_a_manager_that_is_gone_is_not_missed(session: Session, manager: Manager) -> None:
    await manager.start(session, "WATCHDOG_USEC=200000")
    await manager.hears("READY=1")
    manager._socket.shutdown(socket.SHUT_RD)
    await session.pair()
    assert await session.watch.stop() == 0


def test_the_settings_of_the_package_are_read_and_say_what_holds_without_them(tmp_path: Path) -> None:
    settings = ROOT / "Board/debian/belfry.conf"
    said = [line.removeprefix("#") for line in settings.read_text().splitlines() if not line.startswith("# ")]
    uncommented = tmp_path / "belfry.conf"
    uncommented.write_text("\n".join(said) + "\n")
    (tmp_path / "buttons").touch(0o600)
    for config in (settings, uncommented):
        # It gets as far as the controller that is not there.
        refused(
            69, "/nowhere/hci", "--config", str(config), "--hci", "unix:/nowhere/hci", "--display",
            f"trace:{tmp_path / 'trace'}", "--buttons", f"pipe:{tmp_path / 'buttons'}", "--state",
            str(tmp_path / "state"))


def test_the_recipe_for_a_recording_keeps_it() -> None:
    """A restart after a fault would begin the capture again, and the fault would be lost."""
    page = (ROOT / "Documentation/making/troubleshooting.md").read_text()
    recipes = [block.split("```")[0] for block in page.split("```ini")[1:] if "--capture" in block.split("```")[0]]
    assert len(recipes) == 1
    assert "Restart=no" in recipes[0].split()


@pytest.mark.parametrize("is_ignored", [True, False])
def test_a_watch_that_nohup_started_outlives_its_terminal(
        devices: dict[str, str], tmp_path: Path, is_ignored: bool) -> None:
    path, buttons = tmp_path / "events", tmp_path / "fifo"
    os.mkfifo(buttons, 0o600)
    with subprocess.Popen(
            [*belfry_command(), *flattened(devices), "--events", str(path), "--buttons", f"pipe:{buttons}"],
            stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN if is_ignored else signal.SIG_DFL)) as watch:
        assert becomes_true(lambda: path.exists() and b'"type":"state"' in path.read_bytes(), watch)
        watch.send_signal(signal.SIGHUP)
        if is_ignored:
            buttons.write_text("select\n")
            assert becomes_true(lambda: b'"type":"button"' in path.read_bytes(), watch)
            watch.terminate()
        _, errors = watch.communicate(timeout=10 * SLOWNESS)
    assert watch.returncode == 0, errors


@pytest.mark.parametrize(("zone", "is_known"), [
    ("Europe/Berlin", True), ("CET-1CEST,M3.5.0,M10.5.0/3", True), ("UTC", True), ("", True),
    # Summer time without a rule, a name that does not exist, a file without a zone.
    ("AEST-10AEDT", False), ("Europe/Berlinn", False), ("/etc/passwd", False),
])
def test_a_time_zone_that_is_unknown_is_reported(
        devices: dict[str, str], tmp_path: Path, zone: str, is_known: bool) -> None:
    path = tmp_path / "events"
    with subprocess.Popen(
            [*belfry_command(), *flattened(devices), "--events", str(path)], stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, env={**os.environ, "TZ": zone}) as watch:
        assert becomes_true(lambda: path.exists() and b'"type":"state"' in path.read_bytes(), watch)
        watch.terminate()
        _, errors = watch.communicate(timeout=10 * SLOWNESS)
    assert watch.returncode == 0, errors
    assert ("TZ names no time zone" in errors) == (not is_known), errors
