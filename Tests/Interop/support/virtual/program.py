"""RootCanal as a process. `BELFRY_ROOTCANAL` names a folder with the C libraries of Debian 13, which it needs."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import socket
from pathlib import Path

from phone.journal import DEADLINE, SLOWNESS

LIBRARIES = "usr/lib/x86_64-linux-gnu"
PROGRAM = "bin/linux-x86_64/rootcanal"


def rootcanal_command() -> list[str]:
    """Returns the command that starts RootCanal, without its ports."""
    package = importlib.util.find_spec("rootcanal")
    assert package and package.submodule_search_locations
    libraries = Path(os.environ["BELFRY_ROOTCANAL"]).absolute() / LIBRARIES
    program = Path(package.submodule_search_locations[0]) / PROGRAM
    return [str(libraries / "ld-linux-x86-64.so.2"), "--library-path", str(libraries), str(program)]


def _free_ports(count: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class RootCanal:
    """One process: each client of its port is one more controller in the same air."""

    def __init__(self) -> None:
        self.port = 0
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self.lines: list[str] = []

    async def start(self) -> None:
        """Starts it, and waits until it accepts clients."""
        self.port, *others = _free_ports(4)
        names = ("hci_port", "test_port", "link_port", "link_ble_port")
        ports = [f"-{name}={port}" for name, port in zip(names, (self.port, *others), strict=True)]
        self._process = await asyncio.create_subprocess_exec(
            *rootcanal_command(), *ports, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT)
        is_ready = asyncio.Event()
        self._reading = asyncio.create_task(self._read(is_ready))
        await asyncio.wait_for(is_ready.wait(), DEADLINE * SLOWNESS)

    async def _read(self, is_ready: asyncio.Event) -> None:
        assert self._process and self._process.stdout
        async for line in self._process.stdout:
            self.lines.append(line.decode(errors="replace").rstrip())
            if "initialize: Finished" in self.lines[-1]:
                is_ready.set()

    async def stop(self) -> None:
        """Ends it."""
        if self._process and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
        if self._reading:
            await self._reading

    def check(self) -> None:
        """Fails if it has ended by itself."""
        assert self._process and self._process.returncode == -9, "RootCanal ended:\n" + "\n".join(self.lines[-20:])
