"""A Broadcom chip, as far as Linux's hci_bcm goes: it takes a patch over the UART before it is a controller.

It sits before the strict controller and answers what the kernel asks while it sets the chip up. What the kernel sends
beyond that, its own Reset and the reading of features, is within the strict controller's rules.
"""

from __future__ import annotations

import struct
import time
from typing import Any

COMMAND, EVENT, COMMAND_COMPLETE = 0x01, 0x04, 0x0E
READ_LOCAL_NAME, READ_LOCAL_VERSION, READ_LOCAL_FEATURES = 0x0C14, 0x1001, 0x1003
SET_ADDRESS, WRITE_RAM, LAUNCH_RAM, READ_FEATURES, READ_VERBOSE = 0xFC01, 0xFC4C, 0xFC4E, 0xFC6E, 0xFC79
VENDOR = 0xFC00
# LE, and no BR/EDR: the kernel then asks for little that the strict controller does not know.
LE_ONLY = bytes((0, 0, 0, 0, 0x60, 0, 0, 0))


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
            answer = self.chip.answer(opcode, packet)
            if answer is not None:
                head = struct.pack("<BBBBH", EVENT, COMMAND_COMPLETE, 3 + len(answer), 1, opcode)
                self.controller.host.on_packet(head + answer)
                return
        self.controller.on_packet(packet)


class Chip:
    """What the chip says before it is a controller."""

    def __init__(self, lmp_subversion: int) -> None:
        self.lmp_subversion = lmp_subversion
        self.patch_octets = 0
        self.is_launched = False
        self.times: dict[int, float] = {}
        """When each command came for the first time."""

    def answer(self, opcode: int, packet: bytes) -> bytes | None:
        """The parameters of Command Complete; None if the controller is to answer."""
        self.times.setdefault(opcode, time.monotonic())
        if opcode == WRITE_RAM:
            self.patch_octets += packet[3] - 4
        self.is_launched |= opcode == LAUNCH_RAM
        answers = {
            READ_VERBOSE: bytes(7), READ_FEATURES: bytes(9), READ_LOCAL_NAME: b"\0" + b"BCM43430".ljust(248, b"\0"),
            READ_LOCAL_VERSION: struct.pack("<BBHBHH", 0, 7, 0, 7, 0x000F, self.lmp_subversion),
            READ_LOCAL_FEATURES: b"\0" + LE_ONLY,
        }
        return answers.get(opcode, b"\0" if opcode >= VENDOR and opcode != SET_ADDRESS else None)
