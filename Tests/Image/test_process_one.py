"""What process 1 does with belfry: settings, restarts, the watchdog, the end."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest

from conftest import SETTINGS, Rehearsal

NOTIFY = """exec python3 - "$NOTIFY_SOCKET" <<'END'
import socket, sys, time
peer = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
peer.connect(sys.argv[1])
{body}
END"""


def wait_until(condition, seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.01)


def begin(rehearsal: Rehearsal) -> subprocess.Popen[bytes]:
    command = [os.environ["BELFRY_INIT"], "--rehearse", str(rehearsal.folder)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    wait_until((rehearsal.folder / "starts").exists)
    return process


def test_users_settings_are_used_from_a_copy(rehearsal: Rehearsal) -> None:
    rehearsal.install(rehearsal.factory / "belfry", "factory", f'cp "$2" {rehearsal.folder}/seen; exit 0')
    assert rehearsal.run() == 0
    assert (rehearsal.folder / "seen").read_text() == SETTINGS
    rehearsal.starts()
    assert rehearsal.commands[0].split()[1:3] == ["--config", str(rehearsal.folder / "run/belfry.ini")]


def test_missing_settings_are_told_and_the_factorys_used(rehearsal: Rehearsal) -> None:
    (rehearsal.boot / "belfry.ini").unlink()
    assert rehearsal.run() == 0
    rehearsal.starts()
    assert str(rehearsal.factory / "belfry.ini") in rehearsal.commands[0]
    assert "no belfry.ini" in rehearsal.problem


def test_settings_that_belfry_refuses_give_way_to_the_factorys(rehearsal: Rehearsal) -> None:
    script = 'grep -q Mine "$2" || exit 0; echo "belfry: line 2: no" >&2; exit 78'
    rehearsal.install(rehearsal.factory / "belfry", "factory", script)
    assert rehearsal.run() == 0
    assert rehearsal.starts() == ["factory", "factory"]
    assert "belfry.ini is not valid" in rehearsal.problem and "line 2: no" in rehearsal.problem
    assert rehearsal.problem.count("\r\n") == rehearsal.problem.count("\n") - 1


def test_belfry_that_ends_is_started_again_and_the_reason_told_once(rehearsal: Rehearsal) -> None:
    folder = rehearsal.folder
    script = f"[ -e {folder}/third ] && exit 0; [ -e {folder}/second ] && touch {folder}/third"
    script += f"; touch {folder}/second; echo no panel; exit 69"
    rehearsal.install(rehearsal.factory / "belfry", "factory", script)
    assert rehearsal.run() == 0
    assert rehearsal.starts() == ["factory"] * 3
    assert rehearsal.problem.count("status 69") == 1 and "no panel" in rehearsal.problem


def test_belfry_that_never_starts_reboots_the_board(rehearsal: Rehearsal) -> None:
    rehearsal.install(rehearsal.factory / "belfry", "factory", "kill -SEGV $$")
    assert rehearsal.run() == 3
    assert rehearsal.starts() == ["factory"] * 12
    assert "status 139" in rehearsal.problem


def test_missing_belfry_reboots_the_board(rehearsal: Rehearsal) -> None:
    (rehearsal.factory / "belfry").unlink()
    assert rehearsal.run() == 3


def test_long_output_keeps_its_end(rehearsal: Rehearsal) -> None:
    script = 'i=0; while [ $i -lt 400 ]; do echo "line $i of many"; i=$((i+1)); done; exit 70'
    rehearsal.install(rehearsal.factory / "belfry", "factory", script)
    assert rehearsal.run() == 3
    assert "line 399 of many" in rehearsal.problem and "line 100 of" not in rehearsal.problem


def test_belfry_that_falls_silent_is_killed(rehearsal: Rehearsal) -> None:
    body = NOTIFY.format(body='peer.send(b"READY=1\\nWATCHDOG=1"); time.sleep(60)')
    hung = rehearsal.folder / "hung"
    rehearsal.install(rehearsal.factory / "belfry", "factory", f"[ -e {hung} ] && exit 0; touch {hung}; {body}")
    assert rehearsal.run() == 0
    assert rehearsal.starts() == ["factory", "factory"]
    assert "status 137" in rehearsal.problem


def test_belfry_that_says_it_is_ready_is_trusted_sooner(
    rehearsal: Rehearsal, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("REHEARSAL_CONFIRM", "60000")
    rehearsal.drop("second", NOTIFY.format(body='peer.send(b"READY=1"); time.sleep(1.0)'))
    assert rehearsal.run() == 0
    assert rehearsal.record["starts"] == "0"


def test_asked_to_end_process_one_ends_belfry_first(rehearsal: Rehearsal) -> None:
    ended = rehearsal.folder / "ended"
    rehearsal.install(rehearsal.factory / "belfry", "factory", f"trap 'touch {ended}; exit 0' TERM; sleep 60 & wait $!")
    for number, status in ((signal.SIGTERM, 0), (signal.SIGINT, 3)):
        process = begin(rehearsal)
        time.sleep(0.2)
        process.send_signal(number)
        assert process.wait(timeout=20) == status
        assert ended.exists()
        ended.unlink()
        rehearsal.starts()


def test_belfry_that_does_not_end_when_asked_is_killed(rehearsal: Rehearsal) -> None:
    rehearsal.install(rehearsal.factory / "belfry", "factory", "trap '' TERM; while :; do sleep 1; done")
    process = begin(rehearsal)
    process.terminate()
    assert process.wait(timeout=20) == 0


def test_watchdog_is_fed_and_stopped_at_the_end(rehearsal: Rehearsal) -> None:
    rehearsal.install(rehearsal.factory / "belfry", "factory", "sleep 1; exit 0")
    rehearsal.run()
    said = (rehearsal.folder / "watchdog").read_text()
    assert said.count("\n") >= 5


def test_real_belfry_accepts_what_process_one_hands_it(rehearsal: Rehearsal) -> None:
    binary = Path(os.environ["BELFRY"])
    (rehearsal.factory / "belfry").write_bytes(binary.read_bytes())
    buttons = rehearsal.folder / "buttons"
    buttons.write_text("decline press\n")
    (rehearsal.boot / "belfry.ini").write_text("[buttons]\npower-off = 2000\n")
    listener = rehearsal.folder / "controller"
    with socket.socket(socket.AF_UNIX) as controller:
        controller.bind(str(listener))
        controller.listen()
        status = rehearsal.run(
            "--hci", f"unix:{listener}", "--display", f"trace:{rehearsal.folder}/trace", "--buttons", f"pipe:{buttons}")
    # `decline`, pressed and never released, switches the watch off.
    assert status == 0, rehearsal.log
    assert rehearsal.problem == ""
    assert (rehearsal.data / "state").is_dir()
