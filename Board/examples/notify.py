#!/usr/bin/env python3
"""Prints notifications as they come, and clears those of some applications. Python's standard library, nothing else.

    belfry --events - --control /tmp/belfry … | Board/examples/notify.py --control /tmp/belfry --clear com.example.noise
"""

from __future__ import annotations

import argparse
import json
import socket
import sys
from typing import Any


class Control:
    """The watch's control socket: each line is answered by one line, in order."""

    def __init__(self, path: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.connect(path)
        self._lines = self._socket.makefile("r", encoding="utf-8")

    def ask(self, **request: Any) -> dict[str, Any]:
        """Sends a request and returns its answer."""
        self._socket.sendall(json.dumps(request).encode() + b"\n")
        line = self._lines.readline()
        if not line:
            raise ConnectionError("the watch has ended the connection")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def clear(self, event: dict[str, Any]) -> str:
        """Clears a notification on the phone. The serial makes sure that it is still that one."""
        answer = self.ask(do="action", uid=event["uid"], serial=event["serial"], action="negative")
        return str(answer.get("result") or answer["error"])


def printable(text: str) -> str:
    """As JSON would write it: what somebody else has sent must not steer the terminal."""
    escaped = json.dumps(text, ensure_ascii=False)[1:-1]
    return "".join(f"\\u{ord(letter):04x}" if "\x7f" <= letter <= "\x9f" else letter for letter in escaped)


def main() -> None:
    """Reads events from standard input until it ends."""
    parser = argparse.ArgumentParser(description="Prints notifications as they come, and clears some.")
    parser.add_argument("--control", metavar="PATH", help="the watch's control socket")
    parser.add_argument("--clear", metavar="APP", action="append", default=[], help="an application's identifier")
    options = parser.parse_args()
    control = Control(options.control) if options.control else None
    for line in sys.stdin:
        event = json.loads(line)
        if event["type"] != "notification" or event["op"] != "content" or "app" not in event:
            continue
        texts = [printable(event[name]) for name in ("appName", "title", "message")]
        print(": ".join(texts), flush=True)
        if control and event["app"] in options.clear and "negativeAction" in event["flags"]:
            print("cleared:", control.clear(event), flush=True)


if __name__ == "__main__":
    main()
