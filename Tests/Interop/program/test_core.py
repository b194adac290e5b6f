"""The port to a Cortex-M4: the core of the watch on a board without an operating system."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from phone.calls import Call
from phone.log import Kind
from phone.notification import Category, Notification
from phone.profiles import BCM43430A1
from phone.harness import Harness
from watch.cortex_m4 import CortexM4

pytestmark = [
    pytest.mark.core,
    pytest.mark.skipif("BELFRY_CORE" not in os.environ, reason="`make interop-core` builds it and runs this")]


@pytest_asyncio.fixture
async def harness(tmp_path: Path) -> AsyncIterator[Harness]:
    harness = Harness(None, BCM43430A1, "tcp", tmp_path)
    await harness.start()
    yield harness
    await harness.stop()
    harness.check()


@pytest_asyncio.fixture
async def watch(harness: Harness) -> AsyncIterator[CortexM4]:
    watch = CortexM4(harness.wire.spec)
    await watch.start()
    yield watch
    await watch.stop()
    watch.check()


HARDWARE_ERROR = bytes.fromhex("04 10 01 42")
GARBAGE = bytes(8)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("fault", [HARDWARE_ERROR, GARBAGE], ids=["hardware error", "garbage"])
async def test_a_controller_that_fails_is_brought_up_again(
    harness: Harness, watch: CortexM4, fault: bytes,
) -> None:
    phone, log = harness.phone, harness.log
    await phone.connect()
    await log.wait_for(Kind.PHONE, "code")
    mark = log.mark
    harness.controller.inject(fault)
    # The watch resets the chip, which ends the link.
    await log.wait_for(Kind.PHONE, "disconnected", since=mark)
    await phone.connect()
    await log.wait_for(Kind.PHONE, "code", since=mark)


@pytest.mark.timeout(120)
async def test_pairs_shows_a_message_and_answers_a_call(harness: Harness, watch: CortexM4) -> None:
    phone, log = harness.phone, harness.log
    await phone.connect()
    await log.wait_for(Kind.PHONE, "code")
    code = f"{phone.code:06}"
    await watch.display_shows(f"{code[:3]} {code[3:]}")
    await watch.display_shows("Yes", "No")
    watch.press("accept")
    await log.wait_for(Kind.PHONE, "paired")
    await log.wait_for(Kind.ANCS, "notification source subscribed")

    phone.ancs.add(Notification("com.tencent.xin", "王小明", "今晚七点一起吃饭吗？", category=Category.SOCIAL))
    await watch.display_shows("王小明")
    call = Call(phone.ancs, "Mai")
    await watch.display_shows("Mai")
    watch.press("accept")
    await log.wait_for(Kind.PHONE, "call answered")
    call.end()
    unused = await watch.unused_stack()
    print(f"{unused} octets of the stack are unused")
    assert unused >= 4096, "the stack is nearly used up: see Board/cortex-m4/link.ld"
