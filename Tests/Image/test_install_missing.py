"""Setting up: the folder of a clone, and `Board/install-missing` with stand-ins for the package manager."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import BOARD, ROOT, run_make

LOCKED = "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)"


class Machine:
    """A folder with programs that stand for those of Debian: each call of one is a line of `calls`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.program("dpkg-query", 'echo "installed there"; echo "not-installed removed"; exit 1')
        self.program("apt-get", "")
        self.program("sleep", "")
        self.program("id", "echo 0")

    def program(self, name: str, script: str) -> None:
        """Puts a program in the folder."""
        path = self.folder / name
        path.write_text(f'#!/bin/sh\necho "{name} $*" >>{self.folder}/calls\n{script}\n')
        path.chmod(0o755)

    def install(self, *packages: str) -> subprocess.CompletedProcess[str]:
        """Runs the script under test."""
        return subprocess.run(
            [BOARD / "install-missing", *packages], check=False, capture_output=True, text=True, timeout=60,
            env={**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"})

    def calls(self, name: str) -> list[str]:
        """The calls of one program."""
        lines = (self.folder / "calls").read_text().splitlines()
        return [line for line in lines if line.startswith(name + " ")]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A machine with one package, `there`."""
    return Machine(tmp_path)


def test_only_missing_packages_are_installed(machine: Machine) -> None:
    assert machine.install("there").returncode == 0
    assert not machine.calls("apt-get")
    assert machine.install("there", "removed", "new").returncode == 0
    update, install = machine.calls("apt-get")
    assert update.endswith(" update") and install.endswith(" install removed new")
    assert "DPkg::Lock::Timeout=" in install


@pytest.mark.parametrize("command", ["update", "install"])
def test_a_locked_package_manager_is_waited_for(machine: Machine, command: str) -> None:
    machine.program("apt-get", f"""case "$*" in
      *{command}*) [ -e "$0.tried" ] || {{ touch "$0.tried"; echo "{LOCKED}" >&2; exit 100; }} ;;
    esac""")
    assert machine.install("new").returncode == 0
    assert len(machine.calls("sleep")) == 1 and len(machine.calls("apt-get")) == 3


def test_a_package_manager_that_stays_locked_is_an_error(machine: Machine) -> None:
    machine.program("apt-get", f'echo "{LOCKED}" >&2; exit 100')
    result = machine.install("new")
    assert result.returncode == 1 and "has locked the package manager for ten minutes" in result.stderr


def test_another_failure_is_not_tried_again(machine: Machine) -> None:
    machine.program("apt-get", 'echo "E: Unable to locate package new" >&2; exit 100')
    result = machine.install("new")
    assert result.returncode == 1 and "Unable to locate package new" in result.stderr
    assert not machine.calls("sleep")


def test_clone_in_a_folder_whose_path_has_a_space_is_rejected_at_once(tmp_path: Path) -> None:
    folder = tmp_path / "my watch" / "belfry"
    for path in (ROOT / "Makefile", *ROOT.glob("[A-Z]*/**/*.mk")):
        copy = folder / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    result = run_make("help", folder=folder)
    assert result.returncode == 2 and f"the path of this folder contains a space: {folder}" in result.stderr
