"""`belfry-ancs-decode` on a recording of the watch itself, and on the same packets in the formats of other programs."""

from __future__ import annotations

import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import SessionMaker
from phone.notification import Notification
from session import Session
from watch.watch import belfry_command

MAGIC = b"btsnoop\0"
MONITOR, FIRST_OPCODE = 2_001, {1: 2, 2: 4, 4: 3}
"""btmon's datalink, and its opcode for a packet that the host sends; the next one is for one that it receives."""
LOGGER_TYPE = {(1, False): 0x00, (4, True): 0x01, (2, False): 0x02, (2, True): 0x03}
LONG = "Once upon a time. " * 200 + "Finished."
TOO_LONG = "There was an engine. " * 250
APP = "com.apple.MobileSMS"


def packets(capture: bytes) -> Iterator[tuple[int, bool, bytes]]:
    """Yields the time in microseconds, whether the packet was received, and the packet with its indicator."""
    at = 16
    while at < len(capture):
        length, flags, microseconds = struct.unpack_from(">4xII4xQ", capture, at)
        yield microseconds, bool(flags & 1), capture[at + 24:at + 24 + length]
        at += 24 + length


def as_btmon(capture: bytes) -> bytes:
    """Returns the capture in the format of `btmon --write`."""
    file = MAGIC + struct.pack(">II", 1, MONITOR)
    for time, is_received, packet in packets(capture):
        opcode = FIRST_OPCODE[packet[0]] + (is_received and packet[0] == 2)
        file += struct.pack(">IIIIQ", len(packet) - 1, len(packet) - 1, opcode, 0, time) + packet[1:]
    return file


def as_packet_logger(capture: bytes) -> bytes:
    """Returns the capture in the format of PacketLogger. Its first record is a note, as in real files."""
    def record(time: int, kind: int, content: bytes) -> bytes:
        return struct.pack(">IIIB", 9 + len(content), time // 1_000_000 % 2**32, time % 1_000_000, kind) + content

    return record(0, 0xFC, b"a note\0") + b"".join(
        record(time, LOGGER_TYPE[packet[0], is_received], packet[1:]) for time, is_received, packet in packets(capture))


@pytest.fixture
def tool() -> Path:
    """The program, built for this machine."""
    path = Path(belfry_command()[-1]).with_name("belfry-ancs-decode")
    if not path.exists():
        pytest.skip("the tools are built for this machine only")
    return path


async def read_to_the_end(session: Session, text: str, end: str) -> None:
    """Delivers a message and scrolls until the display shows its end."""
    await session.deliver(Notification(APP, "Ada", text))
    await session.watch.screen_is("alert")
    session.watch.press("accept")
    await session.watch.screen_is("detail")
    for _ in range(40):
        for _ in range(20):
            session.watch.press("down", reaction=0)
        try:
            await session.watch.display_is(lambda picture: picture.shows(end), end, deadline=0.3)
            break
        except TimeoutError:
            continue
    await session.watch.display_shows(end)
    session.watch.press("back")
    await session.watch.screen_is("clock")


@pytest.fixture
async def capture(make_session: SessionMaker, tmp_path: Path) -> bytes:
    """Two messages, one longer than the watch keeps, read to their ends."""
    path = tmp_path / "capture.btsnoop"
    session = await make_session("--capture", str(path))
    await session.pair()
    await read_to_the_end(session, LONG, "Finished.")
    await read_to_the_end(session, TOO_LONG, "… (cut)")
    assert await session.watch.stop() == 0
    return path.read_bytes()


async def test_a_long_session_is_decoded_from_the_format_of_each_program(
    capture: bytes, tool: Path, tmp_path: Path,
) -> None:
    texts = []
    for change in (bytes, as_btmon, as_packet_logger):
        path = tmp_path / change.__name__
        path.write_bytes(change(capture))
        result = subprocess.run([tool, path], capture_output=True, text=True, check=False)
        assert (result.returncode, result.stderr) == (0, "")
        texts.append(result.stdout)
    assert texts[0] == texts[1] == texts[2]
    assert f"  message: {LONG}\n" in texts[0]
    assert texts[0].splitlines()[-1].endswith(" replies, 0 defects")
    path = tmp_path / "cut"
    path.write_bytes(capture[:-1])
    result = subprocess.run([tool, path], capture_output=True, text=True, check=False)
    assert result.returncode == 65 and result.stdout == ""
    assert result.stderr == f"belfry-ancs-decode: {path}: the last packet is cut short\n"
