"""The port to a Cortex-M4 does what the watch does: the same core, on a board without an operating system."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from phone.calls import Call
from phone.log import Kind
from phone.notification import Category, Notification
from phone.profiles import PI_ZERO_W
from phone.rig import Rig
from watch.cortex_m4 import CortexM4

pytestmark = [
    pytest.mark.core,
    pytest.mark.skipif("BELFRY_CORE" not in os.environ, reason="`make interop-core` builds it and runs this")]


@pytest_asyncio.fixture
async def rig(tmp_path: Path) -> AsyncIterator[Rig]:
    rig = Rig(None, PI_ZERO_W, "tcp", tmp_path)
    await rig.start()
    yield rig
    await rig.stop()
    rig.check()


@pytest_asyncio.fixture
async def watch(rig: Rig) -> AsyncIterator[CortexM4]:
    watch = CortexM4(rig.wire.spec)
    await watch.start()
    yield watch
    await watch.stop()
    watch.check()


@pytest.mark.timeout(120)
async def test_pairs_shows_a_message_and_answers_a_call(rig: Rig, watch: CortexM4) -> None:
    phone, log = rig.phone, rig.log
    await phone.connect()
    await log.wait_for(Kind.PHONE, "code")
    code = f"{phone.code:06}"
    await watch.glass_shows(f"{code[:3]} {code[3:]}")
    watch.press("accept")
    await log.wait_for(Kind.PHONE, "paired")
    await log.wait_for(Kind.ANCS, "notification source subscribed")

    phone.ancs.add(Notification("com.tencent.xin", "王小明", "今晚七点一起吃饭吗？", category=Category.SOCIAL))
    await watch.glass_shows("王小明")
    call = Call(phone.ancs, "Mai")
    await watch.glass_shows("Mai")
    watch.press("accept")
    await log.wait_for(Kind.PHONE, "call answered")
    call.end()
    unused = await watch.unused_stack()
    print(f"{unused} octets of the stack are unused")
    assert unused >= 4096, "the stack is nearly used up: see Board/cortex-m4/link.ld"
