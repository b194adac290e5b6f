"""Files that a guest passes on in its log, because it cannot write to the host's files."""

from __future__ import annotations

import base64
import zlib

WIDTH = 3_000
"""Characters of a file in a line of the log."""


def write_file(name: str, octets: bytes) -> None:
    """Prints a file, as lines that `read_file` finds in the log."""
    text = base64.b64encode(zlib.compress(octets)).decode()
    for start in range(0, len(text), WIDTH):
        print(f"{name}: {text[start:start + WIDTH]}", flush=True)


def read_file(name: str, log: str) -> bytes:
    """Returns a file from the log of a scenario."""
    prefix = f"{name}: "
    text = "".join(line.removeprefix(prefix).strip() for line in log.splitlines() if line.startswith(prefix))
    assert text, f"the log has no file {name}"
    return zlib.decompress(base64.b64decode(text))
