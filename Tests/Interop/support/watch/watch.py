"""The watch's binary as a process, with pipes for its events, its display trace and its buttons.

`BELFRY` names the binary; `BELFRY_RUNNER` is a command that runs it, such as `qemu-arm-static -cpu arm1176`.
"""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import signal
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from phone.journal import DEADLINE, SLOWNESS, Journal

from .fifo import LineReader, LineWriter
from .picture import Picture
from .schema import event_violations
from .ssd1306 import SSD1306, PanelFault

ROOT = Path(__file__).resolve().parents[4]
PANEL_ADDRESS = "3c"
UNASKED = (
    "alert", "call", "pairing", "question", "pairAgain", "activeCall", "ring", "alarm", "missedAlarm", "tutorial")
"""Screens that can open or close by themselves. The watch ignores presses for 0.3 s afterwards."""
PROMPTS = ("pairing", "question")
"""Screens that accept an answer only after an event `prompt`."""
CALLS = ("call", "activeCall")
REACTION = 0.35
"""The time in which a simulated user notices that such a screen opened or closed, in seconds."""
Event = dict[str, Any]


def belfry_command() -> list[str]:
    """Returns the command that starts the watch."""
    binary = Path(os.environ.get("BELFRY") or ROOT / ".build/debug/belfry").absolute()
    if not binary.exists():
        raise FileNotFoundError(f"there is no watch at {binary}: build it, or set BELFRY")
    return [*shlex.split(os.environ.get("BELFRY_RUNNER", "")), str(binary)]


class Watch:
    """One run of the watch. Call `start` first and `stop` at the end."""

    def __init__(
        self, controller: str, state: Path, *options: str, command: list[str] | None = None,
        panel: SSD1306 | None = None,
    ) -> None:
        self.controller = controller
        self.state = state
        self.options = options
        self.command = command or belfry_command()
        self.events: Journal[Event] = Journal()
        self.panel = panel or SSD1306()
        self.frames: Journal[bytes] = Journal()
        self.faults: list[str] = []
        self.on_line: Callable[[bytes], None] | None = None
        """Gets each line of the events unchanged."""
        self.process: asyncio.subprocess.Process | None = None
        self.errors = ""
        self._seen_at = 0.0
        self._pressed_at = 0.0
        self._is_prompt_closed = False
        self._held_back: list[str] = []
        """The presses that wait until the prompt on the display accepts them."""
        self._folder = tempfile.TemporaryDirectory(prefix="belfry-")

    # -- Life ----------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Starts the process; it may not be ready yet."""
        folder = Path(self._folder.name)
        self._events = LineReader(folder / "events", self._on_event_line)
        self._trace = LineReader(self.trace_path, self._on_trace_line)
        self._buttons = LineWriter(folder / "buttons")
        arguments = [
            "--hci", self.controller, "--display", f"trace:{self._trace.path}", "--buttons",
            f"pipe:{self._buttons.path}", "--events", str(self._events.path), "--state", str(self.state),
            # Hints hide rows, and the tutorial is one more screen after the pairing: a test asks for them.
            "--hints", "off", *self.options]
        command = [word.replace("{trace}", str(self._trace.path)) for word in self.command]
        self.process = await asyncio.create_subprocess_exec(
            *command, *arguments, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE)

    async def wait_for_exit(self, deadline: float = DEADLINE) -> int:
        """Waits until the watch ends by itself, and returns its exit status."""
        assert self.process
        waiting = asyncio.create_task(self.process.communicate())
        done, _ = await asyncio.wait({waiting}, timeout=deadline * SLOWNESS)
        if not done:
            self.process.kill()
        _, errors = await waiting
        self.errors += errors.decode(errors="replace")
        if not done:
            raise TimeoutError(f"the watch did not end; standard error:\n{self.errors}")
        assert self.process.returncode is not None
        return self.process.returncode

    async def stop(self) -> int:
        """Asks the watch to end, and returns its exit status."""
        if not self.process:
            return 0
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return await self.wait_for_exit()
        finally:
            for pipe in (self._events, self._trace, self._buttons):
                pipe.close()
            self._folder.cleanup()
            self.process = None

    # -- Events --------------------------------------------------------------------------------------------------

    def _on_event_line(self, line: bytes) -> None:
        if self.on_line:
            self.on_line(line)
        try:
            event = json.loads(line.decode())
        except (UnicodeDecodeError, json.JSONDecodeError) as error:
            self.faults.append(f"not JSON: {line!r} ({error})")
            return
        if not isinstance(event, dict) or not isinstance(event.get("t"), int | float) or "type" not in event:
            self.faults.append(f"an event without t or type: {line!r}")
            return
        self.faults += [f"not as the schema says: {what} in {line!r}" for what in event_violations(event)]
        is_result = event["type"] == "pairing" and self.screen == "pairing"
        if "code" in event or is_result or event.get("screen") in UNASKED or self._is_taken_away(event):
            self.look()
        self._follow_prompt(event)
        self.events.append(event)

    def _follow_prompt(self, event: Event) -> None:
        """Follows a code or a question: it appeared, accepts the buttons, or closed."""
        kind, screen = event["type"], event.get("screen")
        if kind == "pairing" and "code" in event or kind == "screen" and screen == "question":
            self._is_prompt_closed = True
        elif kind in ("pairing", "prompt") or kind == "screen" and screen not in PROMPTS:
            self._is_prompt_closed = False
        if not self._is_prompt_closed:
            lines, self._held_back = self._held_back, []
            for line in lines:
                self._buttons.write(line)

    def _is_taken_away(self, event: Event) -> bool:
        """Whether a screen that opened by itself also closes by itself. Only the phone ends a call."""
        if event["type"] != "screen" or self.screen not in UNASKED:
            return False
        return self.screen in CALLS or self._pressed_at < self._seen_at

    async def event(self, kind: str, *, since: int = 0, deadline: float = DEADLINE, **fields: Any) -> Event:
        """The first event of this type with these fields."""

        def predicate(event: Event) -> bool:
            return event["type"] == kind and all(event.get(name) == value for name, value in fields.items())

        try:
            return await self.events.wait(predicate, f"event {kind} {fields}", since, deadline)
        except TimeoutError as error:
            raise TimeoutError(f"{error}\ndisplay:\n{self.display.half_blocks()}") from None

    async def state_is(self, state: str, since: int = 0) -> Event:
        """Waits for a state event."""
        return await self.event("state", state=state, since=since)

    def found(self, kind: str, since: int = 0, **fields: Any) -> list[Event]:
        """All events of this type with these fields so far."""
        return [event for event in self.events.items[since:] if event["type"] == kind and all(
            event.get(name) == value for name, value in fields.items())]

    @property
    def screen(self) -> str | None:
        """The screen of the last `screen` event."""
        screens = self.found("screen")
        return screens[-1]["screen"] if screens else None

    async def screen_is(self, *names: str) -> str:
        """Waits until one of these screens is shown."""
        if self.screen not in names:
            wanted: Callable[[Event], bool] = lambda event: event["type"] == "screen" and event["screen"] in names
            await self.events.wait(wanted, f"screen {names}", self.events.mark)
        assert self.screen
        return self.screen

    # -- Display -------------------------------------------------------------------------------------------------------

    def _on_trace_line(self, line: bytes) -> None:
        try:
            microseconds, address, payload = line.decode().split()
            int(microseconds)
            if address.lower() != PANEL_ADDRESS:
                raise ValueError(f"address {address}")
            self.panel.receive(bytes.fromhex(payload))
        except (ValueError, PanelFault) as error:
            self.faults.append(f"display: {error} in {line[:80]!r}")
        self.frames.append(line)

    def drain_trace(self) -> None:
        """Takes the messages that the watch has sent to the panel."""
        self._trace.drain()

    @property
    def display(self) -> Picture:
        """The visible picture."""
        return self.panel.picture()

    @property
    def is_chunk_over(self) -> bool:
        """Whether the panel model has taken all messages that were read together."""
        return self._trace.is_chunk_over

    async def display_is(self, predicate: Callable[[Picture], bool], what: str, deadline: float = DEADLINE) -> Picture:
        """Waits until the display fits. Messages that were read together are checked once."""
        if not predicate(self.display):
            def fits(_: bytes) -> bool:
                return self.is_chunk_over and predicate(self.display)

            try:
                await self.frames.wait(fits, what, self.frames.mark, deadline)
            except TimeoutError:
                events = self.events.tail(12)
                raise TimeoutError(
                    f"the display does not show {what}; last events:\n{events}\n{self.display.half_blocks()}") from None
        return self.display

    async def display_shows(self, *texts: str) -> Picture:
        """Waits until the display shows all these texts at the same time."""
        return await self.display_is(lambda picture: all(picture.shows(text) for text in texts), str(texts))

    @property
    def events_path(self) -> Path:
        """The pipe for the watch's events."""
        return Path(self._folder.name) / "events"

    @property
    def trace_path(self) -> Path:
        """The pipe for the trace of the panel."""
        return Path(self._folder.name) / "trace"

    # -- Buttons -------------------------------------------------------------------------------------------------

    @property
    def button_pipe(self) -> Path:
        """The pipe for the buttons."""
        return self._buttons.path

    def press(self, name: str, how: str = "", reaction: float = REACTION) -> None:
        """Presses a button: `how` is empty (press and release), `press`, `release` or `hold`.

        Waits, as a user does, until a new screen was seen and a prompt accepts an answer. Without a
        reaction, at once.
        """
        if self._is_prompt_closed and reaction:
            self._held_back.append(f"{name} {how}".strip())
            return
        loop = asyncio.get_running_loop()
        self._pressed_at = max(self._seen_at + reaction, self._pressed_at, loop.time())
        line = f"{name} {how}".strip()
        if self._pressed_at <= loop.time():
            self._buttons.write(line)
        else:
            loop.call_at(self._pressed_at, self._press_late, line)

    def look(self) -> None:
        """Notes that the screen has changed without an event, so that the next press waits."""
        self._seen_at = asyncio.get_running_loop().time()

    def _press_late(self, line: str) -> None:
        if self.process:
            self._buttons.write(line)

    def check(self) -> None:
        """Fails if an event was not JSON, or if the panel got a wrong command."""
        assert not self.faults, "\n".join(self.faults)
