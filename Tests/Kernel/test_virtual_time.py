"""Long stretches of a watch's life, in a guest whose time skips what is idle: see `virtual_time.py`."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from virtual_guest import WALL_SECONDS, told


@pytest.mark.timeout(2 * WALL_SECONDS)
@pytest.mark.parametrize("days", [1, 7])
async def test_days_of_life_are_the_same_twice_and_nothing_grows(tmp_path: Path, days: int) -> None:
    first, second = await asyncio.gather(*(told(tmp_path / name, "life", days) for name in ("first", "second")))
    assert first == second
    assert first.count("the phone is back") == days


@pytest.mark.timeout(2 * WALL_SECONDS)
@pytest.mark.parametrize("scenario", ["silence", "clock", "bus"])
async def test_a_scenario_ends_well(tmp_path: Path, scenario: str) -> None:
    await told(tmp_path / "guest", scenario)
