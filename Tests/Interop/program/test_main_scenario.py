"""The one scenario that also runs on a board's binary: from power-on to a reconnection, with every layer in it."""

from __future__ import annotations

import pytest

from chips import on_both_chips
from session import Session
from steps import main_scenario


@on_both_chips
@pytest.mark.board
@pytest.mark.timeout(180)
async def test_the_main_scenario(session: Session) -> None:
    await main_scenario(session)
