"""The times of a start in the guest's own clock, which counts instructions.

    .venv/bin/python Tests/Image/start_times.py RUNS BOARD...

prints a table for Board/image/README.md. `make start-times` makes the images first.
"""

from __future__ import annotations

import asyncio
import re
import statistics
import sys
import tempfile
from pathlib import Path

from chip import LAUNCH_RAM, WRITE_RAM
from emulator import BCM43430A1, COUNTED_CLOCKS, DEADLINE, SET_ADVERTISING_ENABLE, Board, PhoneOptions

# Each step of process 1 and the kernel, with the line of the kernel's log that belongs to it.
LOGGED = {
    "the kernel's first line": "Booting Linux",
    "process 1": "belfry-init: starts$",
    "modules": "belfry-init: modules are loaded",
    "partitions": "belfry-init: partitions are mounted",
    "belfry starts": "belfry-init: starts /",
}
COMMANDS = {"the chip's patch begins": WRITE_RAM, "the chip's patch ends": LAUNCH_RAM}
PICTURE, ADVERTISING = "the display shows a picture", "the watch advertises"
SETTINGS = b"[watch]\r\nname = Started\r\n[buttons]\r\nchip = none\r\n"


def shows_picture(board: Board) -> bool:
    if not board.trace.exists():
        return False
    panel = board.panel()
    return panel.is_on and any(panel.ram)


def stamp(line: str) -> float:
    """Returns the time of a line of the kernel's log, in the kernel's clock."""
    found = re.match(r"\W*\[ *([\d.]+)\]", line)
    assert found, line
    return float(found[1])


async def time_of_picture(board: Board) -> float:
    while not shows_picture(board):
        await asyncio.sleep(0.005)
    return board.machine_time()


async def measure(board: Board) -> dict[str, float]:
    """Starts the board, and returns the seconds from the kernel's first instruction to each step."""
    board.write("belfry.ini", SETTINGS)
    times: dict[str, float] = {}
    board.front.chip.clock = board.machine_time
    await board.start(COUNTED_CLOCKS[board.name])
    async with asyncio.timeout(DEADLINE):
        # The kernel's clock begins when its timer does. The console sends this line as soon as it is logged.
        line = await board.says(LOGGED["process 1"])
        offset = board.machine_time() - stamp(line)
        times[PICTURE] = await time_of_picture(board)
        while SET_ADVERTISING_ENABLE not in board.front.chip.times:
            await asyncio.sleep(0.005)
    for name, pattern in LOGGED.items():
        times[name] = offset + stamp(board.matches(pattern)[0])
    for name, opcode in COMMANDS.items():
        times[name] = board.front.chip.times[opcode]
    times[ADVERTISING] = board.front.chip.times[SET_ADVERTISING_ENABLE]
    return dict(sorted(times.items(), key=lambda step: step[1]))


async def measure_in_a_room(name: str) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        board = Board(Path(folder), name, PhoneOptions(), BCM43430A1)
        await board.harness.start()
        try:
            return await measure(board)
        finally:
            await board.cut_power()
            await board.harness.stop()


def main() -> None:
    count, names = int(sys.argv[1]), sys.argv[2:]
    for name in names:
        runs = [asyncio.run(measure_in_a_room(name)) for _ in range(count)]
        print(f"\n| {name}: {count} runs | median s | least | most |\n|---|--:|--:|--:|")
        for step in runs[0]:
            values = [run[step] for run in runs]
            print(f"| {step} | {statistics.median(values):.2f} | {min(values):.2f} | {max(values):.2f} |")


if __name__ == "__main__":
    main()
