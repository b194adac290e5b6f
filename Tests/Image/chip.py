"""A Broadcom chip, as far as Linux's hci_bcm goes: it takes a patch over the UART before it is a controller.

It sits before the strict controller and answers what the kernel asks while it sets the chip up. What the kernel sends
beyond that, its own Reset and the reading of features, is within the strict controller's rules.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Callable
from typing import Any

COMMAND, EVENT, COMMAND_COMPLETE = 0x01, 0x04, 0x0E
READ_LOCAL_NAME, READ_LOCAL_VERSION, READ_LOCAL_FEATURES = 0x0C14, 0x1001, 0x1003
SET_ADDRESS, WRITE_RAM, LAUNCH_RAM, READ_FEATURES, READ_VERBOSE = 0xFC01, 0xFC4C, 0xFC4E, 0xFC6E, 0xFC79
VENDOR = 0xFC00
# LE without BR/EDR: the kernel then sends few commands that the strict controller does not have.
LE_ONLY = bytes((0, 0, 0, 0, 0x60, 0, 0, 0))
# Commands that the kernel sends anyway, because the chip lists them as supported, with the number of octets after the
# status. Stored link keys, page scan, link policy, error reporting, events.
CLASSIC = {
    0x0C0D: 4, 0x0C12: 2, 0x0C1B: 4, 0x0C46: 1, 0x0C5A: 1, 0x0C63: 0, 0x080F: 0, 0x0C1A: 0, 0x0C23: 3, 0x0C25: 2,
    0x0C38: 1, 0x0C39: 3, 0x0C05: 0, 0x0C16: 0, 0x0C56: 0, 0x0C52: 0, 0x0C45: 0, 0x0C58: 1, 0x100B: 2, 0x140C: 1,
}


class PatchedChip:
    """Takes the place of a controller at the end of the wire."""

    def __init__(self, controller: Any, lmp_subversion: int) -> None:
        object.__setattr__(self, "controller", controller)
        object.__setattr__(self, "chip", Chip(lmp_subversion))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.controller, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.controller, name, value)

    def on_packet(self, packet: bytes) -> None:
        """One H4 packet from the UART."""
        if packet[0] == COMMAND:
            opcode = struct.unpack_from("<H", packet, 1)[0]
            if self.chip.swallows(opcode):
                return
            answer = self.chip.answer(opcode, packet)
            if answer is not None:
                head = struct.pack("<BBBBH", EVENT, COMMAND_COMPLETE, 3 + len(answer), 1, opcode)
                self.controller.host.on_packet(head + answer)
                return
        if not self.chip.is_hung:
            self.controller.on_packet(packet)


class Chip:
    """Returns the chip's answers before it is a controller."""

    def __init__(self, lmp_subversion: int) -> None:
        self.lmp_subversion = lmp_subversion
        self.patch_octets = 0
        self.is_launched = False
        self.times: dict[int, float] = {}
        """The time of the first command of each opcode."""
        self.clock: Callable[[], float] = time.monotonic
        self.unanswered: dict[int, int] = {}
        """Opcodes that get no answer, and how many times."""
        self.is_hung = False
        """Whether nothing is answered until the power was off: the driver then begins at its first speed."""
        self.speeds: Callable[[], int] = lambda: 0
        """How often the driver has set its first speed."""
        self._speeds_when_hung = 0

    def hang(self) -> None:
        """Stops answering until its power was off."""
        self.is_hung = True
        self._speeds_when_hung = self.speeds()

    def swallows(self, opcode: int) -> bool:
        """Whether this command gets no answer."""
        if self.is_hung and self.speeds() > self._speeds_when_hung:
            self.is_hung = False
        left = self.unanswered.get(opcode, 0)
        if left:
            self.unanswered[opcode] = left - 1
        return self.is_hung or left > 0

    def answer(self, opcode: int, packet: bytes) -> bytes | None:
        """The parameters of Command Complete; None if the controller is to answer."""
        if opcode not in self.times:
            self.times[opcode] = self.clock()
        if opcode == WRITE_RAM:
            self.patch_octets += packet[3] - 4
        self.is_launched |= opcode == LAUNCH_RAM
        answers = {
            READ_VERBOSE: bytes(7), READ_FEATURES: bytes(9), READ_LOCAL_NAME: b"\0" + b"BCM43430".ljust(248, b"\0"),
            READ_LOCAL_VERSION: struct.pack("<BBHBHH", 0, 7, 0, 7, 0x000F, self.lmp_subversion),
            READ_LOCAL_FEATURES: b"\0" + LE_ONLY,
        }
        if opcode in CLASSIC:
            return bytes(1 + CLASSIC[opcode])
        return answers.get(opcode, b"\0" if opcode >= VENDOR and opcode != SET_ADDRESS else None)
