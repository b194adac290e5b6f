"""The rights of belfry on a board: a user of its own, one capability, few system calls, and no updates."""

from __future__ import annotations

import os
import platform
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import WORK, Simulation

NET_ADMIN, SYS_TIME = 1 << 12, 1 << 25
USER = 800
NUMBERS = {"x86_64": {"prctl": 157, "setresuid": 117}, "aarch64": {"prctl": 167, "setresuid": 147}}
PR_SET_SECCOMP = 22

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")

LOOK = 'cat /proc/self/status >{0}/status; ulimit -c >{0}/core; umask >{0}/mask; ls -l /proc/self/fd >{0}/files; exit 0'

CALLS = """exec python3 - <<'END' >{0}/calls
import ctypes, os, socket
libc = ctypes.CDLL(None, use_errno=True)
def told(name, call):
    try:
        failed = call() == -1
        print(name, ctypes.get_errno() if failed else 0)
    except OSError as error:
        print(name, error.errno)
told("inet", lambda: socket.socket(socket.AF_INET).close())
told("packet", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW).close())
told("unix", lambda: socket.socket(socket.AF_UNIX).close())
told("unshare", lambda: libc.unshare(0x10000000))
told("namespace", lambda: libc.syscall({1}, 0x10000000 | 17, 0, 0, 0, 0))
told("mount", lambda: libc.mount(b"none", b"/tmp", b"tmpfs", 0, None))
told("trace", lambda: libc.ptrace(16, os.getppid(), 0, 0))
told("clock", lambda: libc.clock_settime(0, ctypes.byref((ctypes.c_int64 * 2)(1, 1))))
told("keys", lambda: libc.syscall({2}, 0, 0, 0, 0, 0))
def helper():
    one, other = socket.socketpair()
    child = os.fork()
    if child == 0:
        with open("{0}/new", "wb") as file:
            file.write(b"bonds")
            os.fsync(file.fileno())
        os.rename("{0}/new", "{0}/bonds")
        other.send(b"1")
        os._exit(0)
    assert one.recv(1) == b"1"
    os.waitpid(child, 0)
told("helper", helper)
END"""
"""The attempts of a belfry under an attacker's control, and at the end the work of its saving process."""


@pytest.fixture
def boat() -> Iterator[Simulation]:
    """A simulation in which belfry has a user of its own, who may write to the folder and the state."""
    folder = Path(tempfile.mkdtemp())
    simulation = Simulation(folder)
    folder.chmod(0o777)
    (folder / "dev").mkdir()
    for name in ("i2c-1", "gpiochip0", "mmcblk0p2", "mem"):
        (folder / "dev" / name).touch(0o600)
    yield simulation
    shutil.rmtree(folder)


@pytest.fixture
def as_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """Belfry gets a user of its own, as on a board."""
    monkeypatch.setenv("SIMULATED_USER", str(USER))


def look(simulation: Simulation, script: str = "") -> dict[str, str]:
    """Plays a run whose belfry reports its own rights."""
    simulation.install(simulation.factory / "belfry", "factory", script + LOOK.format(simulation.folder))
    assert simulation.run() == 0, simulation.log
    lines = (simulation.folder / "status").read_text().splitlines()
    return dict(line.split(":\t", 1) for line in lines if ":\t" in line)


def word(simulation: Simulation, name: str) -> str:
    return (simulation.folder / name).read_text().strip()


def behind(number: int, argument: int | None, error: int) -> list[str]:
    """Returns a command that installs a filter, so that the kernel refuses a system call of the next command."""
    code = [(0x20, 0, 0, 0), (0x15, 0, 1 if argument is None else 3, number)]
    if argument is not None:
        code += [(0x20, 0, 0, 16), (0x15, 0, 1, argument)]
    code += [(0x06, 0, 0, 0x00050000 | error), (0x06, 0, 0, 0x7FFF0000)]
    octets = b"".join(struct.pack("<HBBI", *one) for one in code)
    script = f"""
import ctypes, os, sys
libc = ctypes.CDLL(None)
code = ctypes.create_string_buffer(bytes.fromhex("{octets.hex()}"))
class Program(ctypes.Structure):
    _fields_ = [("count", ctypes.c_ushort), ("code", ctypes.c_void_p)]
program = Program({len(code)}, ctypes.addressof(code))
assert libc.prctl(38, 1, 0, 0, 0) == 0 and libc.prctl(22, 2, ctypes.byref(program), 0, 0) == 0
os.execv(sys.argv[1], sys.argv[1:])
"""
    return [sys.executable, "-c", script]


def run_behind(simulation: Simulation, command: list[str]) -> tuple[int, str]:
    result = subprocess.run(
        [*command, os.environ["BELFRY_INIT"], "--simulate", str(simulation.folder)], timeout=60, check=False,
        capture_output=True, text=True)
    return result.returncode, result.stderr


def test_belfry_gains_no_privileges_and_leaves_no_core_under_any_user(simulation: Simulation) -> None:
    status = look(simulation)
    assert status["NoNewPrivs"] == "1" and status["Seccomp"] == "2"
    assert word(simulation, "core") == "0" and word(simulation, "mask") in ("0077", "077")


@as_root
@pytest.mark.usefixtures("as_user")
def test_belfry_has_its_own_user_and_one_capability(boat: Simulation) -> None:
    status = look(boat)
    assert status["Uid"].split() == status["Gid"].split() == [str(USER)] * 4 and status["Groups"].split() == []
    for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"):
        assert int(status[name], 16) == NET_ADMIN, name
    assert status["NoNewPrivs"] == "1" and status["Seccomp"] == "2"


@as_root
@pytest.mark.usefixtures("as_user")
@pytest.mark.parametrize(("settings", "kept"), [
    ("[watch]\nset-system-clock = on\n", NET_ADMIN | SYS_TIME),
    ("[display]\r\npanel = none\r\n[watch]\r\n  set-system-clock=on  ; by the phone\r\n", NET_ADMIN | SYS_TIME),
    ("[watch]\nset-system-clock = on\nset-system-clock = off\n", NET_ADMIN),
    ("[watch]\n; set-system-clock = on\n", NET_ADMIN), ("[display]\nset-system-clock = on\n", NET_ADMIN),
    ("[watch]\nset-system-clock = only\n", NET_ADMIN), ("[watch]\nset-system-clock\n= on\n", NET_ADMIN),
    ("[Watch]\nSet-System-Clock = ON\n", NET_ADMIN | SYS_TIME),
    ("[watch]\nset-system-clock: on\n", NET_ADMIN | SYS_TIME),
    ("[ watch ]\nset-system-clock = on\n", NET_ADMIN | SYS_TIME),
    ("\ufeff[watch]\r\nset-system-clock = on\r\n", NET_ADMIN | SYS_TIME),
    ("; a line\n" * 7_000 + "[watch]\nset-system-clock = on\n", NET_ADMIN | SYS_TIME),
    ("; a line\n" * 8_000 + "[watch]\nset-system-clock = on\n", NET_ADMIN),
])
def test_the_clock_is_belfrys_only_where_the_settings_say_so(boat: Simulation, settings: str, kept: int) -> None:
    (boat.boot / "belfry.ini").write_bytes(settings.encode())
    assert int(look(boat)["CapEff"], 16) == kept


@as_root
@pytest.mark.usefixtures("as_user")
def test_belfry_is_given_its_devices_and_its_state_and_nothing_else(boat: Simulation) -> None:
    state = boat.data / "state"
    state.mkdir(mode=0o755)
    (state / "bonds").write_text("of a belfry that was root")
    look(boat)
    owners = {path.name: path.stat().st_uid for path in (boat.folder / "dev").iterdir()}
    assert owners == {"i2c-1": USER, "gpiochip0": USER, "mmcblk0p2": 0, "mem": 0}
    assert state.stat().st_uid == (state / "bonds").stat().st_uid == USER and state.stat().st_mode & 0o777 == 0o700
    assert boat.data.stat().st_uid == 0
    # A hard link that belfry makes later keeps its file's owner.
    os.link(boat.factory / "belfry.ini", state / "trap")
    look(boat)
    assert (boat.factory / "belfry.ini").stat().st_uid == 0


@as_root
@pytest.mark.usefixtures("as_user")
def test_only_process_one_changes_updates_and_their_record(boat: Simulation) -> None:
    update = boat.data / "update"
    tries = [
        f'echo no >>"$0"', f"echo no >>{update}/record", f": >{update}/new", f"rm -f {update}/record",
        f"mv {update} {boat.data}/other", f"mkdir {boat.data}/fresh", f": >{boat.boot}/belfry",
        f": >{boat.folder}/run/belfry.ini",
    ]
    script = "".join(f"if ({one}) 2>/dev/null; then echo '{number}' >>{boat.folder}/done; fi\n"
                     for number, one in enumerate(tries))
    boat.drop("second", script + f": >{boat.folder}/tried\n" + WORK)
    assert boat.run() == 0, boat.log
    assert (boat.folder / "tried").exists() and not (boat.folder / "done").exists()
    assert boat.run() == 0 and boat.starts() == ["second", "second"]


def test_an_update_that_is_not_what_it_was_is_not_started(simulation: Simulation) -> None:
    digest = simulation.drop("second", WORK + "exit 0")
    simulation.run()
    kept = simulation.data / "update" / digest
    kept.write_bytes(kept.read_bytes().replace(b"exit 0", b"exit 1"))
    aside = {name: (simulation.boot / name).read_bytes() for name in ("belfry", "belfry.sha256")}
    for name in aside:
        (simulation.boot / name).unlink()
    simulation.starts()
    assert simulation.run() == 0
    assert simulation.starts() == ["factory"]
    assert "not what it was when it was taken" in simulation.problem
    # The update was not the cause: it may be installed again from the card.
    for name, content in aside.items():
        (simulation.boot / name).write_bytes(content)
    assert simulation.run() == 0
    assert simulation.starts() == ["second"]


def test_an_update_that_changes_while_the_board_runs_is_not_started_again(simulation: Simulation) -> None:
    simulation.drop("second", WORK + 'chmod u+w "$0"; echo "# more" >>"$0"; exit 70')
    assert simulation.run() == 0
    assert simulation.starts() == ["second", "factory"]


def test_calls_that_belfry_does_not_need_are_not_there(simulation: Simulation) -> None:
    clone, keys = {"x86_64": (56, 250), "aarch64": (220, 219)}[platform.machine()]
    simulation.install(simulation.factory / "belfry", "factory", CALLS.format(simulation.folder, clone, keys))
    assert simulation.run() == 0, simulation.log
    told = dict(line.split() for line in word(simulation, "calls").splitlines())
    assert told == {
        "inet": "97", "packet": "97", "unix": "0", "unshare": "38", "namespace": "1", "mount": "38", "trace": "38",
        "clock": "38", "keys": "38", "helper": "0"}


def test_a_kernel_without_filters_is_reported_and_belfry_runs(simulation: Simulation) -> None:
    number = NUMBERS[platform.machine()]["prctl"]
    simulation.install(simulation.factory / "belfry", "factory", LOOK.format(simulation.folder))
    status, log = run_behind(simulation, behind(number, PR_SET_SECCOMP, 22))
    assert status == 0, log
    assert simulation.starts() == ["factory"] and "filters no system calls" in log


@as_root
@pytest.mark.usefixtures("as_user")
def test_belfry_is_not_started_as_root_where_it_cannot_be_another(boat: Simulation) -> None:
    boat.install(boat.factory / "belfry", "factory", "exit 0")
    status, log = run_behind(boat, behind(NUMBERS[platform.machine()]["setresuid"], None, 1))
    assert status == 3, "twelve starts that failed"
    assert boat.starts() == [] and "cannot confine belfry" in log


@as_root
@pytest.mark.usefixtures("as_user")
def test_the_real_belfry_runs_confined(boat: Simulation) -> None:
    (boat.factory / "belfry").write_bytes(Path(os.environ["BELFRY"]).read_bytes())
    buttons = boat.folder / "buttons"
    buttons.write_text("decline press\n")
    (boat.boot / "belfry.ini").write_text("[buttons]\npower-off = 2000\n")
    listener = boat.folder / "controller"
    with socket.socket(socket.AF_UNIX) as controller:
        controller.bind(str(listener))
        listener.chmod(0o666)
        controller.listen()
        status = boat.run(
            "--hci", f"unix:{listener}", "--display", f"trace:{boat.folder}/trace", "--buttons", f"pipe:{buttons}")
    assert status == 0, boat.log
    assert boat.problem == ""
    assert (boat.data / "state").stat().st_uid == (boat.folder / "trace").stat().st_uid == USER
