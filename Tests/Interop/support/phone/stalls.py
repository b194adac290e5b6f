"""Detects that this process got too little processor time to answer the watch in time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

BEAT = 0.05
LIMIT = 0.2
"""The time between two beats that shows that the process was too slow, in seconds."""
MEMORY = 5.0
"""The time for which a slow beat explains the reactions of the watch, in seconds."""


class Stalls:
    """Measures how late the event loop calls a timer."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._beaten_at, self._stalled_at = float("inf"), float("-inf")
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Begins to measure, on the running loop."""
        self.stop()
        self._beat()

    def stop(self) -> None:
        """Ends the measurement."""
        self._beaten_at = float("inf")
        if self._timer:
            self._timer.cancel()

    def _beat(self) -> None:
        self._note()
        self._beaten_at = self.clock()
        self._timer = asyncio.get_running_loop().call_later(BEAT, self._beat)

    def _note(self) -> None:
        if self.clock() - self._beaten_at > LIMIT:
            self._stalled_at = self.clock()

    @property
    def is_recent(self) -> bool:
        """Whether the loop was late a moment ago, or is late now."""
        self._note()
        return self.clock() - self._stalled_at < MEMORY
