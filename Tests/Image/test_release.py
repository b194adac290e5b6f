"""The version rule, and a release made of stand-ins from a commit of a small repository."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from conftest import BOARD, ROOT

sys.path.insert(0, str(BOARD / "release"))

import make_release  # noqa: E402
import spdx  # noqa: E402

EPOCH = 1_700_000_000
LONGEST_VERSION = 40
"""The watch and the bundles of its sessions keep this many characters."""
DEBIAN_VERSION = re.compile(r"[0-9][A-Za-z0-9.+~]*")
CHANGELOG = """# Changelog

## [Unreleased]

- Something new.

## [0.4.0] - 2026-11-23

### Added

- Releases.

## [0.3.0] - 2026-01-01

"""


class Repository:
    """A repository with the scripts under test and one commit."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "Board").mkdir(parents=True)
        shutil.copy(BOARD / "version", folder / "Board")
        shutil.copytree(BOARD / "release", folder / "Board/release", ignore=shutil.ignore_patterns("__pycache__"))
        (folder / "CHANGELOG.md").write_text(CHANGELOG)
        (folder / ".gitignore").write_text("/build/\n__pycache__/\n")
        self.git("init", "--quiet")
        self.commit()

    def git(self, *words: str, time: int = EPOCH) -> str:
        identity = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
        for role in ("AUTHOR", "COMMITTER"):
            identity |= {
                f"GIT_{role}_NAME": "A", f"GIT_{role}_EMAIL": "a@example.org", f"GIT_{role}_DATE": f"{time} +0500"}
        command = ["git", "-c", "safe.directory=*", *words]
        return subprocess.run(
            command, cwd=self.folder, check=True, capture_output=True, text=True, env={**os.environ, **identity}).stdout

    def commit(self, time: int = EPOCH) -> None:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "A commit", time=time)

    @property
    def untagged(self) -> str:
        """The version of the commit without a tag."""
        return f"0.0.0+20231114221320.{self.git('rev-parse', 'HEAD')[:10]}"

    def version(self, *words: str) -> str:
        command = [self.folder / "Board/version", *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.rstrip("\n")

    def put_stand_ins(self) -> None:
        """What `make deb image` leaves in build/."""
        build = self.folder / "build"
        version = self.version()
        for folder in ("deb", "sysroot", "bin"):
            (build / folder).mkdir(parents=True, exist_ok=True)
        for architecture in ("armhf", "armel", "arm64", "amd64"):
            (build / f"deb/belfry_{version}_{architecture}.deb").write_text(architecture)
            # A file of an earlier release.
            (build / f"deb/belfry_0.0.1_{architecture}.deb").write_text("old")
        for board in ("pi-zero-w", "pi-zero-2-w"):
            image = build / f"image/{board}"
            image.mkdir(parents=True, exist_ok=True)
            (image / f"belfry-{board}.img.xz").write_text(board)
            (image / f"belfry-{board}.parts.json").write_text(json.dumps(PARTS))
        for board in ("pi-zero-w", "pi-zero-2-w", "pc"):
            line = f"libgpiod-dev 1.6.3-1+b3 {board}-cpu libgpiod 1.6.3-1 {'1' * 64}\n"
            (build / f"sysroot/{board}.unpacked.packages").write_text(line)
        query = build / "bin/dpkg-query"
        query.write_text("#!/bin/sh\necho unifont 1:15.0.01-2 all unifont 1:15.0.01-2\n")
        query.chmod(0o755)

    def release(self, *words: str) -> subprocess.CompletedProcess[str]:
        environment = dict(os.environ, PATH=f"{self.folder}/build/bin:{os.environ['PATH']}")
        command = [sys.executable, str(self.folder / "Board/release/make_release.py"), *words]
        return subprocess.run(command, check=False, capture_output=True, text=True, env=environment)

    def make(self, output: str) -> Path:
        build = self.folder / "build"
        result = self.release(
            "--packages", f"{build}/deb", "--images", f"{build}/image", "--sysroots", f"{build}/sysroot", "--swift",
            "6.3.1", "--output", f"{build}/{output}")
        assert result.returncode == 0, result.stderr
        return build / output


PARTS = [
    {"name": "linux-image-1.2-rpi", "version": "1.2-3", "architecture": "armel", "source": "linux",
     "source-version": "1.2-3", "sha256": "2" * 64, "licences": ["GPL-2.0-only", "module: Dual BSD/GPL", "notices"]},
    {"name": "raspi-firmware", "version": "1.2", "architecture": "all", "source": "raspi-firmware",
     "source-version": "1.2", "sha256": "3" * 64,
     "licences": ["Broadcom/Raspberry Pi: unmodified, for a Raspberry Pi only", "notices"]},
]


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repository")


def test_the_version_is_that_of_the_tag(repository: Repository) -> None:
    assert repository.version() == repository.untagged
    for tag in ("v0.9.0", "v0.10.0", "v1", "v1.0.0-rc.1", "1.0.0", "release"):
        repository.git("tag", tag)
    assert repository.version() == "0.10.0" and repository.version("--time") == str(EPOCH)


def test_a_commit_behind_the_tag_has_no_version_of_its_own(repository: Repository) -> None:
    repository.git("tag", "v0.4.0")
    repository.commit()
    assert repository.version() == repository.untagged


def test_a_changed_tree_is_not_the_tag(repository: Repository) -> None:
    repository.git("tag", "v0.4.0")
    (repository.folder / "CHANGELOG.md").write_text("changed")
    assert repository.version() == f"{repository.untagged}.modified"
    assert DEBIAN_VERSION.fullmatch(repository.version())
    assert len(repository.version()) <= LONGEST_VERSION


@pytest.mark.skipif(not shutil.which("dpkg"), reason="dpkg compares the versions")
def test_a_later_commit_has_a_higher_version(repository: Repository) -> None:
    versions = []
    for number in range(12):
        repository.commit(EPOCH + number)
        versions.append(repository.version())
    for earlier, later in zip(versions, versions[1:], strict=False):
        subprocess.run(["dpkg", "--compare-versions", later, "gt", earlier], check=True)
        subprocess.run(["dpkg", "--compare-versions", "0.1.0", "gt", later], check=True)


def test_the_version_of_a_commit_does_not_depend_on_the_time_zone(
    repository: Repository, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    assert repository.version() == repository.untagged


def test_a_source_archive_has_its_version_and_time(tmp_path: Path) -> None:
    shutil.copytree(BOARD, tmp_path / "Board", ignore=shutil.ignore_patterns("*.py"))
    said = subprocess.run([tmp_path / "Board/version"], check=True, capture_output=True, text=True)
    assert said.stdout == "0.0.0\n" and "neither a git repository nor a source archive" in said.stderr
    (tmp_path / "VERSION").write_text(f"0.4.0\n{EPOCH}\n")
    said = subprocess.run([tmp_path / "Board/version", "--time"], check=True, capture_output=True, text=True)
    assert said.stdout == f"{EPOCH}\n"


def test_no_file_repeats_the_version() -> None:
    """The five places where it stood once."""
    places = {
        "Sources/Linux/belfry/Main.swift", "Sources/Linux/Daemon/Settings/HostConfiguration+Options.swift",
        "Sources/Microcontrollers/belfry-cortex-m4/Main.swift", "Board/debian/belfry.1", "Board/debian/make-deb"}
    for place in places:
        assert not re.search(r"\b\d+\.\d+\.\d+\b", (ROOT / place).read_text()), place


def test_the_container_has_every_part_of_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text().replace("\\\n", " ")
    copied = [line.split()[1] for line in (ROOT / "Containerfile").read_text().splitlines() if line.startswith("COPY ")]
    parts = re.search(r"^include (.*)$", makefile, re.MULTILINE)[1].split()
    assert len(parts) > 1
    missing = {part for part in ["Makefile", *parts] if not part.startswith(tuple(copied))}
    assert not missing


def test_notes_are_the_section_of_the_version() -> None:
    assert make_release.notes(CHANGELOG, "0.4.0") == "# Belfry 0.4.0\n\n### Added\n\n- Releases.\n"
    assert make_release.notes(CHANGELOG, "0.0.0+abc") == "# Belfry 0.0.0+abc\n\n- Something new.\n"
    for version in ("0.3.0", "0.5.0"):
        with pytest.raises(make_release.Refusal):
            make_release.notes(CHANGELOG, version)


def test_a_release_needs_a_clean_tree_and_notes(repository: Repository) -> None:
    assert repository.release("--check").returncode == 0
    (repository.folder / "new").touch()
    refused = repository.release("--check")
    assert refused.returncode == 1 and "?? new" in refused.stderr
    repository.commit()
    repository.git("tag", "v0.5.0")
    refused = repository.release("--check")
    assert refused.returncode == 1 and "no section [0.5.0]" in refused.stderr


def test_a_release_has_all_its_files_and_their_sums(repository: Repository) -> None:
    repository.git("tag", "v0.4.0")
    repository.put_stand_ins()
    release = repository.make("one")
    packages = {f"belfry_0.4.0_{architecture}.deb" for architecture in ("armhf", "armel", "arm64", "amd64")}
    images = {"belfry-0.4.0-pi-zero-w.img.xz", "belfry-0.4.0-pi-zero-2-w.img.xz"}
    others = {"belfry-0.4.0.tar.xz", "belfry-0.4.0.spdx.json", "RELEASE-NOTES.md"}
    sums = dict(reversed(line.split("  ")) for line in (release / "SHA256SUMS").read_text().splitlines())
    assert set(sums) == packages | images | others == {path.name for path in release.iterdir()} - {"SHA256SUMS"}
    for name, digest in sums.items():
        assert hashlib.sha256((release / name).read_bytes()).hexdigest() == digest, name


def test_two_releases_of_a_commit_are_equal(repository: Repository) -> None:
    repository.put_stand_ins()
    one, two = repository.make("one"), repository.make("two")
    assert (one / "SHA256SUMS").read_text() == (two / "SHA256SUMS").read_text()


def test_the_source_archive_knows_its_version(repository: Repository, tmp_path: Path) -> None:
    repository.git("tag", "v0.4.0")
    repository.put_stand_ins()
    with tarfile.open(repository.make("one") / "belfry-0.4.0.tar.xz") as archive:
        archive.extractall(tmp_path, filter="data")
    said = subprocess.run([tmp_path / "belfry-0.4.0/Board/version"], check=True, capture_output=True, text=True)
    assert said.stdout == "0.4.0\n"


def test_the_bill_of_materials_lists_every_part(repository: Repository) -> None:
    repository.git("tag", "v0.4.0")
    repository.put_stand_ins()
    document = json.loads((repository.make("one") / "belfry-0.4.0.spdx.json").read_text())
    packages = {package["SPDXID"]: package for package in document["packages"]}
    assert len(packages) == len(document["packages"])
    licences = {package["name"]: package["licenseDeclared"] for package in packages.values()}
    assert licences["libgpiod-dev"] == "LGPL-2.1-or-later" and licences["belfry-0.4.0.tar.xz"] == "MIT"
    assert licences["linux-image-1.2-rpi"] == "GPL-2.0-only"
    assert licences["raspi-firmware"] == "LicenseRef-Broadcom-RaspberryPi"
    assert [item["licenseId"] for item in document["hasExtractedLicensingInfos"]] == [licences["raspi-firmware"]]
    known = {*packages, "SPDXRef-DOCUMENT"}
    for relationship in document["relationships"]:
        assert {relationship["spdxElementId"], relationship["relatedSpdxElement"]} <= known
    contained = {
        packages[item["relatedSpdxElement"]]["name"] for item in document["relationships"]
        if item["spdxElementId"] == "SPDXRef-belfry-0.4.0-pi-zero-w.img.xz"}
    assert {"linux-image-1.2-rpi", "raspi-firmware", "libgpiod-dev", "unifont", "Swift standard library"} <= contained
    locators = {reference["referenceLocator"] for package in packages.values()
                for reference in package.get("externalRefs", [])}
    assert "pkg:deb/debian/unifont@1%3A15.0.01-2?arch=all" in locators
    assert document["creationInfo"]["created"] == "2023-11-14T22:13:20Z"


def test_an_unknown_licence_is_refused() -> None:
    with pytest.raises(spdx.UnknownLicence):
        spdx.image_licence("a-package", ["secret"])
    with pytest.raises(spdx.UnknownLicence):
        spdx.linked_licence("libnew-dev")
