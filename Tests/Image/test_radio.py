"""The remedies of process 1 for a radio that does not work: it resets the chip, and finally reboots the board."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest

from conftest import Simulation
from test_process_one import begin, wait_until

SERVE = """
for round in {rounds}; do
  while [ -e "$RUNTIME_DIRECTORY/reset-radio" ]; do sleep 0.05; done
  printf $round >"$RUNTIME_DIRECTORY/reset-radio"
done
while [ -e "$RUNTIME_DIRECTORY/reset-radio" ]; do sleep 0.05; done
exit 0"""


@pytest.fixture
def driver(simulation: Simulation) -> Path:
    """The folder of the chip's driver, as sysfs has it."""
    folder = simulation.folder / "bus/drivers/chip"
    folder.mkdir(parents=True)
    for name in ("bind", "unbind", "uevent"):
        (folder / name).touch()
    (folder / "serial0-0").symlink_to("/sys/devices")
    (folder / "module").symlink_to("/sys/module")
    for name in ("serial0", "serial0-0", "serial1-0"):
        (simulation.folder / "bus/devices" / name).mkdir(parents=True)
    (simulation.folder / "bus/devices/serial1-0/driver").symlink_to("/sys/bus")
    return folder


def ask(simulation: Simulation, *rounds: int) -> None:
    script = SERVE.format(rounds=" ".join(map(str, rounds)))
    simulation.install(simulation.factory / "belfry", "factory", script)


def test_a_request_unbinds_and_binds_the_chip_and_is_removed(simulation: Simulation, driver: Path) -> None:
    ask(simulation, 1, 2)
    assert simulation.run() == 0
    assert (driver / "unbind").read_text() == (driver / "bind").read_text() == "serial0-0"
    assert simulation.log.count("the radio was reset: 1 devices") == 2
    assert not (simulation.folder / "run/belfry/reset-radio").exists()
    assert simulation.problem == ""


def test_a_chip_that_an_earlier_reset_could_not_bind_is_bound(simulation: Simulation, driver: Path) -> None:
    (driver / "serial0-0").unlink()
    ask(simulation, 1)
    assert simulation.run() == 0
    assert (driver / "unbind").read_text() == "" and (driver / "bind").read_text() == "serial0-0"


def test_a_board_without_that_driver_serves_the_request_too(simulation: Simulation) -> None:
    ask(simulation, 1)
    assert simulation.run() == 0


def test_the_third_round_reboots_the_board_once_in_an_hour(simulation: Simulation, driver: Path) -> None:
    ask(simulation, 1, 2, 3)
    assert simulation.run() == 3
    assert "The radio does not work: the board reboots." in simulation.problem
    (simulation.folder / "run/belfry/reset-radio").unlink()
    ask(simulation, 1, 2, 3, 4)
    # The next run is another boot of the board. This machine's time since its start decides whether an hour has passed.
    earliest = time.monotonic()
    status = simulation.run()
    assert status in ({0} if time.monotonic() < 3600 else {3} if earliest >= 3600 else {0, 3})


def test_twelve_starts_that_wait_for_the_radio_do_not_reboot_the_board(
    simulation: Simulation, driver: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SIMULATED_START", "1000")
    request = 'printf 1 >"$RUNTIME_DIRECTORY/reset-radio"; exec sleep 60'
    script = f"[ $(wc -l <{simulation.folder}/starts) -gt 13 ] && exit 0; {request}"
    simulation.install(simulation.factory / "belfry", "factory", script)
    assert simulation.run() == 0
    assert simulation.starts() == ["factory"] * 14
    assert simulation.problem.count("status 137") == 1


def test_a_reset_that_does_not_end_reboots_the_board_once_in_an_hour(
    simulation: Simulation, driver: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SIMULATED_RESET", "500")
    unbind = driver / "unbind"
    unbind.unlink()
    # To open it for writing takes until a reader opens it.
    os.mkfifo(unbind)
    request = 'printf 1 >"$RUNTIME_DIRECTORY/reset-radio"'
    simulation.install(simulation.factory / "belfry", "factory", f"{request}; exec sleep 60")
    assert begin(simulation).wait(timeout=20) == 3
    os.close(os.open(unbind, os.O_RDONLY | os.O_NONBLOCK))
    assert "The radio does not work: the board reboots." in simulation.problem
    simulation.install(simulation.factory / "belfry", "factory", f"{request}; sleep 2; exit 0")
    earliest = time.monotonic()
    status = begin(simulation).wait(timeout=20)
    os.close(os.open(unbind, os.O_RDONLY | os.O_NONBLOCK))
    assert status in ({0} if time.monotonic() < 3600 else {3} if earliest >= 3600 else {0, 3})


@pytest.mark.parametrize("kind", ["link", "fifo", "folder", "empty", "words"])
def test_a_path_that_is_not_a_request_is_left_alone(simulation: Simulation, driver: Path, kind: str) -> None:
    simulation.install(simulation.factory / "belfry", "factory", "trap 'exit 0' TERM; sleep 60 & wait $!")
    process = begin(simulation)
    request = simulation.folder / "run/belfry/reset-radio"
    match kind:
        case "link": request.symlink_to(simulation.boot / "belfry.ini")
        case "fifo": os.mkfifo(request)
        case "folder": request.mkdir()
        case "empty": request.touch()
        case "words": request.write_text("reboot")
    # Any file that is written there wakes process 1.
    (simulation.folder / "run/belfry/other").write_text("1")
    process.terminate()
    assert process.wait(timeout=20) == 0
    assert (driver / "unbind").read_text() == ""


@pytest.mark.parametrize("minutes", [
    None, pytest.param(61, marks=pytest.mark.skipif(os.geteuid() != 0, reason="only root may set the clock of a run")),
])
def test_a_reboot_for_the_radio_is_forgotten_at_a_power_off_and_after_an_hour(
    simulation: Simulation, driver: Path, minutes: int | None,
) -> None:
    marker = simulation.data / "radio-reboot"
    marker.write_text("1\n")
    if minutes is None:
        simulation.install(simulation.factory / "belfry", "factory", "exit 0")
        assert simulation.run() == 0
    else:
        simulation.install(simulation.factory / "belfry", "factory", "trap 'exit 0' TERM; sleep 60 & wait $!")
        age = time.clock_gettime(time.CLOCK_MONOTONIC)
        offset = f"--monotonic={round(60 * minutes - age)}"
        # The clock of the run has been running for an hour.
        run = ["unshare", "--time", "--fork", offset, os.environ["BELFRY_INIT"], "--simulate", str(simulation.folder)]
        process = subprocess.Popen(run, stderr=subprocess.DEVNULL)
        wait_until(lambda: not marker.exists())
        subprocess.run(["pkill", "-TERM", "-P", str(process.pid)], check=False)
        process.wait(timeout=20)
    assert not marker.exists()
