"""The event stream's contract, `Sources/Linux/belfry/events.schema.json`: what the watch may say, and nothing else."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

SCHEMA_FILE = Path(__file__).resolve().parents[4] / "Sources/Linux/belfry/events.schema.json"


@functools.cache
def schema() -> dict[str, Any]:
    """The schema itself."""
    loaded: dict[str, Any] = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
    return loaded


@functools.cache
def event_types() -> frozenset[str]:
    """Every type of event."""
    return frozenset(branch["$ref"].rpartition("/")[2] for branch in schema()["oneOf"])


@functools.cache
def _validator(definition: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{definition}", "$defs": schema()["$defs"]})


def violations(value: Any, definition: str) -> list[str]:
    """Returns the faults of a value by a definition of the schema."""
    return [f"{error.json_path}: {error.message}" for error in _validator(definition).iter_errors(value)]


def event_violations(event: dict[str, Any]) -> list[str]:
    """Returns the faults of an event. Its type chooses the definition, so that the message fits the type."""
    kind = event.get("type")
    if kind not in event_types():
        return [f"no such type of event: {kind!r}"]
    return violations(event, kind)
