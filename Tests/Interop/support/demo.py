#!/usr/bin/env python3
"""A phone and the watch in your terminal; with --scripted, without a user and with a check of each step."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
from pathlib import Path

from scenario.live import LiveDemo
from scenario.scripted import ScriptedDemo

BUILD = Path(__file__).resolve().parents[3] / "build"
EX_USAGE = 64


async def play(is_scripted: bool) -> int:
    """Plays it, and returns the exit status."""
    return await (ScriptedDemo(BUILD) if is_scripted else LiveDemo(BUILD)).run()


def main() -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--belfry", type=Path, help="the watch's binary (default: BELFRY, else .build/debug/belfry)")
    parser.add_argument("--scripted", action="store_true", help="play without a user, and check every step")
    options = parser.parse_args()
    if options.belfry:
        os.environ["BELFRY"] = str(options.belfry)
    if options.scripted:
        return asyncio.run(play(is_scripted=True))
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        print("demo: this needs a terminal; make demo SCRIPTED=1 does without", file=sys.stderr)
        return EX_USAGE
    # Ctrl-C is the watch's to take: it restores the terminal and ends, and the demonstration with it. A handler, as
    # an ignored signal would stay ignored in the watch.
    signal.signal(signal.SIGINT, lambda *_: None)
    return asyncio.run(play(is_scripted=False))


if __name__ == "__main__":
    sys.exit(main())
