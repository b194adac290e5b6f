"""The control socket, for tests."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Returns the path of the control socket."""
    return tmp_path / "control"
