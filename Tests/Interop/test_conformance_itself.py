"""The table of rows under test: what it lets pass, and what not."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

REPORT = Path(__file__).resolve().parents[1] / "Conformance" / "report.py"

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
"""

SWIFT = """
@Suite struct SomeTests {
  /// - Conformance: T | in swift | A/B-1-C, A/B-2-C
  @Test(arguments: [
    1, 2,
  ])
  func itHolds(_ number: Int) {}
}
"""

Check = Callable[[list[str], str, str], tuple[int, str]]


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Check:
    """Runs the report over two rows; the status, and what is wrong."""
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

    def run(outcomes: list[str], row: str, swift: str) -> tuple[int, str]:
        entries = [
            {"test": f"test_x.py::test_y[{at}]", "table": "T", "row": row, "names": [], "outcome": outcome}
            for at, outcome in enumerate(outcomes)]
        (tmp_path / "interop.json").write_text(json.dumps(entries))
        (tmp_path / "unit.xml").write_text(f"<testsuites><testsuite>{swift}</testsuite></testsuites>")
        return report.main(tmp_path, tmp_path / "out.md"), capsys.readouterr().err

    return run


SWIFT_PASSED = '<testcase classname="SomeTests.SomeTests" name="itHolds(_:)"/>'
SWIFT_FAILED = SWIFT_PASSED.replace("/>", "><failure/></testcase>")


def test_rows_that_are_shown_pass(check: Check, tmp_path: Path) -> None:
    assert check(["passed"] * 2, "in python", SWIFT_PASSED) == (0, "")
    text = (tmp_path / "out.md").read_text()
    assert "| in python | i | r |  | test_x::test_y (2) | passed |" in text
    assert "| in swift | i | r | A/B-1-C<br>A/B-2-C | SomeTests/itHolds | passed |" in text


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
