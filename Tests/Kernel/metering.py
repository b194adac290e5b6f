"""The activity of a watch in a period: display, buses, radio, wake-ups and system calls."""

from __future__ import annotations

import asyncio
import dataclasses
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from bench import KernelSession
from phone.log import Entry, Kind

PIXELS = 128 * 64
FULL_CONTRAST = 255
INTERVAL_UNIT = 0.00125
CALL = re.compile(r"^(?:\d+ +)?(\w+)\((.*)\) += (-?\d+|\?)")
WAITS = ("epoll_wait", "epoll_pwait")
FREE = ("clock_gettime",)
"""No system call on a board: the C library reads the clock itself."""


@dataclass
class Amounts:
    """The counts. Times are in seconds."""

    seconds: float = 0
    display_on: float = 0
    display_dim: float = 0
    """A part of `display_on`: below the usual brightness."""
    lit: float = 0
    """The display's time, weighted with the share of lit pixels and the contrast."""
    panel_messages: int = 0
    panel_octets: int = 0
    radio_packets: int = 0
    radio_octets: int = 0
    connected: float = 0
    connection_events: float = 0
    """Those for which the watch listens if nothing is sent."""
    possible_events: float = 0
    """Those that the phone offers: the watch listens for all of them if its controller ignores the latency."""
    advertising_events: int = 0
    wakeups: int = 0
    calls: int = 0

    def line(self) -> str:
        """Returns the counts as a line for the scenario's log, which `parse` reads."""
        return "amounts " + " ".join(f"{name}={value:.1f}" for name, value in dataclasses.asdict(self).items())

    @classmethod
    def parse(cls, log: str) -> Amounts:
        """Returns the counts of a scenario from its log."""
        found = re.search(r"amounts (.*)", log)
        assert found, log[-2000:]
        pairs = (word.split("=") for word in found[1].split())
        return cls(**{name: float(value) for name, value in pairs})


def wakeups_and_calls(record: Iterable[str]) -> tuple[int, int]:
    """Counts, in a record of strace, the waits that ended and the other system calls."""
    wakeups = calls = 0
    for line in record:
        call = CALL.match(line)
        if not call or call[1] in FREE:
            continue
        if call[1] not in WAITS:
            calls += 1
        elif int(call[3]) > 0 and ", -1" in call[2]:
            wakeups += 1
    return wakeups, calls


def connection_events(entries: Iterable[Entry], controller: str, begin: float, end: float) -> tuple[float, ...]:
    """Returns the connected seconds, the events that the watch listens for, and the events of the phone."""
    connected = listened = possible = 0.0
    timing: tuple[float, int] | None = None
    since = begin
    for entry in [*entries, Entry(end, Kind.LINK, "ended", {"controller": controller})]:
        if entry.kind != Kind.LINK or entry.details.get("controller") != controller or entry.seconds > end:
            continue
        if entry.name not in ("established", "parameters", "ended"):
            continue
        now = max(entry.seconds, begin)
        if timing:
            connected += now - since
            possible += (now - since) / timing[0]
            listened += (now - since) / timing[0] / (1 + timing[1])
        since = now
        if entry.name == "parameters":
            timing = entry.details["interval"] * INTERVAL_UNIT, entry.details["latency"]
        else:
            timing = (24 * INTERVAL_UNIT, 0) if entry.name == "established" else None
    return connected, listened, possible


class Meter:
    """Counts what one session does between `begin` and `end`."""

    def __init__(self, session: KernelSession) -> None:
        self.session = session
        self.amounts = Amounts()
        self.record = Path("/run/calls")
        self._usual_contrast = 0
        self._share = 0.0
        self._looked = 0.0

    async def begin(self) -> None:
        """Starts to count."""
        session, amounts = self.session, self.amounts
        self._began = self._looked = asyncio.get_running_loop().time()
        self._log_began = self._log_time
        self._packets, self._octets = sum(session.harness.counts()), session.wire.octets
        handle = session.guest.on_line["i"]

        def on_message(line: str) -> None:
            self._look()
            handle(line)
            self._note_picture()
            amounts.panel_messages += 1
            amounts.panel_octets += len(line.split(" ")[2]) // 2

        session.guest.on_line["i"] = on_message
        advertise = session.harness.air.advertise

        def on_advertisement(pdu: object) -> None:
            amounts.advertising_events += 1
            advertise(pdu)  # type: ignore[arg-type]

        session.harness.air.advertise = on_advertisement  # type: ignore[method-assign]
        self._note_picture()
        self._tracer = await asyncio.create_subprocess_exec(
            "strace", "-f", "-qqq", "-s", "0", "-o", str(self.record), "-p", str(session.watch.number))
        # It is attached before anything happens that counts.
        await asyncio.sleep(1)

    @property
    def _log_time(self) -> float:
        return asyncio.get_running_loop().time() - self.session.log.start

    def _note_picture(self) -> None:
        panel = self.session.watch.panel
        self._usual_contrast = max(self._usual_contrast, panel.contrast)
        picture = panel.picture()
        self._share = sum(row.bit_count() for row in picture.rows) / PIXELS * panel.contrast / FULL_CONTRAST
        self._is_on, self._is_dim = panel.is_on, panel.contrast < self._usual_contrast

    def _look(self) -> None:
        now = asyncio.get_running_loop().time()
        passed, self._looked = now - self._looked, now
        if not self._is_on:
            return
        self.amounts.display_on += passed
        self.amounts.display_dim += passed if self._is_dim else 0
        self.amounts.lit += passed * self._share

    async def end(self) -> Amounts:
        """Returns the counts."""
        self._look()
        self._tracer.terminate()
        await self._tracer.wait()
        session, amounts = self.session, self.amounts
        amounts.seconds = asyncio.get_running_loop().time() - self._began
        amounts.radio_packets = sum(session.harness.counts()) - self._packets
        amounts.radio_octets = session.wire.octets - self._octets
        amounts.connected, amounts.connection_events, amounts.possible_events = connection_events(
            session.log.items, session.harness.controller.name, self._log_began, self._log_time)
        with self.record.open(errors="replace") as record:
            amounts.wakeups, amounts.calls = wakeups_and_calls(record)
        return amounts
