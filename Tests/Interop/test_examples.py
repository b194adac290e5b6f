"""The examples of Board/examples, as they are, beside a watch and a phone."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from conftest import SessionMaker
from phone.calls import Call
from phone.journal import DEADLINE, SLOWNESS
from phone.log import Kind
from phone.notification import Notification
from session import Session
from watch.watch import ROOT

EXAMPLES = ROOT / "Board/examples"
NOISE, MAIL = "org.example.noise", "com.apple.mobilemail"


class Example:
    """A program that reads the watch's events, as if it stood behind it in a pipe."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    def feed(self, line: bytes) -> None:
        """Hands it one line of events."""
        assert self.process.stdin
        self.process.stdin.write(line + b"\n")

    async def line(self) -> str:
        """What it prints next."""
        assert self.process.stdout
        return (await asyncio.wait_for(self.process.stdout.readline(), DEADLINE * SLOWNESS)).decode().rstrip("\n")

    async def end(self) -> None:
        """The pipe ends; so does the example, without a complaint."""
        assert self.process.stdin
        self.process.stdin.close()
        assert await asyncio.wait_for(self.process.wait(), DEADLINE * SLOWNESS) == 0


Runner = Callable[..., Awaitable[Example]]


@pytest_asyncio.fixture
async def run(session: Session) -> AsyncIterator[Runner]:
    """Runs an example on the events of the watch, from now on."""
    examples: list[Example] = []

    async def start(*command: str) -> Example:
        process = await asyncio.create_subprocess_exec(*command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        examples.append(Example(process))
        session.watch.on_line = examples[-1].feed
        return examples[-1]

    yield start
    session.watch.on_line = None
    for example in examples:
        await example.end()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the control socket is."""
    return tmp_path / "control"


@pytest.fixture
async def session(make_session: SessionMaker, path: Path) -> Session:
    """A watch with a control socket, paired."""
    session = await make_session("--control", str(path))
    await session.pair()
    return session


async def test_python_prints_and_clears(session: Session, run: Runner, path: Path) -> None:
    example = await run(
        sys.executable, str(EXAMPLES / "notify.py"), "--control", str(path), "--clear", NOISE)
    await session.deliver(Notification(MAIL, "Anna", 'say "no"\x1b[2J\x9b2J'))
    assert await example.line() == 'Mail: Anna: say \\"no\\"\\u001b[2J\\u009b2J'
    seen = await session.deliver(Notification(NOISE, "Buy", "now!"))
    assert await example.line() == "noise: Buy: now!"
    assert await example.line() == "cleared: ok"
    await session.phone_saw("action", uid=seen["uid"], positive=False)
    await session.deliver(Notification(NOISE, "Buy", "more", negative=""))
    assert await example.line() == "noise: Buy: more"
    await session.deliver(Notification(MAIL, "王小明", "今晚"))
    assert await example.line() == "Mail: 王小明: 今晚"
    assert len(session.log.find(Kind.ANCS, "action")) == 1


async def test_shell_prints_and_declines(session: Session, run: Runner) -> None:
    example = await run(str(EXAMPLES / "notify.sh"), str(session.watch.button_pipe), "Mai*")
    await session.deliver(Notification(MAIL, "Anna \\n Co", 'one\n"title":"two"\x1b[2J\x9b2J'))
    assert await example.line() == 'Mail: Anna \\n Co: one "title":"two"\\u001b[2J\\u009b2J'
    Call(session.phone.ancs, "Mai Ling")
    assert await example.line() == "Phone: Mai Ling: Incoming Call"
    assert await example.line() == "declined: Mai Ling"
    await session.log.wait_for(Kind.PHONE, "call missed")
    mark = session.watch.events.mark
    Call(session.phone.ancs, "王小明").answer()
    await session.watch.event("notification", op="removed", since=mark)
