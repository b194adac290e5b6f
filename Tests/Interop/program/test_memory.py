"""The memory that start-up takes from the arena, which replaces a heap and is closed afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from measuring.budget import excesses
from session import Session
from watch.watch import belfry_command

# The alignment of every block in octets: C's `max_align_t`.
ALIGNMENT = {"pi-zero-w": 8, "pi-zero-2-w": 16, "pc": 16}


@pytest.mark.board
async def test_start_up_takes_no_more_of_the_arena_than_the_budget_allows(session: Session) -> None:
    found = session.watch.found("arena")
    if not found:
        pytest.skip("no firmware: the heap is the system's")
    binary = Path(belfry_command()[-1])
    board = binary.parent.name
    # glibc keeps a copy of the program's folder, which differs from clone to clone. It takes room for a slash, too.
    folder = -(-len(f"{binary.parent}/\0") // ALIGNMENT[board]) * ALIGNMENT[board]
    arena = {"octets": found[0]["used"] - folder, "calls": found[0]["calls"]}
    too_much = excesses("arena", board, arena)
    assert not too_much, "\n".join(too_much)
