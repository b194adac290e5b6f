"""Fixtures of the tests with the real watch."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from phone.profiles import BCM43430A1, ControllerProfile
from session import Session

pytest_plugins = [
    "again", "attacks.field", "command_line", "conformance", "control_room", "examples", "malformed.events"]

SessionMaker = Callable[..., Awaitable[Session]]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Gives the tests of a module that share a loop to one worker of pytest-xdist."""
    for item in items:
        if any(mark.kwargs.get("loop_scope") in ("module", "session") for mark in item.iter_markers("asyncio")):
            item.add_marker(pytest.mark.xdist_group(item.path.stem))


@pytest.fixture
def profile(request: pytest.FixtureRequest) -> ControllerProfile:
    """The controller of the test's sessions. `on_both_chips` of `chips.py` runs a test with each."""
    return getattr(request, "param", BCM43430A1)


@pytest_asyncio.fixture
async def make_session(tmp_path: Path, profile: ControllerProfile) -> AsyncIterator[SessionMaker]:
    """Makes running sessions. Ends them after the test, and fails if the watch broke a rule."""
    sessions: list[Session] = []

    async def make(*options: str, **settings: Any) -> Session:
        settings.setdefault("profile", profile)
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
