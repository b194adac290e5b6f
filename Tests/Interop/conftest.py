"""What the tests against the real watch share."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from session import Session

pytest_plugins = ["attacks.field", "conformance", "malformed.events"]

SessionMaker = Callable[..., Awaitable[Session]]


@pytest_asyncio.fixture
async def make_session(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[SessionMaker]:
    """Makes running sessions, and ends and judges them after the test."""
    sessions: list[Session] = []

    async def make(*options: str, **settings: Any) -> Session:
        session = Session(tmp_path / f"session-{len(sessions)}", *options, **settings)
        sessions.append(session)
        await session.start()
        return session

    yield make
    for session in sessions:
        await session.finish()
    for session in sessions:
        session.check()


@pytest_asyncio.fixture
async def session(make_session: SessionMaker) -> Session:
    """A watch and a phone with the defaults, not yet connected."""
    return await make_session()


@pytest_asyncio.fixture
async def paired(session: Session) -> Session:
    """The same, paired and subscribed."""
    await session.pair()
    return session
