"""The defects that a controller can have. All are off until a test sets them."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ControllerFaults:
    """The defects of one controller. They outlast a power cycle."""

    unanswered: dict[int, int] = field(default_factory=dict)
    """The opcodes that are accepted and not answered, and how many times."""
    command_credits: int = 1
    """Num_HCI_Command_Packets in every answer. With 0 the host may not send another command."""
    is_deaf: bool = False
    """Whether data from the air is lost on the way to the host."""

    def takes_silently(self, opcode: int) -> bool:
        """Whether this command gets no answer."""
        left = self.unanswered.get(opcode, 0)
        if left:
            self.unanswered[opcode] = left - 1
        return left > 0
