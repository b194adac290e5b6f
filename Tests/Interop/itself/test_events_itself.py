"""The schema of the event stream under test: it rejects unknown events, and the documentation names all it knows.

That the watch keeps to it, every other test shows: each event of each of them is held against the schema.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from watch.schema import SCHEMA_FILE, event_types, event_violations, schema, violations
from watch.watch import ROOT

NOTIFICATION: dict[str, Any] = {
    "t": 2.2, "type": "notification", "op": "content", "uid": 7, "serial": 3, "category": "social", "categoryID": 4,
    "count": 1, "flags": ["important", "bit5"], "complete": True, "app": "com.tencent.xin", "appName": "WeChat",
    "title": "…", "subtitle": "", "message": "…", "messageSize": 42, "missingGlyphs": 1,
    "date": "2026-11-20T23:12:00", "positive": "…", "negative": "Clear"}


def enumerated(definition: str, *path: str) -> list[str]:
    """The words of an enumeration in the schema."""
    found = schema()["$defs"][definition]
    for name in path:
        found = found[name]
    words: list[str] = found["enum"]
    return words


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(schema())
    assert len(event_types()) == len(schema()["oneOf"])


@pytest.mark.parametrize("event", [
    NOTIFICATION,
    {"t": 0.0, "type": "state", "state": "ready"},
    {"t": 1, "type": "state", "state": "advertising", "reason": "notBonded"},
    {"t": 1, "type": "pairing", "result": "failed", "reason": "refusedByPhone", "failedReason": "0x0c"},
    {"t": 1, "type": "notification", "op": "removed", "uid": 0},
    {"t": 1, "type": "action", "uid": 7, "action": "negative", "result": "0xa2"},
    {"t": 1, "type": "dropped", "count": 12},
])
def test_documented_events_pass(event: dict[str, Any]) -> None:
    assert event_violations(event) == []
    assert Draft202012Validator(schema()).is_valid(event)


@pytest.mark.parametrize("event", [
    {"t": 1, "type": "telepathy"},
    {"t": 1, "type": "screen", "screen": "clock", "mood": "good"},
    {"t": 1, "type": "screen", "screen": "kitchen"},
    {"t": 1, "type": "screen"},
    {"t": "soon", "type": "screen", "screen": "clock"},
    {"t": 1, "type": "state", "state": "ready", "reason": "because"},
    {"t": 1, "type": "pairing", "code": "042137"},
    {"t": 1, "type": "pairing", "method": "numericComparison", "code": 42137},
    {"t": 1, "type": "pairing", "result": "bonded", "failedReason": "0x0c"},
    {"t": 1, "type": "action", "uid": 7, "action": "negative", "result": "0xA2"},
    {**NOTIFICATION, "op": "removed"},
    {**NOTIFICATION, "category": "gossip"},
    {**NOTIFICATION, "flags": ["loud"]},
    {**NOTIFICATION, "date": "yesterday"},
    {**NOTIFICATION, "uid": -1},
    {name: value for name, value in NOTIFICATION.items() if name != "categoryID"},
])
def test_undocumented_events_are_refused(event: dict[str, Any]) -> None:
    assert event_violations(event)
    assert not Draft202012Validator(schema()).is_valid(event)


def test_the_documentation_names_everything() -> None:
    reference = ROOT / "Documentation" / "reference"
    events = (reference / "events.md").read_text(encoding="utf-8")
    assert SCHEMA_FILE.name in events
    for kind in event_types():
        assert f'"type":"{kind}"' in events, kind
    control = (reference / "control-socket.md").read_text(encoding="utf-8")
    for word in [*enumerated("answer", "properties", "error"), *enumerated("answer", "properties", "do")]:
        assert f"`{word}`" in control, word
    words = [
        *enumerated("linkState"), *enumerated("linkReason"), *enumerated("screenName"),
        *enumerated("pairing", "properties", "reason"), *enumerated("controller", "properties", "reason")]
    reasons = (reference / "event-reasons.md").read_text(encoding="utf-8")
    for word in words:
        assert f"`{word}`" in events + reasons, word


def documented(page: str, heading: str, column: int = 1) -> list[str]:
    """The words in a column of the first table below a heading of a page."""
    text = (ROOT / "Documentation" / page).read_text(encoding="utf-8")
    below = text.partition(f"# {heading}\n")[2]
    table = below[below.index("\n|"):].lstrip().split("\n\n")[0]
    found = [word for row in table.splitlines()[2:] for word in re.findall("`([^`]+)`", row.split("|")[column])]
    assert found, heading
    return found


@pytest.mark.parametrize(("words", "field", "event"), [
    (documented("reference/event-reasons.md", "Why nothing arrives"), "reason",
     {"type": "state", "state": "advertising"}),
    (documented("reference/event-reasons.md", "The controller is lost"), "reason",
     {"type": "controller", "state": "lost"}),
    (documented("reference/event-reasons.md", "Causes of a recovery"), "cause",
     {"type": "recovery", "step": "renewed"}),
    (documented("reference/events.md", "Notifications"), "op", {"type": "notification", "uid": 7}),
    (documented("reference/events.md", "action"), "result", {"type": "action", "uid": 7, "action": "negative"}),
    (documented("manual/alerts.md", "When the watch alerts", 2), "reason",
     {"type": "alert", "uid": 7, "strength": "normal"}),
    (documented("reference/control-socket.md", "Settings"), "key",
     {"type": "setting", "value": "on", "chosen": True, "by": "program"}),
], ids=["state", "controller", "recovery", "notification", "action", "alert", "setting"])
def test_each_word_of_a_table_in_an_event_passes(words: list[str], field: str, event: dict[str, Any]) -> None:
    assert {word: event_violations({"t": 1, **event, field: word}) for word in words} == {word: [] for word in words}


def test_each_word_of_the_control_sockets_tables_passes() -> None:
    page = "reference/control-socket.md"
    for error in documented(page, "Errors"):
        assert violations({"t": 1, "type": "answer", "error": error}, "answer") == []
    for verb in documented(page, "Requests"):
        assert violations({"t": 1, "type": "answer", "do": verb, "result": "ok"}, "answer") == []
