"""A storm of notifications at the subscription, and a long session of them: time, memory, losses."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from phone.log import Kind

from .memory import Memory
from .room import Room, message

KEPT = 32
"""How many notifications the watch keeps."""
BATCH = 10
"""The number of notifications that the phone has at a time in a long session: fewer than the watch queues."""


@dataclass
class Count:
    """Counts of the watch's events, without the lines."""

    added: int = 0
    contents: int = 0
    incomplete: int = 0
    dropped: int = 0
    losses: dict[str, int] = field(default_factory=dict)

    def take(self, event: dict[str, Any]) -> None:
        """Takes one event."""
        match event["type"], event.get("op"):
            case "notification", "added":
                self.added += 1
            case "notification", "content":
                self.contents += 1
                self.incomplete += not event["complete"]
            case "dropped", _:
                self.dropped += event["count"]
            case "losses", _:
                self.losses = {name: event[name] for name in ("evicted", "incomplete", "malformed", "untold")}

    def __str__(self) -> str:
        told = f"{self.added} added, {self.contents} contents, {self.incomplete} of them not whole"
        return f"{told}, {self.dropped} lines dropped; losses: {self.losses or 'none'}"


def memory_of(room: Room) -> Memory:
    """Returns the present memory of the watch."""
    assert room.watch.process
    return Memory.of(room.watch.process.pid)


def forget(room: Room) -> None:
    """Drops the records, except the watch's faults, because they would need more memory than the measured program."""
    room.watch.events.items.clear()
    room.watch.frames.items.clear()
    room.log.items[:] = [entry for entry in room.log.items if entry.kind == Kind.VIOLATION]


async def storm(room: Room, count: int, row: Callable[[str, str], None]) -> None:
    """Measures a subscription to a phone with `count` notifications."""
    for number in range(count):
        room.phone.ancs.add(message(number))
    counted = Count()
    await room.start()
    room.watch.events.listener = counted.take
    await room.show_codes()
    room.watch.press("accept")
    await room.watch.event("notification", op="added", uid=0)
    start = time.monotonic()
    await room.watch.event("notification", op="added", uid=count - 1, deadline=60)
    told = time.monotonic()
    for uid in range(count - KEPT, count):
        await room.watch.event("notification", op="content", uid=uid, complete=True, deadline=60)
    whole = time.monotonic()
    await room.watch.event("losses", evicted=count - KEPT, deadline=60)
    row(f"storm of {count}: all told, the newest {KEPT} whole", f"{told - start:.2f} s, {whole - start:.2f} s")
    row(f"storm of {count}: memory", str(memory_of(room)))
    row(f"storm of {count}: counts", str(counted))


async def session(room: Room, count: int, row: Callable[[str, str], None]) -> None:
    """Measures a session in which `count` notifications are added and removed."""
    await room.prepare()
    counted = Count()
    before, start = memory_of(room), time.monotonic()
    room.watch.events.listener = counted.take
    for first in range(0, count, BATCH):
        batch = [room.phone.ancs.add(message(number)) for number in range(first, min(first + BATCH, count))]
        for notification in batch:
            await room.watch.event("notification", op="content", uid=notification.uid, complete=True)
        last = batch[-1].uid
        for notification in batch:
            room.phone.ancs.remove(notification)
        await room.watch.event("notification", op="removed", uid=last)
        forget(room)
    seconds = time.monotonic() - start
    row(f"session of {count}: time", f"{seconds:.0f} s, {count / seconds:.0f} a second with the simulation")
    row(f"session of {count}: memory before and after", f"{before}; {memory_of(room)}")
    row(f"session of {count}: counts", str(counted))
