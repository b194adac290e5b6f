"""Which row of `Tests/Conformance/rows` a test shows, and what became of it.

`--conformance FILE` has pytest write, as JSON, the outcome of each test that carries a row.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest


def row(table: str, name: str, *mirrored: str) -> pytest.MarkDecorator:
    """Marks a test, or one of its parameters, with a row and the qualification tests that it mirrors."""
    return pytest.mark.conformance(table, name, *mirrored)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declares the option."""
    parser.addoption("--conformance", type=Path, help="where to write the outcome of the tests that carry a row")


def pytest_configure(config: pytest.Config) -> None:
    """Declares the marker, and begins to record if asked to."""
    config.addinivalue_line("markers", "conformance(table, row, *names): the row of Tests/Conformance/rows it shows")
    if path := config.getoption("--conformance"):
        config.pluginmanager.register(Recorder(path))


class Recorder:
    """Remembers how each test ended: it passed if its set-up and its end did too."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._rows: dict[str, list[tuple[str, ...]]] = {}
        self._outcomes: dict[str, str] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Learns the rows."""
        for item in items:
            if rows := [mark.args for mark in item.iter_markers("conformance")]:
                self._rows[item.nodeid] = rows

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Takes the outcome of one phase."""
        if self._outcomes.get(report.nodeid, "passed") == "passed":
            self._outcomes[report.nodeid] = "xfailed" if hasattr(report, "wasxfail") else report.outcome

    def pytest_sessionfinish(self) -> None:
        """Writes the file."""
        entries = [
            {"test": test, "table": table, "row": name, "names": names, "outcome": self._outcomes.get(test, "not run")}
            for test, rows in self._rows.items() for table, name, *names in rows]
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.write_text(json.dumps(entries, indent=1) + "\n")
