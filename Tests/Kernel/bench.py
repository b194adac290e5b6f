"""The watch and the phone with a kernel between them, and the steps that the harness's tests take."""

from __future__ import annotations

import asyncio
import os
import random
from pathlib import Path
from typing import Any

from guest import Fingers, Guest, KernelWire
from phone.journal import DEADLINE, Journal
from session import Session
from watch.picture import Picture
from watch.ssd1306 import SSD1306, PanelFault
from watch.watch import Watch

ROOT = Path(__file__).resolve().parents[2]
BINARY = Path(os.environ.get("BELFRY") or ROOT / "build/pc/belfry").absolute()
GOLDEN = ROOT / "Tests/Watch/ScreensTests/Golden"
DATA = "/run/data"
PANEL_ADDRESS = "3c"
TERMINATE, KILL = 15, 9


class KernelWatch(Watch):
    """A watch in the guest: with Linux's own controller, display bus and buttons."""

    def __init__(self, guest: Guest, *options: str) -> None:
        super().__init__("hci0", Path(DATA) / "state", *options, command=[str(BINARY)])
        self.guest = guest
        self.refusals = 0
        """The number of messages that the panel did not acknowledge."""
        self.signs: Journal[tuple[float, str]] = Journal()
        """The messages to its service manager, with the times of the loop."""
        self.ended: Journal[int] = Journal()
        self._buttons = Fingers(guest)  # type: ignore[assignment]

    async def start(self) -> None:
        """Starts the process; it may not be ready yet."""
        take = self.guest.on_line
        take["e"] = lambda line: self._on_event_line(line.encode())
        take["o"] = self._on_error_line
        take["i"] = self._on_message
        take["n"] = lambda sign: self.signs.append((asyncio.get_running_loop().time(), sign))
        take["x"] = lambda status: self.ended.append(os.waitstatus_to_exitcode(int(status)))
        arguments = [
            "--display", "i2c:/dev/i2c-1", "--buttons", "gpio:pinctrl-bcm2835", "--events", "/run/events", "--state",
            str(self.state), "--hints", "off", *self.options]
        self.process = True  # type: ignore[assignment]
        self.number = int(await self.guest.do(" ".join(["start", *self.command, *arguments])))
        """The number of the process."""

    @property
    def is_chunk_over(self) -> bool:
        """Always: each message of the bus comes by itself."""
        return True

    def _on_error_line(self, line: str) -> None:
        self.errors += line + "\n"

    async def says(self, text: str, deadline: float = DEADLINE) -> None:
        """Waits until standard error contains this text."""
        handler, said = self.guest.on_line["o"], asyncio.Event()

        def listen(line: str) -> None:
            handler(line)
            if text in self.errors:
                said.set()

        self.guest.on_line["o"] = listen
        listen_again = text in self.errors
        try:
            async with asyncio.timeout(deadline):
                if not listen_again:
                    await said.wait()
        except TimeoutError:
            raise TimeoutError(f"the watch did not say {text!r} but:\n{self.errors}") from None
        finally:
            self.guest.on_line["o"] = handler

    def _on_message(self, line: str) -> None:
        address, result, digits = line.split(" ")
        if int(result):
            self.refusals += 1
            return
        try:
            if address != PANEL_ADDRESS:
                raise PanelFault(f"address {address}")
            self.panel.receive(bytes.fromhex(digits))
        except PanelFault as error:
            self.faults.append(f"display: {error} in {line[:80]!r}")
        self.frames.append(digits.encode())

    def replace_panel(self) -> None:
        """Cuts the panel's power: it is off, without settings, and with noise in its memory."""
        self.panel = SSD1306()
        self.panel.ram[:] = random.Random(1).randbytes(len(self.panel.ram))

    async def wait_for_exit(self, deadline: float = DEADLINE) -> int:
        """Waits until the watch ends by itself, and returns its exit status."""
        status = await self.ended.wait(lambda _: True, "end of the watch", 0, deadline)
        self.process = None
        return status

    async def stop(self) -> int:
        """Asks the watch to end, and returns its exit status."""
        if not self.guest.is_on:
            return 0
        if not self.ended.items:
            await self.guest.do(f"signal {TERMINATE}")
        return await self.wait_for_exit()


class KernelSession(Session):
    """The room, the phone, the guest, and one run of the watch at a time."""

    def __init__(self, folder: Path, guest: Guest, radio: int, *options: str, **settings: Any) -> None:
        super().__init__(folder, *options, **settings)
        self.guest = guest
        self.wire = KernelWire(self.harness.controller, radio)
        self.harness.wire = self.wire  # type: ignore[assignment]

    async def start(self) -> None:
        """Starts the room, plugs the controller in, and waits until the watch advertises."""
        await self.prepare()
        await self.plug_in()
        await self.start_watch()

    async def prepare(self, storage: str = "memory-card 1m") -> None:
        """Starts the room, without a controller and without a watch."""
        await self.harness.start()
        await self.guest.do(storage)

    async def plug_in(self) -> None:
        """Plugs the controller in."""
        self.wire.plug()
        await self.guest.plug_in()

    async def unplug(self) -> None:
        """Unplugs the controller."""
        await self.guest.do("detach")
        self.wire.unplug()

    async def start_watch(self, command: list[str] | None = None, waits: bool = True) -> None:
        """Starts a watch on the same controller and state."""
        self.watch = KernelWatch(self.guest, *self.options)
        await self.watch.start()
        if waits:
            await self.watch.state_is("advertising")


    async def boot_again(self, guest: Guest, radio: int) -> None:
        """Continues in another guest, without a controller and without a watch."""
        await self.wire.stop()
        self.guest = guest
        self.wire = KernelWire(self.harness.controller, radio)
        self.harness.wire = self.wire  # type: ignore[assignment]
        await self.wire.start()


def golden(name: str) -> Picture:
    """Returns a golden picture of the unit tests."""
    lines = (GOLDEN / f"{name}.txt").read_text().split()
    return Picture([int(line.replace("#", "1").replace(".", "0"), 2) for line in lines])
