"""The record of a session: the actions of the watch, and its faults.

A *violation* is the watch's fault and fails a test. A *note* is legal but worth a look. Every other entry is plain
history.
"""

from __future__ import annotations

import dataclasses
import enum
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .journal import DEADLINE, Journal


class Kind(enum.StrEnum):
    """The subject of an entry."""

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
    """One entry."""

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


class ActivityLog(Journal[Entry]):
    """Entries in the order of their times. Tests can wait for an entry."""

    def __init__(self) -> None:
        super().__init__()
        self.start = time.monotonic()

    def add(self, kind: Kind, name: str, **details: Any) -> None:
        """Records something."""
        self.append(Entry(time.monotonic() - self.start, kind, name, details))

    def violation(self, rule: str, **details: Any) -> None:
        """Records a fault of the watch."""
        self.add(Kind.VIOLATION, rule, **details)

    def note(self, remark: str, **details: Any) -> None:
        """Records something legal but questionable."""
        self.add(Kind.NOTE, remark, **details)

    def forgive(self, rule: str) -> int:
        """Turns violations that a test provoked into notes. Returns their number."""
        for at, entry in enumerate(self.items):
            if entry.kind == Kind.VIOLATION and entry.name == rule:
                self.items[at] = dataclasses.replace(entry, kind=Kind.NOTE, name=f"provoked: {rule}")
        return len(self.find(Kind.NOTE, f"provoked: {rule}"))

    def find(self, kind: Kind, name: str | None = None, since: int = 0, **details: Any) -> list[Entry]:
        """Returns the entries from `since` on that have this kind, name and details."""
        predicate = matching(kind, name, **details)
        return [entry for entry in self.items[since:] if predicate(entry)]

    @property
    def violations(self) -> list[Entry]:
        """The faults of the watch so far."""
        return self.find(Kind.VIOLATION)

    async def wait_for(
        self, kind: Kind, name: str | None = None, *, since: int = 0, deadline: float = DEADLINE, **details: Any
    ) -> Entry:
        """The first such entry from `since` on; raises `TimeoutError` after `deadline` seconds."""
        return await self.wait(matching(kind, name, **details), f"{kind} {name or ''} {details or ''}", since, deadline)


def matching(kind: Kind, name: str | None = None, **details: Any) -> Callable[[Entry], bool]:
    """Returns a predicate for the kind, the name and some details of an entry."""

    def predicate(entry: Entry) -> bool:
        if entry.kind != kind or (name is not None and entry.name != name):
            return False
        return all(entry.details.get(key) == value for key, value in details.items())

    return predicate
