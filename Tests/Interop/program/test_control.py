"""The control socket: the requests of programs, and programs that do not keep to the rules."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import stat
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from command_line import flattened, refused
from conftest import SessionMaker
from phone.ancs import PERFORM_ACTION
from phone.att import Opcode
from phone.calls import Call
from phone.journal import DEADLINE, SLOWNESS
from phone.log import Kind
from phone.notification import Notification
from session import Session
from watch.control import MOST_CLIENTS, Answer, ControlClient
from watch.schema import violations

MAIL = "com.apple.mobilemail"


@pytest.fixture
async def session(make_session: SessionMaker, path: Path) -> Session:
    """A watch with a control socket, and a phone, not yet connected."""
    return await make_session("--control", str(path))


@pytest.fixture
async def client(session: Session, path: Path) -> ControlClient:
    """A connected program."""
    return await ControlClient.connect(path)


def mail(title: str = "Anna", positive: str = "") -> Notification:
    """A message with a negative action, and with a positive one if `positive` names it."""
    return Notification(MAIL, title, "hello", positive=positive)


def answer_actions_with(session: Session, *answers: bytes, then: Callable[[], None] = lambda: None) -> None:
    """Makes the phone answer each action with these PDUs."""

    def script(pdu: bytes) -> list[bytes] | None:
        if pdu[0] != Opcode.WRITE_REQUEST or pdu[3] != PERFORM_ACTION:
            return None
        then()
        return list(answers)

    session.phone.server.script = script


# -- Requests ------------------------------------------------------------------------------------------------------


async def test_an_action_is_performed_and_its_result_answered(paired: Session, client: ControlClient) -> None:
    seen = await paired.deliver(mail())
    client.ask(do="action", uid=seen["uid"], action="negative", id="a\u00e9\U0001F600")
    await client.answer(do="action", uid=seen["uid"], action="negative", result="ok", id="a\u00e9\U0001F600")
    await paired.phone_saw("action", uid=seen["uid"], positive=False)
    await paired.watch.event("action", uid=seen["uid"], action="negative", result="ok")
    await paired.watch.event("notification", op="removed", uid=seen["uid"])


@pytest.mark.parametrize(("code", "result"), [(0xA2, "0xa2"), (0xA3, "0xa3")])
async def test_a_refusal_of_the_phone_is_answered(
    paired: Session, client: ControlClient, code: int, result: str,
) -> None:
    seen = await paired.deliver(mail(positive="Reply"))
    handle = paired.phone.ancs.control_point.value_handle
    answer_actions_with(paired, struct.pack("<BBHB", Opcode.ERROR_RESPONSE, Opcode.WRITE_REQUEST, handle, code))
    client.ask(do="action", uid=seen["uid"], action="positive")
    await client.answer(do="action", action="positive", result=result)


async def test_a_link_that_ends_in_between_is_answered(paired: Session, client: ControlClient) -> None:
    seen = await paired.deliver(mail())
    answer_actions_with(paired, then=paired.phone.link.lose)
    client.ask(do="action", uid=seen["uid"], action="negative")
    await client.answer(do="action", uid=seen["uid"], result="disconnected")


async def test_a_phone_that_does_not_answer_is_answered_for(
    paired: Session, client: ControlClient, path: Path,
) -> None:
    seen = await paired.deliver(mail())
    answer_actions_with(paired)
    client.ask(do="action", uid=seen["uid"], action="negative")
    other = await ControlClient.connect(path)
    other.ask(do="action", uid=seen["uid"], action="negative")
    await other.answer(error="busy")
    client.ask(do="status")
    await client.answer(result="timeout", wait=2 * DEADLINE)
    await client.answer(do="status", result="ok")


async def test_an_action_that_is_not_offered_is_refused(paired: Session, client: ControlClient) -> None:
    seen = await paired.deliver(mail())
    client.ask(do="action", uid=seen["uid"], action="positive")
    await client.answer(do="action", uid=seen["uid"], action="positive", error="notOffered")
    client.ask(do="action", uid=4711, action="negative")
    await client.answer(do="action", uid=4711, error="unknownNotification")
    assert not paired.log.find(Kind.ANCS, "action")


async def test_a_uid_of_another_session_is_no_name(paired: Session, client: ControlClient) -> None:
    first = await paired.deliver(mail("first"))
    await paired.phone.disconnect()
    await paired.watch.state_is("advertising", since=paired.watch.events.mark - 3)
    client.ask(do="action", uid=first["uid"], action="negative")
    await client.answer(error="notReady")
    mark = paired.watch.events.mark
    for notification in list(paired.phone.ancs.notifications):
        paired.phone.ancs.remove(notification)
    paired.phone.ancs.add(mail("second"))
    await paired.reconnect()
    second = await paired.watch.event("notification", op="content", title="second", since=mark)
    assert second["uid"] == first["uid"] and second["serial"] != first["serial"]
    client.ask(do="action", uid=first["uid"], serial=first["serial"], action="negative")
    await client.answer(error="unknownNotification")
    assert not paired.log.find(Kind.ANCS, "action")
    client.ask(do="action", uid=second["uid"], serial=second["serial"], action="negative")
    await client.answer(result="ok")


async def test_a_call_is_declined(paired: Session, client: ControlClient) -> None:
    call = Call(paired.phone.ancs, "Mai")
    assert call.incoming and call.incoming.uid is not None
    await paired.watch.screen_is("call")
    client.ask(do="action", uid=call.incoming.uid, action="negative")
    await client.answer(result="ok")
    await paired.log.wait_for(Kind.PHONE, "call missed")
    assert call.missed
    await paired.watch.event("notification", op="content", uid=call.missed.uid, category="missedCall")
    screens = [event["screen"] for event in paired.watch.found("screen")]
    assert "alert" not in screens[screens.index("call"):], "a call that a program declined is missed on purpose, too"


async def test_the_list_is_what_the_watch_holds(paired: Session, client: ControlClient) -> None:
    assert await client.listed() == []
    for title in ("one", "two", "three"):
        await paired.deliver(mail(title))
    found = await client.listed()
    assert [one["title"] for one in found] == ["three", "two", "one"]
    assert all(one["live"] and one["complete"] and one["app"] == MAIL for one in found)
    client.ask(do="list", id=7)
    assert [(await client.line() or {})["id"] for _ in range(4)] == [7] * 4


async def test_the_status_is_that_of_the_events(session: Session, client: ControlClient) -> None:
    client.ask(do="status")
    await client.answer(result="ok", state="advertising", reason="notBonded", notifications=0, unread=0, bonds=0)
    await session.pair()
    await session.deliver(mail())
    await session.watch.screen_is("alert")
    client.ask(do="status", id=1.5)
    answer = await client.answer(state="ready", screen="alert", notifications=1, unread=1, bonds=1, id=1.5)
    assert "reason" not in answer


async def test_several_programs_are_served(paired: Session, path: Path) -> None:
    clients = [await ControlClient.connect(path) for _ in range(MOST_CLIENTS)]
    seen = await paired.deliver(mail())
    for number, client in enumerate(clients):
        client.ask(do="status", id=number)
    for number, client in enumerate(clients):
        await client.answer(id=number, state="ready")
    clients[2].ask(do="action", uid=seen["uid"], action="negative")
    await clients[2].answer(result="ok")


async def test_a_program_mutes_an_application(paired: Session, client: ControlClient) -> None:
    client.ask(do="mute", app=MAIL, **{"for": "always"})
    await client.answer(do="mute", result="ok")
    seen = await paired.deliver(mail())
    await paired.watch.event("alert", uid=seen["uid"], strength="none", reason="muted")
    client.ask(do="mute", app=MAIL, **{"for": "off"})
    await client.answer(do="mute", result="ok")
    seen = await paired.deliver(mail("again"))
    await paired.watch.event("alert", uid=seen["uid"], strength="normal", reason="new")


# -- What is no request ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "expected"), [
    (b"list", {"error": "malformed"}), (b"", {"error": "malformed"}), (b'{"do":"list"', {"error": "malformed"}),
    (b'{"do":"l\xffst"}', {"error": "malformed"}), (b"[" * 500, {"error": "malformed"}),
    (b'{"do":"dance","id":3}', {"error": "unknownRequest", "id": 3}),
    (b'{"id":3}', {"error": "missingField", "field": "do", "id": 3}),
    (b'{"do":"action","action":"negative"}', {"error": "missingField", "field": "uid"}),
    (b'{"do":"action","uid":1e99,"action":"negative"}', {"error": "invalidField", "field": "uid"}),
    (b'{"do":"action","uid":1,"action":"both"}', {"error": "invalidField", "field": "action"}),
    (b'{"do":"list","loud":true}', {"error": "unknownField"}),
    (b'{"do":"mute","app":"com.tencent.xin"}', {"error": "missingField", "field": "for"}),
    (b'{"do":"mute","app":"com.tencent.xin","for":"ever"}', {"error": "invalidField", "field": "for"}),
    (b'{"do":"list"}' + b" " * 600, {"error": "tooLong"}), (b"x" * 20_000, {"error": "tooLong"}),
])
async def test_each_bad_line_is_answered_and_the_next_one_served(
    client: ControlClient, line: bytes, expected: dict[str, object],
) -> None:
    client.send(line + b"\n")
    await client.answer(**expected)
    client.ask(do="status")
    await client.answer(result="ok")


async def test_lines_may_come_in_any_pieces(client: ControlClient) -> None:
    for octet in b'{"do":"status","id":1}\r\n':
        client.send(bytes([octet]))
        await client.writer.drain()
    client.send(b'{"do":"status","id":2}\n' * 40)
    await client.answer(id=1)
    for _ in range(40):
        await client.answer(id=2)


async def test_a_socket_closed_for_writing_gets_its_answers(paired: Session, path: Path) -> None:
    seen = await paired.deliver(mail())
    client = await ControlClient.connect(path)
    client.ask(do="status", id=1)
    client.send(json.dumps({"do": "action", "uid": seen["uid"], "action": "negative", "id": 2}).encode())
    client.writer.write_eof()
    await client.answer(id=1)
    await client.answer(id=2, result="ok")
    assert await client.line() is None


async def test_one_program_too_many_is_reported(client: ControlClient, path: Path) -> None:
    others = [await ControlClient.connect(path) for _ in range(MOST_CLIENTS - 1)]
    for other in others:
        other.ask(do="status")
        await other.answer(result="ok")
    surplus = await ControlClient.connect(path)
    await surplus.answer(error="tooManyClients")
    assert await surplus.line() is None
    others[0].close()
    client.ask(do="status")
    await client.answer(result="ok")
    again = await ControlClient.connect(path)
    again.ask(do="status")
    await again.answer(result="ok")


async def test_a_program_that_vanishes_leaves_its_place(session: Session, path: Path) -> None:
    for _ in range(3 * MOST_CLIENTS):
        client = await ControlClient.connect(path)
        client.send(b'{"do":"status"}\n{"do"')
        # A reset, not an end: what was not read is thrown away.
        raw = client.writer.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        client.writer.transport.abort()
    client = await ControlClient.connect(path)
    client.ask(do="status")
    await client.answer(result="ok")


async def test_a_program_that_does_not_read_delays_no_other(paired: Session, path: Path) -> None:
    for number in range(20):
        await paired.deliver(Notification(MAIL, f"title {number}", "x" * 400))
    deaf = socket.socket(socket.AF_UNIX)
    deaf.setblocking(False)
    deaf.connect(str(path))
    flood = b'{"do":"list"}\n' * 40
    with pytest.raises(BlockingIOError):
        while True:
            deaf.send(flood)
            client = await ControlClient.connect(path)
            client.ask(do="status")
            await client.answer(state="ready")
            client.close()
    assert (await paired.deliver(mail("still here")))["title"] == "still here"
    # It is given up after ten seconds, with all that it was sent before whole.
    reader = await ControlClient.connect(path)
    reader.ask(do="status")
    await reader.answer(result="ok")
    deaf.close()


# -- The socket itself -----------------------------------------------------------------------------------------------


async def test_only_its_owner_may_connect(session: Session, path: Path) -> None:
    mode = path.lstat().st_mode
    assert stat.S_ISSOCK(mode) and stat.S_IMODE(mode) == 0o600


async def test_it_is_removed_at_the_end(session: Session, path: Path) -> None:
    assert await session.watch.stop() == 0
    assert not path.exists()


async def test_the_socket_of_a_watch_that_was_killed_is_replaced(session: Session, path: Path) -> None:
    assert session.watch.process
    session.watch.process.send_signal(signal.SIGKILL)
    await session.watch.process.wait()
    assert path.is_socket()
    await session.start_watch()
    client = await ControlClient.connect(path)
    client.ask(do="status")
    await client.answer(result="ok")


def test_a_watch_that_cannot_start_leaves_no_socket(devices: dict[str, str], path: Path) -> None:
    refused(69, "nowhere", *flattened({**devices, "--control": str(path), "--display": "trace:/nowhere/trace"}))
    assert not path.exists()


async def test_a_file_that_took_its_place_is_not_removed(session: Session, path: Path) -> None:
    path.unlink()
    path.write_text("mine")
    assert await session.watch.stop() == 0
    assert path.read_text() == "mine"


def test_a_live_socket_is_left_to_its_owner(devices: dict[str, str], path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(str(path))
        other.listen()
        refused(69, str(path), *flattened({**devices, "--control": str(path)}))
        assert path.is_socket()


@pytest.mark.parametrize("what", ["file", "directory", "link", "nowhere"])
def test_a_path_that_is_not_a_socket_is_never_removed(
    devices: dict[str, str], path: Path, tmp_path: Path, what: str) -> None:
    if what == "file":
        path.write_text("mine")
    elif what == "directory":
        path.mkdir()
    elif what == "link":
        with socket.socket(socket.AF_UNIX) as stale:
            stale.bind(str(tmp_path / "stale"))
        path.symlink_to(tmp_path / "stale")
    else:
        path = tmp_path / "nowhere/control"
    before = os.path.lexists(path) and path.lstat()
    refused(69, "control", *flattened({**devices, "--control": str(path)}))
    assert (os.path.lexists(path) and path.lstat()) == before


def test_a_path_that_no_socket_can_have_is_bad_usage() -> None:
    refused(64, "--control", "--control", "/tmp/" + "x" * 110)


def test_the_schema_knows_requests() -> None:
    assert not violations({"do": "action", "uid": 7, "action": "negative", "id": 1}, "request")
    assert not violations({"do": "list"}, "request") and violations({"do": "list", "uid": 7}, "request")
    assert violations({"do": "action", "uid": 7, "action": "both"}, "request")


@pytest.mark.parametrize("ends_its_side", [False, True], ids=["closed", "its side ended, then closed"])
async def test_programs_that_are_gone_hold_no_place_while_the_phone_is_silent(
    paired: Session, path: Path, ends_its_side: bool
) -> None:
    async def status() -> Answer | None:
        """Returns the answer; nothing if the watch has no place."""
        client = await ControlClient.connect(path)
        try:
            client.ask(do="status")
            answer = await client.line()
        except ConnectionError:  # Refused before it could ask.
            return None
        return None if answer and answer.get("error") == "tooManyClients" else answer

    seen = [await paired.deliver(mail(f"title {index}")) for index in range(MOST_CLIENTS)]
    answer_actions_with(paired)
    programs = [await ControlClient.connect(path) for _ in seen]
    for program, one in zip(programs, seen):
        program.ask(do="action", uid=one["uid"], action="negative")
        if ends_its_side:
            program.writer.write_eof()
    if ends_its_side:
        # The watch reads the request in one turn of its loop and the end in another. In each it refuses one program.
        for _ in range(2):
            assert not await status()
    for program in programs:
        program.close()
    answer = None
    async with asyncio.timeout(DEADLINE * SLOWNESS):
        # The watch notices one after the other that they are gone.
        while not answer:
            answer = await status()
    assert answer["do"] == "status" and answer["result"] == "ok"
