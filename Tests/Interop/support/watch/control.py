"""A program at the watch's control socket. It compares each answer with the schema."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from phone.journal import DEADLINE, SLOWNESS

from .schema import violations

MOST_CLIENTS = 4
"""The number of programs that can be connected at the same time."""

Answer = dict[str, Any]


class ControlClient:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def connect(cls, path: Path) -> ControlClient:
        """Connects to the watch."""
        return cls(*await asyncio.open_unix_connection(str(path)))

    def send(self, octets: bytes) -> None:
        """Sends octets as they are."""
        self.writer.write(octets)

    def ask(self, **fields: Any) -> None:
        """Sends a request; `do` is its verb."""
        self.send(json.dumps(fields).encode() + b"\n")

    async def line(self, wait: float = DEADLINE) -> Answer | None:
        """Returns the next line; an empty one if the watch has ended the connection."""
        octets = await asyncio.wait_for(self.reader.readline(), wait * SLOWNESS)
        if not octets:
            return None
        answer: Answer = json.loads(octets)
        found = violations(answer, "reply")
        assert not found, f"not as the schema says: {found} in {octets!r}"
        return answer

    async def answer(self, wait: float = DEADLINE, **fields: Any) -> Answer:
        """Returns the next line. Fails if it is not an answer with these fields."""
        answer = await self.line(wait)
        assert answer and answer["type"] == "answer", answer
        assert {name: answer.get(name) for name in fields} == fields, answer
        return answer

    async def listed(self) -> list[Answer]:
        """Returns the notifications of a list. Fails if the answer has another count."""
        self.ask(do="list")
        found: list[Answer] = []
        while (line := await self.line()) and line["type"] == "notification":
            found.append(line)
        assert line and line["do"] == "list" and line["result"] == "ok" and line["count"] == len(found)
        return found

    def close(self) -> None:
        """Ends the connection."""
        self.writer.close()
