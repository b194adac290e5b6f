"""Fixtures of the tests in a guest: a guest for each test, and a room with a phone."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

TESTS = Path(__file__).resolve().parents[1]
sys.path[1:1] = [str(TESTS / "Interop/support"), str(TESTS / "Image")]

from bench import KernelSession  # noqa: E402
from machine import Machine  # noqa: E402

SessionMaker = Callable[..., Awaitable[KernelSession]]
MachineMaker = Callable[..., Awaitable[Machine]]


@pytest_asyncio.fixture
async def make_machine(tmp_path: Path) -> AsyncIterator[MachineMaker]:
    """Boots guests. Cuts their power after the test, and fails if the kernel reported an error."""
    machines: list[Machine] = []

    async def make(card: Path | None = None, **settings: Any) -> Machine:
        folder = tmp_path / f"guest-{len(machines)}"
        folder.mkdir()
        machine = Machine(folder, card, **settings)
        machines.append(machine)
        await machine.start()
        return machine

    yield make
    for machine in machines:
        await machine.cut_power()
    faults = [fault for machine in machines for fault in machine.kernel_faults()]
    assert not faults, faults


@pytest_asyncio.fixture
async def make_session(make_machine: MachineMaker, tmp_path: Path) -> AsyncIterator[SessionMaker]:
    """Boots guests, each with a room. Ends them after the test, and fails if the watch broke a rule."""
    sessions: list[KernelSession] = []

    async def make(*options: str, card: Path | None = None, **settings: Any) -> KernelSession:
        machine = await make_machine(card)
        folder = tmp_path / f"session-{len(sessions)}"
        session = KernelSession(folder, machine, machine.radio.fileno(), *options, **settings)
        sessions.append(session)
        return session

    yield make
    for session in sessions:
        await session.finish()
    for session in sessions:
        if hasattr(session, "watch"):
            session.check()


@pytest_asyncio.fixture
async def session(make_session: SessionMaker) -> KernelSession:
    """A watch in a guest, and a phone, not yet connected."""
    session = await make_session()
    await session.start()
    return session
