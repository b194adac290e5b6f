"""A chip that only its power can reset: the kernel's driver is bound again, on the request of the watch."""

from __future__ import annotations

import pytest

from chip import READ_LOCAL_NAME
from emulator import Board
from phone.log import Kind
from test_boards import CHIPS, SETTINGS, board, pytestmark, until_shown

__all__ = ["board", "pytestmark"]
FOREVER = 1_000_000


async def test_a_first_set_up_that_timed_out_is_repeated(board: Board) -> None:
    board.front.chip.unanswered[READ_LOCAL_NAME] = 1
    board.write("belfry.ini", SETTINGS)
    await board.start()
    await board.says("starts /factory/belfry")
    await board.says("the radio was reset: 1 devices")
    # The watch advertises, and the phone finds it.
    await board.harness.phone.connect(60)
    times = dict(board.boot_times())
    assert times["advertising"] - times["belfry"] < 60
    assert all("round 2" not in line for _, line in board.lines)


async def test_a_chip_that_hangs_is_reset_and_the_phone_is_served_again(board: Board) -> None:
    board.write("belfry.ini", SETTINGS)
    await board.start()
    await board.says("starts /factory/belfry")
    await board.harness.phone.connect(120)
    await board.harness.log.wait_for(Kind.ANCS, "notification source subscribed", deadline=60)
    mark = board.harness.log.mark
    board.front.chip.hang()
    assert board.harness.phone.connection
    # The watch sends the chip a command, and gets no answer.
    board.harness.controller.inject(bytes.fromhex("04100142"))
    await board.says("the radio was reset: 1 devices")
    await board.harness.log.wait_for(Kind.PHONE, "disconnected", since=mark, deadline=60)
    await board.harness.phone.connect(120)
    await board.harness.log.wait_for(Kind.PHONE, "encrypted", since=mark, deadline=60)


@pytest.mark.parametrize("board", CHIPS[:1], ids=["pi-zero-w"], indirect=True)
async def test_the_third_round_reboots_the_board_and_only_once_in_an_hour(board: Board) -> None:
    """The chip is never set up. After the reboot the display shows it, and the attempts go on until one succeeds."""
    board.front.chip.unanswered[READ_LOCAL_NAME] = FOREVER
    board.write("belfry.ini", SETTINGS)
    await board.start()
    await board.says("the radio does not work: round 3")
    await board.until_off()
    assert board.matches("reboots")
    assert b"The radio does not work: the board reboots." in board.read("problem.txt")
    assert [len(board.matches(f"the radio does not work: round {number}")) for number in (1, 2, 3, 4)] == [1, 1, 1, 0]

    await board.start()
    await board.says("starts /factory/belfry")
    # Before the display turns off.
    await until_shown(board, "Radio is off")
    await board.says("the radio does not work: round 3")
    board.front.chip.unanswered.clear()
    await board.says("the radio was reset: 1 devices", count=3)
    await board.harness.phone.connect(60)
    assert not board.matches("reboots")
