"""The port to a Cortex-M4, on the board that QEMU emulates: HCI, panel, keys and random octets on its serial lines.

`BELFRY_CORE` names the image. The port tells nothing but what its panel shows.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from .fifo import LineReader, LineWriter
from .watch import REACTION, Watch

EXAMINED = 0x21000
"""Octets from the start of the memory, where Board/cortex-m4/link.ld places the stack: more than the stack has."""
UNUSED = b"\x5a"
KEYS = {"accept": "a", "decline": "d", "up": "k", "down": "j", "back": "b"}


class CortexM4(Watch):
    """One run of the port. It has no events, no options and no stored state."""

    def __init__(self, controller: str) -> None:
        super().__init__(controller, Path(), command=[
            "qemu-system-arm", "-machine", "mps2-an386", "-nographic", "-nodefaults",
            "-kernel", os.environ["BELFRY_CORE"]])

    async def start(self) -> None:
        folder = Path(self._folder.name)
        self._trace = LineReader(folder / "panel.out", self._on_trace_line)
        self._buttons = LineWriter(folder / "buttons.in")
        self._entropy = LineWriter(folder / "entropy.in")
        for name in ("panel.in", "buttons.out", "entropy.out"):
            os.mkfifo(folder / name, 0o600)
        # As much as a pipe holds, and far more than a run needs.
        self._entropy.fill(os.urandom(65536))
        scheme, host, port = self.controller.split(":")
        assert scheme == "tcp"
        arguments = ["-chardev", f"socket,id=hci,host={host},port={port},nodelay=on", "-serial", "chardev:hci"]
        arguments += ["-monitor", f"unix:{folder / 'monitor'},server=on,wait=off"]
        for name in ("panel", "buttons", "entropy"):
            arguments += ["-chardev", f"pipe,id={name},path={folder / name}", "-serial", f"chardev:{name}"]
        self.process = await asyncio.create_subprocess_exec(
            *self.command, *arguments, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE)

    async def unused_stack(self) -> int:
        """Returns the number of octets of its stack that were never written."""
        memory = await self._memory(0x20000000, EXAMINED)
        start = memory.index(UNUSED * 64)
        return len(memory) - start - len(memory[start:].lstrip(UNUSED))

    async def _memory(self, address: int, count: int) -> bytes:
        folder = Path(self._folder.name)
        reader, writer = await asyncio.open_unix_connection(folder / "monitor")
        await reader.readuntil(b"(qemu) ")
        writer.write(f"pmemsave {address:#x} {count:#x} \"{folder / 'memory'}\"\n".encode())
        await reader.readuntil(b"(qemu) ")
        writer.close()
        return (folder / "memory").read_bytes()

    async def stop(self) -> int:
        """Switches it off."""
        if self.process and self.process.returncode is None:
            self.process.terminate()
        try:
            return await self.wait_for_exit()
        finally:
            for pipe in (self._trace, self._buttons, self._entropy):
                pipe.close()
            self._folder.cleanup()
            self.process = None

    def press(self, name: str, how: str = "", reaction: float = REACTION) -> None:
        """Presses and releases a key, after the time that a user needs to see the screen."""
        assert not how
        asyncio.get_running_loop().call_later(reaction, self._buttons.write, KEYS[name])
