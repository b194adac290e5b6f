"""The refusals of a command handler."""

from __future__ import annotations

from bumble import hci


class CommandRefused(Exception):
    """A command is answered with an error status; `is_fault` if the host should have known better."""

    def __init__(self, status: hci.HCI_ErrorCode, reason: str, *, is_fault: bool) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason
        self.is_fault = is_fault


def disallowed(reason: str, *, is_fault: bool = True) -> CommandRefused:
    """Command Disallowed (0x0C)."""
    return CommandRefused(hci.HCI_ErrorCode.COMMAND_DISALLOWED_ERROR, reason, is_fault=is_fault)


def illegal(reason: str) -> CommandRefused:
    """Invalid HCI Command Parameters (0x12), the host's fault."""
    return CommandRefused(hci.HCI_ErrorCode.INVALID_COMMAND_PARAMETERS_ERROR, reason, is_fault=True)
