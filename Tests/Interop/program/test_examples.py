"""The unchanged examples of Board/examples, with a watch and a phone."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import SessionMaker
from examples import EXAMPLES, ExampleRunner
from phone.calls import PHONE_APP, Call
from phone.journal import DEADLINE, SLOWNESS
from phone.log import Kind
from phone.notification import Category, Notification
from session import Session

NOISE, MAIL = "org.example.noise", "com.apple.mobilemail"
LIMIT = DEADLINE * SLOWNESS
"""The longest time that an example may take, in seconds."""


@pytest.fixture
async def session(make_session: SessionMaker, path: Path) -> Session:
    """A watch with a control socket, paired."""
    session = await make_session("--control", str(path))
    await session.pair()
    return session


async def test_python_may_start_before_the_watch(path: Path) -> None:
    example = subprocess.run(
        [sys.executable, str(EXAMPLES / "notify.py"), "--control", str(path)], input="", text=True,
        capture_output=True, check=False)
    assert example.returncode == 0 and not example.stderr


async def test_python_prints_and_clears(session: Session, run_example: ExampleRunner, path: Path) -> None:
    example = await run_example(
        sys.executable, str(EXAMPLES / "notify.py"), "--control", str(path), "--clear", NOISE)
    await session.deliver(Notification(MAIL, "Anna", 'say "no"\x1b[2J\x9b2J'))
    assert await example.line() == 'Mail: Anna: say \\"no\\"\\u001b[2J\\u009b2J'
    seen = await session.deliver(Notification(NOISE, "Buy", "now!"))
    assert await example.line() == "noise: Buy: now!"
    assert await example.line() == "cleared: ok"
    await session.phone_saw("action", uid=seen["uid"], positive=False)
    await session.deliver(Notification(NOISE, "Buy", "more", negative=""))
    assert await example.line() == "noise: Buy: more"
    await session.deliver(Notification(MAIL, "王小明", "今晚"))
    assert await example.line() == "Mail: 王小明: 今晚"
    assert len(session.log.find(Kind.ANCS, "action")) == 1


TO_CLEAR = {
    "t": 1.0, "type": "notification", "op": "content", "uid": 7, "serial": 3, "flags": ["negativeAction"],
    "complete": True, "app": NOISE, "appName": "Noise", "title": "Buy", "message": "now!"}


def python_prints(path: Path, *events: bytes) -> list[str]:
    """Runs the example on events, and returns its lines."""
    example = subprocess.run(
        [sys.executable, str(EXAMPLES / "notify.py"), "--control", str(path), "--clear", NOISE],
        input=b"".join(event + b"\n" for event in events), capture_output=True, check=False, timeout=LIMIT)
    assert example.returncode == 0 and not example.stderr, example.stderr
    return example.stdout.decode().splitlines()


def serve(listener: socket.socket, farewells: list[bytes]) -> None:
    """Serves as the watch's control socket: ends as many connections with a farewell, then answers one."""
    for farewell in farewells:
        connection, _ = listener.accept()
        with connection:
            connection.sendall(farewell)
    connection, _ = listener.accept()
    with connection, connection.makefile("rb") as lines:
        for line in lines:
            request = json.loads(line)
            assert (request["do"], request["uid"], request["serial"]) == ("action", 7, 3)
            connection.sendall(b'{"t":2.0,"type":"answer","do":"action","uid":7,"action":"negative","result":"ok"}\n')


@pytest.mark.parametrize("farewell", [
    b"", b'{"t":1.5,"type":"answer","error":"idle"}\n', b'{"t":1.5,"type":"answer","error":"tooManyClients"}\n',
    b'{"t":1.5,"type":"ans',
])
@pytest.mark.parametrize(("count", "is_cleared"), [(1, True), (2, False)])
def test_python_connects_again_once_if_it_has_lost_its_place(
        path: Path, farewell: bytes, count: int, is_cleared: bool) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        threading.Thread(target=serve, args=(listener, [farewell] * count), daemon=True).start()
        lines = python_prints(path, json.dumps(TO_CLEAR).encode())
    assert lines[0] == "Noise: Buy: now!" and len(lines) == 2
    assert lines[1].startswith("cleared: ") and (lines[1] == "cleared: ok") == is_cleared


def test_python_skips_lines_that_are_cut(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        threading.Thread(target=serve, args=(listener, []), daemon=True).start()
        cut = [b'{"t":9.100,"type":"notifi', b'{"title":"\xe4\xbb', b""]
        lines = python_prints(path, *cut, json.dumps(TO_CLEAR).encode())
    assert lines == ["Noise: Buy: now!", "cleared: ok"]


def on_screen(name: str) -> str:
    """The event of another screen."""
    return f'{{"t":1.0,"type":"screen","screen":"{name}"}}'


REMOVED = '{"t":1.1,"type":"notification","op":"removed","uid":3}'
"""The event of the end of a call to decline."""


def spam_call(serial: int) -> str:
    """The event with the texts of a call to decline."""
    return (
        f'{{"t":1.0,"type":"notification","op":"content","uid":3,"serial":{serial},"category":"incomingCall",'
        '"appName":"Phone","title":"Spam","message":"Incoming Call"}')


@pytest.fixture
def buttons(tmp_path: Path) -> Path:
    """The FIFO of the buttons, which no program reads."""
    fifo = tmp_path / "buttons"
    os.mkfifo(fifo, 0o600)
    return fifo


@pytest.fixture
def presses(buttons: Path) -> Iterator[int]:
    """A descriptor at which the presses in the FIFO arrive. Reading it does not wait."""
    descriptor = os.open(buttons, os.O_RDWR | os.O_NONBLOCK)
    yield descriptor
    os.close(descriptor)


def shell_prints(buttons: Path, *events: str) -> list[str]:
    """Runs the example on events, and returns its lines."""
    example = subprocess.run(
        [str(EXAMPLES / "notify.sh"), str(buttons), "Spam"], input="\n".join(events) + "\n", text=True,
        capture_output=True, check=False, timeout=LIMIT)
    assert example.returncode == 0 and not example.stderr
    return example.stdout.splitlines()


def test_shell_declines_a_later_call_with_the_same_uid(buttons: Path, presses: int) -> None:
    with subprocess.Popen(
            [str(EXAMPLES / "notify.sh"), str(buttons), "Spam"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True, bufsize=1) as example:
        assert example.stdin and example.stdout
        for events in ([on_screen("call"), spam_call(1)], [spam_call(1), REMOVED, spam_call(9)]):
            for event in events:
                example.stdin.write(event + "\n")
            while (line := example.stdout.readline()) != "declined: Spam\n":
                assert line == "Phone: Spam: Incoming Call\n"
        example.stdin.close()
        assert example.wait(LIMIT) == 0
    assert os.read(presses, 100) == b"decline\n" * 2


@pytest.mark.parametrize("screens", [[], ["clock"], ["call", "list"]])
def test_shell_presses_nothing_for_a_call_that_is_not_on_the_display(
        buttons: Path, presses: int, screens: list[str]) -> None:
    assert shell_prints(buttons, *map(on_screen, screens), spam_call(1)) == ["Phone: Spam: Incoming Call"]
    with pytest.raises(BlockingIOError):
        os.read(presses, 100)


@pytest.mark.parametrize("event", [REMOVED, on_screen("clock"), spam_call(2).replace("Spam", "Anna")],
                         ids=["removed", "another screen", "another call"])
def test_shell_presses_nothing_for_a_call_that_has_ended(buttons: Path, presses: int, event: str) -> None:
    lines = shell_prints(buttons, on_screen("call"), spam_call(1), event)
    assert lines[0] == "Phone: Spam: Incoming Call" and "declined: Spam" not in lines
    with pytest.raises(BlockingIOError):
        os.read(presses, 100)


def test_shell_does_not_wait_for_a_watch_that_does_not_read_the_buttons(buttons: Path) -> None:
    lines = shell_prints(buttons, on_screen("call"), spam_call(1), REMOVED.replace('"uid":3', '"uid":4'))
    assert lines == ["Phone: Spam: Incoming Call", "declined: Spam"]


def test_shell_refuses_buttons_that_are_not_a_fifo(tmp_path: Path) -> None:
    example = subprocess.run(
        [str(EXAMPLES / "notify.sh"), str(tmp_path / "none"), "Spam"], input="", text=True, capture_output=True,
        check=False, timeout=LIMIT)
    assert example.returncode == 64 and "not a FIFO" in example.stderr and not (tmp_path / "none").exists()


async def test_shell_prints_and_declines(session: Session, run_example: ExampleRunner) -> None:
    example = await run_example(str(EXAMPLES / "notify.sh"), str(session.watch.button_pipe), "Mai*")
    await session.deliver(Notification(MAIL, "Anna \\n Co", 'one\n"title":"two"\x1b[2J\x9b2J'))
    assert await example.line() == 'Mail: Anna \\n Co: one "title":"two"\\u001b[2J\\u009b2J'
    silent = Notification(PHONE_APP, "Mai", "Incoming Call", category=Category.INCOMING_CALL, is_silent=True)
    await session.deliver(silent)
    assert await example.line() == "Phone: Mai: Incoming Call"
    session.phone.ancs.remove(silent)
    Call(session.phone.ancs, "Mai Ling")
    assert await example.line() == "Phone: Mai Ling: Incoming Call"
    assert await example.line() == "declined: Mai Ling"
    await session.log.wait_for(Kind.PHONE, "call missed")
    mark = session.watch.events.mark
    Call(session.phone.ancs, "王小明").answer()
    await session.watch.event("notification", op="removed", since=mark)
