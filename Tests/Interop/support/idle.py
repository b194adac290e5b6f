#!/usr/bin/env python3
"""Counts what wakes a watch that has nothing to do, for a minute with the phone and for one without it."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from pathlib import Path

from measuring.idleness import measure_idleness


def main() -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("belfry", type=Path, nargs="?", help="the watch's binary (default: BELFRY)")
    arguments = parser.parse_args()
    if arguments.belfry:
        os.environ["BELFRY"] = str(arguments.belfry)
    with tempfile.TemporaryDirectory(prefix="belfry-idle-") as folder:
        found = asyncio.run(measure_idleness(Path(folder)))
    for name, idleness in found.items():
        print(f"{f'a minute, idle and {name}':<52} {idleness}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
