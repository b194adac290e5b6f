"""Detects that the watch and the phone are idle, by the state that the kernel reports.

Needs a Unix socket between the watch and its controller: of that the kernel says what the other end has not read.
"""

from __future__ import annotations

import array
import asyncio
import fcntl
import termios
import time
from pathlib import Path
from typing import TYPE_CHECKING

from phone.journal import DEADLINE, SLOWNESS

if TYPE_CHECKING:
    from session import Session

PASSES = 25
"""Turns of the event loop after which the phone's layers have passed all data to each other."""
LOOKS = 3
"""The number of successive checks that must find phone and watch idle."""
STILLNESS = 0.06
"""The time for which both must be idle, in seconds: longer than between two steps of an animation."""


class Quiet:
    """Waits for both to come to rest."""

    def __init__(self, session: Session) -> None:
        self.session = session

    async def wait(self) -> None:
        """Returns when the watch waits for the phone, and the phone for the watch; raises `TimeoutError`."""
        start = since = time.monotonic()
        looks, last = 0, ""
        while looks < LOOKS or time.monotonic() - since < STILLNESS:
            for _ in range(PASSES):
                await asyncio.sleep(0)
            now = self._state()
            looks = looks + 1 if now and now == last else 0
            if not looks:
                since = time.monotonic()
            last = now
            await asyncio.sleep(0.0002 if looks < LOOKS else STILLNESS / 10)
            if time.monotonic() - start > DEADLINE * SLOWNESS:
                raise TimeoutError(f"the watch and the phone never came to rest:\n{self.session.log.tail()}")
        self.session.watch.drain_trace()

    def _state(self) -> str:
        """Returns the state that must not change while both are idle; empty if the watch runs or has unread input."""
        process, client = self.session.watch.process, self.session.harness.wire.client  # type: ignore[union-attr]
        assert process and client
        wire = client.get_extra_info("socket").fileno()
        queues = client.get_write_buffer_size() + _count(wire, termios.TIOCOUTQ) + _count(wire, termios.FIONREAD)
        status = Path(f"/proc/{process.pid}/status").read_text()
        if queues or "State:\tS" not in status:
            return ""
        switches = [line for line in status.splitlines() if "ctxt_switches" in line]
        return f"{switches} {self.session.log.mark} {self.session.watch.frames.mark}"


def _count(descriptor: int, question: int) -> int:
    answer = array.array("i", [0])
    fcntl.ioctl(descriptor, question, answer)
    return answer[0]
