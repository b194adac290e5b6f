"""A long turn of the watch's loop: the watch judges presses by their time, not by their place in the turn."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from conftest import SessionMaker
from measuring.room import message
from watch.tracing import with_slow_writes
from watch.watch import Watch

pytestmark = [
    pytest.mark.alone,
    pytest.mark.skipif(
        bool(os.environ.get("BELFRY_RUNNER")) or not shutil.which("strace"), reason="needs strace and a native binary"),
]


async def test_a_press_is_judged_by_when_it_is_made(make_session: SessionMaker, tmp_path: Path) -> None:
    """An alert ignores presses for 0.3 s. A later press counts, also if it is in the turn that opened the alert."""
    session = await make_session()
    await session.pair()
    await session.phone.disconnect()
    assert await session.watch.stop() == 0
    session.watch = Watch(session.harness.wire.spec, session.state, *session.options)
    session.watch.command = with_slow_writes(session.watch.events_path, 0.45)
    await session.watch.start()
    await session.watch.state_is("advertising")
    await session.reconnect()
    mark = session.watch.events.mark
    session.phone.ancs.add(message())
    await session.watch.event("screen", screen="alert", since=mark)
    session.watch.press("decline")
    await session.watch.event("screen", screen="clock", since=mark)
