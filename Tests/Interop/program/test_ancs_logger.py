"""The logger of notifications of `Examples`, with the simulated iPhone."""

from __future__ import annotations

import asyncio
import os
import subprocess
from pathlib import Path

import pytest

from phone.harness import Harness
from phone.journal import DEADLINE
from phone.log import Kind
from phone.notification import Category, Notification
from watch.watch import REACTION

LOGGER = Path(os.environ.get("ANCS_LOGGER", Path(__file__).parents[3] / "Examples/.build/debug/ancs-logger"))

pytestmark = pytest.mark.skipif(not LOGGER.exists(), reason="the example is not built: make examples")


async def _line(logger: asyncio.subprocess.Process, start: str) -> str:
    """Waits for a line of the log that begins so."""
    assert logger.stdout
    async with asyncio.timeout(DEADLINE):
        while True:
            line = (await logger.stdout.readline()).decode()
            assert line, f"the log ended before a line with {start!r}"
            if line.startswith(start):
                return line.rstrip("\n")


async def test_a_notification_of_a_paired_phone_is_printed() -> None:
    harness = Harness()
    await harness.start()
    logger = await asyncio.create_subprocess_exec(
        LOGGER, harness.wire.spec.rpartition(":")[2], stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
    assert logger.stdin
    try:
        # Lines from before the pairing do not confirm its code.
        logger.stdin.write(b"\n\n")
        await logger.stdin.drain()
        await harness.phone.connect()
        await harness.log.wait_for(Kind.PHONE, "code")
        assert (await _line(logger, "code")).split()[1] == f"{harness.phone.code:06}:"
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(_line(logger, "pairing"), REACTION)
        logger.stdin.write(b"\n")
        await _line(logger, "pairing: bonded")
        await _line(logger, "ready")
        message = Notification("com.tencent.xin", "王小明", "今晚七点一起吃饭吗？", category=Category.SOCIAL)
        harness.phone.ancs.add(message)
        uid = message.uid
        assert await _line(logger, "notification") == (
            f"notification {uid} social: WeChat: 王小明: 今晚七点一起吃饭吗？")
        # Anyone can send a message: it cannot control the terminal, or look like another line.
        hostile = Notification("com.tencent.xin", "Eve", "hi \x1b]0;owned\x07\nready \u202e", category=Category.SOCIAL)
        harness.phone.ancs.add(hostile)
        assert await _line(logger, "notification") == (
            f"notification {hostile.uid} social: WeChat: Eve: hi \ufffd]0;owned\ufffd\ufffdready \ufffd")
        harness.phone.ancs.remove(message)
        await _line(logger, f"removed {uid}")
        harness.check()
    finally:
        logger.kill()
        await logger.wait()
        await harness.stop()


async def test_input_without_end_does_not_keep_the_code_from_being_printed() -> None:
    harness = Harness()
    await harness.start()
    reader, writer = os.pipe()
    flood = await asyncio.create_subprocess_exec("yes", stdout=writer)
    logger = await asyncio.create_subprocess_exec(
        LOGGER, harness.wire.spec.rpartition(":")[2], stdin=reader, stdout=asyncio.subprocess.PIPE)
    os.close(reader)
    os.close(writer)
    try:
        await harness.phone.connect()
        await harness.log.wait_for(Kind.PHONE, "code")
        assert (await _line(logger, "code")).split()[1] == f"{harness.phone.code:06}:"
        harness.check()
    finally:
        for process in (flood, logger):
            process.kill()
            await process.wait()
        await harness.stop()


@pytest.mark.parametrize("arguments", [[], ["port"], ["65536"], ["1", "2"]])
def test_other_arguments_get_the_usage(arguments: list[str]) -> None:
    result = subprocess.run([LOGGER, *arguments], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (1, "usage: ancs-logger PORT\n")


def test_a_port_without_a_controller_is_named() -> None:
    result = subprocess.run([LOGGER, "1"], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (1, "there is no controller at 127.0.0.1:1\n")
