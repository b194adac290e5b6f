"""A test that fails may run once more, alone.

Most tests run beside others and beside the builds of the boards, and others measure time; what a loaded machine does
is not always what a test expects. `--again FILE` has pytest write the names of up to three failed tests to FILE, and
end as if they had passed: the caller then runs them again, as `make interop-again` and `make image-test` do. Four or
more failures count at once.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from conformance import test_name

LIMIT = 3


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declares the option."""
    parser.addoption("--again", help="where to write the names of the tests that have to run again, up to three")


def pytest_configure(config: pytest.Config) -> None:
    """Begins to record if asked to; the workers of pytest-xdist report to the controller process."""
    path = config.getoption("--again")
    if path and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Failures(Path(path)))


class Failures:
    """Collects the failed tests of a run."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.write_text("")
        self._tests: dict[str, None] = {}
        self._has_crashed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Records the outcome of one phase of a test."""
        if report.failed:
            self._tests[test_name(report.nodeid)] = None

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, error: object | None) -> None:
        """Records that a worker of pytest-xdist crashed: the test that it ran is then reported as failed."""
        self._has_crashed = self._has_crashed or error is not None

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Leaves a few failures to the next run. Any other end, such as a crashed worker, stays a failure."""
        has_failed = session.exitstatus == pytest.ExitCode.TESTS_FAILED and not self._has_crashed
        if has_failed and 0 < len(self._tests) <= LIMIT:
            folder = os.path.relpath(session.config.rootpath, session.config.invocation_params.dir)
            self._path.write_text("".join(f"{folder}/{test}\n" for test in self._tests))
            session.exitstatus = pytest.ExitCode.OK
