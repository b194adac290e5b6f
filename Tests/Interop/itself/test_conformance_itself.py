"""The table of rows: the reports that it accepts and rejects."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

REPORT = Path(__file__).resolve().parents[2] / "Conformance" / "report.py"

SUPPORT = Path(__file__).resolve().parents[1] / "support"

ROWS = """
title = "T"
source = "here"
order = 1

[[row]]
row = "in python"
input = "i"
reaction = "r"
cases = 2

[[row]]
row = "in swift"
input = "i"
reaction = "r"

[[row]]
row = "table in swift"
input = "i"
reaction = "r"
cases = 5
"""

SWIFT = """
@Suite struct SomeTests {
  /// - Conformance: T | in swift | A/B-1-C, A/B-2-C
  @Test(arguments: [
    1, 2,
  ])
  func itHolds(_ number: Int) {}

  /// - Conformance: T | table in swift
  @Test func tableHolds() { recordCases(5) }
}
"""

TABLE_PASSED = '<testcase classname="SomeTests.SomeTests" name="tableHolds()"/>'
CASES = "SomeTests/SomeTests.swift tableHolds 2\nSomeTests/SomeTests.swift tableHolds 3\n"

Check = Callable[..., tuple[int, str]]


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Check:
    """Runs the report over two rows. Returns its status and its complaints."""
    spec = importlib.util.spec_from_file_location("report", REPORT)
    assert spec and spec.loader
    report = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "report", report)
    spec.loader.exec_module(report)
    (tmp_path / "rows").mkdir()
    (tmp_path / "rows" / "t.toml").write_text(ROWS)
    (tmp_path / "SomeTests").mkdir()
    (tmp_path / "SomeTests" / "SomeTests.swift").write_text(SWIFT)
    monkeypatch.setattr(report, "HERE", tmp_path)
    monkeypatch.setattr(report, "TESTS", tmp_path)

    def run(outcomes: list[str], row: str, swift: str, cases: str = CASES) -> tuple[int, str]:
        entries = [
            {"test": f"test_x.py::test_y[{at}]", "table": "T", "row": row, "names": [], "outcome": outcome}
            for at, outcome in enumerate(outcomes)]
        (tmp_path / "interop.json").write_text(json.dumps(entries))
        (tmp_path / "unit.xml").write_text(f"<testsuites><testsuite>{swift}{TABLE_PASSED}</testsuite></testsuites>")
        (tmp_path / "unit-cases.txt").write_text(cases)
        return report.main(tmp_path, tmp_path / "out.md"), capsys.readouterr().err

    return run


SWIFT_PASSED = '<testcase classname="SomeTests.SomeTests" name="itHolds(_:)"/>'
SWIFT_FAILED = SWIFT_PASSED.replace("/>", "><failure/></testcase>")


def test_rows_that_are_shown_pass(check: Check, tmp_path: Path) -> None:
    assert check(["passed"] * 2, "in python", SWIFT_PASSED) == (0, "")
    text = (tmp_path / "out.md").read_text()
    assert "| in python | i | r |  | test_x::test_y (2) | passed |" in text
    assert "| in swift | i | r | A/B-1-C<br>A/B-2-C | SomeTests/itHolds | passed |" in text
    assert "| table in swift | i | r |  | SomeTests/tableHolds (5) | passed |" in text


@pytest.mark.parametrize(("cases", "count"), [("", 1), ("SomeTests/SomeTests.swift tableHolds 4\n", 4)])
def test_a_table_with_too_few_cases_fails(check: Check, cases: str, count: int) -> None:
    status, errors = check(["passed"] * 2, "in python", SWIFT_PASSED, cases)
    assert status == 1 and f"T | table in swift: {count} of 5 cases" in errors


@pytest.mark.parametrize(("outcomes", "row", "swift", "defect"), [
    (["passed"], "in python", SWIFT_PASSED, "T | in python: 1 of 2 cases"),
    (["passed", "failed"], "in python", SWIFT_PASSED, "T | in python: failed: test_x::test_y"),
    (["passed", "skipped"], "in python", SWIFT_PASSED, "T | in python: failed: test_x::test_y"),
    (["passed"] * 2, "in java", SWIFT_PASSED, "test_x::test_y names a row that does not exist: T | in java"),
    (["passed"] * 2, "in python", SWIFT_FAILED, "T | in swift: failed: SomeTests/itHolds"),
    (["passed"] * 2, "in python", "", "T | in swift: failed: SomeTests/itHolds"),
])
def test_a_row_that_is_not_shown_fails(
    check: Check, outcomes: list[str], row: str, swift: str, defect: str
) -> None:
    status, errors = check(outcomes, row, swift)
    assert status == 1 and f"conformance: {defect}" in errors


INNER = """
import pytest
from conformance import row

@row("T", "in python", "A/B-3-C")
@pytest.mark.parametrize("n", [1, 2, "a@b"])
def test_parameters(n):
    assert n != 2

@row("T", "in swift")
@pytest.mark.xdist_group("some")
def test_group():
    pytest.skip()

def test_without_a_row():
    pass
"""


@pytest.mark.parametrize("workers", ["0", "2"])
def test_the_outcomes_do_not_depend_on_the_number_of_workers(tmp_path: Path, workers: str) -> None:
    (tmp_path / "test_inner.py").write_text(INNER)
    (tmp_path / "pytest.ini").write_text(f"[pytest]\npythonpath = {SUPPORT}\n")
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["conformance"]\n')
    result = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--conformance", "out/found.json",
         "--numprocesses", workers, "--dist", "loadgroup"],
        cwd=tmp_path, check=False, capture_output=True, text=True, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    assert result.returncode == 1 and "2 failed" not in result.stdout and "1 failed" in result.stdout, result.stdout
    found = json.loads((tmp_path / "out/found.json").read_text())
    assert [(entry["test"], entry["row"], entry["names"], entry["outcome"]) for entry in found] == [
        ("test_inner.py::test_group", "in swift", [], "skipped"),
        ("test_inner.py::test_parameters[1]", "in python", ["A/B-3-C"], "passed"),
        ("test_inner.py::test_parameters[2]", "in python", ["A/B-3-C"], "failed"),
        ("test_inner.py::test_parameters[a@b]", "in python", ["A/B-3-C"], "passed"),
    ]


@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_test_that_is_not_selected_has_no_outcome(tmp_path: Path, workers: str) -> None:
    (tmp_path / "test_inner.py").write_text(INNER)
    (tmp_path / "pytest.ini").write_text(f"[pytest]\npythonpath = {SUPPORT}\n")
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["conformance"]\n')
    subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--conformance", "out/found.json",
         "--numprocesses", workers, "-k", "group"],
        cwd=tmp_path, check=True, capture_output=True, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    found = json.loads((tmp_path / "out/found.json").read_text())
    assert [entry["test"] for entry in found] == ["test_inner.py::test_group"]


def test_the_outcomes_of_all_runs_count(check: Check, tmp_path: Path) -> None:
    entry = {"test": "test_z.py::test_z", "table": "T", "row": "in python", "names": [], "outcome": "passed"}
    (tmp_path / "interop-alone.json").write_text(json.dumps([entry]))
    assert check(["passed"], "in python", SWIFT_PASSED) == (0, "")
