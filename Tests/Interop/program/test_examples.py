"""The unchanged examples of Board/examples, with a watch and a phone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from conftest import SessionMaker
from examples import EXAMPLES, ExampleRunner
from phone.calls import Call
from phone.log import Kind
from phone.notification import Notification
from session import Session

NOISE, MAIL = "org.example.noise", "com.apple.mobilemail"


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


def test_shell_declines_a_later_call_with_the_same_uid(tmp_path: Path) -> None:
    lines = [
        f'{{"t":1.0,"type":"notification","op":"content","uid":3,"serial":{serial},"category":"incomingCall",'
        '"appName":"Phone","title":"Spam","message":"Incoming Call"}' for serial in (1, 1, 9)]
    example = subprocess.run(
        [str(EXAMPLES / "notify.sh"), str(tmp_path / "buttons"), "Spam"], input="\n".join(lines) + "\n", text=True,
        capture_output=True, check=False)
    assert example.returncode == 0 and not example.stderr
    assert example.stdout.count("declined: Spam") == 2


async def test_shell_prints_and_declines(session: Session, run_example: ExampleRunner) -> None:
    example = await run_example(str(EXAMPLES / "notify.sh"), str(session.watch.button_pipe), "Mai*")
    await session.deliver(Notification(MAIL, "Anna \\n Co", 'one\n"title":"two"\x1b[2J\x9b2J'))
    assert await example.line() == 'Mail: Anna \\n Co: one "title":"two"\\u001b[2J\\u009b2J'
    Call(session.phone.ancs, "Mai Ling")
    assert await example.line() == "Phone: Mai Ling: Incoming Call"
    assert await example.line() == "declined: Mai Ling"
    await session.log.wait_for(Kind.PHONE, "call missed")
    mark = session.watch.events.mark
    Call(session.phone.ancs, "王小明").answer()
    await session.watch.event("notification", op="removed", since=mark)
