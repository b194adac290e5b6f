"""A session that is measured: the octets on the bus, the time they were sent, and moments when nothing happens."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from phone.notification import Category, Notification
from session import Session
from watch.picture import Picture
from watch.watch import Watch

DEVICE_NAME = 0x2A00
APP, TITLE, MESSAGE = "com.tencent.xin", "王小明", "今晚七点一起吃饭吗？"
DATE = "20261120T231200"
QUIET_ROUND_TRIPS = 3


@dataclass(frozen=True)
class BusMessage:
    """One I2C message: when the watch sent it, in seconds of `time.monotonic`, and its octets on the wire."""

    sent: float
    octets: int


class Trace:
    """The watch's display trace as times and sizes.

    The watch counts microseconds from its start. That start is known by the line that came with the least delay, so
    a time is too late by that delay at most.
    """

    def __init__(self) -> None:
        self._lines: list[tuple[float, int]] = []
        self._start = float("inf")

    def take(self, line: bytes) -> None:
        """Takes one line as it arrives."""
        microseconds, _, payload = line.split()
        seconds = int(microseconds) / 1e6
        self._start = min(self._start, time.monotonic() - seconds)
        self._lines.append((seconds, 1 + len(payload) // 2))

    @property
    def mark(self) -> int:
        """The number of messages so far, for `since`."""
        return len(self._lines)

    def since(self, mark: int) -> list[BusMessage]:
        """Returns the messages from there on."""
        return [BusMessage(self._start + seconds, octets) for seconds, octets in self._lines[mark:]]

    def octets(self, mark: int) -> int:
        """How many octets were on the wire from there on: an address octet for each message, and its payload."""
        return sum(message.octets for message in self.since(mark))


class Room(Session):
    """A session with a trace, and steps that end when the display is at rest."""

    def __init__(self, folder: Path, *options: str, **settings: Any) -> None:
        super().__init__(folder, *options, **settings)
        # The display is observed all the time, and only the measured event may change it.
        lasting = folder / "lasting.ini"
        lasting.write_text("[display]\ndim-after = none\noff-after = none\n")
        self.options = ("--config", str(lasting), *self.options)
        self.trace = Trace()
        self.command: Callable[[Watch], list[str]] | None = None
        """Makes a command that starts the watch inside another program; `None` without one."""
        self._name_handle = 0

    async def start_watch(self, command: list[str] | None = None) -> None:
        """Starts a watch on the same controller and state."""
        if not self.command:
            return await super().start_watch(command)
        self.watch = Watch(self.harness.wire.spec, self.state, *self.options)
        self.watch.command = self.command(self.watch)
        await self.watch.start()
        await self.watch.state_is("advertising")

    async def prepare(self) -> None:
        """Starts the watch, pairs, and returns to the clock."""
        await self.start()
        self.watch.frames.listener = self.trace.take
        await self.pair()
        name = self.phone.client.find(DEVICE_NAME)
        assert name, "the watch has no Device Name"
        self._name_handle = name.value_handle
        if self.watch.screen != "clock":
            self.watch.press("decline")
            await self.watch.screen_is("clock")
        await self.rest()

    async def rest(self) -> Picture:
        """Waits until the display is at rest, and returns it.

        Each turn of the watch's loop answers the phone first and then sends at most one message to the panel: when a
        few of the phone's requests were answered and no message came, there is none left to send.
        """
        quiet = 0
        while quiet < QUIET_ROUND_TRIPS:
            mark = self.watch.frames.mark
            await self.phone.client.read(self._name_handle)
            self.watch.drain_trace()
            quiet = quiet + 1 if mark == self.watch.frames.mark else 0
        return self.watch.display

    async def dismiss(self) -> Picture:
        """Puts the alert away and returns the clock."""
        mark = self.watch.events.mark
        self.watch.press("decline")
        await self.watch.event("screen", screen="clock", since=mark)
        return await self.rest()


def message(number: int = 0) -> Notification:
    """A message in Chinese; those with different numbers have different texts of the same length."""
    return Notification(APP, TITLE, f"{MESSAGE} {number:04}", category=Category.SOCIAL, date=DATE)
