"""Ends tasks that run Bumble's code."""

from __future__ import annotations

import asyncio
from typing import Any


async def cancel(task: asyncio.Task[Any]) -> BaseException | None:
    """Ends a task, and returns what it failed with before that.

    Until it is done: `wait_for` of Python 3.11, which Bumble uses, may swallow a cancellation.
    """
    while not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=0.1)
    return None if task.cancelled() else task.exception()
