#!/usr/bin/env python3
"""Measures a running watch: memory, arena, octets on the bus, how fast it answers, and how soon a phone is back.

The watch talks to the simulated phone over TCP, and its display is a trace: the times leave out the radio and the bus,
and have in them what the simulation takes of the same processors. Reconnects are measured a second time with a radio
on which every frame waits for half a connection interval.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from measuring.capture import answer_times
from measuring.idleness import Activity
from measuring.latency import Latencies, SocketTap, measure, measure_rings, summary
from measuring.load import session, storm
from measuring.memory import Memory
from measuring.reconnects import (
    INTERVAL,
    QUICK,
    Reconnects,
    begin_afresh,
    public_options,
    spread,
    watch_address,
)
from measuring.room import Room, message

NOTIFICATIONS = 1_000
WARM_UP = 100
SERIES = 100
RECONNECTS = 100
"""The number of returns: half to a watch under its own address, half to one under private addresses."""
CHURN = 20
"""The number of returns without a pause of a minute after the first few."""
LAST_SECOND = 30
"""A series of measurements that needs a constant clock on the display begins in the first half of a minute."""


class Figures:
    """Takes all measurements in one session, and prints each as soon as it is known."""

    def __init__(self, folder: Path) -> None:
        self.capture = folder / "capture"
        self.room = Room(folder / "session", "--capture", str(self.capture))
        self.tap = SocketTap(self.room.harness.controller)
        self.failures: list[str] = []

    async def take(self) -> None:
        """Takes all."""
        await self.room.prepare()
        # The watch ends the first link after its pairing once, if no notification comes within 30 s.
        await self.room.deliver(message())
        await self.room.dismiss()
        self._arena()
        await self._minute()
        await self._idle_minute()
        await self._new_screens()
        self._latencies(await measure(self.room, self.tap, SERIES))
        self._rings(await measure_rings(self.room, self.tap, SERIES))
        await self._memory()

    async def take_reconnects(self, folder: Path) -> None:
        """Takes the times of a phone's return, each under a new address, in rooms of their own."""
        for name, radio in (("no radio", 0.0), (f"{1e3 * INTERVAL:.0f} ms interval", INTERVAL / 2)):
            series, churn = Reconnects(), Reconnects()
            for kind, options in (("public", public_options(folder)), ("private", [])):
                room = Room(folder / f"{kind}-{radio}", *options)
                await self._in(room, self._series(room, kind == "private", series, churn, radio))
            taken = series.taken
            self.row(f"advertising to encrypted, {name}", spread([one.advertising_to_encrypted for one in taken]))
            self.row(f"connect to secured, {name}", spread([one.connect_to_secured for one in taken]))
            self.row(f"connect to subscribed, {name}", spread([one.connect_to_subscribed for one in taken]))
            slow = [one.advertising_to_encrypted for one in churn.taken]
            self.row(f"advertising to encrypted, churn, {name}", spread(slow))

    @staticmethod
    async def _in(room: Room, work: Coroutine[Any, Any, None]) -> None:
        try:
            await room.prepare()
            await work
        finally:
            await room.finish()
        room.check()

    async def _series(
        self, room: Room, is_private: bool, series: Reconnects, churn: Reconnects, radio: float,
    ) -> None:
        for number in range(RECONNECTS // 2):
            if number % QUICK == 0:
                await begin_afresh(room)
            await series.take(room, radio)
            if watch_address(room).is_resolvable != is_private:
                self.failures.append(f"the watch went by {watch_address(room)}")
        for _ in range(QUICK + CHURN // 2):
            await churn.take(room, radio)
        del churn.taken[-CHURN // 2 - QUICK:-CHURN // 2]

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

    async def _idle_minute(self) -> None:
        """Measures an idle minute of a connected watch."""
        watch = self.room.watch
        assert watch.process
        before = Activity.of(watch.process.pid)
        await watch.frames.wait(lambda _: True, "minute", watch.frames.mark, deadline=70)
        await self.room.rest()
        self.row("a minute, idle and connected", str(Activity.of(watch.process.pid).since(before)))

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
        asked = answer_times(self.capture)[-SERIES:]
        self.row("event read to Control Point write, by the watch", summary(asked))
        self.row("event to Control Point write, at the socket", summary(latencies.to_command))
        self.row("event to Control Point write, at the phone", summary(latencies.to_command_at_the_phone))
        self.row("event to first I2C message, at the socket", summary(latencies.to_bus))
        self.row("event to first I2C message, from the phone", summary(latencies.to_bus_from_the_phone))

    def _rings(self, latencies: Latencies) -> None:
        self.row("ring to first I2C message, at the socket", summary(latencies.to_bus))
        self.row("ring to first I2C message, from the phone", summary(latencies.to_bus_from_the_phone))

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


async def run(reconnects_only: bool) -> int:
    """Returns the exit status."""
    with tempfile.TemporaryDirectory(prefix="belfry-figures-") as folder:
        figures = Figures(Path(folder))
        if not reconnects_only:
            try:
                await figures.take()
            finally:
                await figures.room.finish()
            figures.room.check()
        await figures.take_reconnects(Path(folder))
    for failure in figures.failures:
        print(f"figures: {failure}", file=sys.stderr)
    return 1 if figures.failures else 0


async def run_load(storm_size: int, session_size: int) -> int:
    """Returns the exit status."""
    with tempfile.TemporaryDirectory(prefix="belfry-figures-") as folder:
        for name, load, size in (("storm", storm, storm_size), ("session", session, session_size)):
            room = Room(Path(folder) / name)
            try:
                await load(room, size, lambda name, value: print(f"{name:<52} {value}", flush=True))
            finally:
                await room.finish()
            room.check()
    return 0


def main() -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("belfry", type=Path, nargs="?", help="the watch's binary (default: BELFRY)")
    parser.add_argument("--reconnects", action="store_true", help="measure only how soon a phone is back")
    parser.add_argument("--storm", type=int, help="measure only a storm of this many notifications, and a session")
    parser.add_argument("--session", type=int, default=100_000, help="how many the session has (default: %(default)s)")
    options = parser.parse_args()
    if options.belfry:
        os.environ["BELFRY"] = str(options.belfry)
    return asyncio.run(run_load(options.storm, options.session) if options.storm else run(options.reconnects))


if __name__ == "__main__":
    sys.exit(main())
