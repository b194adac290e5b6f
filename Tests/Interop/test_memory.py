"""What start-up takes of the arena that stands in for a heap; afterwards there is none to be had."""

from __future__ import annotations

from pathlib import Path

import pytest

from measuring.budget import excesses
from session import Session
from watch.watch import belfry_command


@pytest.mark.board
async def test_start_up_takes_no_more_of_the_arena_than_the_budget_allows(session: Session) -> None:
    found = session.watch.found("arena")
    if not found:
        pytest.skip("no firmware: the heap is the system's")
    board = Path(belfry_command()[-1]).parent.name
    arena = {"octets": found[0]["used"], "calls": found[0]["calls"]}
    too_much = excesses("arena", board, arena)
    assert not too_much, "\n".join(too_much)
