"""`make flash` on stand-ins for devices: its refusals, its writing and its reading back."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import BOARD, run_make

IMAGE_SIZE = 3 * 1024 * 1024 + 512


class Machine:
    """A machine with one disk `sdx`, as far as flash.py looks: files in place of sys, proc and the device."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.device = folder / "sdx"
        self.device.write_bytes(b"\xa5" * (8 << 20))
        self.image = folder / "image"
        self.image.write_bytes(bytes(range(256)) * (IMAGE_SIZE // 256))
        self.disk = folder / "sys/class/block/sdx"
        self.set("removable", "1")
        self.set("size", str((8 << 20) // 512))
        self.set("dev", "8:16")
        self.set("device/model", "Card Reader")
        self.set("sdx1/partition", "1")
        self.set("sdx1/dev", "8:17")
        self.write("proc/self/mountinfo", "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n")
        self.write("proc/swaps", "Filename Type Size Used Priority\n")

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def set(self, name: str, text: str) -> None:
        self.write(f"sys/class/block/sdx/{name}", text + "\n")

    def command(self, device: Path | None = None) -> list[str]:
        command = [sys.executable, str(BOARD / "image/flash.py"), str(self.image), str(device or self.device)]
        return [*command, "--system", str(self.folder)]

    def flash(self, answer: str = "sdx\n", device: Path | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(self.command(device), input=answer, capture_output=True, text=True, check=False)

    def start(self) -> subprocess.Popen[str]:
        """Starts it without an answer. Its output is not buffered."""
        return subprocess.Popen(
            self.command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"})

    def is_untouched(self) -> bool:
        return self.device.read_bytes() == b"\xa5" * (8 << 20)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def refused(machine: Machine, word: str, answer: str = "sdx\n", device: Path | None = None) -> None:
    result = machine.flash(answer, device)
    assert result.returncode == 1 and word in result.stderr, result.stderr
    assert "Traceback" not in result.stderr
    assert machine.is_untouched()


def test_card_is_written_and_read_back(machine: Machine) -> None:
    result = machine.flash()
    assert result.returncode == 0, result.stderr
    assert machine.device.read_bytes()[:IMAGE_SIZE] == machine.image.read_bytes()
    assert "read back" in result.stdout and "Card Reader" in result.stdout


@pytest.mark.parametrize("answer", ["", "\n", "y\n", "yes\n", "sdx1\n"])
def test_anything_but_the_name_writes_nothing(machine: Machine, answer: str) -> None:
    refused(machine, "flash: nothing was written", answer)


def test_interrupt_at_the_question_writes_nothing(machine: Machine) -> None:
    with machine.start() as process:
        assert process.stdin and process.stdout and process.stderr
        said = ""
        while not said.endswith("go on: "):
            letter = process.stdout.read(1)
            assert letter, said
            said += letter
        process.send_signal(signal.SIGINT)
        # If the signal comes just before Python reads, Python sees it only after the read.
        process.stdin.close()
        assert process.stderr.read() == "flash: nothing was written\n"
    assert process.returncode == 1
    assert machine.is_untouched()


def test_interrupt_during_the_writing_names_the_card_incomplete(machine: Machine) -> None:
    machine.image.unlink()
    os.mkfifo(machine.image)
    with machine.start() as process:
        assert process.stdin and process.stderr
        process.stdin.write("sdx\n")
        process.stdin.flush()
        # Opens when the other end does, and keeps it waiting for data.
        with machine.image.open("wb"):
            process.send_signal(signal.SIGINT)
            assert process.stderr.read().startswith("flash: interrupted: the card is incomplete")
    assert process.returncode == 1


def test_missing_permission_is_noticed_before_the_question(machine: Machine) -> None:
    machine.device.chmod(0o444)
    # Without this capability, root needs the permission too.
    prefix = ["setpriv", "--bounding-set=-dac_override"] if os.geteuid() == 0 else []
    result = subprocess.run([*prefix, *machine.command()], input="sdx\n", capture_output=True, text=True, check=False)
    assert result.returncode == 1 and "type sdx" not in result.stdout
    assert result.stderr.startswith(f"flash: {machine.device}: permission denied") and "sudo" in result.stderr
    assert machine.is_untouched()


def test_card_stays_claimed_until_it_was_read_back(machine: Machine) -> None:
    """Between two openings, a desktop could mount the card, which changes its data."""
    counted = (
        "import runpy, sys\n"
        "device, opened = sys.argv[2], []\n"
        "sys.addaudithook(lambda event, facts: event == 'open' and opened.append(str(facts[0])))\n"
        f"runpy.run_path({str(BOARD / 'image/flash.py')!r}, run_name='__main__')\n"
        "sys.exit(opened.count(device) != 1)\n")
    command = [sys.executable, "-c", counted, str(machine.image), str(machine.device), "--system", str(machine.folder)]
    result = subprocess.run(command, input="sdx\n", capture_output=True, text=True, check=False)
    assert result.returncode == 0, (result.stdout, result.stderr)
    assert machine.device.read_bytes()[:IMAGE_SIZE] == machine.image.read_bytes()


def test_it_asks_once(machine: Machine) -> None:
    assert machine.flash().stdout.count("type sdx") == 1


def test_fixed_disk_is_refused(machine: Machine) -> None:
    machine.set("removable", "0")
    refused(machine, "not removable")


def test_sd_card_in_a_slot_counts_as_removable(machine: Machine) -> None:
    machine.set("removable", "0")
    machine.set("device/type", "SD")
    assert machine.flash().returncode == 0


def test_built_in_memory_chip_is_refused(machine: Machine) -> None:
    machine.set("removable", "0")
    machine.set("device/type", "MMC")
    refused(machine, "not removable")


@pytest.mark.parametrize("number", ["8:16", "8:17"])
def test_mounted_card_or_partition_is_refused(machine: Machine, number: str) -> None:
    machine.write("proc/self/mountinfo", f"30 1 {number} / /media/card rw - vfat /dev/sdx1 rw\n")
    refused(machine, "mounted at /media/card")


def test_swap_is_refused(machine: Machine) -> None:
    machine.write("proc/swaps", "Filename Type Size Used Priority\n/dev/sdx1 partition 1 0 -2\n")
    refused(machine, "in use")


def test_card_below_another_volume_is_refused(machine: Machine) -> None:
    machine.set("sdx1/holders/dm-0", "")
    refused(machine, "in use")


def test_partition_is_refused(machine: Machine) -> None:
    machine.set("partition", "1")
    refused(machine, "a partition")


def test_write_protected_card_is_refused(machine: Machine) -> None:
    machine.set("ro", "1")
    refused(machine, "write-protected")


def test_small_card_is_refused(machine: Machine) -> None:
    machine.set("size", "100")
    refused(machine, "too small")


def test_a_path_that_is_not_a_device_is_refused(machine: Machine) -> None:
    refused(machine, "not a block device", device=machine.folder / "none")
    refused(machine, "not a block device", device=machine.image)


def test_refusal_lists_the_cards(machine: Machine) -> None:
    refused(machine, "these cards: /dev/sdx (Card Reader, 0.0 GB)", device=machine.folder / "none")
    machine.set("size", "0")
    refused(machine, "this machine shows no card", device=machine.folder / "none")


@pytest.mark.parametrize(("arguments", "problem"), [
    ("", "flash: say BOARD=pi-zero-w DEVICE=/dev/sdX"),
    ("BOARD=pc DEVICE=/dev/sdx", "flash: pc has no image; there are pi-zero-w pi-zero-2-w"),
    ("BOARD=wooden DEVICE=/dev/sdx", "no such board: wooden; there are pi-zero-w pi-zero-2-w pc"),
])
def test_make_flash_says_what_is_missing(arguments: str, problem: str) -> None:
    result = run_make("flash", *arguments.split())
    assert result.returncode == 2 and problem in result.stderr, result.stderr
