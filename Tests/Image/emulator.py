"""A board in QEMU, started from nothing but its card: kernel, device tree and root come out of the image.

QEMU does in the place of the VideoCore's firmware: it loads them, and hands over the seed of the random numbers. The
Bluetooth UART ends in the tests' strict controller, behind a chip that wants its patch; the panel's bus in a device
that acknowledges everything, and a record of it.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path

from chip import PatchedChip
from conftest import ROOT

sys.path.append(str(ROOT / "Tests/Interop/support"))

from phone.options import PhoneOptions  # noqa: E402
from phone.harness import Harness  # noqa: E402
from watch.ssd1306 import SSD1306  # noqa: E402

QEMU = ROOT / "build/qemu"
MACHINES = {
    "pi-zero-w": ("arm", "raspi0", "kernel.img"),
    "pi-zero-2-w": ("aarch64", "raspi3b", "kernel8.img"),
}
# QEMU's model of the BCM2835 system timer fires after 71 minutes if the deadline has passed before the guest writes it:
# the guest stands still. A busy host causes that by a pause between two instructions. With `-icount`, the guest's clock
# counts instructions, so a pause takes no time. The other machine has another timer.
CLOCKS = {"pi-zero-w": ["-icount", "shift=auto"], "pi-zero-2-w": []}
# Clocks that only count instructions, 2 ns and 1 ns each, so that times do not depend on the host.
# Board/image/README.md gives the reasons.
COUNTED_CLOCKS = {"pi-zero-w": ["-icount", "shift=1"], "pi-zero-2-w": ["-icount", "shift=0"]}
# The lower half of the BCM2835 system timer, which counts microseconds from the first instruction.
MICROSECONDS = {"pi-zero-w": 0x2000_3004, "pi-zero-2-w": 0x3F00_3004}
# The LMP subversions by which the kernel chooses the patch. A Zero 2 W has either chip.
BCM43430A1, BCM43430B0 = 0x2209, 0x410C
# A register that QEMU does not have; a watchdog that resets immediately instead of counting; and a log that can be
# read.
EMULATED = (
    "initcall_blacklist=bcm2835_power_driver_init belfry.watchdog=off console=ttyS1,115200 ignore_loglevel "
    "printk.devkmsg=on")
SEED = ["11223344", "55667788", "99aabbcc", "ddeeff00"] * 2
DEADLINE = 150
SET_ADVERTISING_ENABLE = 0x200A


def image_of(name: str) -> Path:
    """Returns the path of the image that `make image` has made."""
    return ROOT / f"build/image/{name}/belfry-{name}.img"


def wrap(kernel: Path) -> None:
    """Gives an unpacked kernel a header of U-Boot, in which QEMU finds the address that the firmware uses."""
    content, address = kernel.read_bytes(), 0x8000
    # Linux, ARM, kernel, not compressed. QEMU does not check the sums.
    header = struct.pack(">7I4B32s", 0x27051956, 0, 0, len(content), address, address, 0, 5, 2, 2, 0, b"belfry")
    kernel.write_bytes(header + content)


class Board:
    """One card, in one board, in one room with a phone."""

    def __init__(self, folder: Path, name: str, options: PhoneOptions, subversion: int, variant: str = "") -> None:
        self.folder = folder
        self.name = name
        self.architecture, self.machine, self.kernel = MACHINES[name]
        self.card = folder / "card.img"
        source = image_of(name + variant)
        subprocess.run(["cp", "--sparse=always", str(source), str(self.card)], check=True)
        self.harness = Harness(options, wire="unix", folder=folder)
        self.front = PatchedChip(self.harness.controller, subversion)
        self.harness.wire.controller = self.front  # type: ignore[assignment]
        self.trace = folder / "i2c"
        self.front.chip.speeds = self._speed_changes
        self.lines: list[tuple[float, str]] = []
        self._heard = asyncio.Condition()

    # -- The card --------------------------------------------------------------------------------------------------

    def _mtools(self, *command: str) -> bytes:
        words = [command[0], "-i", f"{self.card}@@1M", *command[1:]]
        environment = {**os.environ, "MTOOLSRC": "/dev/null"}
        return subprocess.run(words, check=True, capture_output=True, env=environment).stdout

    def read(self, name: str) -> bytes:
        return self._mtools("mtype", f"::/{name}")

    def write(self, name: str, content: bytes) -> None:
        """Writes a file to the card, as a PC does."""
        path = self.folder / "edited"
        path.write_bytes(content)
        self._mtools("mcopy", "-o", str(path), f"::/{name}")

    # -- Power -----------------------------------------------------------------------------------------------------

    async def start(self, clock: list[str] | None = None) -> None:
        boot = self.folder / "boot"
        boot.mkdir(exist_ok=True)
        for name in (self.kernel, "initramfs.lz4", "belfry.dtb"):
            (boot / name).write_bytes(self.read(name))
        if self.architecture == "arm":
            wrap(boot / self.kernel)
        tree = str(boot / "belfry.dtb")
        subprocess.run(["fdtput", "-t", "s", tree, "/soc/serial@7e215040", "status", "okay"], check=True)
        subprocess.run(["fdtput", "-t", "x", tree, "/chosen", "rng-seed", *SEED], check=True)
        arguments = f"{self.read('cmdline.txt').decode().strip()} {EMULATED}"
        self.lines.clear()
        self.front.chip.times.clear()
        self.trace.unlink(missing_ok=True)
        self.process = await asyncio.create_subprocess_exec(
            *self._emulator(clock or CLOCKS[self.name]), "-kernel", str(boot / self.kernel),
            "-initrd", str(boot / "initramfs.lz4"), "-dtb", tree, "-append", arguments,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.PIPE)
        self.listener = asyncio.create_task(self._listen())

    def _emulator(self, clock: list[str]) -> list[str]:
        program = f"qemu-system-{self.architecture}"
        own = QEMU / "usr/bin" / program
        command = [str(own), "-L", str(QEMU / "usr/share/qemu")] if own.exists() else [shutil.which(program) or program]
        panel = "at24c-eeprom,bus=i2c-bus.1,address=0x3c,rom-size=256"
        return [
            *command, "-M", self.machine, *clock, "-display", "none", "-no-reboot",
            "-monitor", f"unix:{self.folder}/monitor,server=on,wait=off",
            "-drive", f"file={self.card},if=sd,format=raw", "-device", panel, "-trace", "i2c_*",
            "-trace", "pl011_baudrate_change", "-D", str(self.trace),
            "-serial", f"unix:{self.folder}/hci", "-serial", "stdio"]

    async def until_off(self) -> None:
        """Waits for the end of the emulator, which ends instead of a reboot."""
        async with asyncio.timeout(DEADLINE):
            await self.process.wait()
        await self.listener

    async def pause(self, count: int) -> None:
        """What a busy host does: the emulator does not run for some milliseconds, many times."""
        for _ in range(count):
            self.process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(0.006)
            self.process.send_signal(signal.SIGCONT)
            await asyncio.sleep(random.uniform(0, 0.002))

    async def cut_power(self) -> None:
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()
        await self.listener

    def type(self, line: str) -> None:
        """At the serial console."""
        assert self.process.stdin
        self.process.stdin.write(f"{line}\n".encode())

    # -- What it says ----------------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        assert self.process.stdout
        while line := await self.process.stdout.readline():
            async with self._heard:
                self.lines.append((time.monotonic(), line.decode(errors="replace").rstrip()))
                self._heard.notify_all()

    def matches(self, pattern: str) -> list[str]:
        """The lines of this run that fit."""
        return [line for _, line in self.lines if re.search(pattern, line)]

    async def says(self, pattern: str, count: int = 1) -> str:
        """Waits for the first line of this run that fits, or for a later one."""
        try:
            async with asyncio.timeout(DEADLINE), self._heard:
                await self._heard.wait_for(lambda: len(self.matches(pattern)) >= count)
        except TimeoutError:
            log = "\n".join(line for _, line in self.lines[-30:])
            raise AssertionError(f"the board did not say {pattern!r}; it said:\n{log}") from None
        return self.matches(pattern)[count - 1]

    def panel(self) -> SSD1306:
        """Returns the picture of the panel, from all messages of its bus."""
        panel, message = SSD1306(), bytearray()
        for line in self.trace.read_text().splitlines():
            if found := re.match(r"i2c_send send\(addr:0x3c\) data:0x(\w\w)", line):
                message.append(int(found[1], 16))
            elif line.startswith("i2c_event finish") and message:
                panel.receive(bytes(message))
                message.clear()
        return panel

    def _speed_changes(self) -> int:
        """How often the driver has set the speed of the chip's serial line: it does while it sets the chip up."""
        return self.trace.read_text().count("pl011_baudrate_change") if self.trace.exists() else 0

    def machine_time(self) -> float:
        """Returns the seconds of the guest's clock since its first instruction."""
        with socket.socket(socket.AF_UNIX) as monitor:
            monitor.settimeout(10)
            monitor.connect(f"{self.folder}/monitor")
            monitor.sendall(f"xp /1wx {MICROSECONDS[self.name]:#x}\n".encode())
            answer = b""
            while not (found := re.search(rb": 0x([0-9a-f]{8})", answer)):
                octets = monitor.recv(4096)
                assert octets, "the emulator has ended"
                answer += octets
        return int(found[1], 16) / 1_000_000

    def boot_times(self) -> list[tuple[str, float]]:
        """Seconds of the kernel's clock at each step up to the first advertisement."""
        steps = [
            ("kernel is up", "Run /init"), ("process 1", "belfry-init: starts$"), ("radio's patch begins", "' Patch"),
            ("modules", "modules are loaded"), ("partitions", "partitions are mounted"), ("belfry", "starts /"),
        ]
        times, offset = [], 0.0
        for name, pattern in steps:
            for at, line in self.lines:
                if (stamp := re.match(r"\[ *([\d.]+)\]", line)) and re.search(pattern, line):
                    times.append((name, float(stamp[1])))
                    offset = at - float(stamp[1])
                    break
        advertising = self.front.chip.times.get(SET_ADVERTISING_ENABLE)
        if advertising:
            times.append(("advertising", advertising - offset))
        return sorted(times, key=lambda step: step[1])
