#!/usr/bin/env python3
"""Counts the connection events from a Notification Source event to the display, and prints them as tables."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from pathlib import Path

from measuring.intervals import MTUS, RADIOS, TEXTS, Course, Passage, Radio, options
from measuring.room import Room


async def passages(folder: Path, radio: Radio, mtu: int) -> dict[str, Passage]:
    """Each text, and a call, over one radio at one ATT_MTU."""
    room = Room(folder, phone=options(mtu), profile=radio.profile, wire="unix")
    try:
        await room.prepare()
        course = Course(room, radio)
        await course.warm_up()
        found = {name: await course.message(name) for name in TEXTS}
        found["call"] = await course.call()
    finally:
        await room.finish()
    room.check()
    return found


def in_time(events: int, bus: float) -> str:
    """`2 + 9.9 ms`."""
    return f"{events} + {1e3 * bus:.1f} ms"


def print_events(found: dict[tuple[str, int], dict[str, Passage]]) -> None:
    """Prints when the display announces a notification, makes it readable, and has all of its text."""
    print("| | ATT_MTU | " + " | ".join(radio.name for radio in RADIOS) + " |")
    print("|---|---:|" + "---|" * len(RADIOS))
    for name in (*TEXTS, "call"):
        for mtu in MTUS:
            cells = []
            for radio in RADIOS:
                one = found[radio.name, mtu][name]
                sign, readable = in_time(one.sign, one.sign_bus), in_time(one.readable, one.readable_bus)
                cells.append(f"{sign}; {readable}; {one.whole}")
            print(f"| {name} | {mtu} | {' | '.join(cells)} |")


def print_traffic(found: dict[tuple[str, int], dict[str, Passage]]) -> None:
    """Prints the octets on the watch's wires."""
    print("| | ATT_MTU | replies | HCI packets from the watch | to it | I2C messages | octets |")
    print("|---|---:|---|---:|---:|---:|---:|")
    for name in TEXTS:
        for mtu in MTUS:
            one = found["7 of 27", mtu][name]
            replies = ", ".join(str(reply) for reply in one.replies)
            print(f"| {name} | {mtu} | {replies} | " + " | ".join(str(value) for value in one.traffic.values()) + " |")


async def run() -> None:
    found = {}
    with tempfile.TemporaryDirectory(prefix="belfry-latency-") as folder:
        for radio in RADIOS:
            for mtu in MTUS:
                name = f"{radio.packets}-{radio.octets}-{mtu}"
                found[radio.name, mtu] = await passages(Path(folder) / name, radio, mtu)
    print_events(found)
    print()
    print_traffic(found)


def main() -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("belfry", type=Path, nargs="?", help="the watch's binary (default: BELFRY)")
    arguments = parser.parse_args()
    if arguments.belfry:
        os.environ["BELFRY"] = str(arguments.belfry)
    asyncio.run(run())
    return 0


if __name__ == "__main__":
    sys.exit(main())
