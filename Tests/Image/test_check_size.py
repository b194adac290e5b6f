"""`Board/check-size`: each board that is named is measured, and within its budget."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import BOARD

# A figure of a board that has no file for a card is its flash or its memory.
BUDGET = "".join(f"{board} {measure} 99999999\n" for board in ("one", "other") for measure in ("flash", "ram"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the binaries of two boards."""
    (tmp_path / "budget").write_text(BUDGET)
    for board in ("one", "other"):
        (tmp_path / "build" / board).mkdir(parents=True)
        shutil.copy("/bin/true", tmp_path / "build" / board / "belfry.debug")
    return tmp_path


def check(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [BOARD / "check-size", "budget", "one", "other"]
    return subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True, timeout=60)


def test_boards_within_their_budgets_pass(folder: Path) -> None:
    result = check(folder)
    assert result.returncode == 0 and "check-size: 4 figures are within their budgets" in result.stdout, result.stderr


def test_a_figure_over_its_budget_fails(folder: Path) -> None:
    (folder / "budget").write_text(BUDGET.replace("other flash 99999999", "other flash 1"))
    result = check(folder)
    assert result.returncode == 1 and "over by" in result.stdout


@pytest.mark.parametrize("board", ["one", "other"])
@pytest.mark.parametrize("is_there", [False, True])
def test_a_board_that_cannot_be_measured_fails(folder: Path, board: str, is_there: bool) -> None:
    binary = folder / "build" / board / "belfry.debug"
    binary.unlink()
    if is_there:
        binary.write_text("not a binary")
    result = check(folder)
    assert result.returncode == 1 and f"check-size: {board} was not measured" in result.stdout
