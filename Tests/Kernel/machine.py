"""The guest as a process of this machine: a User-Mode Linux that can be switched on and cut off."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import secrets
import signal
import socket
import subprocess
from pathlib import Path

from guest import Guest

ROOT = Path(__file__).resolve().parents[2]
KERNEL = ROOT / "build/kernel/linux"
PROCESS_ONE = ROOT / "build/kernel/guest"
BOOT_SECONDS = 15
CARD_OCTETS = 8 << 20
ADVICE = "User-Mode Linux needs ptrace(2), and memory that may be executed in TMPDIR"


# Ends with the process that started it, even if that is killed.
STARTER = ["setpriv", "--pdeathsig", "KILL", str(KERNEL)]


class CannotBoot(Exception):
    """This machine cannot run User-Mode Linux, or the guest crashed."""


def make_card(path: Path) -> None:
    """Makes an empty data partition, like that of the image."""
    with path.open("wb") as card:
        card.truncate(CARD_OCTETS)
    subprocess.run(["mke2fs", "-q", "-t", "ext4", "-F", str(path)], check=True)


class Machine(Guest):
    """A guest that is started, and ended by cutting its power."""

    def __init__(self, folder: Path, card: Path | None = None, memory: str = "96M") -> None:
        ours, theirs = socket.socketpair()
        super().__init__(ours)
        self.radio, self._radio_end = socket.socketpair()
        self.program, self._program_end = socket.socketpair()
        """The wire to a program of the guest, which opens its third serial line."""
        self._control_end = theirs
        self.folder = folder
        self.card = card
        self.memory = memory
        self.console = folder / "console.txt"
        self.process: asyncio.subprocess.Process | None = None

    @property
    def is_on(self) -> bool:
        """Whether it has power."""
        return self.process is not None

    def _arguments(self) -> list[str]:
        card = [f"ubd0={self.card}"] if self.card else []
        return [
            *STARTER, f"mem={self.memory}", "root=/dev/root", "rootfstype=hostfs", "rootflags=/", "ro",
            f"init={PROCESS_ONE}",
            "con0=null,fd:1", "con=null", "console=tty0", "ssl=null", f"ssl0=fd:{self._radio_end.fileno()}",
            f"ssl1=fd:{self._control_end.fileno()}", f"ssl2=fd:{self._program_end.fileno()}",
            f"uml_dir={self.folder}/", *card, f"seed={secrets.token_hex(32)}"]

    async def start(self) -> None:
        """Boots, until process 1 waits for commands."""
        descriptors = tuple(end.fileno() for end in (self._radio_end, self._control_end, self._program_end))
        with self.console.open("wb") as console:
            self.process = await asyncio.create_subprocess_exec(
                *self._arguments(), stdin=asyncio.subprocess.DEVNULL, stdout=console, stderr=console,
                pass_fds=descriptors, start_new_session=True)
        self._control_end.close()
        booting, ending = asyncio.create_task(self.greet()), asyncio.create_task(self.process.wait())
        done, _ = await asyncio.wait({booting, ending}, timeout=BOOT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        ending.cancel()
        if booting not in done:
            booting.cancel()
            await self.cut_power()
            tail = "\n".join(self.console.read_text(errors="replace").splitlines()[-15:])
            raise CannotBoot(f"the guest did not boot. {ADVICE}. Its console:\n{tail}")

    async def cut_power(self) -> None:
        """Ends the guest as a power cut does: unwritten data is lost."""
        if not self.process:
            return
        if self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
        await self.process.wait()
        self.leave()
        for end in (self.control, self.radio, self._radio_end, self.program, self._program_end):
            end.close()
        self.process = None

    def kernel_faults(self) -> list[str]:
        """Returns the error messages of the kernel."""
        console = self.console.read_text(errors="replace")
        return re.findall(r".*(?:BUG:|WARNING:|Oops|Call Trace|EXT4-fs error|a message is lost).*", console)
