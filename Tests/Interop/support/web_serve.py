#!/usr/bin/env python3
"""Serves the watch in a browser, and offers it the simulated phone of the tests."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
from pathlib import Path

from web.server import PhoneServer


async def run(folder: Path, port: int) -> None:
    """Serves until it is interrupted."""
    server = PhoneServer(folder)
    async with await server.start(port) as listening:
        print(f"web-serve: {server.address}", flush=True)
        await listening.serve_forever()


def main() -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="the page, as `make web` makes it")
    parser.add_argument("--port", type=int, default=8000, help="on 127.0.0.1; 0: any")
    options = parser.parse_args()
    try:
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(run(options.folder, options.port))
    except (OSError, ValueError) as error:
        print(f"web-serve: {options.folder}, port {options.port}: {error}. Run `make web`, or choose another PORT.",
              file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
