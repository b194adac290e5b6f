"""A whole Debian with its systemd, in namespaces of this machine."""

from __future__ import annotations

import os
import subprocess
import tarfile
import time
from collections.abc import Callable
from pathlib import Path

from phone.journal import DEADLINE

PATIENCE = 6 * DEADLINE
GROUPS = Path("/sys/fs/cgroup")


class System:
    """A system that is unpacked from an archive, booted, and ended with all of its processes."""

    def __init__(self, archive: Path, root: Path) -> None:
        self.root = root
        root.mkdir()
        with tarfile.open(archive) as files:
            files.extractall(root, filter="fully_trusted")
        (root / "console").touch()
        # The archive may contain the resolver settings of the machine that made it.
        (root / "etc/resolv.conf").unlink(missing_ok=True)

    def boot(self) -> None:
        """Starts process 1 and waits until it has started everything."""
        self._group = f"belfry-{os.getpid()}-{id(self)}"
        self._outer = subprocess.Popen(
            [Path(__file__).with_name("boot"), self._group, self.root], stdin=subprocess.DEVNULL)
        self.wait(lambda: bool(self._inner), "process 1")
        self.wait(lambda: self.output("systemctl", "is-active", "multi-user.target") == "active", "the end of booting")

    @property
    def _inner(self) -> str:
        """The process number of the system's process 1 on this machine."""
        children = Path(f"/proc/{self._outer.pid}/task/{self._outer.pid}/children").read_text().split()
        return children[0] if children else ""

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Runs a command in the system."""
        return subprocess.run(
            ["nsenter", "--target", self._inner, "--mount", "--pid", "--ipc", "--uts", "--cgroup", "--root",
             "--wd", "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND=noninteractive", *command],
            capture_output=True, text=True, timeout=PATIENCE, check=False, stdin=subprocess.DEVNULL)

    def output(self, *command: str) -> str:
        """Returns the output of a command, whatever its exit status."""
        result = self.run(*command)
        return (result.stdout + result.stderr).strip()

    def does(self, *command: str) -> str:
        """Runs a command, and fails if its exit status is not 0."""
        result = self.run(*command)
        assert result.returncode == 0, f"{command}: {result.stdout}{result.stderr}"
        return result.stdout

    def property(self, unit: str, name: str) -> str:
        """Returns the properties of a unit."""
        return self.does("systemctl", "show", "--value", f"--property={name}", unit).strip()

    def wait(self, condition: Callable[[], bool], what: str) -> None:
        """Polls until a condition is true."""
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, f"{what} does not come: {(self.root / 'console').read_text()[-2000:]}"
            time.sleep(0.1)

    def files(self) -> set[str]:
        """Returns each path that the package may have left."""
        volatile = ("/proc", "/sys", "/dev", "/run", "/tmp", "/var/log", "/var/lib/dpkg", "/var/cache")
        found = self.does("find", "/", "-xdev").splitlines()
        return {path for path in found if not path.startswith(volatile)}

    def end(self) -> None:
        """Ends process 1, and with it all others."""
        inner = self._inner
        self._outer.kill()
        self._outer.wait()
        self.wait(lambda: not Path(f"/proc/{inner}").exists(), "the end of process 1")
        for group in GROUPS.glob(f"**/{self._group}"):
            subprocess.run(["find", group, "-depth", "-type", "d", "-exec", "rmdir", "{}", ";"], check=True)
