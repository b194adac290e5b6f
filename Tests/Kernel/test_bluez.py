"""Linux's own Bluetooth stack as the phone: the kernel's L2CAP and SMP, and bluetoothd.

Its pairing, its encryption and its GATT server are none of ours. Each difference from our own phone is a defect of the
watch or of our phone.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from command_line import configuration
from conftest import MachineMaker
from linux_phone import MEMORY, LinuxSession, is_peer_private, is_security_request
from phone.log import Kind
from phone.notification import Category, Notification

pytestmark = [pytest.mark.bluez, pytest.mark.timeout(240)]

ENCRYPTED, AUTHENTICATED = "encrypt-write", "encrypt-authenticated-write"
AUTHENTICATED_KEY = "Authenticated=3\nEncSize=16\n"
"""Of LE Secure Connections, confirmed by the user, with all its octets."""
SET_RANDOM_ADDRESS = 0x2005
LinuxSessionMaker = Callable[..., Awaitable[LinuxSession]]


@pytest_asyncio.fixture
async def make_linux(make_machine: MachineMaker, tmp_path: Path) -> AsyncIterator[LinuxSessionMaker]:
    """Makes running sessions with Linux as the phone. Ends them after the test, and fails if the watch broke a rule."""
    sessions: list[LinuxSession] = []

    async def make(*options: str, privacy: str = "off", security: str = ENCRYPTED) -> LinuxSession:
        machine = await make_machine(memory=MEMORY)
        session = LinuxSession(tmp_path / f"session-{len(sessions)}", machine, *options)
        sessions.append(session)
        await session.start(privacy, security)
        return session

    yield make
    for session in sessions:
        await session.finish()
    for session in sessions:
        session.check()


async def test_a_code_that_is_rejected_on_linux_leaves_no_bond(make_linux: LinuxSessionMaker) -> None:
    session = await make_linux()
    await session.show_codes()
    session.phone.post("answer", yes=False)
    await session.watch.event("pairing", result="failed")
    await session.phone.event("failed", command="pair")
    assert await session.has_no_bond()


async def test_a_code_that_is_rejected_on_the_watch_leaves_no_bond(make_linux: LinuxSessionMaker) -> None:
    session = await make_linux()
    await session.show_codes()
    session.watch.press("decline")
    await session.watch.event("pairing", result="failed")
    session.phone.post("answer", yes=True)
    await session.phone.event("failed", command="pair")
    assert await session.has_no_bond()


@pytest.mark.parametrize(("privacy", "watch_privacy"), [("off", "off"), ("device", "off"), ("device", "auto")])
async def test_a_bond_encrypts_the_next_link(
    make_linux: LinuxSessionMaker, tmp_path: Path, privacy: str, watch_privacy: str,
) -> None:
    options = configuration(tmp_path, f"[watch]\nprivate-address = {watch_privacy}\n")
    session = await make_linux(*options, privacy=privacy)
    await session.pair()
    (bond,) = await session.phone.stored_bonds()
    assert "[IdentityResolvingKey]" in bond and AUTHENTICATED_KEY in bond
    mark = session.log.mark
    await session.reconnect()
    addresses = session.log.find(Kind.COMMAND, since=mark, opcode=SET_RANDOM_ADDRESS)
    assert bool(addresses) == (watch_privacy != "off")
    await session.stop_watch()
    assert is_peer_private(session.last_link()[0]) == (privacy != "off")


async def test_a_notification_is_shown(make_linux: LinuxSessionMaker) -> None:
    session = await make_linux()
    await session.pair()
    await session.deliver(Notification("com.tencent.xin", "王小明", "今晚七点一起吃饭吗？", category=Category.SOCIAL), "WeChat")
    await session.watch.screen_is("alert")
    await session.watch.display_shows("王小明")


async def test_a_call_is_accepted_with_a_button(make_linux: LinuxSessionMaker) -> None:
    session = await make_linux()
    await session.pair()
    uid = await session.deliver(Notification(
        "com.apple.mobilephone", "Mai", "Incoming Call", category=Category.INCOMING_CALL, positive="Answer",
        negative="Decline"), "Phone")
    await session.watch.screen_is("call")
    await session.watch.display_shows("Mai")
    session.watch.press("accept")
    await session.phone.event("action", uid=uid, action=0)
    await session.watch.event("action", uid=uid, action="positive", result="ok")
    await session.watch.event("notification", op="removed", uid=uid)


async def test_a_control_point_that_wants_authentication_again_is_used_after_one_request(
    make_linux: LinuxSessionMaker,
) -> None:
    """After a reconnection, BlueZ counts only encryption that the watch asked for as authenticated."""
    session = await make_linux(security=AUTHENTICATED)
    await session.pair()
    await session.reconnect()
    await session.deliver(Notification("com.apple.mobilemail", "Anna", "again"), "Mail")
    await session.watch.display_shows("Anna")
    await session.stop_watch()
    assert len([packet for packet in session.last_link() if is_security_request(packet)]) == 1
