#!/usr/bin/env python3
"""Measures a running watch: memory, arena, octets on the bus, and how fast it answers.

The watch talks to the simulated phone over TCP, and its display is a trace: the times leave out the radio and the bus,
and have in them what the simulation takes of the same processors.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path

from measuring.latency import Latencies, SocketTap, measure, summary
from measuring.memory import Memory
from measuring.room import Room, message

NOTIFICATIONS = 1_000
WARM_UP = 100
SERIES = 100
LAST_SECOND = 30
"""A series of measurements that needs a constant clock on the glass begins in the first half of a minute."""


class Figures:
    """Takes all measurements in one session, and prints each as soon as it is known."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.tap = SocketTap(room.rig.controller)
        self.failures: list[str] = []

    async def take(self) -> None:
        """Takes all."""
        await self.room.prepare()
        self._arena()
        await self._minute()
        await self._new_screens()
        self._latencies(await measure(self.room, self.tap, SERIES))
        await self._memory()

    def row(self, name: str, value: str) -> None:
        """Prints one."""
        print(f"{name:<52} {value}", flush=True)

    def _memory_now(self) -> Memory:
        process = self.room.watch.process
        assert process
        return Memory.of(process.pid)

    # -- Figures -------------------------------------------------------------------------------------------------

    def _arena(self) -> None:
        self.row("memory, idle and connected", str(self._memory_now()))
        found = self.room.watch.found("arena")
        if not found:
            self.row("arena", "none: this is no firmware binary")
            return
        arena = found[0]
        self.row("arena, when sealed", f"{arena['used']} of {arena['capacity']} octets in {arena['calls']} calls")
        self.row("allocations after the seal", "0: one would have ended the watch")

    async def _minute(self) -> None:
        """Waits for the next minute, which also leaves the time that the series needs."""
        mark, before = self.room.trace.mark, time.localtime()
        await self.room.watch.frames.wait(lambda _: True, "minute", self.room.watch.frames.mark, deadline=70)
        await self.room.rest()
        clock = f"{time.strftime('%H:%M', before)} to {time.strftime('%H:%M')}"
        self.row(f"I2C octets, clock {clock}", self._wire(mark))

    async def _new_screens(self) -> None:
        clock = await self.room.rest()
        mark = self.room.trace.mark
        await self.room.deliver(message())
        await self.room.rest()
        self.row("I2C octets, clock to alert", self._wire(mark))
        mark = self.room.trace.mark
        if await self.room.dismiss() != clock:
            self.failures.append("the clock is another after the alert")
        self.row("I2C octets, alert to clock", self._wire(mark))

    def _wire(self, mark: int) -> str:
        messages = self.room.trace.since(mark)
        return f"{sum(message.octets for message in messages)} in {len(messages)} messages"

    def _latencies(self, latencies: Latencies) -> None:
        self.row("event to Control Point write, at the socket", summary(latencies.to_command))
        self.row("event to Control Point write, at the phone", summary(latencies.to_command_at_the_phone))
        self.row("event to first I2C message, at the socket", summary(latencies.to_bus))
        self.row("event to first I2C message, from the phone", summary(latencies.to_bus_from_the_phone))

    async def _memory(self) -> None:
        for number in range(WARM_UP):
            await self.room.deliver(message(number))
        await self.room.rest()
        warm = self._memory_now()
        self.row(f"memory, after {WARM_UP} notifications more", str(warm))
        for number in range(NOTIFICATIONS):
            await self.room.deliver(message(number))
        await self.room.rest()
        last = self._memory_now()
        self.row(f"memory, after {NOTIFICATIONS} notifications more", str(last))
        if last.private > warm.private:
            self.failures.append(f"memory grew by {last.private - warm.private} KiB")


async def run() -> int:
    """Returns the exit status."""
    with tempfile.TemporaryDirectory(prefix="belfry-figures-") as folder:
        figures = Figures(Room(Path(folder) / "session"))
        try:
            await figures.take()
        finally:
            await figures.room.finish()
        figures.room.check()
    for failure in figures.failures:
        print(f"figures: {failure}", file=sys.stderr)
    return 1 if figures.failures else 0


def main() -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("belfry", type=Path, nargs="?", help="the watch's binary (default: BELFRY)")
    options = parser.parse_args()
    if options.belfry:
        os.environ["BELFRY"] = str(options.belfry)
    return asyncio.run(run())


if __name__ == "__main__":
    sys.exit(main())
