"""What the image's tests share: a folder in which process 1 is simulated."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest_plugins = ["again"]

ROOT = Path(__file__).resolve().parents[2]
BOARD = ROOT / "Board"
sys.path.insert(0, str(BOARD / "image"))
SETTINGS = "[watch]\nname = Mine\n"
NOTIFY = """python3 - "$NOTIFY_SOCKET" "${{4%/state}}/update/record" <<'END'
import socket, sys, time
peer = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
peer.connect(sys.argv[1])
{body}
END
"""
# Reports that it is ready, and runs until process 1 counts it as working: then the record has no start.
WORK = NOTIFY.format(body="""peer.send(b"READY=1")
end = time.monotonic() + 15
while "starts 0\\n" not in open(sys.argv[2]).read() and time.monotonic() < end: time.sleep(0.02)""")


def run_make(*arguments: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Runs `make` as a user does, without what the `make` that runs the tests hands down."""
    inherited = ("MAKE", "MFLAGS", "BOARD")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(inherited)}
    return subprocess.run(
        ["make", "--no-print-directory", *arguments], cwd=folder, env=environment, capture_output=True, text=True,
        timeout=60, check=False)


class Simulation:
    """The folders that process 1 finds on a board, and programs that stand for belfry."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.boot, self.data, self.factory = (folder / name for name in ("boot", "data", "factory"))
        for path in (self.boot, self.data, self.factory, folder / "run"):
            path.mkdir()
        (folder / "watchdog").touch()
        self.install(self.factory / "belfry", "factory", "exit 0")
        (self.factory / "belfry.ini").write_text("[watch]\nname = Factory\n")
        (self.boot / "belfry.ini").write_text(SETTINGS)

    def program(self, name: str, script: str) -> str:
        """Returns a belfry that records its start and its arguments. Its first 20 octets are those of any other."""
        return f'#!/bin/sh\n# a belfry of tests\necho "{name} $*" >>{self.folder}/starts\n{script}\n'

    def install(self, path: Path, name: str, script: str) -> None:
        path.write_text(self.program(name, script))
        path.chmod(0o755)

    def drop(self, name: str, script: str, checksum: str | None = None) -> str:
        """Puts an update onto the boot partition, and returns its checksum."""
        content = self.program(name, script).encode()
        digest = hashlib.sha256(content).hexdigest()
        (self.boot / "belfry").write_bytes(content)
        (self.boot / "belfry.sha256").write_text(f"{digest}  belfry\n" if checksum is None else checksum)
        return digest

    def run(self, *more: str) -> int:
        """Plays one run of the machine. Returns 0 after power-off and 3 after a reboot."""
        result = subprocess.run(
            [os.environ["BELFRY_INIT"], "--simulate", str(self.folder), *more], timeout=60, check=False,
            capture_output=True, text=True)
        self.log = result.stderr
        return result.returncode

    def starts(self) -> list[str]:
        """Returns the names of the started belfrys in order, and forgets them."""
        path = self.folder / "starts"
        lines = path.read_text().splitlines() if path.exists() else []
        path.unlink(missing_ok=True)
        self.commands = lines
        return [line.split()[0] for line in lines]

    @property
    def problem(self) -> str:
        path = self.boot / "problem.txt"
        return path.read_bytes().decode() if path.exists() else ""

    @property
    def record(self) -> dict[str, str]:
        path = self.data / "update/record"
        return dict(line.split() for line in path.read_text().splitlines()) if path.exists() else {}


@pytest.fixture
def simulation(tmp_path: Path) -> Simulation:
    return Simulation(tmp_path)
