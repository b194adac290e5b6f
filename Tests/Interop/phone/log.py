"""The record of a session: everything the watch did, and what it should not have done.

A *violation* is the watch's fault and fails a test. A *note* is legal but worth a look. Every other entry is plain
history. Tests wait for entries; nothing here sleeps.
"""

from __future__ import annotations

import asyncio
import enum
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


class Kind(enum.StrEnum):
    """What an entry is about."""

    COMMAND = "command"
    EVENT = "event"
    ADVERTISING = "advertising"
    LINK = "link"
    L2CAP = "l2cap"
    ATT = "att"
    SMP = "smp"
    SIGNALLING = "signalling"
    ANCS = "ancs"
    PHONE = "phone"
    NOTE = "note"
    VIOLATION = "violation"


@dataclass(frozen=True)
class Entry:
    """One thing that happened."""

    seconds: float
    kind: Kind
    name: str
    details: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        details = " ".join(f"{key}={_shown(value)}" for key, value in self.details.items())
        return f"{self.seconds:9.4f} {self.kind:<11} {self.name} {details}".rstrip()


def _shown(value: Any) -> str:
    if isinstance(value, bytes | bytearray):
        return value.hex() or "''"
    return f"0x{value:X}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


Predicate = Callable[[Entry], bool]


class ActivityLog:
    """Entries in the order they happened, with waiting."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._start = time.monotonic()
        self._waiters: list[tuple[Predicate, asyncio.Future[Entry]]] = []
        self.listener: Callable[[Entry], None] | None = None

    def add(self, kind: Kind, name: str, **details: Any) -> Entry:
        """Records something and wakes whoever waits for it."""
        entry = Entry(time.monotonic() - self._start, kind, name, details)
        self.entries.append(entry)
        if self.listener:
            self.listener(entry)
        for predicate, future in list(self._waiters):
            if not future.done() and predicate(entry):
                future.set_result(entry)
        return entry

    def violation(self, rule: str, **details: Any) -> None:
        """Records a fault of the watch."""
        self.add(Kind.VIOLATION, rule, **details)

    def note(self, remark: str, **details: Any) -> None:
        """Records something legal but questionable."""
        self.add(Kind.NOTE, remark, **details)

    @property
    def mark(self) -> int:
        """The place after the last entry, for `since`."""
        return len(self.entries)

    def find(self, kind: Kind, name: str | None = None, since: int = 0, **details: Any) -> list[Entry]:
        """All entries of this kind, name and details from `since` on."""
        predicate = matching(kind, name, **details)
        return [entry for entry in self.entries[since:] if predicate(entry)]

    @property
    def violations(self) -> list[Entry]:
        """The faults of the watch so far."""
        return self.find(Kind.VIOLATION)

    @property
    def notes(self) -> list[Entry]:
        """The remarks so far."""
        return self.find(Kind.NOTE)

    async def wait_for(
        self, kind: Kind, name: str | None = None, *, since: int = 0, deadline: float = 5.0, **details: Any
    ) -> Entry:
        """The first such entry from `since` on; raises `TimeoutError` after `deadline` seconds."""
        predicate = matching(kind, name, **details)
        for entry in self.entries[since:]:
            if predicate(entry):
                return entry
        future: asyncio.Future[Entry] = asyncio.get_running_loop().create_future()
        waiter = (predicate, future)
        self._waiters.append(waiter)
        try:
            done, _ = await asyncio.wait({future}, timeout=deadline)
        finally:
            self._waiters.remove(waiter)
        if not done:
            raise TimeoutError(f"no {kind} {name or ''} {details or ''} within {deadline} s; log:\n{self.tail()}")
        return future.result()

    def tail(self, count: int = 40) -> str:
        """The last entries as text."""
        return "\n".join(str(entry) for entry in self.entries[-count:])


def matching(kind: Kind, name: str | None = None, **details: Any) -> Predicate:
    """A test for an entry's kind, name and some of its details."""

    def predicate(entry: Entry) -> bool:
        if entry.kind != kind or (name is not None and entry.name != name):
            return False
        return all(entry.details.get(key) == value for key, value in details.items())

    return predicate
