"""The members of a JSON object that a page sends. None of them is trusted."""

from __future__ import annotations

import json
from typing import Any

PROTOCOL_ERROR, UNSUPPORTED, POLICY, TOO_BIG, INTERNAL_ERROR, TRY_AGAIN_LATER = 1002, 1003, 1008, 1009, 1011, 1013
"""WebSocket close codes. RFC 6455, 7.4.1, and the IANA registry."""
LONGEST_TEXT = 4000


class Refused(Exception):
    """The page violated the protocol. The socket is closed with this code and reason."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Fields:
    """Reads one JSON object. A missing member is empty, 0 or false."""

    def __init__(self, text: str) -> None:
        try:
            members = json.loads(text)
        except (ValueError, RecursionError):
            raise Refused(UNSUPPORTED, "a text message must be JSON") from None
        if not isinstance(members, dict):
            raise Refused(UNSUPPORTED, "a text message must be a JSON object")
        self._members: dict[str, Any] = members

    def _member(self, name: str, default: Any, *kinds: type) -> Any:
        value = self._members.get(name, default)
        if type(value) not in kinds:
            raise Refused(POLICY, f"`{name}` has the wrong type")
        return value

    def text(self, name: str) -> str:
        """Returns a text. Half a surrogate pair becomes a replacement character."""
        value = self._member(name, "", str)
        if len(value) > LONGEST_TEXT:
            raise Refused(POLICY, f"`{name}` is longer than {LONGEST_TEXT} characters")
        return str(value.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))

    def number(self, name: str, low: int, high: int) -> int:
        """Returns a number, moved into the range."""
        value = self._member(name, 0, int, float)
        return int(min(max(value, low), high)) if value == value else low

    def flag(self, name: str) -> bool:
        """Returns true or false."""
        return bool(self._member(name, False, bool))
