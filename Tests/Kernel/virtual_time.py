"""Runs inside the guest and controls it: the watch and the phone in a time that skips idle periods.

    virtual_time.py SCENARIO ARGUMENT...

A clock that does not wait needs everything that takes part to live by it: so Python, Bumble and the phone come out of
the host's files and run on the guest's processor. What is printed is the scenario's log; the same scenario gives the
same log.
"""

from __future__ import annotations

import asyncio
import os
import pty
import socket
import sys
import time
import tty
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[1:1] = [str(TESTS / "Interop/support"), str(TESTS / "Image")]

from bench import KernelSession  # noqa: E402
from guest import Guest  # noqa: E402
from virtual_scenarios import SCENARIOS  # noqa: E402

CONTROL = 3
LONGEST = 30 * 86_400.0
"""The longest scenario. Without a limit, a wait for an event that never comes would not end."""


def the_guest() -> tuple[Guest, int]:
    """Process 1, and the end of a serial line to which the controller is connected."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    guest = Guest(socket.socket(fileno=CONTROL))
    guest.radio_device = os.ttyname(slave)
    return guest, master


async def run(scenario: str, arguments: list[str]) -> None:
    """One scenario, from a watch that advertises to its orderly end."""
    guest, radio = the_guest()
    await guest.greet()
    options = SCENARIOS[scenario].options
    session = KernelSession(Path("/run/session"), guest, radio, *options)
    try:
        await session.prepare()
        await session.plug_in()
        await session.start_watch()
        async with asyncio.timeout(LONGEST):
            await SCENARIOS[scenario].tell(session, *map(int, arguments))
    finally:
        await session.finish()
    session.check()


def main() -> None:
    began = time.monotonic()
    asyncio.run(run(sys.argv[1], sys.argv[2:]))
    print(f"the scenario ended well after {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
