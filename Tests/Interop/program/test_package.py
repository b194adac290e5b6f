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
from watch import bonds

pytestmark = pytest.mark.skipif("BELFRY_PACKAGE" not in os.environ, reason="make deb-test runs it")

BENCH = """
[Service]
# After a restart it is there already.
ExecStartPre=-/usr/bin/mkfifo --mode=600 /run/belfry/buttons
ExecStart=
ExecStart=/usr/bin/belfry --config /etc/belfry.conf --hci unix:/test/hci --display trace:/run/belfry/trace \\
  --buttons pipe:/run/belfry/buttons --events /run/belfry/events --control /run/belfry/control
WatchdogSec=2
RestartSec=1
"""
"""The service with other devices and shorter timeouts."""
DRIVER = "/sys/bus/serial/drivers/hci_uart_bcm"
DEVICES = "/sys/bus/serial/devices"
REQUEST = "/run/belfry/reset-radio"
HELPER = "belfry-reset-radio"
PROBE = r"""#!/bin/sh
# Records the rights that the helper's unit leaves to a program, in a folder that the program may write.
exec >/run/belfry/probe 2>/dev/null
# The names of files and folders that can be opened for writing, and written to.
find / \( -path /proc -o -path /run/belfry/probe \) -prune -o -type f -print | while read -r path; do
  true >>"$path" && echo "$path"
done
find / -path /proc -prune -o -type d -print | while read -r path; do
  true >"$path/probed" && echo "$path" && rm "$path/probed"
done
cat /proc/self/status
perl -e 'for (1, 2, 31) { print "socket $_\n" if socket my $one, $_, 1, 0 }'
kill -0 1 && echo "signals"
unshare --mount true && echo "namespaces"
find /dev -type b
echo "end"
"""
"""A program in the place of the helper's script."""
PROBED = r"[Service]\nExecStart=\nExecStart=/bin/sh /test/probe\n"
OWN = ("/tmp", "/var/tmp", "/dev", "/run/private/belfry")
"""Folders that the unit does not share with other programs, and the watch's."""
LEFT = ["CapEff:\t0000000000000002", "CapBnd:\t0000000000000002", "NoNewPrivs:\t1", "Seccomp:\t2", "end"]
"""What a program in the helper's place can do beside that: it has CAP_DAC_OVERRIDE; no sockets, signals or disks."""
NEXT = "/tmp/next.deb"
MAKE_NEXT = f"""
set -e
dpkg-deb --raw-extract /test/belfry.deb /tmp/next
sed -i 's/^Version: .*/&.next/' /tmp/next/DEBIAN/control
echo '# of the next version' >>/tmp/next/etc/belfry.conf
dpkg-deb --build /tmp/next {NEXT}
"""
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
        (bench / "probe").write_text(PROBE)
        (bench / "belfry.deb").write_bytes(Path(os.environ["BELFRY_PACKAGE"]).read_bytes())
        self.harness = Harness(wire="unix", folder=bench)

    async def start(self) -> None:
        """Boots it, with bluetoothd."""
        await self.harness.start()
        (self.system.root / "test/hci").chmod(0o666)
        await self.runs(self.system.boot)
        await self.does("systemctl", "start", "bluetooth.service")

    async def runs(self, function, *arguments):  # type: ignore[no-untyped-def]
        """Runs a blocking call while the controller and the phone continue."""
        return await asyncio.to_thread(function, *arguments)

    async def does(self, *command: str) -> str:
        """Runs a command, and fails if its exit status is not 0."""
        return await self.runs(self.system.does, *command)

    async def becomes(self, unit: str, name: str, value: str) -> None:
        """Waits until a property of a unit has this value."""
        await self.runs(self.system.wait, lambda: self.system.property(unit, name) == value, f"{unit} {name}={value}")


@pytest_asyncio.fixture
async def computer(tmp_path: Path) -> AsyncIterator[Computer]:
    """The booted system, without the package."""
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


@pytest.mark.timeout(240)
async def test_an_upgrade_restarts_the_watch_and_keeps_its_phone(computer: Computer) -> None:
    await install(computer)
    await computer.becomes("belfry.service", "StatusText", "advertising: notBonded")
    await pair(computer)
    phones, process = paired_phones(computer), computer.system.property("belfry.service", "MainPID")
    await make_next_package(computer)
    await install(computer, NEXT)
    assert await computer.does("systemctl", "is-active", "belfry") == "active\n"
    assert computer.system.property("belfry.service", "MainPID") not in ("0", process)
    await computer.becomes("belfry.service", "StatusText", "advertising: noPhone")
    assert paired_phones(computer) == phones


@pytest.mark.timeout(240)
async def test_an_upgrade_follows_the_administrators_decisions(computer: Computer) -> None:
    await install(computer)
    await computer.does("systemctl", "disable", "--now", "belfry.service")
    changed = await change_settings(computer)
    await make_next_package(computer)
    await install(computer, NEXT)
    assert computer.system.output("systemctl", "is-enabled", "belfry") == "disabled"
    assert computer.system.property("belfry.service", "ActiveState") == "inactive"
    assert await computer.does("cat", "/etc/belfry.conf") == changed


@pytest.mark.timeout(240)
async def test_a_package_that_was_removed_comes_back_as_it_was(computer: Computer) -> None:
    await install(computer)
    await computer.becomes("belfry.service", "StatusText", "advertising: notBonded")
    await pair(computer)
    changed = await change_settings(computer)
    await computer.does("dpkg", "--remove", "belfry")
    assert computer.system.run("test", "-e", "/usr/bin/belfry").returncode != 0
    phones = paired_phones(computer)
    await install(computer)
    assert await computer.does("systemctl", "is-enabled", "belfry") == "enabled\n"
    await computer.becomes("belfry.service", "StatusText", "advertising: noPhone")
    assert paired_phones(computer) == phones
    assert await computer.does("cat", "/etc/belfry.conf") == changed


@pytest.mark.timeout(240)
@pytest.mark.parametrize(("decision", "state"), [("enable", "active"), ("disable", "inactive")])
async def test_a_package_that_was_removed_gives_the_radio_back(computer: Computer, decision: str, state: str) -> None:
    await computer.does("systemctl", decision, "bluetooth.service")
    await install(computer)
    await computer.becomes("belfry.service", "StatusText", "advertising: notBonded")
    assert computer.system.property("bluetooth.service", "ActiveState") == "inactive"
    await computer.does("dpkg", "--remove", "belfry")
    assert computer.system.property("bluetooth.service", "ActiveState") == state


async def install(computer: Computer, package: str = "/test/belfry.deb") -> None:
    """Installs a package, perhaps over another version. Settings that the administrator has changed are kept."""
    await computer.does("dpkg", "--install", "--force-confold", package)


async def make_next_package(computer: Computer) -> None:
    """Makes a later version of the package, with other settings of its own."""
    await computer.does("sh", "-c", MAKE_NEXT)


async def change_settings(computer: Computer) -> str:
    """Changes the settings as an administrator does, and returns them."""
    await computer.does("sh", "-c", "echo '# changed' >>/etc/belfry.conf")
    return await computer.does("cat", "/etc/belfry.conf")


def paired_phones(computer: Computer) -> list[tuple[str, bytes, bytes]]:
    """The identities and the keys of the phones in the bond store; at least one."""
    record = bonds.stored(computer.system.root / "var/lib/private/belfry")
    assert record.bonds
    return [(bond.identity, bond.irk, bond.ltk) for bond in record.bonds]


async def pair(computer: Computer) -> None:
    """In its sandbox the service reaches its radio and its buttons, and keeps a bond."""
    await computer.harness.phone.connect()
    await computer.harness.log.wait_for(Kind.PHONE, "code")
    # The code takes no answer before it has been on the display for a while.
    await computer.runs(
        computer.system.wait, lambda: '"prompt"' in computer.system.output("cat", "/run/belfry/events"), "the prompt")
    await computer.does("sh", "-c", "echo accept >/run/belfry/buttons")
    await computer.harness.log.wait_for(Kind.PHONE, "paired")
    await computer.becomes("belfry.service", "StatusText", "ready")
    files = list((computer.system.root / "var/lib/private/belfry").iterdir())
    assert files and all(file.stat().st_mode & 0o777 == 0o600 and file.stat().st_uid > 60000 for file in files)


async def reset_radio(computer: Computer) -> None:
    """The unit of the package serves the watch's requests. In the place of sysfs is a folder with a driver."""
    await computer.does("mount", "-t", "tmpfs", "-o", "mode=755", "tmpfs", "/sys/bus")
    await computer.does("mkdir", "-p", DRIVER)
    await computer.does("ln", "-s", "/sys/devices", f"{DRIVER}/serial0-0")
    await computer.does("mkdir", "-p", f"{DEVICES}/serial0", f"{DEVICES}/serial0-0")
    await computer.does("install", "-m", "200", "/dev/null", f"{DRIVER}/bind")
    await computer.does("install", "-m", "200", "/dev/null", f"{DRIVER}/unbind")
    assert computer.system.property(f"{HELPER}.path", "ActiveState") == "active"
    for _ in range(2):
        await request_reset(computer)
    # The folder of the requests goes with the watch, and comes back.
    await computer.does("systemctl", "stop", "belfry.service")
    await computer.does("systemctl", "start", "belfry.service")
    await request_reset(computer)
    await refuse_what_is_no_request(computer)
    # A reset that could not bind the chip leaves it without a driver.
    await computer.does("rm", f"{DRIVER}/serial0-0")
    await request_reset(computer, unbound="")
    await keep_the_helper_in(computer)
    await computer.does("umount", "/sys/bus")


async def as_the_watch(computer: Computer, command: str) -> None:
    """Runs a command as the user of the service, whom systemd has made, and with what the service sees of the files."""
    process = computer.system.property("belfry.service", "MainPID")
    user, group = (await computer.does("stat", "--format", "%u %g", "/run/belfry/")).split()
    assert int(user) > 60000
    await computer.does(
        "nsenter", f"--target={process}", "--mount", "--root", "setpriv", f"--reuid={user}", f"--regid={group}",
        "--clear-groups", "--bounding-set=-all", "sh", "-c", command)


async def request_reset(computer: Computer, unbound: str = "serial0-0") -> None:
    """The watch writes the number of the round; the driver is unbound and bound, and the request is removed."""
    await computer.does("truncate", "--size=0", f"{DRIVER}/bind", f"{DRIVER}/unbind")
    await as_the_watch(computer, f"umask 077; echo 1 >{REQUEST}")
    await computer.runs(
        computer.system.wait, lambda: computer.system.run("test", "!", "-e", REQUEST).returncode == 0, "the reset")
    await computer.becomes(f"{HELPER}.service", "ActiveState", "inactive")
    assert computer.system.property(f"{HELPER}.service", "Result") == "success"
    assert await computer.does("cat", f"{DRIVER}/unbind") == unbound
    assert await computer.does("cat", f"{DRIVER}/bind") == "serial0-0"
    assert "serial0-0 is reset" in await computer.does("journalctl", "--unit", HELPER, "--no-pager")


async def refuse_what_is_no_request(computer: Computer) -> None:
    """A link is removed without a look at its target. A folder stays, and ends the helper, not the watch."""
    before = await computer.does("md5sum", "/etc/passwd")
    await as_the_watch(computer, f"ln -s /etc/passwd {REQUEST}")
    await computer.runs(
        computer.system.wait, lambda: computer.system.run("test", "!", "-L", REQUEST).returncode == 0, "the link's end")
    assert await computer.does("md5sum", "/etc/passwd") == before
    await computer.becomes(f"{HELPER}.service", "ActiveState", "inactive")
    await as_the_watch(computer, f"mkdir {REQUEST}")
    await computer.becomes(f"{HELPER}.path", "ActiveState", "failed")
    assert computer.system.property("belfry.service", "ActiveState") == "active"
    await as_the_watch(computer, f"rmdir {REQUEST}")
    await computer.does("systemctl", "reset-failed", f"{HELPER}.service", f"{HELPER}.path")
    await computer.does("systemctl", "start", f"{HELPER}.path")
    await request_reset(computer)


async def keep_the_helper_in(computer: Computer) -> None:
    """A program in the helper's place could write to the watch's folder and to the drivers of the bus, and no more."""
    units = f"/run/systemd/system/{HELPER}.service.d"
    await computer.does("mkdir", "-p", units)
    await computer.does("sh", "-c", f"printf '{PROBED}' >{units}/probe.conf")
    await computer.does("systemctl", "daemon-reload")
    # The probe does not remove a request, so it is started without one.
    await computer.does("systemctl", "start", f"{HELPER}.service")
    said = (await computer.does("cat", "/run/belfry/probe")).splitlines()
    paths = [line for line in said if line.startswith("/") and not line.startswith(OWN)]
    assert f"{DRIVER}/bind" in paths
    assert [path for path in paths if not path.startswith("/sys/bus/serial/drivers")] == []
    users = next(line for line in said if line.startswith("Uid:")).split()[1:]
    assert len(set(users)) == 1 and int(users[0]) > 60000, "it is not root"
    names = ("CapEff:", "CapBnd:", "NoNewPrivs:", "Seccomp:", "socket", "signals", "namespaces", "end")
    assert [line for line in said if line.startswith(names)] == LEFT
    await computer.does("rm", "-r", units, "/run/belfry/probe")
    await computer.does("systemctl", "daemon-reload")


async def hang(computer: Computer) -> None:
    """A watch that hangs is ended by the watchdog and started again, while bluetoothd stays out."""
    await computer.does("systemctl", "kill", "--signal=STOP", "belfry.service")
    await computer.becomes("belfry.service", "NRestarts", "1")
    await computer.becomes("belfry.service", "StatusText", "advertising: noPhone")
    assert computer.system.property("bluetooth.service", "ActiveState") == "inactive"


async def stop(computer: Computer) -> None:
    """The service stops on request, and the radio is free again."""
    await computer.does("systemctl", "stop", "belfry.service")
    assert computer.system.property("belfry.service", "Result") == "success"
    assert computer.system.property("belfry.service", "ExecMainStatus") == "0"
    await computer.does("systemctl", "start", "bluetooth.service")
    assert computer.system.property("bluetooth.service", "ActiveState") == "active"


@pytest.mark.timeout(120)
async def test_the_unit_is_well_formed_and_keeps_little_in_reach(computer: Computer) -> None:
    await computer.does("dpkg", "--install", "/test/belfry.deb")
    folder = "/usr/lib/systemd/system"
    units = [f"{folder}/{name}" for name in ("belfry.service", f"{HELPER}.service", f"{HELPER}.path")]
    assert await computer.runs(computer.system.output, "systemd-analyze", "--man=no", "verify", *units) == ""
    # 100 means a service without any restriction. The service needs the radio's capability and sockets, and two kinds
    # of devices.
    await computer.does("systemd-analyze", "security", "--offline=true", "--threshold=20", *units[:2])
