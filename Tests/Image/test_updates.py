"""A new belfry on the boot partition: taken if its checksum fits, left again if it does not start."""

from __future__ import annotations

import pytest

from conftest import Rehearsal

CRASH = "exit 70"
# Gives a sign of life, and is then switched off.
WORK = "sleep 1.8; exit 0"


def test_without_an_update_the_factorys_runs_and_nothing_is_written(rehearsal: Rehearsal) -> None:
    assert rehearsal.run() == 0
    assert rehearsal.starts() == ["factory"]
    assert list(rehearsal.data.iterdir()) == []


def test_update_is_taken_and_stays_without_its_files(rehearsal: Rehearsal) -> None:
    digest = rehearsal.drop("second", WORK)
    assert rehearsal.run() == 0
    assert rehearsal.starts() == ["second"]
    (rehearsal.boot / "belfry").unlink()
    (rehearsal.boot / "belfry.sha256").unlink()
    assert rehearsal.run() == 0
    assert rehearsal.starts() == ["second"]
    assert rehearsal.record == {"current": digest, "previous": "-", "refused": "-", "starts": "0"}
    assert rehearsal.problem == ""


def test_update_that_is_there_is_not_copied_again(rehearsal: Rehearsal) -> None:
    digest = rehearsal.drop("second", WORK)
    rehearsal.run()
    kept = (rehearsal.data / "update" / digest).stat()
    rehearsal.run()
    assert rehearsal.starts() == ["second", "second"]
    assert (rehearsal.data / "update" / digest).stat().st_mtime_ns == kept.st_mtime_ns


@pytest.mark.parametrize(("checksum", "word"), [
    ("0" * 64 + "  belfry\n", "not what belfry.sha256 says"),
    ("", "no SHA-256"), ("belfry", "no SHA-256"), ("x" * 64, "no SHA-256"), ("../" * 22, "no SHA-256"),
    ("a" * 600, "no SHA-256"),
])
def test_checksum_that_does_not_fit_is_told_and_nothing_changes(rehearsal: Rehearsal, checksum: str, word: str) -> None:
    rehearsal.drop("second", WORK, checksum)
    assert rehearsal.run() == 0
    assert rehearsal.starts() == ["factory"]
    assert word in rehearsal.problem
    assert not any((rehearsal.data / "update").glob("[0-9a-f.]*")) if (rehearsal.data / "update").exists() else True


def test_checksum_in_capitals_with_windows_line_ends_is_read(rehearsal: Rehearsal) -> None:
    digest = rehearsal.drop("second", WORK)
    (rehearsal.boot / "belfry.sha256").write_bytes(f"{digest.upper()} *belfry\r\n".encode())
    rehearsal.run()
    assert rehearsal.starts() == ["second"]


def test_program_for_another_processor_is_refused(rehearsal: Rehearsal) -> None:
    rehearsal.drop("second", WORK)
    factory = rehearsal.factory / "belfry"
    factory.write_text(factory.read_text().replace("# a belfry of tests", "# not a belfry like it"))
    rehearsal.run()
    assert rehearsal.starts() == ["factory"]
    assert "not for this board" in rehearsal.problem


def test_missing_program_is_told(rehearsal: Rehearsal) -> None:
    rehearsal.drop("second", WORK)
    (rehearsal.boot / "belfry").unlink()
    rehearsal.run()
    assert rehearsal.starts() == ["factory"]
    assert "cannot be read" in rehearsal.problem


def test_three_failed_starts_lead_back_to_the_factorys(rehearsal: Rehearsal) -> None:
    digest = rehearsal.drop("second", CRASH)
    assert rehearsal.run() == 0
    assert rehearsal.starts() == ["second"] * 3 + ["factory"]
    assert "failed to start three times" in rehearsal.problem
    assert rehearsal.record["refused"] == digest
    # It lies there still, and is not taken again.
    rehearsal.run()
    assert rehearsal.starts() == ["factory"]


def test_three_failed_starts_lead_back_to_the_update_before(rehearsal: Rehearsal) -> None:
    second = rehearsal.drop("second", WORK)
    rehearsal.run()
    rehearsal.drop("third", CRASH)
    rehearsal.run()
    assert rehearsal.starts() == ["second", "third", "third", "third", "second"]
    assert rehearsal.record["current"] == second and rehearsal.record["previous"] == "-"


def test_failed_starts_count_over_losses_of_power(rehearsal: Rehearsal) -> None:
    # Switched off before it could show that it works: as when the watchdog, or a hand, cuts the power.
    rehearsal.drop("second", "exit 0")
    for _ in range(4):
        rehearsal.run()
    assert rehearsal.starts() == ["second"] * 3 + ["factory"]


def test_taken_off_the_card_a_refused_update_may_come_again(rehearsal: Rehearsal) -> None:
    rehearsal.drop("second", CRASH)
    rehearsal.run()
    for name in ("belfry", "belfry.sha256"):
        (rehearsal.boot / name).rename(rehearsal.folder / name)
    rehearsal.run()
    for name in ("belfry", "belfry.sha256"):
        (rehearsal.folder / name).rename(rehearsal.boot / name)
    rehearsal.starts()
    rehearsal.run()
    assert rehearsal.starts() == ["second"] * 3 + ["factory"]


def test_update_that_never_worked_is_not_what_one_goes_back_to(rehearsal: Rehearsal) -> None:
    rehearsal.drop("second", "exit 0")
    rehearsal.run()
    rehearsal.drop("third", CRASH)
    rehearsal.run()
    assert rehearsal.starts() == ["second", "third", "third", "third", "factory"]


def test_only_what_the_record_names_is_kept(rehearsal: Rehearsal) -> None:
    digests = []
    for name in ("second", "third", "fourth"):
        digests.append(rehearsal.drop(name, WORK))
        rehearsal.run()
    kept = {path.name for path in (rehearsal.data / "update").iterdir()}
    assert kept == {"record", *digests[1:]}


@pytest.mark.parametrize("record", [
    "", "current x\n", "\0" * 900, f"current {'f' * 64} previous - refused - starts 0\n",
])
def test_damaged_record_or_lost_program_means_the_factorys(rehearsal: Rehearsal, record: str) -> None:
    (rehearsal.data / "update").mkdir()
    (rehearsal.data / "update/record").write_text(record)
    assert rehearsal.run() == 0
    assert rehearsal.starts() == ["factory"]


def test_record_that_cannot_be_written_means_the_factorys(rehearsal: Rehearsal) -> None:
    rehearsal.drop("second", WORK)
    (rehearsal.data / "update").write_text("a file where the folder should be")
    assert rehearsal.run() == 0
    assert rehearsal.starts() == ["factory"]


def test_bonds_are_in_the_same_place_whichever_belfry_runs(rehearsal: Rehearsal) -> None:
    rehearsal.drop("second", CRASH)
    rehearsal.run()
    rehearsal.starts()
    assert {line.split("--state ")[1] for line in rehearsal.commands} == {str(rehearsal.data / "state")}
