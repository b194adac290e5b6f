"""Text with control characters or direction marks. No output of the watch contains them."""

from __future__ import annotations

import json
import sys
import unicodedata
from pathlib import Path

import pytest

from command_line import run
from conformance import row
from conftest import SessionMaker
from examples import EXAMPLES, ExampleRunner
from phone.notification import Notification
from session import Session
from watch.control import ControlClient

MARKS = "\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
STEERING = {*MARKS, *map(chr, range(0x20)), *map(chr, range(0x7F, 0xA0))} - {"\n"}
TITLE = "".join(f"{mark}a" for mark in MARKS)
KEPT = "שלום é 漢 😀"
"""Text that is written from right to left needs none of them."""


@pytest.fixture
async def session(make_session: SessionMaker, path: Path) -> Session:
    """A watch with a control socket, paired."""
    session = await make_session("--control", str(path))
    await session.pair()
    return session


def steers(text: str) -> set[str]:
    """Returns the names of the forbidden characters in a line."""
    return {unicodedata.name(one, f"U+{ord(one):04X}") for one in set(text) & STEERING}


@row("Attacks", "text that reorders a line")
async def test_events_and_answers_escape_it(session: Session, path: Path) -> None:
    lines: list[bytes] = []
    session.watch.on_line = lines.append
    seen = await session.deliver(Notification("com.apple.MobileSMS", TITLE, f"{KEPT}\u2029{KEPT}"))
    assert seen["title"] == TITLE and seen["message"] == f"{KEPT}\u2029{KEPT}", "it is still what was sent"
    client = await ControlClient.connect(path)
    client.ask(do="list")
    line = await client.reader.readline()
    assert json.loads(line)["title"] == TITLE
    for found in [*lines, line]:
        assert not steers(found.decode().rstrip("\n")), found
    assert any(KEPT.encode() in found for found in lines), "all else stays readable"


@row("Attacks", "text that reorders a line")
async def test_the_example_escapes_it(session: Session, run_example: ExampleRunner) -> None:
    notify = await run_example(sys.executable, str(EXAMPLES / "notify.py"))
    await session.deliver(Notification("com.apple.MobileSMS", TITLE, KEPT))
    line = await notify.line()
    assert not steers(line) and line.endswith(f"\\u2069a: {KEPT}"), line


@row("Attacks", "text that reorders a line")
def test_standard_error_replaces_it() -> None:
    errors = run("--display", f"paper{TITLE}{KEPT}").stderr
    assert not steers(errors.rstrip("\n")) and f'"paper{"?a" * len(MARKS)}{KEPT}"' in errors, errors
