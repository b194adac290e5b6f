#!/usr/bin/env python3
"""Records sessions of the simulated phone, of which belfry-report makes the bundles of Tests/Sessions.

    record_session.py FOLDER

FOLDER gets a folder for each run of the watch, with `capture`, `events` and `belfry.conf`:

- `pairing`: pairing, messages, music, a call, a reconnection;
- `return`: a watch that begins with the bond, and a message.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from pathlib import Path

from phone.calls import Call
from phone.notification import Notification
from scenario import story
from session import Session
from watch.watch import Watch

CONFIGURATION = """\
[watch]
name = Ada's watch
[alerts]
mute-containing = Sale
[display]
hints = off
"""
REMINDER = "The bell rings at noon: call +49 170 1234567."


class Run:
    """One run of the watch, with a capture and its events in a folder."""

    def __init__(self, session: Session, folder: Path) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        self.session, self.folder = session, folder
        self.lines: list[bytes] = []
        (folder / "belfry.conf").write_text(CONFIGURATION, encoding="utf-8")

    async def start(self) -> None:
        """Starts the watch on the session's controller and state."""
        session = self.session
        session.watch = Watch(
            session.harness.wire.spec, session.state, "--capture", str(self.folder / "capture"), "--config",
            str(self.folder / "belfry.conf"))
        session.watch.on_line = self.lines.append
        await session.watch.start()
        await session.watch.state_is("advertising")

    async def stop(self) -> None:
        """Ends the watch, and writes its events."""
        self.session.exit_status = await self.session.watch.stop()
        (self.folder / "events").write_bytes(b"".join(line.rstrip() + b"\n" for line in self.lines))


async def play_pairing(session: Session) -> None:
    """Plays a session with a new phone."""
    await session.pair()
    for notification in (story.wechat(), story.zalo(), story.mail()):
        await session.deliver(notification)
        await session.watch.screen_is("alert")
        session.watch.press("decline")
        await session.watch.screen_is("clock")
    Call(session.phone.ancs, story.CALLER)
    await session.watch.screen_is("call")
    session.watch.press("decline")
    await session.watch.event("action", action="negative", result="ok")
    mark = session.watch.events.mark
    await session.phone.disconnect()
    await session.watch.state_is("advertising", since=mark)
    await play_return(session)


async def play_return(session: Session) -> None:
    """Plays a session with a bonded phone, which brings a message.

    It ends when the watch knows that no music plays, the last that it asks for: a watch that is stopped between a
    response and its next request sends one packet less than its replay. A report about the link before says `absent`.
    """
    mark = session.watch.events.mark
    await session.reconnect()
    await session.deliver(Notification("com.apple.MobileSMS", "Ada", REMINDER))
    await session.watch.event("music", since=mark, state="nothing")


async def record(session: Session, folder: Path) -> None:
    """Plays the sessions and writes the files."""
    await session.harness.start()
    run = Run(session, folder / "pairing")
    await run.start()
    await play_pairing(session)
    await run.stop()
    session.check()
    run = Run(session, folder / "return")
    await run.start()
    await play_return(session)
    await run.stop()


async def main(folder: Path) -> None:
    """Records with a phone of its own."""
    with tempfile.TemporaryDirectory(prefix="belfry-session-") as temporary:
        session = Session(Path(temporary) / "session", phone=story.phone())
        try:
            await record(session, folder)
        finally:
            await session.finish()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
