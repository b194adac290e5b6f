"""FIFOs, scripts and state directories of other users, or which other users may change: the watch refuses them."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import tempfile
from pathlib import Path

import pytest

from command_line import OUTPUTS, flattened, refused, run_until
from conformance import row
from phone.journal import SLOWNESS
from watch.watch import belfry_command

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a file of another user")

OTHER = 65_534
FOREIGN, SHARED = "it belongs to another user", "other users may write to it"
KINDS = ("FIFO", "file")


def make(path: Path, kind: str = "FIFO", mode: int = 0o600, owner: int | None = None) -> Path:
    """Makes a FIFO or a file with this mode."""
    if kind == "FIFO":
        os.mkfifo(path)
    else:
        path.touch()
    path.chmod(mode)
    if owner is not None:
        os.chown(path, owner, owner)
    return path


def is_private(path: Path) -> bool:
    """Whether only the owner may use a file."""
    return stat.S_IMODE(path.stat().st_mode) == 0o600


# -- Output ------------------------------------------------------------------------------------------------------------


@as_root
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("option", OUTPUTS)
def test_output_does_not_go_to_another_user(
    devices: dict[str, str], tmp_path: Path, option: str, kind: str,
) -> None:
    path = make(tmp_path / "theirs", kind, 0o666, OTHER)
    refused(69, f"{path}: {FOREIGN}; ", *flattened({**devices, option: OUTPUTS[option].format(path)}))
    assert stat.S_IMODE(path.stat().st_mode) == 0o666, "it is left alone"


@pytest.mark.parametrize("option", OUTPUTS)
@row("Attacks", "file that others can read")
def test_a_fifo_that_others_can_read_is_closed_to_them(devices: dict[str, str], tmp_path: Path, option: str) -> None:
    path = make(tmp_path / "mine", mode=0o666)
    run_until(lambda: is_private(path), flattened({**devices, option: OUTPUTS[option].format(path)}))


@as_root
@pytest.mark.parametrize("mode", [0o660, 0o662, 0o664])
def test_roots_fifo_gets_the_events_of_another_user_if_it_is_closed_to_the_rest(mode: int) -> None:
    """Root chooses the group of a FIFO. The program of another user cannot change its mode."""
    with tempfile.TemporaryDirectory(prefix="belfry-") as name:
        folder = Path(name)
        os.chown(folder, OTHER, OTHER)
        binary = Path(shutil.copy(belfry_command()[-1], folder))
        events = make(folder / "events", mode=mode)
        os.chown(events, 0, OTHER)
        keys = make(folder / "keys", "file", 0o644)
        descriptor = os.open(events, os.O_RDONLY | os.O_NONBLOCK)
        result = subprocess.run(
            ["setpriv", f"--reuid={OTHER}", f"--regid={OTHER}", "--clear-groups", binary, "--events", events, "--state",
             folder / "state", "--display", f"trace:{folder}/trace", "--buttons", f"pipe:{keys}",
             "--hci", "unix:/nowhere/hci"],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=10 * SLOWNESS)
        os.close(descriptor)
    assert result.returncode == 69
    assert ("/nowhere/hci" if mode == 0o660 else f"{events}: {FOREIGN}; ") in result.stderr


# -- Buttons -----------------------------------------------------------------------------------------------------------


@as_root
@pytest.mark.parametrize("kind", KINDS)
def test_another_user_presses_no_buttons(devices: dict[str, str], tmp_path: Path, kind: str) -> None:
    path = make(tmp_path / "theirs", kind, owner=OTHER)
    refused(69, f"{path}: {FOREIGN}; ", *flattened({**devices, "--buttons": f"pipe:{path}"}))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mode", [0o620, 0o602])
def test_a_script_that_others_may_write_presses_no_buttons(
    devices: dict[str, str], tmp_path: Path, mode: int, kind: str,
) -> None:
    path = make(tmp_path / "shared", kind, mode)
    refused(69, f"{path}: {SHARED}; run chmod go-w", *flattened({**devices, "--buttons": f"pipe:{path}"}))


@as_root
@pytest.mark.parametrize("place", ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"])
def test_a_script_that_the_watch_is_handed_may_be_anyones(
    devices: dict[str, str], tmp_path: Path, place: str,
) -> None:
    with make(tmp_path / "theirs", "file", 0o666, OTHER).open() as script:
        given = flattened({**devices, "--buttons": f"pipe:{place}", "--hci": "unix:/nowhere/hci"})
        result = subprocess.run(
            [*belfry_command(), *given], stdin=script, capture_output=True, text=True, check=False,
            timeout=10 * SLOWNESS)
    assert result.returncode == 69 and "/nowhere/hci" in result.stderr


def test_a_fifo_as_mkfifo_makes_it_is_taken(devices: dict[str, str], tmp_path: Path) -> None:
    path = make(tmp_path / "script", mode=0o644)
    given = {**devices, "--buttons": f"pipe:{path}", "--hci": "unix:/nowhere/hci"}
    refused(69, "/nowhere/hci", *flattened(given))


# -- State -------------------------------------------------------------------------------------------------------------


@as_root
@row("Attacks", "hostile state directory")
def test_a_state_directory_that_another_user_has_made_is_refused(devices: dict[str, str], tmp_path: Path) -> None:
    state = tmp_path / "theirs/state"
    state.mkdir(parents=True)
    for path in (state, state.parent):
        os.chown(path, OTHER, OTHER)
    refused(74, f"{state}: {FOREIGN}; ", *flattened({**devices, "--state": str(state)}))
    assert list(state.iterdir()) == []


@pytest.mark.parametrize("mode", [0o720, 0o702, 0o1777])
@row("Attacks", "hostile state directory")
def test_a_state_directory_that_others_may_write_is_refused(
    devices: dict[str, str], tmp_path: Path, mode: int,
) -> None:
    state = tmp_path / "shared"
    state.mkdir()
    state.chmod(mode)
    refused(74, f"{state}: {SHARED}; run chmod go-w", *flattened({**devices, "--state": str(state)}))
    assert list(state.iterdir()) == []


@as_root
def test_root_runs_the_watch_by_hand_on_the_state_of_the_service(devices: dict[str, str], tmp_path: Path) -> None:
    """As systemd makes it: a directory of the service's user, in one of root's, behind a link."""
    state = tmp_path / "private/belfry"
    state.mkdir(parents=True)
    os.chown(state, OTHER, OTHER)
    (tmp_path / "belfry").symlink_to("private/belfry")
    given = {**devices, "--state": str(tmp_path / "belfry"), "--hci": "unix:/nowhere/hci"}
    refused(69, "/nowhere/hci", *flattened(given))
    assert {path.stat().st_uid for path in state.iterdir()} == {OTHER}, "the files stay the service's"
