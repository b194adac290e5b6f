"""The files of the Debian package, made of a stand-in for the program. `make deb-test` installs the real one."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from conftest import BOARD, ROOT


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked package."""
    folder = tmp_path_factory.mktemp("deb")
    version = subprocess.run([BOARD / "version"], check=True, capture_output=True, text=True).stdout.strip()
    program = folder / "belfry"
    program.write_text(f"#!/bin/sh\nbelfry {version}\n")
    program.chmod(0o755)
    # lintian judges real programs only.
    judge = folder / "programs/lintian"
    judge.parent.mkdir()
    judge.write_text("#!/bin/sh\n")
    judge.chmod(0o755)
    subprocess.run(
        [BOARD / "debian/make-deb", program, "armhf", folder / "packages"], check=True, timeout=60,
        env={**os.environ, "PATH": f"{judge.parent}:{os.environ['PATH']}"})
    [package] = (folder / "packages").glob("*.deb")
    subprocess.run(["dpkg-deb", "--raw-extract", package, folder / "tree"], check=True)
    return folder / "tree"


def test_links_of_the_documentation_lead_to_files_of_the_package(tree: Path) -> None:
    pages = tree / "usr/share/doc/belfry"
    assert (pages / "Documentation/README.md").exists()
    said = subprocess.run(
        [ROOT / "Tests/Repository/check-text", "--links", pages], check=False, capture_output=True, text=True)
    assert said.returncode == 0, said.stderr


def test_examples_of_the_documentation_are_in_the_package(tree: Path) -> None:
    for path in (BOARD / "examples").iterdir():
        copy = tree / "usr/share/doc/belfry/Board/examples" / path.name
        assert copy.read_bytes() == path.read_bytes() and os.access(copy, os.X_OK)
