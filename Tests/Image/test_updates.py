"""A new belfry on the boot partition: taken if its checksum fits, left again if it does not start."""

from __future__ import annotations

import os
import signal

import pytest

from conftest import WORK, Simulation
from test_process_one import begin, wait_until

CRASH = "exit 70"
# Requests a reset of the radio.
REQUEST = 'printf {round} >"$RUNTIME_DIRECTORY/reset-radio"'
# Runs until process 1 kills it.
HANG = "exec sleep 60"


def working_record(digest: str) -> dict[str, str]:
    """The record of an update that works, with nothing before it."""
    return {"current": digest, "previous": "-", "refused": "-", "starts": "0", "worked": "1", "failures": "0"}


def test_without_an_update_the_factorys_runs_and_nothing_is_written(simulation: Simulation) -> None:
    assert simulation.run() == 0
    assert simulation.starts() == ["factory"]
    assert list(simulation.data.iterdir()) == []


def test_update_is_taken_and_stays_without_its_files(simulation: Simulation) -> None:
    digest = simulation.drop("second", WORK)
    assert simulation.run() == 0
    assert simulation.starts() == ["second"]
    (simulation.boot / "belfry").unlink()
    (simulation.boot / "belfry.sha256").unlink()
    assert simulation.run() == 0
    assert simulation.starts() == ["second"]
    assert simulation.record == working_record(digest)
    assert simulation.problem == ""


def test_an_update_that_hangs_at_its_start_gives_way_to_the_belfry_before_it(
    simulation: Simulation, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SIMULATED_START", "2000")
    digest = simulation.drop("second", "exec sleep 60")
    assert simulation.run() == 0
    assert simulation.starts() == ["second", "second", "second", "factory"]
    assert simulation.record["refused"] == digest and "failed to start again and again" in simulation.problem


def test_update_that_is_there_is_not_copied_again(simulation: Simulation) -> None:
    digest = simulation.drop("second", WORK)
    simulation.run()
    kept = (simulation.data / "update" / digest).stat()
    simulation.run()
    assert simulation.starts() == ["second", "second"]
    assert (simulation.data / "update" / digest).stat().st_mtime_ns == kept.st_mtime_ns


@pytest.mark.parametrize(("checksum", "word"), [
    ("0" * 64 + "  belfry\n", "not what belfry.sha256 says"),
    ("", "no SHA-256"), ("belfry", "no SHA-256"), ("x" * 64, "no SHA-256"), ("../" * 22, "no SHA-256"),
    ("a" * 600, "no SHA-256"),
])
def test_checksum_that_does_not_fit_is_reported_and_nothing_changes(
    simulation: Simulation, checksum: str, word: str,
) -> None:
    simulation.drop("second", WORK, checksum)
    assert simulation.run() == 0
    assert simulation.starts() == ["factory"]
    assert word in simulation.problem
    assert not any((simulation.data / "update").glob("[0-9a-f.]*")) if (simulation.data / "update").exists() else True


def test_checksum_in_capitals_with_windows_line_ends_is_read(simulation: Simulation) -> None:
    digest = simulation.drop("second", WORK)
    (simulation.boot / "belfry.sha256").write_bytes(f"{digest.upper()} *belfry\r\n".encode())
    simulation.run()
    assert simulation.starts() == ["second"]


def test_program_for_another_processor_is_refused(simulation: Simulation) -> None:
    simulation.drop("second", WORK)
    factory = simulation.factory / "belfry"
    factory.write_text(factory.read_text().replace("# a belfry of tests", "# not a belfry like it"))
    simulation.run()
    assert simulation.starts() == ["factory"]
    assert "not for this board" in simulation.problem


def test_missing_program_is_reported(simulation: Simulation) -> None:
    simulation.drop("second", WORK)
    (simulation.boot / "belfry").unlink()
    simulation.run()
    assert simulation.starts() == ["factory"]
    assert "cannot be read" in simulation.problem


def test_three_failed_starts_lead_back_to_the_factorys(simulation: Simulation) -> None:
    digest = simulation.drop("second", CRASH)
    assert simulation.run() == 0
    assert simulation.starts() == ["second"] * 3 + ["factory"]
    assert "failed to start again and again" in simulation.problem
    assert simulation.record["refused"] == digest
    # The update is still on the card, and is not installed again.
    simulation.run()
    assert simulation.starts() == ["factory"]


def test_three_failed_starts_lead_back_to_the_update_before(simulation: Simulation) -> None:
    second = simulation.drop("second", WORK)
    simulation.run()
    simulation.drop("third", CRASH)
    simulation.run()
    assert simulation.starts() == ["second", "third", "third", "third", "second"]
    assert simulation.record["current"] == second and simulation.record["previous"] == "-"


def test_failed_starts_count_over_losses_of_power(simulation: Simulation) -> None:
    # Switched off before it counted as working, as when the watchdog or the user cuts the power.
    simulation.drop("second", "exit 0")
    for _ in range(4):
        simulation.run()
    assert simulation.starts() == ["second"] * 3 + ["factory"]


def test_taken_off_the_card_a_refused_update_may_come_again(simulation: Simulation) -> None:
    simulation.drop("second", CRASH)
    simulation.run()
    for name in ("belfry", "belfry.sha256"):
        (simulation.boot / name).rename(simulation.folder / name)
    simulation.run()
    for name in ("belfry", "belfry.sha256"):
        (simulation.folder / name).rename(simulation.boot / name)
    simulation.starts()
    simulation.run()
    assert simulation.starts() == ["second"] * 3 + ["factory"]


def test_update_that_never_worked_is_not_what_one_goes_back_to(simulation: Simulation) -> None:
    simulation.drop("second", "exit 0")
    simulation.run()
    simulation.drop("third", CRASH)
    simulation.run()
    assert simulation.starts() == ["second", "third", "third", "third", "factory"]


def test_only_what_the_record_names_is_kept(simulation: Simulation) -> None:
    digests = []
    for name in ("second", "third", "fourth"):
        digests.append(simulation.drop(name, WORK))
        simulation.run()
    kept = {path.name for path in (simulation.data / "update").iterdir()}
    assert kept == {"record", *digests[1:]}


@pytest.mark.parametrize("record", [
    "", "current x\n", "\0" * 900, f"current {'f' * 64} previous - refused - starts 0\n",
])
def test_damaged_record_or_lost_program_means_the_factorys(simulation: Simulation, record: str) -> None:
    (simulation.data / "update").mkdir()
    (simulation.data / "update/record").write_text(record)
    assert simulation.run() == 0
    assert simulation.starts() == ["factory"]


def test_record_that_cannot_be_written_means_the_factorys(simulation: Simulation) -> None:
    simulation.drop("second", WORK)
    (simulation.data / "update").write_text("a file where the folder should be")
    assert simulation.run() == 0
    assert simulation.starts() == ["factory"]


def test_bonds_are_in_the_same_place_whichever_belfry_runs(simulation: Simulation) -> None:
    simulation.drop("second", CRASH)
    simulation.run()
    simulation.starts()
    assert {line.split("--state ")[1] for line in simulation.commands} == {str(simulation.data / "state")}


def test_one_short_start_does_not_forget_that_an_update_worked(simulation: Simulation) -> None:
    flag = simulation.folder / "starts for a moment"
    simulation.drop("second", f"[ -e '{flag}' ] && exec sleep 60\n{WORK}")
    simulation.run()
    assert simulation.starts() == ["second"]
    # A look at the display, and off: too short to count as working again.
    flag.touch()
    process = begin(simulation)
    process.terminate()
    assert process.wait(timeout=20) == 0 and simulation.record["starts"] == "1"
    flag.unlink()
    simulation.drop("third", CRASH)
    simulation.run()
    assert simulation.starts() == ["second", "third", "third", "third", "second"]


@pytest.mark.parametrize("status", [69, 74])
def test_a_device_that_is_missing_does_not_cost_an_update_that_worked(simulation: Simulation, status: int) -> None:
    body = f'grep -q chip9 "$2" && exit {status}; {WORK}'
    simulation.install(simulation.factory / "belfry", "factory", body)
    digest = simulation.drop("second", body)
    simulation.run()
    settings = simulation.boot / "belfry.ini"
    before = settings.read_text()
    settings.write_text("[buttons]\nchip = chip9\n")
    # The board reboots after twelve failures.
    assert simulation.run() == 3
    assert f"ended with status {status}" in simulation.problem
    settings.write_text(before)
    assert simulation.run() == 0
    assert set(simulation.starts()) == {"second"}
    assert simulation.record == working_record(digest)


@pytest.mark.parametrize(("before", "script"), [("exit 0", "exit 69"), ("exit 0", "exit 74"), (WORK, "exit 70")])
def test_an_update_that_never_worked_or_crashes_is_refused(simulation: Simulation, before: str, script: str) -> None:
    flag = simulation.folder / "works"
    digest = simulation.drop("second", f"[ -e {flag} ] || {{ {script}; }}; {before}")
    flag.touch()
    simulation.run()
    flag.unlink()
    simulation.run()
    assert simulation.starts()[-1] == "factory"
    assert simulation.record["refused"] == digest


def works_then(simulation: Simulation, script: str) -> str:
    """Runs an update that works. From then on the update runs `script` first. Returns the update's checksum."""
    flag = simulation.folder / "works"
    digest = simulation.drop("second", f"[ -e {flag} ] || {{ {script}; }}; {WORK}")
    flag.touch()
    assert simulation.run() == 0
    assert simulation.starts() == ["second"] and simulation.record["worked"] == "1"
    flag.unlink()
    return digest


@pytest.mark.parametrize("number", [1, 2])
def test_a_radio_that_hangs_does_not_cost_an_update_that_worked(
    simulation: Simulation, monkeypatch: pytest.MonkeyPatch, number: int,
) -> None:
    # The radio works from the fifth start on.
    request = REQUEST.format(round=number)
    digest = works_then(simulation, f"[ $(wc -l <{simulation.folder}/starts) -gt 4 ] || {{ {request}; {HANG}; }}")
    # The last start runs Python before it is ready: a loaded machine needs more than a second for it.
    monkeypatch.setenv("SIMULATED_START", "4000")
    assert simulation.run() == 0
    assert simulation.starts() == ["second"] * 5
    assert simulation.log.count("belfry ended with status 137") == 4
    assert simulation.record == working_record(digest)


def test_a_reboot_for_the_radio_does_not_count_for_an_update_that_worked(simulation: Simulation) -> None:
    digest = works_then(simulation, f"{REQUEST.format(round=3)}; {HANG}")
    assert simulation.run() == 3
    assert simulation.starts() == ["second"] and "the board reboots" in simulation.problem
    assert simulation.record == working_record(digest)


def test_a_reboot_for_the_radio_counts_for_an_update_that_never_worked(simulation: Simulation) -> None:
    simulation.drop("second", f"{REQUEST.format(round=3)}; {HANG}")
    assert simulation.run() == 3
    assert simulation.record["starts"] == "1" and simulation.record["worked"] == "0"


def test_an_update_that_never_worked_and_waits_for_the_radio_is_refused(
    simulation: Simulation, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SIMULATED_START", "2000")
    digest = simulation.drop("second", f"{REQUEST.format(round=1)}; {HANG}")
    assert simulation.run() == 0
    assert simulation.starts() == ["second"] * 3 + ["factory"]
    assert simulation.record["refused"] == digest and "failed to start again and again" in simulation.problem


def test_an_update_that_crashes_after_a_reset_of_the_radio_is_refused(simulation: Simulation) -> None:
    served = 'while [ -e "$RUNTIME_DIRECTORY/reset-radio" ]; do sleep 0.05; done'
    digest = works_then(simulation, f"{REQUEST.format(round=1)}; {served}; {CRASH}")
    assert simulation.run() == 0
    assert simulation.starts() == ["second"] * 3 + ["factory"]
    assert simulation.record["refused"] == digest


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_power_cuts_and_short_uses_do_not_cost_an_update_that_worked(
    simulation: Simulation, number: signal.Signals,
) -> None:
    started = simulation.folder / "started"
    digest = works_then(simulation, f"touch {started}; exec sleep 3")
    for _ in range(11):
        process = begin(simulation)
        wait_until(started.exists)
        process.send_signal(number)
        process.wait(timeout=20)
        started.unlink()
    (simulation.folder / "works").touch()
    assert simulation.run() == 0
    assert simulation.starts() == ["second"] * 12 and simulation.problem == ""
    assert simulation.record == working_record(digest)


def test_an_update_that_worked_and_takes_the_board_down_twelve_times_is_refused(simulation: Simulation) -> None:
    digest = works_then(simulation, "exit 0")
    for _ in range(13):
        assert simulation.run() == 0
    assert simulation.starts() == ["second"] * 12 + ["factory"]
    assert simulation.record["refused"] == digest


def test_failures_between_power_cuts_count_for_an_update_that_worked(simulation: Simulation) -> None:
    crash = simulation.folder / "crash"
    digest = works_then(simulation, f"if [ -e {crash} ]; then rm {crash}; {CRASH}; fi; exit 0")
    for _ in range(2):
        crash.touch()
        assert simulation.run() == 0
    assert simulation.starts() == ["second"] * 4 and simulation.record["failures"] == "2"
    crash.touch()
    assert simulation.run() == 0
    assert simulation.starts() == ["second", "factory"]
    assert simulation.record["refused"] == digest


def test_a_refused_update_that_is_copied_again_is_reported(simulation: Simulation) -> None:
    simulation.drop("second", CRASH)
    simulation.run()
    (simulation.boot / "problem.txt").unlink()
    simulation.drop("second", CRASH)
    simulation.run()
    assert simulation.starts() == ["second"] * 3 + ["factory"] * 2
    assert "remove belfry.sha256, start the watch once" in simulation.problem
    # A report that is there is not written again at each start.
    (simulation.boot / "problem.txt").write_text("kept")
    simulation.run()
    assert simulation.problem == "kept"


def test_an_update_without_its_checksum_is_reported(simulation: Simulation) -> None:
    simulation.drop("second", WORK)
    (simulation.boot / "belfry.sha256").unlink()
    assert simulation.run() == 0
    assert simulation.starts() == ["factory"]
    assert "There is no belfry.sha256" in simulation.problem


@pytest.mark.parametrize("is_longer", [False, True])
def test_an_update_beside_the_checksum_of_the_one_before_is_reported(simulation: Simulation, is_longer: bool) -> None:
    simulation.drop("second", WORK)
    checksum = simulation.boot / "belfry.sha256"
    before, age = checksum.read_text(), checksum.stat().st_mtime
    simulation.run()
    assert simulation.problem == ""
    simulation.drop("second" if is_longer else "change", WORK + "\n" * is_longer)
    checksum.write_text(before)
    os.utime(checksum, (age, age))
    os.utime(simulation.boot / "belfry", (age + (0 if is_longer else 10),) * 2)
    simulation.run()
    assert simulation.starts() == ["second", "second"]
    assert "not what belfry.sha256 says" in simulation.problem


def test_an_update_that_does_not_run_because_the_data_partition_cannot_be_written_is_reported(
        simulation: Simulation) -> None:
    simulation.drop("second", WORK)
    simulation.run()
    # Nothing can be written in its place, as on a full partition.
    (simulation.data / "update/.new").mkdir()
    simulation.run()
    assert simulation.starts() == ["second", "factory"]
    assert "The data partition is full or cannot be written" in simulation.problem


def test_an_update_runs_again_after_a_start_that_could_not_be_counted(simulation: Simulation) -> None:
    simulation.drop("second", WORK)
    simulation.run()
    for name in ("belfry", "belfry.sha256"):
        (simulation.boot / name).unlink()
    # At the start nothing can be written, and when the image's own belfry works, it can.
    blocked = simulation.data / "update/.new"
    blocked.mkdir()
    simulation.install(simulation.factory / "belfry", "factory", f"rmdir {blocked}\n{WORK}")
    simulation.run()
    simulation.run()
    assert simulation.starts() == ["second", "factory", "second"]


def test_an_update_is_not_its_own_way_back(simulation: Simulation) -> None:
    digest = simulation.drop("second", WORK)
    simulation.run()
    simulation.drop("third", "exit 0")
    simulation.run()
    simulation.drop("second", WORK)
    simulation.run()
    assert simulation.starts() == ["second", "third", "second"]
    assert simulation.record["current"] == digest and simulation.record["previous"] == "-"
