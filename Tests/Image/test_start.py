"""The time that a board needs for its start, in a clock that counts instructions."""

from __future__ import annotations

from pathlib import Path

import pytest

import start_times
from emulator import image_of

# Seconds from the kernel's first instruction.
BOUNDS = {
    "pi-zero-w": {start_times.PICTURE: 1.5, start_times.ADVERTISING: 2.5},
    "pi-zero-2-w": {start_times.PICTURE: 1.5, start_times.ADVERTISING: 3.5},
}


@pytest.mark.emulated
@pytest.mark.asyncio
@pytest.mark.parametrize("name", BOUNDS)
async def test_a_board_shows_a_picture_and_advertises_soon(name: str) -> None:
    if not image_of(name).exists():
        pytest.skip(f"make image BOARD={name} makes it")
    times = await start_times.measure_in_a_room(name)
    late = {step: times[step] for step, bound in BOUNDS[name].items() if times[step] > bound}
    assert not late, times
