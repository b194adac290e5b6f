"""Wrong options, missing devices and unreadable stores: the exit status and one line."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import shutil
import signal
import socket
import stat
import subprocess
from pathlib import Path

import pytest

from command_line import OUTPUTS, becomes_true, flattened, refused, run, run_until
from conformance import row
from conftest import SessionMaker
from phone.journal import SLOWNESS
from session import Session
from watch.tracing import with_failing_write
from watch.watch import belfry_command

needs_strace = pytest.mark.skipif(
    bool(os.environ.get("BELFRY_RUNNER")) or not shutil.which("strace"), reason="needs strace and a native binary")


def test_help_and_version_go_to_standard_output() -> None:
    for option in ("--help", "-h", "help", "--version", "-V"):
        result = run(option)
        assert result.returncode == 0 and "elfry" in result.stdout and result.stderr == ""


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_a_text_that_cannot_be_written_is_an_error(option: str) -> None:
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run(
            [*belfry_command(), option], stdout=full, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
            timeout=10 * SLOWNESS, check=False)
    assert result.returncode == 74
    assert result.stderr.startswith("belfry: cannot write to the program's standard output: No space left on device; ")
    assert result.stderr.count("\n") == 1


def test_help_fits_a_terminal_of_80_columns() -> None:
    lines = run("--help").stdout.splitlines()
    assert [line for line in lines if len(line) > 80] == []
    assert any("--pairing-window SECONDS" in line for line in lines)


@pytest.mark.parametrize(("word", "option"), [("--halp", "--help"), ("--dispaly", "--display")])
def test_a_similar_option_is_suggested(word: str, option: str) -> None:
    refused(64, f"did you mean {option}?", word)


def test_a_name_without_letters_is_refused_with_its_own_range() -> None:
    refused(64, "expected a name of 1 to 29 bytes", "--name", "")


@pytest.mark.skipif(Path("/dev/i2c-1").exists(), reason="this machine has the bus of a panel")
def test_without_a_panel_the_error_names_the_terminal(tmp_path: Path) -> None:
    refused(69, "try --display terminal", "--state", str(tmp_path))


@pytest.mark.parametrize(("content", "line"), [
    ("[watch]\n\n[tower]\n", 3), ("[watch]\n[tower]\n\nbell = 1\n", 2), ("[Watch]\nName = x\n[Towers]\n", 3),
])
def test_an_unknown_section_is_reported_on_its_own_line(tmp_path: Path, content: str, line: int) -> None:
    config = tmp_path / "belfry.ini"
    config.write_text(content)
    refused(78, f"{config}:{line}: \"", "--config", str(config))


@pytest.mark.parametrize(("options", "word"), [
    (["--nonsense"], "nonsense"), (["--hci", "carrier-pigeon"], "carrier-pigeon"), (["--hci"], "hci"),
    (["--hci", "tcp:127.0.0.1:99999"], "99999"), (["--display", "paper"], "paper"), (["--buttons", "toes"], "toes"),
    (["--pairing-window", "soon"], "soon"), (["--display", "i2c:/dev/i2c-1@0x99"], "0x99"), (["surplus"], "surplus"),
    (["--display", "i2c:@0x3c"], "i2c:@0x3c"),
    (["--name", "x" * 40], "name"), (["--config", ""], "config"), (["--config", "x" * 300], "config"),
])
def test_bad_usage(options: list[str], word: str) -> None:
    refused(64, word, *options)


@pytest.mark.parametrize(("content", "word"), [
    ("[watch]\npairing-window = soon\n", "soon"), ("[display]\nbrightness = 999\n", "999"),
    ("[tower]\nbell = 1\n", "tower"), ("[watch]\nsecurity = lax\n", "lax"),
    ("[watch]\nsecurity = none-confirm\n", "buttons"), ("[buttons]\nchip = none\n", "none-confirm"),
    ("[watch]\nbattery = max17043:/dev/i2c-1\n", "max17043"), ("[alerts]\nmute = WhatsApp\n", "WhatsApp"),
])
def test_bad_configuration(tmp_path: Path, content: str, word: str) -> None:
    config = tmp_path / "belfry.ini"
    config.write_text(content)
    refused(78, word, "--config", str(config))


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null", "/proc", "FIFO", "SOCKET"])
def test_a_configuration_that_is_no_file(tmp_path: Path, path: str) -> None:
    if path == "FIFO":
        path = str(tmp_path / "fifo")
        os.mkfifo(path)
    with socket.socket(socket.AF_UNIX) as other:
        if path == "SOCKET":
            path = str(tmp_path / "socket")
            other.bind(path)
        refused(78, f"{path}: it is not a regular file; correct --config", "--config", path)


def test_a_configuration_that_is_too_long(tmp_path: Path) -> None:
    config = tmp_path / "belfry.ini"
    config.write_text(";\n" * 40_000)
    refused(78, f"{config}: File too large; a configuration has at most 65536 bytes", "--config", str(config))


def test_a_configuration_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "elsewhere.ini").write_text("[tower]\nbell = 1\n")
    (tmp_path / "belfry.ini").symlink_to("elsewhere.ini")
    refused(78, "tower", "--config", str(tmp_path / "belfry.ini"))


@pytest.mark.parametrize("kind", ["FIFO", "device", "directory", "link"])
@pytest.mark.parametrize("name", ["bonds", "bonds.copy", "bonds.new"])
def test_a_bond_store_that_is_no_file(devices: dict[str, str], name: str, kind: str) -> None:
    """Files that the watch must not wait for, truncate or follow."""
    state = Path(devices["--state"])
    state.mkdir()
    place = state / name
    if kind == "FIFO":
        os.mkfifo(place)
    elif kind == "directory":
        place.mkdir()
    else:
        place.symlink_to("/dev/zero" if kind == "device" else "/etc/hostname")
    refused(74, f"{place}: ", *flattened(devices))
    assert place.exists()


@pytest.mark.parametrize("name", ["mutes", "choices", "choices.copy"])
async def test_a_side_record_that_is_no_file_is_reported_and_left_alone(
        make_session: SessionMaker, name: str) -> None:
    session = await make_session()
    await session.watch.stop()
    os.mkfifo(session.state / name)
    await session.start_watch()
    await session.watch.stop()
    assert f"{session.state}/{name}: it is not a regular file; remove" in session.watch.errors
    assert "the watch goes on" in session.watch.errors


def test_a_configuration_that_is_not_there(tmp_path: Path) -> None:
    refused(78, "none.ini", "--config", str(tmp_path / "none.ini"))


@pytest.mark.parametrize(("option", "value", "word"), [
    ("--hci", "tcp:127.0.0.1:1", "127.0.0.1:1"), ("--hci", "unix:/nowhere/hci", "/nowhere/hci"),
    ("--hci", "uart:/dev/nowhere", "/dev/nowhere"), ("--display", "i2c:/dev/i2c-nowhere", "/dev/i2c-nowhere"),
    ("--display", "trace:/nowhere/trace", "/nowhere/trace"), ("--buttons", "gpio:nowhere", "nowhere"),
    ("--buttons", "pipe:/nowhere/buttons", "/nowhere/buttons"), ("--events", "/nowhere/events", "/nowhere/events"),
    ("--capture", "/nowhere/capture", "/nowhere/capture"),
])
def test_devices_that_cannot_be_opened(devices: dict[str, str], option: str, value: str, word: str) -> None:
    refused(69, word, *flattened({**devices, option: value}))


def test_a_bond_store_that_cannot_be_made(devices: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    refused(74, "file/state", *flattened({**devices, "--state": str(tmp_path / "file/state")}))


WRITTEN = {"--events": b'"type":"state"', "--capture": b"btsnoop", "--display": b" 3c ", "--haptics": b""}
"""The contents of each output file when the controller never answers."""


@pytest.mark.parametrize("option", OUTPUTS)
@row("Attacks", "file that others can read")
def test_a_file_that_others_can_read_is_closed_to_them(
    devices: dict[str, str], tmp_path: Path, option: str,
) -> None:
    path = tmp_path / "written"
    path.touch()
    path.chmod(0o666)
    given = flattened({**devices, option: OUTPUTS[option].format(path)})
    private = lambda: stat.S_IMODE(path.stat().st_mode) == 0o600  # noqa: E731
    run_until(lambda: private() and WRITTEN[option] in path.read_bytes(), given)


@pytest.mark.parametrize("option", OUTPUTS)
@row("Attacks", "link in place of a file")
def test_a_symbolic_link_is_not_written_through(devices: dict[str, str], tmp_path: Path, option: str) -> None:
    (tmp_path / "mine").write_text("precious")
    for name, target in (("link", tmp_path / "mine"), ("dangling", tmp_path / "new")):
        (tmp_path / name).symlink_to(target)
        given = {**devices, option: OUTPUTS[option].format(tmp_path / name)}
        refused(69, "it is a symbolic link", *flattened(given))
    assert (tmp_path / "mine").read_text() == "precious" and not (tmp_path / "new").exists()


@pytest.mark.parametrize("place", ["-", "/dev/stdout", "/proc/self/fd/1", "/dev/fd/1", "/dev/fd/{}"])
@pytest.mark.parametrize("kind", ["pipe", "file"])
def test_descriptors_that_the_watch_is_handed_are_written(
    devices: dict[str, str], tmp_path: Path, place: str, kind: str,
) -> None:
    path = tmp_path / "written"
    if kind == "file":
        path.touch(0o644)
        end = os.open(path, os.O_RDWR)
    else:
        reader, end = os.pipe()
        os.set_blocking(reader, False)
    seen = b""

    def is_written() -> bool:
        nonlocal seen
        with contextlib.suppress(BlockingIOError):
            seen = path.read_bytes() if kind == "file" else seen + os.read(reader, 65_536)
        return WRITTEN["--events"] in seen

    given = flattened({**devices, "--events": place.format(end)})
    run_until(is_written, given, stdout=end if place[-1:] != "}" else subprocess.DEVNULL, pass_fds=[end])
    if kind == "file":
        assert stat.S_IMODE(path.stat().st_mode) == 0o644, "its modes are the choice of the program that opened it"
    else:
        os.close(reader)
    os.close(end)


async def test_a_damaged_bond_store_is_set_aside(paired: Session) -> None:
    await paired.phone.disconnect()
    assert await paired.watch.stop() == 0
    copies = list(paired.state.iterdir())
    damaged = bytearray(copies[0].read_bytes())
    damaged[len(damaged) // 2] ^= 0x55
    for copy in copies:
        copy.write_bytes(damaged)
    await paired.start_watch()
    aside = [file for file in paired.state.iterdir() if file.read_bytes() == bytes(damaged)]
    assert len(aside) == len(copies) == 2 and not set(aside) & set(copies)
    paired.phone.forget_watch()
    await paired.pair()
    await paired.phone.disconnect()
    assert await paired.watch.stop() == 0
    assert len(paired.watch.errors.splitlines()) == 1 and "bond" in paired.watch.errors


async def test_sigterm_ends_the_watch_from_every_state(paired: Session) -> None:
    assert await paired.watch.stop() == 0


async def test_the_hold_time_is_the_owners_choice(make_session: SessionMaker, tmp_path: Path) -> None:
    configuration = tmp_path / "belfry.ini"
    configuration.write_text("[watch]\nhold-time = 300\n")
    session = await make_session("--config", str(configuration))
    await session.pair()
    await session.watch.screen_is("clock")
    # A script holds a button a little longer than that, and less than the 800 ms of a watch without the setting.
    session.watch.press("decline", "hold")
    await session.watch.screen_is("menu")


def test_events_go_on_after_a_line_that_a_power_cut_left_unended(devices: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "events"
    path.write_bytes(b'{"t":9.100,"type":"notifi')
    run_until(lambda: b'"type":"state"' in path.read_bytes(), flattened({**devices, "--events": str(path)}))
    lines = path.read_bytes().splitlines()
    assert lines[0] == b'{"t":9.100,"type":"notifi'
    assert [json.loads(line)["type"] for line in lines[1:3]] == ["start", "state"]


def test_the_watch_starts_although_a_full_disk_has_an_unended_line_of_events(
        devices: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "events"
    room = 1 << 20
    with path.open("wb") as events:
        events.seek(room - 1)
        events.write(b"x")

    def fill_disk() -> None:
        # Python ignores this signal, and its children inherit that.
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    trace = tmp_path / "trace"
    run_until(
        lambda: trace.exists() and trace.stat().st_size > 0, flattened({**devices, "--events": str(path)}),
        preexec_fn=fill_disk)
    assert path.stat().st_size == room


@needs_strace
@pytest.mark.parametrize("error", ["ENOSPC", "EDQUOT", "EFBIG"])
def test_a_line_that_a_full_disk_left_unended_is_ended_before_the_first_line(
        devices: dict[str, str], tmp_path: Path, error: str) -> None:
    path = tmp_path / "events"
    path.write_bytes(b'{"t":9.100,"type":"notifi')
    run_until(
        lambda: b'"type":"state"' in path.read_bytes(), flattened({**devices, "--events": str(path)}),
        command=with_failing_write(path, error))
    lines = path.read_bytes().splitlines()
    assert lines[0] == b'{"t":9.100,"type":"notifi'
    assert [json.loads(line)["type"] for line in lines[1:3]] == ["start", "state"]


@needs_strace
@pytest.mark.parametrize("error", ["ENOSPC", "EDQUOT", "EFBIG"])
def test_events_go_on_when_a_full_disk_has_room_again(
        devices: dict[str, str], tmp_path: Path, error: str) -> None:
    path = tmp_path / "events"
    path.touch()
    run_until(
        lambda: b'"type":"state"' in path.read_bytes(), flattened({**devices, "--events": str(path)}),
        command=with_failing_write(path, error))
    first, second = [json.loads(line) for line in path.read_bytes().splitlines()[:2]]
    assert (first["type"], first["count"], second["type"]) == ("dropped", 1, "state")


def test_a_line_that_a_full_disk_has_cut_is_ended_and_counted(devices: dict[str, str], tmp_path: Path) -> None:
    path, buttons = tmp_path / "events", tmp_path / "fifo"
    os.mkfifo(buttons, 0o600)
    room = 150

    def fill_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))

    with path.open("wb") as events, subprocess.Popen(
            [*belfry_command(), *flattened(devices), "--events", "-", "--display", "trace:/dev/null", "--buttons",
             f"pipe:{buttons}"], stdout=events, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            preexec_fn=fill_disk) as watch:
        assert becomes_true(lambda: path.stat().st_size == room, watch)
        resource.prlimit(watch.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        buttons.write_text("select\n")
        assert becomes_true(lambda: b'"type":"button"' in path.read_bytes(), watch)
        watch.terminate()
        _, errors = watch.communicate(timeout=10 * SLOWNESS)
    assert errors.count("File too large") == 1
    lines = path.read_bytes().splitlines()
    cut = next(number for number, line in enumerate(lines) if not line.endswith(b"}"))
    told = json.loads(lines[cut + 1])
    assert told["type"] == "dropped" and told["count"] >= 1, lines


@needs_strace
def test_a_line_that_cannot_be_ended_for_another_reason_is_an_error(devices: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "events"
    path.write_bytes(b"x")
    result = subprocess.run(
        [*with_failing_write(path, "EIO"), *flattened({**devices, "--events": str(path), "--hci": "unix:/nowhere"})],
        capture_output=True, text=True, timeout=10 * SLOWNESS, check=False, stdin=subprocess.DEVNULL)
    assert result.returncode == 69
    assert result.stderr.startswith(f"belfry: cannot write to the event log {path}: Input/output error; ")
    assert path.read_bytes() == b"x"


@pytest.mark.parametrize(("content", "line"), [
    ("[watch]\n[display] brightness = 5\n", 2), ("[watch]\rsecurity = none-confirm\r", 1), ("[display]]\n", 1),
    ("[alerts]quiet-hours = 22:00-07:00\n", 1),
])
def test_what_follows_a_section_on_its_line_is_refused(tmp_path: Path, content: str, line: int) -> None:
    config = tmp_path / "belfry.ini"
    config.write_bytes(content.encode())
    refused(78, f"{config}:{line}: ", "--config", str(config))


@pytest.mark.parametrize("content", ["[watch] ; mine\n", "[watch];mine\r\n", "[watch]  # mine\n", " [watch]\t\r\n"])
def test_a_comment_may_follow_a_section(devices: dict[str, str], tmp_path: Path, content: str) -> None:
    config = tmp_path / "belfry.ini"
    config.write_bytes(content.encode())
    refused(69, "/nowhere/hci", *flattened({**devices, "--hci": "unix:/nowhere/hci", "--config": str(config)}))
