"""belfry-report and belfry-replay: a recorded session becomes a bundle without personal data, and a test."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
from pathlib import Path

import pytest

import record_session
from measuring.capture import packets
from scenario import story
from session import Session
from watch.watch import ROOT

TOOLS = ROOT / ".build/debug"
SMP = b"\x06\x00"
KEYS = {0x03: 16, 0x04: 16, 0x06: 16, 0x08: 16, 0x0C: 32, 0x0D: 16}
"""The PDUs of SMP with keys, nonces and values made of them, and the length of what identifies them."""

STAYS = {"Phone", "clock"}
"""Words of texts that are also words of the format or of a model: `knownPhone`, `iPhone16,1`, a screen."""


def tool(name: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs a tool of the development machine."""
    return subprocess.run([TOOLS / name, *arguments], capture_output=True, text=True, timeout=60, check=False)


def frames(capture: Path) -> list[bytes]:
    """The L2CAP frames of a capture, from their headers on."""
    found, partial = [], {True: b"", False: b""}
    for packet in packets(capture):
        if packet.octets[0] != 0x02:
            continue
        is_continued = packet.octets[2] >> 4 & 3 == 1
        partial[packet.is_received] = (partial[packet.is_received] if is_continued else b"") + packet.octets[5:]
        frame = partial[packet.is_received]
        if len(frame) >= 4 + int.from_bytes(frame[:2], "little"):
            found.append(frame)
    return found


def secrets_of(capture: Path) -> set[bytes]:
    """Keys, nonces and addresses."""
    found = set()
    for frame in frames(capture):
        if frame[2:4] == SMP and frame[4] in KEYS:
            found.add(frame[5:5 + KEYS[frame[4]]])
        elif frame[2:4] == SMP and frame[4] == 0x09:
            found.add(frame[6:12])
    for packet in packets(capture):
        octets = packet.octets
        if octets[:3] == b"\x01\x1a\x20":
            found.add(octets[6:22])
        elif octets[:3] == b"\x01\x05\x20":
            found.add(octets[4:10])
        elif octets[:2] == b"\x04\x3e" and octets[3] in (0x01, 0x0A):
            found.add(octets[9:15])
        elif octets[:2] == b"\x04\x0e" and octets[4:6] == b"\x09\x10" and octets[7:10] != b"\xac\x1f\x43":
            found.add(octets[7:13])
    return {secret for secret in found if any(secret)}


def words_of(events: Path) -> set[str]:
    """Returns the words of the texts of an event log. None may be in a bundle."""
    names = ("appName", "title", "subtitle", "message", "positive", "negative", "player", "artist", "album")
    found: set[str] = set()
    for line in events.read_text(encoding="utf-8").splitlines():
        event = json.loads(line)
        texts = [event[name] for name in names if name in event]
        found.update(word for text in texts for word in re.findall(r"\w+", text))
        if "code" in event:
            found.add(event["code"])
    return {word for word in found if len(word.encode()) >= 5 and word not in STAYS}


def said_by(bundle: Path) -> bytes:
    """The contents of a bundle: its text, its packets in a row, and its frames."""
    lines = [json.loads(line) for line in bundle.read_text(encoding="utf-8").splitlines()]
    sent = [bytes.fromhex(line["hex"]) for line in lines if line["type"] == "packet"]
    received = {"watch": b"", "controller": b""}
    for line in lines:
        if line["type"] == "packet" and line["hex"].startswith("02"):
            received[line["from"]] += bytes.fromhex(line["hex"])[5:]
    values = [json.dumps(line, ensure_ascii=False).encode() for line in lines]
    return b"\n".join([*values, *sent, *received.values()])


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with recorded sessions."""
    folder = tmp_path_factory.mktemp("recorded")

    async def record() -> None:
        session = Session(folder / "session", phone=story.phone())
        try:
            await record_session.record(session, folder)
        finally:
            await session.finish()

    asyncio.run(record())
    return folder


def report(recorded: Path, name: str) -> Path:
    """Makes a bundle of a recorded session."""
    source, bundle = recorded / name, recorded / f"{name}.jsonl"
    done = tool(
        "belfry-report", "--capture", source / "capture", "--events", source / "events", "--config",
        source / "belfry.conf", bundle)
    assert (done.returncode, done.stderr) == (0, "")
    return bundle


@pytest.mark.parametrize("name", ["pairing", "return"])
def test_a_bundle_says_nothing_of_its_user(recorded: Path, name: str) -> None:
    said = said_by(report(recorded, name))
    secrets = secrets_of(recorded / name / "capture")
    words = words_of(recorded / name / "events") | {"1234567", "tencent", "watch's"}
    assert len(secrets) >= (8 if name == "pairing" else 3) and len(words) >= 6
    for secret in secrets:
        for octets in (secret, secret[::-1]):
            assert octets not in said and octets.hex().encode() not in said, octets.hex()
    for word in words:
        assert word.encode() not in said and word.encode("utf-16-le") not in said, word


@pytest.mark.parametrize("name", ["pairing", "return"])
def test_a_replayed_watch_sends_what_it_sent(recorded: Path, name: str) -> None:
    done = tool("belfry-replay", "--events", report(recorded, name))
    assert done.stdout.splitlines()[-1].endswith(" packets, 0 differences"), done.stdout[-2_000:]
    assert done.returncode == 0
    replayed = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    recorded_events = [json.loads(line) for line in (recorded / name / "events").read_text().splitlines()]
    kinds = {"state", "screen", "button", "alert", "action"}
    for kind in kinds:
        then = [{**event, "t": 0} for event in recorded_events if event["type"] == kind]
        assert [{**event, "t": 0} for event in replayed if event["type"] == kind] == then


def test_a_session_with_a_changed_setting_is_replayed(recorded: Path, tmp_path: Path) -> None:
    source, events, bundle = recorded / "return", tmp_path / "events", tmp_path / "bundle"
    lines = (source / "events").read_text(encoding="utf-8").splitlines()
    time = json.loads(lines[-1])["t"]
    for key, value in (("privacy", "on"), ("name", "Grace's")):
        changed = {"t": time, "type": "setting", "key": key, "value": value, "chosen": True, "by": "wearer"}
        lines.append(json.dumps(changed))
    events.write_text("\n".join([*lines, ""]), encoding="utf-8")
    done = tool(
        "belfry-report", "--capture", source / "capture", "--events", events, "--config", source / "belfry.conf",
        bundle)
    assert (done.returncode, done.stderr) == (0, "")
    found = [json.loads(line) for line in bundle.read_text(encoding="utf-8").splitlines()]
    changes = [line for line in found if line["type"] == "setting" and "t" in line]
    assert [line["key"] for line in changes] == ["privacy", "name"]
    assert changes[0]["value"] == "on" and "Grace" not in changes[1]["value"]
    # The recording may end just when a deadline is due, so that the replay sends one packet more.
    done = tool("belfry-replay", bundle)
    assert done.returncode in (0, 1) and " packets, " in done.stdout, done.stdout[-2_000:] + done.stderr


def test_a_capture_that_a_power_cut_has_cut_is_reported_without_its_last_packet(
        recorded: Path, tmp_path: Path) -> None:
    cut = tmp_path / "capture"
    cut.write_bytes((recorded / "return/capture").read_bytes()[:-3])
    done = tool("belfry-report", "--capture", cut, "--events", recorded / "return/events", tmp_path / "bundle")
    assert done.returncode == 0
    assert done.stderr == f"belfry-report: {cut} ends within a packet, which is left out\n"
    packets = [line for line in (tmp_path / "bundle").read_text().splitlines() if '"type":"packet"' in line]
    whole = report(recorded, "return").read_text().splitlines()
    assert len(packets) == len([line for line in whole if '"type":"packet"' in line]) - 1


def test_a_bundle_does_not_replace_a_recording_or_a_device(recorded: Path, tmp_path: Path) -> None:
    capture, link, pipe = tmp_path / "capture", tmp_path / "link", tmp_path / "pipe"
    content = (recorded / "return/capture").read_bytes()
    capture.write_bytes(content)
    link.symlink_to(capture)
    os.mkfifo(pipe)
    for target in (capture, link, pipe):
        done = tool("belfry-report", "--capture", capture, "--events", recorded / "return/events", target)
        assert done.returncode == 64 and str(target) in done.stderr and done.stdout == ""
    assert capture.read_bytes() == content and link.is_symlink() and pipe.is_fifo()


def test_a_capture_of_100_megabytes_is_refused(recorded: Path, tmp_path: Path) -> None:
    large = tmp_path / "capture"
    with large.open("wb") as file:
        file.write((recorded / "return/capture").read_bytes())
        file.truncate(100 << 20)
    limited = ["bash", "-c", 'ulimit -v 2000000; exec "$@"', "-", str(TOOLS / "belfry-report")]
    done = subprocess.run(
        [*limited, "--capture", large, "--events", recorded / "return/events", tmp_path / "bundle"],
        capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 65 and "larger than 8192 KiB" in done.stderr


@pytest.mark.parametrize("option", ["--bogus", "-x"])
def test_an_unknown_option_is_refused(recorded: Path, tmp_path: Path, option: str) -> None:
    source = recorded / "return"
    done = subprocess.run(
        [TOOLS / "belfry-report", "--capture", source / "capture", "--events", source / "events", option],
        cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 64 and option in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_trace_does_not_replace_its_bundle(recorded: Path) -> None:
    bundle = report(recorded, "return")
    content = bundle.read_bytes()
    done = tool("belfry-replay", "--trace", bundle, bundle)
    assert done.returncode == 64 and "is the bundle" in done.stderr and done.stdout == ""
    assert bundle.read_bytes() == content


@pytest.mark.parametrize("name", ["belfry-replay", "belfry-report", "belfry-ancs-decode"])
def test_a_full_standard_output_is_reported(recorded: Path, name: str) -> None:
    folder = recorded / "return"
    arguments = {
        "belfry-replay": [report(recorded, "return")],
        "belfry-report": ["--capture", folder / "capture", "--events", folder / "events", "-"],
        "belfry-ancs-decode": [folder / "capture"],
    }[name]
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run([TOOLS / name, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 74 and done.stderr.startswith(f"{name}: ") and done.stderr.count("\n") == 1
