"""Debian's packages are fetched once, and again by `make update-packages`. Stand-ins take the place of the scripts."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from conftest import BOARD, ROOT, run_make

IMAGES, BOARDS = ("pi-zero-w", "pi-zero-2-w"), ("pi-zero-w", "pi-zero-2-w", "pc")
FETCH_DEBS = """
[ -e {0}/offline ] && exit 1
mkdir -p "$2"
cp {0}/current "$2/version"
cp {0}/current "$2.packages"
"""
MAKE_SYSROOT = 'rm -rf "$2"; mkdir -p "$2"; cp {0}/current "$2/version"'


class Clone:
    """A folder with the makefiles. The file `current` is the version of all of Debian's packages."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        scripts = [ROOT / "Makefile", BOARD / "image/fetch_packages.py", *ROOT.glob("[A-Z]*/**/*.mk")]
        for path in (*scripts, *(BOARD / f"{name}/image.toml" for name in IMAGES)):
            copy = folder / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)
        stand_ins = {"install-missing": "", "version": "", "fetch-debs": FETCH_DEBS, "make-sysroot": MAKE_SYSROOT}
        for name, script in stand_ins.items():
            path = folder / "Board" / name
            path.write_text("#!/bin/sh\nset -eu\n" + script.format(folder))
            path.chmod(0o755)
        self.publish("old")
        self.fetched = [f"build/packages/{board}.packages" for board in IMAGES]
        self.fetched += [f"build/sysroot/{board}" for board in BOARDS]

    def publish(self, version: str) -> None:
        (self.folder / "current").write_text(version)

    def make(self, *arguments: str) -> int:
        return run_make("SWIFT=true", *arguments, folder=self.folder).returncode

    @property
    def versions(self) -> set[str]:
        """The versions in the folders of the images and boards, and in the lists of packages."""
        folders = [path.with_suffix("") / "version" for path in map(self.folder.joinpath, self.fetched)]
        return {path.read_text() for path in (*folders, *(self.folder / "build/packages").glob("*.packages"))}


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    clone = Clone(tmp_path)
    assert clone.make(*clone.fetched) == 0
    clone.publish("new")
    return clone


def test_packages_that_are_there_are_not_fetched_again(clone: Clone) -> None:
    assert clone.make(*clone.fetched) == 0
    assert clone.versions == {"old"}


def test_current_packages_are_fetched_on_request_and_then_kept(clone: Clone) -> None:
    assert clone.make("update-packages") == 0
    assert clone.versions == {"new"}
    clone.publish("newer")
    assert clone.make(*clone.fetched) == 0
    assert clone.versions == {"new"}


def test_without_a_network_the_packages_that_are_there_stay(clone: Clone) -> None:
    (clone.folder / "offline").touch()
    assert clone.make("update-packages") != 0
    assert clone.make(*clone.fetched) == 0
    assert clone.versions == {"old"}


def test_a_release_fetches_current_packages_before_it_makes_anything() -> None:
    result = run_make("--dry-run", "release")
    assert result.returncode == 0, result.stderr
    lines = result.stdout.splitlines()
    first_image = next(index for index, line in enumerate(lines) if "make_image.py" in line)
    for board in IMAGES:
        assert f"fetch_packages.py {board} build/packages/{board}" in "\n".join(lines[:first_image])
    for board in BOARDS:
        assert f"Board/make-sysroot {board} build/sysroot/{board}" in lines[:first_image]
