"""The tests that may run again. A test that fails twice stays failed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SUPPORT = Path(__file__).parents[1] / "support"
SUITE = """
import os
import pytest

@pytest.mark.parametrize("name", ["a b [c]", "1000 requests", "third", "fourth"][:int(os.environ["FAILING"])])
def test_under_load(name):
    assert "CALM" in os.environ

def test_always():
    pass
"""

CRASHING_SUITE = """
import os

def test_that_ends_its_worker():
    os._exit(1)

def test_always():
    pass
"""


def run(folder: Path, *arguments: str, **environment: str) -> int:
    """The exit status of pytest with `--again` and these arguments."""
    plugins = ("-p", "no:cacheprovider", "-p", "conformance", "-p", "again")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *plugins, *arguments], cwd=folder,
        env={**os.environ, "PYTHONPATH": str(SUPPORT), **environment}, capture_output=True, check=False)
    return done.returncode


@pytest.mark.parametrize("workers", [(), ("--numprocesses", "2", "--dist", "loadgroup")], ids=["one", "two workers"])
def test_a_few_failures_run_again(tmp_path: Path, workers: tuple[str, ...]) -> None:
    (tmp_path / "test_suite.py").write_text(SUITE)
    names = tmp_path / "names.txt"
    assert run(tmp_path, *workers, "--again", str(names), FAILING="3") == 0
    assert sorted(names.read_text().splitlines()) == [
        f"./test_suite.py::test_under_load[{name}]" for name in ("1000 requests", "a b [c]", "third")]
    assert run(tmp_path, f"@{names}", FAILING="3", CALM="1") == 0
    assert run(tmp_path, f"@{names}", FAILING="3") == pytest.ExitCode.TESTS_FAILED


def test_many_failures_count_at_once(tmp_path: Path) -> None:
    (tmp_path / "test_suite.py").write_text(SUITE)
    names = tmp_path / "names.txt"
    assert run(tmp_path, "--again", str(names), FAILING="4") == pytest.ExitCode.TESTS_FAILED
    assert not names.read_text()


def test_a_crashed_worker_counts_at_once(tmp_path: Path) -> None:
    (tmp_path / "test_suite.py").write_text(CRASHING_SUITE)
    names = tmp_path / "names.txt"
    assert run(tmp_path, "--numprocesses", "2", "--again", str(names)) == pytest.ExitCode.TESTS_FAILED
    assert not names.read_text()


def test_without_a_failure_nothing_runs_again(tmp_path: Path) -> None:
    (tmp_path / "test_suite.py").write_text(SUITE)
    names = tmp_path / "names.txt"
    assert run(tmp_path, "--again", str(names), FAILING="0") == 0
    assert not names.read_text()
