"""The guest from outside: the lines of process 1, the controller's wire, and the buttons."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections import deque
from collections.abc import Callable
from typing import Any

from chip import PatchedChip
from phone.controller import StrictController
from phone.log import Kind
from phone.transport import ControllerSink, FramingLost, H4Parser

PATIENCE = 20.0
BUTTON_LINES = {"accept": 5, "decline": 6, "up": 17, "down": 22, "select": 4, "back": 27}
"""Those of the profile that is the watch's default."""
PUSH_SECONDS, HOLD_SECONDS, GAP_SECONDS = 0.06, 0.95, 0.04
BCM43430A1 = 0x2209


class Refused(Exception):
    """The guest could not perform the command."""

    def __init__(self, command: str, error: int) -> None:
        super().__init__(f"{command}: {os.strerror(error)}")
        self.error = error


class Guest:
    """A Linux whose process 1 is `guest/`. `control` is joined to it."""

    def __init__(self, control: socket.socket) -> None:
        self.control = control
        self.on_line: dict[str, Callable[[str], None]] = {}
        """The receivers of process 1's reports, by their first letter."""
        self.radio_device = "/dev/ttyS0"
        self._answers: deque[asyncio.Future[str]] = deque()
        self._commands: deque[str] = deque()
        self._rest = b""

    @property
    def is_on(self) -> bool:
        """Whether it has power."""
        return True

    async def greet(self) -> None:
        """Waits until process 1 is ready."""
        self.control.setblocking(False)
        asyncio.get_running_loop().add_reader(self.control.fileno(), self._read)
        await self._answer("boot")

    def leave(self) -> None:
        """Closes the line to process 1. Pending commands get no answer."""
        asyncio.get_running_loop().remove_reader(self.control.fileno())
        while self._answers:
            self._answers.popleft().cancel()

    # -- Lines -----------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while chunk := self.control.recv(65536):
                *lines, self._rest = (self._rest + chunk).split(b"\n")
                for line in lines:
                    self._take(line.decode(errors="replace"))
            asyncio.get_running_loop().remove_reader(self.control.fileno())

    def _take(self, line: str) -> None:
        kind, _, rest = line.partition(" ")
        if kind != "=":
            if handler := self.on_line.get(kind):
                handler(rest)
            return
        status, _, text = rest.partition(" ")
        answer, command = self._answers.popleft(), self._commands.popleft()
        if answer.done():
            return
        if int(status):
            answer.set_exception(Refused(command, int(status)))
        else:
            answer.set_result(text)

    def _answer(self, command: str) -> asyncio.Future[str]:
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._answers.append(answer)
        self._commands.append(command)
        return answer

    def post(self, command: str) -> asyncio.Future[str]:
        """Sends a command; the future is its answer."""
        answer = self._answer(command)
        self.control.send(command.encode() + b"\n")
        return answer

    async def do(self, command: str) -> str:
        """Sends a command and returns its answer; raises `Refused`."""
        async with asyncio.timeout(PATIENCE):
            return await self.post(command)

    async def plug_in(self) -> None:
        """Plugs the controller in, and waits until Linux has set it up."""
        await self.do(f"attach {self.radio_device}")


class Fingers:
    """Presses buttons in order, by lines of the button pipe."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest
        self._free_at = 0.0

    def write(self, line: str) -> None:
        """`NAME`, `NAME press`, `NAME release` or `NAME hold`."""
        name, _, how = line.partition(" ")
        number = BUTTON_LINES[name]
        start = max(self._free_at, asyncio.get_running_loop().time())
        duration = {"": PUSH_SECONDS, "hold": HOLD_SECONDS}.get(how, 0.0)
        if how != "release":
            self._at(start, f"board line {number} 0")
        if how != "press":
            self._at(start + duration, f"board line {number} 1")
        self._free_at = start + duration + GAP_SECONDS

    def _at(self, time: float, command: str) -> None:
        asyncio.get_running_loop().call_at(time, self._guest.post, command)


class KernelWire:
    """The strict controller at the other end of the guest's serial line, after a chip's answers to its driver."""

    spec = "hci0"

    def __init__(self, controller: StrictController, descriptor: int) -> None:
        self.controller = controller
        self.front = PatchedChip(controller, BCM43430A1)
        self.is_plugged = False
        self.octets = 0
        """The number of packets in both directions."""
        self._descriptor = descriptor
        self._unsent = bytearray()

    async def start(self) -> None:
        """Listens, with nothing plugged in."""
        os.set_blocking(self._descriptor, False)
        self._parser = H4Parser(self.front.on_packet)
        asyncio.get_running_loop().add_reader(self._descriptor, self._read)

    async def stop(self) -> None:
        """Stops listening, and unplugs the controller."""
        loop = asyncio.get_running_loop()
        loop.remove_reader(self._descriptor)
        loop.remove_writer(self._descriptor)
        self.unplug()

    def plug(self) -> None:
        """Connects the controller's power and wire."""
        self._unsent.clear()
        self._parser = H4Parser(self.front.on_packet)
        self.is_plugged = True
        self.controller.power_cycle()
        self.controller.host = ControllerSink(self._write)  # type: ignore[assignment]
        self.controller.log.add(Kind.LINK, "plugged in")

    def unplug(self) -> None:
        """Cuts the controller's power."""
        self.is_plugged = False
        self.controller.power_cycle()

    def _read(self) -> None:
        try:
            octets = os.read(self._descriptor, 4096)
            self.octets += len(octets)
            if self.is_plugged:
                self._parser.feed(octets)
        except (BlockingIOError, OSError):
            return
        except FramingLost as error:
            self.controller.log.violation(f"H4: {error}")
            self._parser = H4Parser(self.front.on_packet)

    def _write(self, packet: bytes) -> None:
        self.octets += len(packet)
        self._unsent += packet
        self._flush()

    def _flush(self) -> None:
        loop: Any = asyncio.get_running_loop()
        with contextlib.suppress(BlockingIOError):
            del self._unsent[:os.write(self._descriptor, self._unsent)]
        if self._unsent:
            loop.add_writer(self._descriptor, self._flush)
        else:
            loop.remove_writer(self._descriptor)
