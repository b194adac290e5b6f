"""The demonstration for a user: the watch draws on the terminal, and the phone describes its steps below."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from phone.calls import Call
from phone.log import Entry, Kind
from phone.notification import Notification
from phone.harness import Harness
from phone.tasks import cancel
from watch.fifo import LineReader
from watch.watch import belfry_command

from . import story

HALF_BLOCKS = (130, 35)
BRAILLE_LINES = 19
"""The sizes at which the watch draws with half blocks, and with Braille patterns."""

OUTCOMES = ("paired", "pairing failed", "disconnected")
RETRY_SECONDS = 5.0
"""How long the phone waits after a pairing that failed: longer than the watch refuses a second one."""

READING_SECONDS = 9.0
RINGING_SECONDS = 25.0
TALKING_SECONDS = 6.0


class Caption:
    """One line below the watch's picture, if the terminal has one to spare."""

    def __init__(self, terminal: TextIO) -> None:
        self._terminal = terminal
        self._text = ""

    def show(self, text: str) -> None:
        """Replaces the line."""
        self._text = text
        self._draw()

    async def keep(self) -> None:
        """Draws the line again and again: the watch clears the screen when it starts and when the window changes."""
        while True:
            await asyncio.sleep(1)
            self._draw()

    def _draw(self) -> None:
        columns, lines = os.get_terminal_size(self._terminal.fileno())
        has_half_blocks = columns >= HALF_BLOCKS[0] and lines >= HALF_BLOCKS[1]
        if lines <= (HALF_BLOCKS[1] if has_half_blocks else BRAILLE_LINES):
            return
        # One write, so that it does not fall between the watch's own octets.
        line = f"\x1b7\x1b[{lines};1H\x1b[0;2m{self._text[:columns - 1]}\x1b[0m\x1b[K\x1b8"
        os.write(self._terminal.fileno(), line.encode())


class LiveDemo:
    """Runs until the watch ends."""

    def __init__(self, build: Path) -> None:
        build.mkdir(parents=True, exist_ok=True)
        self._journal = (build / "demo.log").open("w", encoding="utf-8")
        # The terminal is the watch's: what Bumble has to say goes to the journal.
        logging.basicConfig(stream=self._journal, level=logging.WARNING, force=True)
        self.harness = Harness(story.phone())
        self._keeper: asyncio.Task[None] | None = None
        self.harness.log.listener = self._record
        self.caption = Caption(sys.stdout)
        self._events: asyncio.Queue[dict[str, object]] = asyncio.Queue()

    def _record(self, entry: Entry) -> None:
        print(entry, file=self._journal, flush=True)

    async def run(self) -> int:
        """Starts the watch in this terminal, plays, and returns the watch's exit status."""
        await self.harness.start()
        with tempfile.TemporaryDirectory(prefix="belfry-demo-") as folder:
            reader = LineReader(Path(folder) / "events", self._on_event)
            watch = await asyncio.create_subprocess_exec(
                *belfry_command(), "--hci", self.harness.wire.spec, "--display", "terminal", "--buttons", "keyboard",
                "--events", str(reader.path), "--state", f"{folder}/state", "--pairing-window", "3600",
                "--hints", "off")
            playing = asyncio.create_task(self._play())
            captioning = asyncio.create_task(self.caption.keep())
            status = await watch.wait()
            await cancel(captioning)
            failure = await cancel(playing)
            if self._keeper:
                await cancel(self._keeper)
            reader.close()
        await self.harness.stop()
        self._journal.close()
        if isinstance(failure, Exception):
            raise failure
        return status

    def _on_event(self, line: bytes) -> None:
        self._events.put_nowait(json.loads(line))

    # -- The phone's part ----------------------------------------------------------------------------------------

    async def _play(self) -> None:
        self.caption.show("The phone looks for the watch …")
        await self._pair()
        self._keeper = asyncio.create_task(self._stay_connected())
        try:
            await self._tell_story()
            await self._keeper
        except Exception as error:
            self.caption.show(f"The phone fell over ({error}). q ends.")
            raise

    async def _pair(self) -> None:
        phone, log = self.harness.phone, self.harness.log
        phone.answer = None
        while phone.bond is None:
            mark = log.mark
            await phone.connect(deadline=3600)
            if (await self._next("code", *OUTCOMES, since=mark)).name == "code":
                await self._compare_codes()
                await self._next(*OUTCOMES, since=mark)
            if phone.bond is None:
                self.caption.show("Not paired; the phone tries again. If the watch asks: D, then a, opens pairing.")
                if phone.connection:
                    await phone.disconnect()
                await asyncio.sleep(RETRY_SECONDS)
        await log.wait_for(Kind.ANCS, "notification source subscribed", deadline=60)
        self.caption.show("Paired. Keys: a d, A D held, j k, Enter, Esc; q ends.")

    async def _next(self, *names: str, since: int, deadline: float = 120) -> Entry:
        wanted: Callable[[Entry], bool] = lambda entry: entry.kind == Kind.PHONE and entry.name in names
        return await self.harness.log.wait(wanted, str(names), since, deadline)

    async def _compare_codes(self) -> None:
        own = f"{self.harness.phone.code:06}"
        shown: object = None
        while shown is None:
            event = await self._events.get()
            shown = event.get("code") if event["type"] == "pairing" else None
        number = f"The phone shows {own[:3]} {own[3:]}."
        self.caption.show(f"{number} Read the watch first: it accepts a key in a moment.")
        self.harness.phone.answer_code(shown == own)
        # The pairing may also end before the watch accepts a key.
        while event["type"] not in ("prompt", "pairing") or "code" in event:
            event = await self._events.get()
        if event["type"] == "prompt":
            self.caption.show(f"{number} The same on the watch? a: yes, d: no")

    async def _stay_connected(self) -> None:
        phone = self.harness.phone
        while True:
            if phone.connection is None:
                await phone.connect(deadline=3600)
            await self.harness.log.wait_for(Kind.PHONE, "disconnected", since=self.harness.log.mark, deadline=1e6)

    async def _tell_story(self) -> None:
        wechat = story.wechat()
        await asyncio.sleep(2)
        await self._message(wechat, "A WeChat message. a opens it, d puts it away.")
        await self._message(story.qq(), "A QQ message.")
        await self._message(story.mail(), "An e-mail with a long body: a opens it and turns pages, j k scroll.", 2)
        await self._message(story.zalo(), "A message in Vietnamese.")
        await self._message(story.bank(), "A code to type: it stands large.")
        await self._call()
        await asyncio.sleep(3)
        self.harness.phone.media.play()
        self.caption.show("Music: A on the clock, then a pauses, d is the next, A other keys, D leaves.")
        await asyncio.sleep(2 * READING_SECONDS)
        self.caption.show("The WeChat message is removed on the phone. a on the clock opens the list.")
        if wechat in self.harness.phone.ancs.notifications:
            self.harness.phone.ancs.remove(wechat)
        await asyncio.sleep(READING_SECONDS)
        self.caption.show("That was all; the phone stays connected. q ends.")

    async def _message(self, notification: Notification, caption: str, patience: float = 1) -> None:
        self.caption.show(caption)
        self.harness.phone.ancs.add(notification)
        await asyncio.sleep(READING_SECONDS * patience)

    async def _call(self) -> None:
        call, mark = Call(self.harness.phone.ancs, story.CALLER), self.harness.log.mark
        self.caption.show("The phone rings. a answers, d declines.")
        try:
            await self._next("call answered", "call missed", since=mark, deadline=RINGING_SECONDS)
        except TimeoutError:
            call.give_up()
        if call.active:
            self.caption.show("Answered: the call is on. It ends by itself, or with d.")
            await asyncio.sleep(TALKING_SECONDS)
            call.end()
            return
        self.caption.show("Not taken: a missed call is in the list, and does not alert.")
        await asyncio.sleep(READING_SECONDS / 2)


