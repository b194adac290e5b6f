"""The end of the watch on a board: its chip is not reset when the program ends."""

from __future__ import annotations

from emulator import Board
from phone.log import Kind
from test_boards import SETTINGS, debug_board, pytestmark

__all__ = ["debug_board", "pytestmark"]
POWER_OFF = 0x15


async def pair(board: Board) -> None:
    """Starts the board, and pairs."""
    board.write("belfry.ini", SETTINGS)
    await board.start()
    await board.says("starts /factory/belfry")
    await board.harness.phone.connect(120)
    await board.harness.log.wait_for(Kind.ANCS, "notification source subscribed", deadline=60)


async def test_a_board_that_is_switched_off_ends_its_link(debug_board: Board) -> None:
    await pair(debug_board)
    mark = debug_board.harness.log.mark
    debug_board.type("kill -TERM 1")
    await debug_board.harness.log.wait_for(Kind.PHONE, "disconnected", since=mark, deadline=60, reason=POWER_OFF)
    await debug_board.says("powers off")
    assert not debug_board.harness.controller.advertising.is_enabled and not debug_board.harness.controller.endpoints


async def test_a_chip_that_a_killed_watch_left_with_a_link_is_taken_over(debug_board: Board) -> None:
    await pair(debug_board)
    mark = debug_board.harness.log.mark
    debug_board.type("for p in $(pidof belfry); do kill -KILL $p; done")
    # Only the Reset of the next watch resets the chip.
    await debug_board.harness.log.wait_for(Kind.COMMAND, "reset", since=mark, deadline=60)
    await debug_board.harness.log.wait_for(Kind.PHONE, "disconnected", since=mark, deadline=60)
    await debug_board.harness.phone.connect(120)
    await debug_board.harness.log.wait_for(Kind.PHONE, "encrypted", since=mark, deadline=60)
