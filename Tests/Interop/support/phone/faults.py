"""What can be wrong with a controller: off by default, set by a test, mended by it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ControllerFaults:
    """The defects of one controller. They outlast a power cycle."""

    unanswered: dict[int, int] = field(default_factory=dict)
    """Opcodes that are taken and never answered, and how many times."""
    command_credits: int = 1
    """Num_HCI_Command_Packets in every answer: 0 and the host may send no more."""
    is_deaf: bool = False
    """Whether data from the air is lost on the way to the host."""

    def takes_silently(self, opcode: int) -> bool:
        """Whether this command gets no answer."""
        left = self.unanswered.get(opcode, 0)
        if left:
            self.unanswered[opcode] = left - 1
        return left > 0
