"""A growing list that can be waited on. Tests never sleep: they wait for an item, with a deadline."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Generic, TypeVar

Item = TypeVar("Item")

SLOWNESS = float(os.environ.get("BELFRY_SLOWNESS", "6" if os.environ.get("BELFRY_RUNNER") else "1"))
"""Every deadline is multiplied by this: an emulated processor is slower."""

DEADLINE = 10.0


class Journal(Generic[Item]):
    """Items in the order they came."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.listener: Callable[[Item], None] | None = None
        self._waiters: list[tuple[Callable[[Item], bool], asyncio.Future[Item]]] = []

    def append(self, item: Item) -> None:
        """Adds an item, and wakes the tasks that wait for it."""
        self.items.append(item)
        if self.listener:
            self.listener(item)
        for predicate, future in list(self._waiters):
            if not future.done() and predicate(item):
                future.set_result(item)

    @property
    def mark(self) -> int:
        """The place after the last item, for `since`."""
        return len(self.items)

    async def wait(
        self, predicate: Callable[[Item], bool], what: str, since: int = 0, deadline: float = DEADLINE
    ) -> Item:
        """The first item from `since` on that fits; raises `TimeoutError` after `deadline` seconds."""
        for item in self.items[since:]:
            if predicate(item):
                return item
        future: asyncio.Future[Item] = asyncio.get_running_loop().create_future()
        waiter = (predicate, future)
        self._waiters.append(waiter)
        try:
            done, _ = await asyncio.wait({future}, timeout=deadline * SLOWNESS)
        finally:
            self._waiters.remove(waiter)
        if not done:
            raise TimeoutError(f"no {what} within {deadline * SLOWNESS} s; last items:\n{self.tail()}")
        return future.result()

    def tail(self, count: int = 40) -> str:
        """The last items as text."""
        return "\n".join(str(item) for item in self.items[-count:])
