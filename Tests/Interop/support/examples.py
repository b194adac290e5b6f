"""The examples of Board/examples, each with the events of the watch on its standard input."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest_asyncio

from phone.journal import DEADLINE, SLOWNESS
from session import Session
from watch.watch import ROOT

EXAMPLES = ROOT / "Board/examples"


class Example:
    """A program that reads the watch's events, as if it stood behind it in a pipe."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    def feed(self, line: bytes) -> None:
        """Sends one line of events to the program."""
        assert self.process.stdin
        self.process.stdin.write(line + b"\n")

    async def line(self) -> str:
        """Returns the next line that the program prints."""
        assert self.process.stdout
        return (await asyncio.wait_for(self.process.stdout.readline(), DEADLINE * SLOWNESS)).decode().rstrip("\n")

    async def end(self) -> None:
        """Closes the pipe. Fails if the program does not end with status 0 and without a message."""
        assert self.process.stdin
        self.process.stdin.close()
        assert await asyncio.wait_for(self.process.wait(), DEADLINE * SLOWNESS) == 0


ExampleRunner = Callable[..., Awaitable[Example]]


@pytest_asyncio.fixture
async def run_example(session: Session) -> AsyncIterator[ExampleRunner]:
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
