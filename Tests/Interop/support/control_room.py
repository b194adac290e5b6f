"""Where tests and programs reach the watch."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the control socket is."""
    return tmp_path / "control"
