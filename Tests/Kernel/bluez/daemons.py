"""The programs of BlueZ inside the guest: their files and their start."""

from __future__ import annotations

import ctypes
import os
import subprocess
from pathlib import Path

BUS = "unix:path=/run/dbus/system_bus_socket"
STATE = Path("/var/lib/bluetooth")
BUS_CONFIGURATION = f"""<busconfig>
<type>system</type><listen>{BUS}</listen><auth>EXTERNAL</auth>
<policy context="default">
<allow user="*"/><allow own="*"/><allow send_type="method_call"/><allow send_type="signal"/>
<allow send_requested_reply="true"/><allow receive_type="method_call"/><allow receive_type="signal"/>
<allow receive_requested_reply="true"/><allow send_destination="*" eavesdrop="false"/>
</policy></busconfig>
"""
BLUETOOTH_CONFIGURATION = """[General]
ControllerMode=le
Privacy={privacy}
[Policy]
AutoEnable=false
"""


class Daemons:
    """The bus and bluetoothd, from a folder with the files of Debian's packages."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        libraries = ":".join(str(folder / part / "x86_64-linux-gnu") for part in ("usr/lib", "lib"))
        self._environment = {"PATH": "/usr/bin:/bin", "LD_LIBRARY_PATH": libraries, "DBUS_SYSTEM_BUS_ADDRESS": BUS}

    def start_bus(self) -> None:
        """Starts the bus, and returns when programs can connect to it."""
        mount_memory("/var/lib")
        Path("/run/dbus").mkdir()
        configuration = Path("/run/dbus.conf")
        configuration.write_text(BUS_CONFIGURATION)
        ours, theirs = os.pipe()
        self._start(
            "usr/bin/dbus-daemon", f"--config-file={configuration}", "--nofork", "--nopidfile",
            f"--print-address={theirs}", pass_fds=(theirs,))
        os.close(theirs)
        if not os.read(ours, 256):
            raise SystemExit("the bus did not start")
        os.close(ours)

    def start_bluetooth(self, privacy: str) -> None:
        """Starts bluetoothd; it takes its name on the bus when it is ready."""
        configuration = Path("/run/bluetooth.conf")
        configuration.write_text(BLUETOOTH_CONFIGURATION.format(privacy=privacy))
        self._start("usr/libexec/bluetooth/bluetoothd", "-n", "-f", str(configuration))

    def _start(self, program: str, *arguments: str, pass_fds: tuple[int, ...] = ()) -> None:
        subprocess.Popen(
            [str(self._folder / program), *arguments], env=self._environment, stdin=subprocess.DEVNULL,
            pass_fds=pass_fds)


def mount_memory(place: str) -> None:
    """Puts an empty file system in memory there: the guest cannot write to the machine's files."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.mount(b"tmpfs", place.encode(), b"tmpfs", 0, b"size=4m"):
        raise OSError(ctypes.get_errno(), f"tmpfs on {place}")


def stored_bonds() -> list[str]:
    """Returns the files of bluetoothd's bonds: the text of each."""
    return [path.read_text() for path in STATE.glob("*/*/info")]
