"""Process 1 and belfry: settings, restarts, the watchdog, the end."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest

from conftest import NOTIFY, SETTINGS, WORK, Simulation


def wait_until(condition, seconds: float = 20) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.01)


def begin(simulation: Simulation) -> subprocess.Popen[bytes]:
    command = [os.environ["BELFRY_INIT"], "--simulate", str(simulation.folder)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    wait_until((simulation.folder / "starts").exists)
    return process


def test_users_settings_are_used_from_a_copy(simulation: Simulation) -> None:
    simulation.install(simulation.factory / "belfry", "factory", f'cp "$2" {simulation.folder}/seen; exit 0')
    assert simulation.run() == 0
    assert (simulation.folder / "seen").read_text() == SETTINGS
    simulation.starts()
    assert simulation.commands[0].split()[1:3] == ["--config", str(simulation.folder / "run/belfry.ini")]


def test_missing_settings_are_reported_and_the_factorys_used(simulation: Simulation) -> None:
    (simulation.boot / "belfry.ini").unlink()
    assert simulation.run() == 0
    simulation.starts()
    assert str(simulation.factory / "belfry.ini") in simulation.commands[0]
    assert "belfry.ini is missing" in simulation.problem


CONTENTS = {
    "empty": b"", "zeros": bytes(1314), "blanks": b" \r\n\t\n", "a zero at the end": SETTINGS.encode() + bytes(9),
}


@pytest.mark.parametrize("content", CONTENTS.values(), ids=CONTENTS)
def test_damaged_settings_are_reported_and_the_factorys_used(simulation: Simulation, content: bytes) -> None:
    (simulation.boot / "belfry.ini").write_bytes(content)
    assert simulation.run() == 0
    simulation.starts()
    assert str(simulation.factory / "belfry.ini") in simulation.commands[0]
    assert "belfry.ini is empty, damaged or not plain text" in simulation.problem


def test_settings_that_are_all_comments_are_the_users_choice(simulation: Simulation) -> None:
    (simulation.boot / "belfry.ini").write_text("; [watch]\n; name = Mine\n")
    assert simulation.run() == 0
    simulation.starts()
    assert str(simulation.folder / "run/belfry.ini") in simulation.commands[0] and simulation.problem == ""


def test_settings_that_belfry_refuses_give_way_to_the_factorys(simulation: Simulation) -> None:
    script = 'grep -q Mine "$2" || exit 0; echo "belfry: line 2: no" >&2; exit 78'
    simulation.install(simulation.factory / "belfry", "factory", script)
    assert simulation.run() == 0
    assert simulation.starts() == ["factory", "factory"]
    assert "belfry.ini is not valid" in simulation.problem and "line 2: no" in simulation.problem
    assert simulation.problem.count("\r\n") == simulation.problem.count("\n") - 1


@pytest.mark.parametrize("status", [64, 78])
def test_faulty_settings_do_not_cost_an_update_that_is_new(simulation: Simulation, status: int) -> None:
    digest = simulation.drop("second", f'grep -q bad "$2" && exit {status}; exit 0')
    (simulation.boot / "belfry.ini").write_text("bad\n")
    for boot in (1, 2):
        assert simulation.run() == 0
        # Only the start with the image's own settings counts.
        assert simulation.record["current"] == digest and simulation.record["starts"] == str(boot)
    assert simulation.starts() == ["second"] * 4 and "belfry.ini is not valid" in simulation.problem


def test_a_new_update_that_refuses_all_settings_is_refused(simulation: Simulation) -> None:
    digest = simulation.drop("second", "exit 78")
    assert simulation.run() == 0
    assert simulation.starts() == ["second"] * 4 + ["factory"]
    assert simulation.record["refused"] == digest


def test_belfry_that_ends_is_started_again_and_the_reason_told_once(simulation: Simulation) -> None:
    folder = simulation.folder
    script = f"[ -e {folder}/third ] && exit 0; [ -e {folder}/second ] && touch {folder}/third"
    script += f"; touch {folder}/second; echo no panel; exit 69"
    simulation.install(simulation.factory / "belfry", "factory", script)
    assert simulation.run() == 0
    assert simulation.starts() == ["factory"] * 3
    assert simulation.problem.count("status 69") == 1 and "no panel" in simulation.problem


def test_belfry_that_never_starts_reboots_the_board(simulation: Simulation) -> None:
    simulation.install(simulation.factory / "belfry", "factory", "kill -SEGV $$")
    assert simulation.run() == 3
    assert simulation.starts() == ["factory"] * 12
    assert "status 139" in simulation.problem


def test_missing_belfry_reboots_the_board(simulation: Simulation) -> None:
    (simulation.factory / "belfry").unlink()
    assert simulation.run() == 3


def test_long_output_keeps_its_end(simulation: Simulation) -> None:
    script = 'i=0; while [ $i -lt 400 ]; do echo "line $i of many"; i=$((i+1)); done; exit 70'
    simulation.install(simulation.factory / "belfry", "factory", script)
    assert simulation.run() == 3
    assert "line 399 of many" in simulation.problem and "line 100 of" not in simulation.problem


@pytest.mark.parametrize("last", ["READY=1", "READY=1\\nWATCHDOG=1"], ids=["ready", "watchdog"])
def test_belfry_that_falls_silent_is_killed(
    simulation: Simulation, monkeypatch: pytest.MonkeyPatch, last: str,
) -> None:
    monkeypatch.setenv("SIMULATED_SILENCE", "1000")
    body = "exec " + NOTIFY.format(body=f'peer.send(b"{last}"); time.sleep(60)')
    hung = simulation.folder / "hung"
    simulation.install(simulation.factory / "belfry", "factory", f"[ -e {hung} ] && exit 0; touch {hung}; {body}")
    assert simulation.run() == 0
    assert simulation.starts() == ["factory", "factory"]
    assert "status 137" in simulation.problem


def test_belfry_that_hangs_at_its_start_is_killed(simulation: Simulation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMULATED_START", "2000")
    hung = simulation.folder / "hung"
    script = f"[ -e {hung} ] && exit 0; touch {hung}; exec sleep 60"
    simulation.install(simulation.factory / "belfry", "factory", script)
    assert simulation.run() == 0
    assert simulation.starts() == ["factory", "factory"]
    assert "status 137" in simulation.problem


def test_belfry_counts_as_working_only_after_it_was_ready(simulation: Simulation) -> None:
    simulation.drop("second", "sleep 1.8; exit 0")
    assert simulation.run() == 0
    assert simulation.record["starts"] == "1"
    simulation.drop("second", WORK + "exit 0")
    assert simulation.run() == 0
    assert simulation.record["starts"] == "0"


def test_asked_to_end_process_one_ends_belfry_first(simulation: Simulation) -> None:
    started, ended = simulation.folder / "started", simulation.folder / "ended"
    script = f"trap 'touch {ended}; exit 0' TERM; touch {started}; sleep 60 & wait $!"
    simulation.install(simulation.factory / "belfry", "factory", script)
    for number, status in ((signal.SIGTERM, 0), (signal.SIGINT, 3)):
        process = begin(simulation)
        wait_until(started.exists)
        process.send_signal(number)
        assert process.wait(timeout=20) == status
        assert ended.exists()
        started.unlink()
        ended.unlink()
        simulation.starts()


def test_belfry_that_does_not_end_when_asked_is_killed(simulation: Simulation) -> None:
    simulation.install(simulation.factory / "belfry", "factory", "trap '' TERM; while :; do sleep 1; done")
    process = begin(simulation)
    process.terminate()
    assert process.wait(timeout=20) == 0


def test_watchdog_is_fed_and_stopped_at_the_end(simulation: Simulation) -> None:
    simulation.install(simulation.factory / "belfry", "factory", "sleep 1; exit 0")
    simulation.run()
    said = (simulation.folder / "watchdog").read_text()
    assert said.count("\n") >= 5


def test_process_one_wakes_less_often_once_belfry_works(simulation: Simulation) -> None:
    said, counts = simulation.folder / "watchdog", simulation.folder / "counts"
    count = f'len(open("{said}").readlines())'
    body = "exec " + NOTIFY.format(body=f"""peer.send(b"READY=1"); time.sleep(0.5)
before = {count}; time.sleep(3); print(before, {count}, file=open("{counts}", "w"))""")
    simulation.install(simulation.factory / "belfry", "factory", body)
    assert simulation.run() == 0
    before, after = map(int, counts.read_text().split())
    # Every 100 ms until 0.3 s after it is ready, then every 500 ms; without the change it would be 30 times.
    assert before >= 1 and 3 <= after - before <= 12


def test_real_belfry_accepts_what_process_one_hands_it(simulation: Simulation) -> None:
    binary = Path(os.environ["BELFRY"])
    (simulation.factory / "belfry").write_bytes(binary.read_bytes())
    buttons = simulation.folder / "buttons"
    buttons.write_text("decline press\n")
    (simulation.boot / "belfry.ini").write_text("[buttons]\npower-off = 2000\n")
    listener = simulation.folder / "controller"
    with socket.socket(socket.AF_UNIX) as controller:
        controller.bind(str(listener))
        controller.listen()
        status = simulation.run(
            "--hci", f"unix:{listener}", "--display", f"trace:{simulation.folder}/trace",
            "--buttons", f"pipe:{buttons}")
    # `decline`, pressed and never released, switches the watch off.
    assert status == 0, simulation.log
    assert simulation.problem == ""
    assert (simulation.data / "state").is_dir()
