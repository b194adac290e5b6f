"""The unchanged examples of Board/examples, with a watch and a phone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from conftest import SessionMaker
from examples import EXAMPLES, ExampleRunner
from phone.calls import PHONE_APP, Call
from phone.log import Kind
from phone.notification import Category, Notification
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


def on_screen(name: str) -> str:
    """The event of another screen."""
    return f'{{"t":1.0,"type":"screen","screen":"{name}"}}'


def spam_call(serial: int) -> str:
    """The event with the texts of a call to decline."""
    return (
        f'{{"t":1.0,"type":"notification","op":"content","uid":3,"serial":{serial},"category":"incomingCall",'
        '"appName":"Phone","title":"Spam","message":"Incoming Call"}')


def shell_prints(buttons: Path, *events: str) -> list[str]:
    """Runs the example on events, and returns its lines."""
    example = subprocess.run(
        [str(EXAMPLES / "notify.sh"), str(buttons), "Spam"], input="\n".join(events) + "\n", text=True,
        capture_output=True, check=False)
    assert example.returncode == 0 and not example.stderr
    return example.stdout.splitlines()


def test_shell_declines_a_later_call_with_the_same_uid(tmp_path: Path) -> None:
    lines = shell_prints(tmp_path / "buttons", on_screen("call"), *map(spam_call, (1, 1, 9)))
    assert lines.count("declined: Spam") == 2


@pytest.mark.parametrize("screens", [[], ["clock"], ["call", "list"]])
def test_shell_presses_nothing_for_a_call_that_is_not_on_the_display(tmp_path: Path, screens: list[str]) -> None:
    buttons = tmp_path / "buttons"
    assert shell_prints(buttons, *map(on_screen, screens), spam_call(1)) == ["Phone: Spam: Incoming Call"]
    assert not buttons.exists()


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
