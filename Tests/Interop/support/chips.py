"""Tests that run with each chip of the boards."""

from __future__ import annotations

import pytest

from phone.profiles import CHIPS

on_both_chips = pytest.mark.parametrize("profile", CHIPS, ids=[chip.name for chip in CHIPS], indirect=True)
"""For a test, or as the `pytestmark` of a module, whose sessions take the fixture `profile`."""
