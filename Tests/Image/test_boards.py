"""The shipping images in QEMU: the real kernel and drivers, process 1 and the board's belfry, from start to message."""

from __future__ import annotations

import asyncio
import hashlib
import struct
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from chip import WRITE_RAM
from conftest import ROOT
from emulator import BCM43430A1, BCM43430B0, Board, PhoneOptions, image_of
from phone.log import Kind
from phone.notification import Notification
from phone.stack import PairingHabits

pytestmark = [pytest.mark.emulated, pytest.mark.asyncio, pytest.mark.timeout(600)]

# A phone that pairs with Just Works, because an emulated board has no buttons to press.
CARELESS = PhoneOptions(pairing=PairingHabits(has_display=False, has_keys=False))
JUST_WORKS = "SMP: the watch paired without authentication"
SETTINGS = b"[watch]\r\nname = Edited\r\nsecurity = none-confirm\r\n[buttons]\r\nchip = none\r\n"


CHIPS = [("pi-zero-w", BCM43430A1), ("pi-zero-2-w", BCM43430A1), ("pi-zero-2-w", BCM43430B0)]


@pytest_asyncio.fixture(params=CHIPS, ids=["pi-zero-w", "pi-zero-2-w-a1", "pi-zero-2-w-b0"])
async def board(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Board]:
    async for board in in_a_room(tmp_path, *request.param):
        yield board


@pytest_asyncio.fixture
async def debug_board(tmp_path: Path) -> AsyncIterator[Board]:
    async for board in in_a_room(tmp_path, "pi-zero-w", BCM43430A1, "-debug"):
        yield board


async def in_a_room(folder: Path, name: str, subversion: int, variant: str = "") -> AsyncIterator[Board]:
    """A board that is off. It is turned off at the end of the test."""
    if not image_of(name + variant).exists():
        pytest.skip(f"make image BOARD={name}{' DEBUG=1' if variant else ''} makes it")
    board = Board(folder, name, CARELESS, subversion, variant)
    await board.harness.start()
    yield board
    await board.cut_power()
    await board.harness.stop()


def patch_size(board: Board) -> int:
    """Returns the number of octets that the patch writes into the memory of the board's chip."""
    name = "BCM43430A1" if board.front.chip.lmp_subversion == BCM43430A1 else "BCM43430B0"
    patch = (ROOT / f"build/packages/{board.name}/lib/firmware/brcm/{name}.hcd").read_bytes()
    size = offset = 0
    while offset < len(patch):
        opcode, length = struct.unpack_from("<HB", patch, offset)
        size += length - 4 if opcode == WRITE_RAM else 0
        offset += 3 + length
    return size


def write_times(board: Board) -> None:
    """Writes the times of this start and the console's output beside the image."""
    lines = [f"{seconds:8.2f} s  {step}\n" for step, seconds in board.boot_times()]
    folder = ROOT / f"build/image/{board.name}"
    (folder / "boot-times.txt").write_text("".join(lines))
    (folder / "console.txt").write_text("".join(f"{line}\n" for _, line in board.lines))


async def until_picture(board: Board, condition) -> bytes:
    """Waits until the panel's memory fits, and returns it."""
    for _ in range(600):
        picture = bytes(board.panel().ram)
        if condition(picture):
            return picture
        await asyncio.sleep(0.1)
    raise AssertionError("the panel does not show it")


async def until_shown(board: Board, text: str) -> None:
    """Waits until the display shows a text."""
    await until_picture(board, lambda _: board.panel().is_on and board.panel().picture().shows(text))


async def test_from_the_card_to_a_message_and_over_a_power_cut_to_an_update(board: Board) -> None:
    phone, log = board.harness.phone, board.harness.log
    board.write("belfry.ini", SETTINGS)
    await board.start()
    await board.says("starts /factory/belfry")
    await phone.connect(120)
    write_times(board)
    assert board.front.chip.is_launched and board.front.chip.patch_octets == patch_size(board)
    await log.wait_for(Kind.PHONE, "paired", deadline=60)
    await log.wait_for(Kind.ANCS, "notification source subscribed", deadline=60)
    before = await until_picture(board, any)
    mark = log.mark
    phone.ancs.add(Notification("com.apple.MobileSMS", title="Ada", message="The engine weaves."))
    await log.wait_for(Kind.ANCS, "get app attributes", since=mark, deadline=60)
    message = await until_picture(board, lambda picture: picture != before and any(picture))
    assert board.panel().is_on
    (board.folder / "message").write_bytes(message)
    await board.cut_power()

    # In a PC: an update that differs only in one additional octet.
    update = (ROOT / f"build/{board.name}/belfry").read_bytes() + b"\0"
    digest = hashlib.sha256(update).hexdigest()
    board.write("belfry", update)
    board.write("belfry.sha256", f"{digest}  belfry\n".encode())
    mark = log.mark
    await board.start()
    await board.says(f"starts /data/update/{digest}")
    await phone.connect(120)
    # The bond still exists, so the phone does not pair.
    await log.wait_for(Kind.PHONE, "encrypted", since=mark, deadline=60)
    await board.says("belfry works")
    assert {entry.name for entry in log.violations} <= {JUST_WORKS}


async def test_a_debug_image_has_a_shell_beside_the_watch(debug_board: Board) -> None:
    debug_board.write("belfry.ini", SETTINGS)
    await debug_board.start()
    await debug_board.says("starts /factory/belfry")
    debug_board.type("echo answer $((6 * 7)); ps")
    await debug_board.says("^answer 42")
    await debug_board.says("/factory/belfry --")
    debug_board.type("for p in $(pidof belfry); do grep -E 'Uid|CapEff|NoNewPrivs|Seccomp:' /proc/$p/status; done")
    for line in (r"Uid:\s800\s800\s800\s800", r"CapEff:\s0000000000001000", r"NoNewPrivs:\s1", r"Seccomp:\s2"):
        await debug_board.says(line)
    debug_board.type("ls -ln /dev/i2c-1")
    await debug_board.says("crw.* 800 +800 .*/dev/i2c-1")


async def test_a_busy_host_does_not_stop_the_guest(debug_board: Board) -> None:
    debug_board.write("belfry.ini", SETTINGS)
    await debug_board.start()
    await debug_board.says("starts /factory/belfry")
    await debug_board.pause(4_000)
    debug_board.type("echo answer $((6 * 7))")
    await debug_board.says("^answer 42")
