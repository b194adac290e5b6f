"""A card that can be read but not written, for which a folder stands: belfry gets its state from it, in memory."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from conftest import Simulation

LOST = "The data partition cannot be used: pairings last until the power goes."


@pytest.fixture
def state(simulation: Simulation) -> Path:
    """The state on the card."""
    folder = simulation.folder / "card/state"
    folder.mkdir(parents=True)
    folder.chmod(0o700)
    return folder


def put(path: Path, content: bytes, mode: int) -> None:
    path.write_bytes(content)
    path.chmod(mode)


def test_the_state_of_a_card_that_cannot_be_written_is_used(simulation: Simulation, state: Path) -> None:
    files = {"bonds": (b"\0bonds" * 5000, 0o600), "mutes": (b"", 0o640), "choices": (b"choices", 0o400)}
    for name, (content, mode) in files.items():
        put(state / name, content, mode)
    if os.geteuid() == 0:
        for path in (state, state / "bonds"):
            os.chown(path, 800, 800)
    assert simulation.run() == 0
    copy = simulation.data / "state"
    assert {path.name: (path.read_bytes(), path.stat().st_mode & 0o777) for path in copy.iterdir()} == files
    for path in (copy, copy / "bonds"):
        before, after = (state.parent / path.relative_to(simulation.data)).stat(), path.stat()
        assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert "The data partition cannot be written: changes last until the power goes." in simulation.problem
    assert "3 files of the state were copied to memory" in simulation.log


def test_only_regular_files_of_a_usual_size_are_copied(simulation: Simulation, state: Path) -> None:
    put(state / "bonds", b"bonds", 0o600)
    put(state / "large", bytes(256 * 1024 + 1), 0o600)
    (state / "link").symlink_to(simulation.boot / "belfry.ini")
    (state / "folder").mkdir()
    os.mkfifo(state / "fifo")
    assert simulation.run() == 0
    assert [path.name for path in (simulation.data / "state").iterdir()] == ["bonds"]


@pytest.mark.parametrize("has_folder", [False, True])
def test_a_card_without_a_state_is_reported_as_unusable(simulation: Simulation, state: Path, has_folder: bool) -> None:
    if not has_folder:
        state.rmdir()
    assert simulation.run() == 0
    assert LOST in simulation.problem
