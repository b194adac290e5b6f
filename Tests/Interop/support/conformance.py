"""The rows of `Tests/Conformance/rows` that tests prove, and their outcomes.

`--conformance FILE` has pytest write, as JSON, the outcome of each test that carries a row. With pytest-xdist the
workers collect the tests, and the controller process receives the outcomes: it also writes the file.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest


def row(table: str, name: str, *mirrored: str, cases: int = 1) -> pytest.MarkDecorator:
    """Marks a test, or one of its parameters, with a row and the qualification tests that it mirrors.

    `cases` is how many the test goes through by itself.
    """
    return pytest.mark.conformance(table, name, *mirrored, cases=cases)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declares the option."""
    parser.addoption("--conformance", help="where to write the outcome of the tests that carry a row")


def pytest_configure(config: pytest.Config) -> None:
    """Declares the marker, and begins to record if asked to."""
    config.addinivalue_line("markers", "conformance(table, row, *names): the row of Tests/Conformance/rows it shows")
    if path := config.getoption("--conformance"):
        worker_output = getattr(config, "workeroutput", None)
        config.pluginmanager.register(Recorder(Path(path)) if worker_output is None else Collector(worker_output))


def test_name(nodeid: str) -> str:
    """The test's name without the group that pytest-xdist appends to it: `test_x.py::test_y[a]@group`."""
    name, separator, group = nodeid.rpartition("@")
    return name if separator and "]" not in group else nodeid


def rows_of(items: list[pytest.Item]) -> dict[str, list[tuple[str, ...]]]:
    """The rows of each test that carries some."""
    rows = {
        test_name(item.nodeid): [
            mark.args for mark in item.iter_markers("conformance") for _ in range(mark.kwargs.get("cases", 1))]
        for item in items}
    return {test: found for test, found in rows.items() if found}


class Collector:
    """Sends the rows of the collected tests from a worker of pytest-xdist to its controller process."""

    def __init__(self, worker_output: dict[str, Any]) -> None:
        self._worker_output = worker_output

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Passes the rows of the selected tests to the controller process, which receives them when the worker ends."""
        self._worker_output["conformance"] = rows_of(session.items)


class Recorder:
    """Records how each test ended. A test passed if its set-up and its teardown passed, too."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._rows: dict[str, list[tuple[str, ...]]] = {}
        self._outcomes: dict[str, str] = {}

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Stores the rows of the selected tests."""
        self._rows = rows_of(session.items)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Receives the rows from a worker of pytest-xdist. A crashed worker sends none."""
        self._rows.update(getattr(node, "workeroutput", {}).get("conformance", {}))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Records the outcome of one phase of a test."""
        test = test_name(report.nodeid)
        if self._outcomes.get(test, "passed") == "passed":
            self._outcomes[test] = "xfailed" if hasattr(report, "wasxfail") else report.outcome

    def pytest_sessionfinish(self) -> None:
        """Writes the file."""
        entries = [
            {"test": test, "table": table, "row": name, "names": names, "outcome": self._outcomes.get(test, "not run")}
            for test, rows in sorted(self._rows.items()) for table, name, *names in rows]
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.write_text(json.dumps(entries, indent=1) + "\n")
