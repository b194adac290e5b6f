"""The Debian package, in a Debian that has booted: `make deb-test`. Needs root, and some seconds."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from package.system import System
from phone.log import Kind
from phone.harness import Harness
from watch.watch import REACTION

pytestmark = pytest.mark.skipif("BELFRY_PACKAGE" not in os.environ, reason="make deb-test runs it")

BENCH = """
[Service]
ExecStart=
ExecStart=/usr/bin/belfry --config /etc/belfry.conf --hci unix:/test/hci --display trace:/run/belfry/trace \\
  --buttons pipe:/test/buttons --events /run/belfry/events --control /run/belfry/control
WatchdogSec=2
RestartSec=1
"""
"""The service as it is, but for its devices, and with less patience."""
BLUETOOTHD = "[Service]\nExecStart=/bin/sleep infinity\n[Install]\nWantedBy=multi-user.target\n"


class Computer:
    """A Debian where bluetoothd runs, and a controller and buttons for the watch."""

    def __init__(self, folder: Path) -> None:
        self.system = System(Path(os.environ["BELFRY_SYSTEM"]), folder / "root")
        units = self.system.root / "etc/systemd/system"
        (units / "belfry.service.d").mkdir()
        (units / "belfry.service.d/bench.conf").write_text(BENCH)
        (units / "bluetooth.service").write_text(BLUETOOTHD)
        bench = self.system.root / "test"
        bench.mkdir(mode=0o777)
        self.buttons = bench / "buttons"
        os.mkfifo(self.buttons)
        self.buttons.chmod(0o666)
        (bench / "belfry.deb").write_bytes(Path(os.environ["BELFRY_PACKAGE"]).read_bytes())
        self.harness = Harness(wire="unix", folder=bench)

    async def start(self) -> None:
        """Boots it, with bluetoothd."""
        await self.harness.start()
        (self.system.root / "test/hci").chmod(0o666)
        await self.runs(self.system.boot)
        await self.does("systemctl", "start", "bluetooth.service")

    async def runs(self, function, *arguments):  # type: ignore[no-untyped-def]
        """Lets something take its time while the controller and the phone live."""
        return await asyncio.to_thread(function, *arguments)

    async def does(self, *command: str) -> str:
        """Runs a command that has to succeed."""
        return await self.runs(self.system.does, *command)

    async def becomes(self, unit: str, name: str, value: str) -> None:
        """Waits until systemd knows this of a unit."""
        await self.runs(self.system.wait, lambda: self.system.property(unit, name) == value, f"{unit} {name}={value}")


@pytest_asyncio.fixture
async def computer(tmp_path: Path) -> AsyncIterator[Computer]:
    """It has booted; the watch is not installed yet."""
    computer = Computer(tmp_path)
    await computer.start()
    yield computer
    computer.system.end()
    await computer.harness.stop()


@pytest.mark.timeout(240)
async def test_the_package_from_its_installation_to_its_end(computer: Computer) -> None:
    before = await computer.runs(computer.system.files)
    said = await computer.does("dpkg", "--install", "/test/belfry.deb")
    assert "?" not in said
    # Installed is started, and started is advertising; bluetoothd has made room, and cannot come back.
    await computer.becomes("belfry.service", "StatusText", "advertising: notBonded")
    assert await computer.does("systemctl", "is-enabled", "belfry") == "enabled\n"
    assert computer.system.property("bluetooth.service", "ActiveState") == "inactive"
    assert "bluetooth.service is stopped" in await computer.does("journalctl", "--unit", "belfry", "--no-pager")
    await computer.does("systemctl", "start", "bluetooth.service")
    assert computer.system.property("bluetooth.service", "ActiveState") == "inactive"
    assert computer.system.property("belfry.service", "ActiveState") == "active"

    await pair(computer)
    await reset_radio(computer)
    await hang(computer)
    await stop(computer)

    await computer.does("dpkg", "--remove", "belfry")
    kept = await computer.runs(computer.system.files) - before
    assert "/etc/belfry.conf" in kept and "/var/lib/private/belfry" in kept and "/usr/bin/belfry" not in kept
    await computer.does("dpkg", "--purge", "belfry")
    left = await computer.runs(computer.system.files) - before
    # Groups are shared with other packages and stay, and with them the databases' copies.
    assert {path for path in left if not path.startswith("/etc/g")} == set()


async def pair(computer: Computer) -> None:
    """In its sandbox the service reaches its radio and its buttons, and keeps a bond."""
    await computer.harness.phone.connect()
    await computer.harness.log.wait_for(Kind.PHONE, "code")
    await asyncio.sleep(REACTION)
    computer.buttons.write_text("accept\n")
    await computer.harness.log.wait_for(Kind.PHONE, "paired")
    await computer.becomes("belfry.service", "StatusText", "ready")
    bonds = list((computer.system.root / "var/lib/private/belfry").iterdir())
    assert bonds and all(file.stat().st_mode & 0o777 == 0o600 and file.stat().st_uid > 60000 for file in bonds)


async def reset_radio(computer: Computer) -> None:
    """The watch's request has the driver bound again, and is removed. The driver here is a folder."""
    driver = computer.system.root / "test/driver"
    driver.mkdir()
    (driver / "serial0-0").symlink_to("/sys/devices")
    units = computer.system.root / "run/systemd/system/belfry-reset-radio.service.d"
    await computer.does("mkdir", "-p", f"/run/systemd/system/{units.name}")
    bench = "[Service]\nReadWritePaths=/test/driver\nExecStart=\n" \
        "ExecStart=/usr/libexec/belfry/reset-radio /run/belfry/reset-radio /test/driver\n"
    await computer.does("sh", "-c", f"printf '{bench}' >/run/systemd/system/{units.name}/bench.conf")
    await computer.does("systemctl", "daemon-reload")
    await computer.does("touch", "/run/belfry/reset-radio")
    await computer.runs(
        computer.system.wait, lambda: (driver / "bind").exists() and (driver / "bind").read_text() == "serial0-0",
        "the reset of the radio")
    await computer.becomes("belfry-reset-radio.service", "ActiveState", "inactive")
    assert (driver / "unbind").read_text() == "serial0-0"
    assert computer.system.property("belfry-reset-radio.service", "Result") == "success"
    await computer.does("test", "!", "-e", "/run/belfry/reset-radio")


async def hang(computer: Computer) -> None:
    """A watch that hangs is ended by the watchdog and started again, while bluetoothd stays out."""
    await computer.does("systemctl", "kill", "--signal=STOP", "belfry.service")
    await computer.becomes("belfry.service", "NRestarts", "1")
    await computer.becomes("belfry.service", "StatusText", "advertising: noPhone")
    assert computer.system.property("bluetooth.service", "ActiveState") == "inactive"


async def stop(computer: Computer) -> None:
    """It ends when it is told to, and the radio is free again."""
    await computer.does("systemctl", "stop", "belfry.service")
    assert computer.system.property("belfry.service", "Result") == "success"
    assert computer.system.property("belfry.service", "ExecMainStatus") == "0"
    await computer.does("systemctl", "start", "bluetooth.service")
    assert computer.system.property("bluetooth.service", "ActiveState") == "active"


@pytest.mark.timeout(120)
async def test_the_unit_is_well_formed_and_keeps_little_in_reach(computer: Computer) -> None:
    await computer.does("dpkg", "--install", "/test/belfry.deb")
    unit = "/usr/lib/systemd/system/belfry.service"
    assert await computer.runs(computer.system.output, "systemd-analyze", "--man=no", "verify", unit) == ""
    # 100 means a service without any restriction. The service needs the radio's capability and sockets, and two kinds
    # of devices.
    await computer.does("systemd-analyze", "security", "--offline=true", "--threshold=20", unit)
