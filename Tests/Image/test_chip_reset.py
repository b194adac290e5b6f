"""A chip that only its power can reset: the kernel's driver is bound again, on the request of the watch."""

from __future__ import annotations

from chip import READ_LOCAL_NAME
from emulator import Board
from phone.log import Kind
from test_boards import SETTINGS, debug_board, pytestmark

__all__ = ["debug_board", "pytestmark"]


async def test_a_first_set_up_that_timed_out_is_repeated(debug_board: Board) -> None:
    debug_board.front.chip.unanswered[READ_LOCAL_NAME] = 1
    debug_board.write("belfry.ini", SETTINGS)
    await debug_board.start()
    await debug_board.says("starts /factory/belfry")
    await debug_board.says("the radio was reset: 1 devices")
    # The watch advertises, and the phone finds it.
    await debug_board.harness.phone.connect(60)
    assert all("round 2" not in line for _, line in debug_board.lines)


async def test_a_chip_that_hangs_is_reset_and_the_phone_is_served_again(debug_board: Board) -> None:
    debug_board.write("belfry.ini", SETTINGS)
    await debug_board.start()
    await debug_board.says("starts /factory/belfry")
    await debug_board.harness.phone.connect(120)
    await debug_board.harness.log.wait_for(Kind.ANCS, "notification source subscribed", deadline=60)
    mark = debug_board.harness.log.mark
    debug_board.front.chip.hang()
    assert debug_board.harness.phone.connection
    # The watch sends the chip a command, and gets no answer.
    debug_board.harness.controller.inject(bytes.fromhex("04100142"))
    await debug_board.says("the radio was reset: 1 devices")
    await debug_board.harness.log.wait_for(Kind.PHONE, "disconnected", since=mark, deadline=60)
    await debug_board.harness.phone.connect(120)
    await debug_board.harness.log.wait_for(Kind.PHONE, "encrypted", since=mark, deadline=60)
