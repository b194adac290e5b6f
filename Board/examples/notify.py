#!/usr/bin/env python3
"""Prints notifications as they arrive, and clears those of some applications. Uses only Python's standard library.

    belfry --events - --control /tmp/belfry … | Board/examples/notify.py --control /tmp/belfry --clear com.example.noise
"""

from __future__ import annotations

import argparse
import json
import re
import socket
import sys
from typing import Any


class Control:
    """The watch's control socket: each line is answered by one line, in order."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._connect()

    def _connect(self) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.connect(self._path)
        self._lines = self._socket.makefile("r", encoding="utf-8")

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        self._socket.sendall(json.dumps(request).encode() + b"\n")
        line = self._lines.readline()
        if not line.endswith("\n"):
            raise ConnectionError("the watch has ended the connection")
        answer: dict[str, Any] = json.loads(line)
        if answer.get("error") in ("idle", "tooManyClients"):
            raise ConnectionError("the watch serves other programs")
        return answer

    def ask(self, **request: Any) -> dict[str, Any]:
        """Sends a request and returns its answer. Connects again once: the watch may have given the place away."""
        try:
            return self._ask(request)
        except OSError:
            self._connect()
            return self._ask(request)

    def clear(self, event: dict[str, Any]) -> str:
        """Clears a notification on the phone. The serial number prevents clearing another one with the same UID."""
        try:
            answer = self.ask(do="action", uid=event["uid"], serial=event["serial"], action="negative")
        except OSError as error:
            return str(error)
        return str(answer.get("result") or answer["error"])


STEERING = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""What JSON need not escape and a terminal may obey: controls, separators of lines, marks of the writing direction."""


def printable(text: str) -> str:
    """Returns a text as the watch's events have it, so that it cannot control the terminal."""
    escaped = json.dumps(text, ensure_ascii=False)[1:-1]
    return STEERING.sub(lambda found: f"\\u{ord(found.group()):04x}", escaped)


def main() -> None:
    """Reads events from standard input until it ends."""
    parser = argparse.ArgumentParser(description="Prints notifications as they come, and clears some.")
    parser.add_argument("--control", metavar="PATH", help="the watch's control socket")
    parser.add_argument("--clear", metavar="APP", action="append", default=[], help="an application's identifier")
    options = parser.parse_args()
    control = None
    for line in sys.stdin.buffer:
        # The socket is there before the first event.
        control = control or (Control(options.control) if options.control else None)
        try:
            event = json.loads(line)
        except ValueError:  # A full disk or the end of the watch can cut a line.
            continue
        if event["type"] != "notification" or event["op"] != "content" or not event["complete"]:
            continue
        texts = [printable(event[name]) for name in ("appName", "title", "message")]
        print(": ".join(texts), flush=True)
        if control and event["app"] in options.clear and "negativeAction" in event["flags"]:
            print("cleared:", control.clear(event), flush=True)


if __name__ == "__main__":
    main()
