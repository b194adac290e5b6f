"""Makes a release from the results of `make deb image`. `make release` calls it before with --check, and after them.

The same commit, compiler and Debian packages give the same files, to the octet.
"""

import argparse
import hashlib
import json
import lzma
import pathlib
import re
import shutil
import subprocess
import sys

import spdx

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
# The board, and the architectures of its packages.
PACKAGES = {"pi-zero-w": ["armhf", "armel"], "pi-zero-2-w": ["arm64"], "pc": ["amd64"]}
IMAGES = ["pi-zero-w", "pi-zero-2-w"]
# Packages of this machine whose data is compiled into the firmware.
DATA_PACKAGES = ["unifont", "fonts-unifont", "xfonts-terminus", "unicode-data"]


class Refusal(Exception):
    """The reason why there is no release."""


def output_of(*command: str) -> str:
    return subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, text=True).stdout


def is_tagged(version: str) -> bool:
    return not version.startswith("0.0.0")


def notes(changelog: str, version: str) -> str:
    """Returns the section of `version` in the change log. Without a tag it is the section of unreleased changes."""
    wanted = version if is_tagged(version) else "Unreleased"
    sections = re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]
    for section in sections:
        title, _, text = section.partition("\n")
        if title.startswith(f"[{wanted}]"):
            if not text.strip():
                raise Refusal(f"the section [{wanted}] of CHANGELOG.md is empty")
            return f"# Belfry {version}\n\n{text.strip()}\n"
    raise Refusal(f"CHANGELOG.md has no section [{wanted}]: write what this release changes")


def check_tree() -> None:
    """Refuses sources that differ from their commit."""
    if not (REPOSITORY / ".git").exists():
        raise Refusal("these sources are not a git repository: a release is made from a commit")
    changed = output_of("git", "status", "--porcelain")
    if changed:
        raise Refusal(f"the tree has changes that are not committed:\n{changed.rstrip()}")


def artefacts(version: str, packages: pathlib.Path, images: pathlib.Path) -> list[spdx.Artefact]:
    """Returns the packages and the images, with their names in a release."""
    found = []
    for board, architectures in PACKAGES.items():
        for architecture in architectures:
            name = f"belfry_{version}_{architecture}.deb"
            found.append(spdx.Artefact(name, packages / name, board, "INSTALL"))
    for board in IMAGES:
        image = images / board / f"belfry-{board}.img.xz"
        parts = images / board / f"belfry-{board}.parts.json"
        found.append(spdx.Artefact(f"belfry-{version}-{board}.img.xz", image, board, "OPERATING-SYSTEM", parts))
    for path in [path for artefact in found for path in (artefact.path, artefact.parts) if path is not None]:
        if not path.is_file():
            raise Refusal(f"there is no {path}: run make release")
    return found


def source_archive(version: str, time: str) -> bytes:
    """Writes the sources of the commit, and a file VERSION, from which Board/version takes the version and the time."""
    folder = f"belfry-{version}"
    stamp = f"--add-virtual-file={folder}/VERSION:{version}\n{time}\n"
    command = ["git", "archive", "--format=tar", f"--prefix={folder}/", stamp, "HEAD"]
    archive = subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True).stdout
    return lzma.compress(archive, preset=9)


def installed(packages: list[str]) -> list[list[str]]:
    """Returns name, version, architecture, source and source version of packages of this machine."""
    form = "${Package} ${Version} ${Architecture} ${source:Package} ${source:Version}\\n"
    return [line.split() for line in output_of("dpkg-query", "--show", "--showformat", form, *packages).splitlines()]


def digest(path: pathlib.Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def make(options: argparse.Namespace, version: str, time: str, text: str) -> None:
    made = artefacts(version, options.packages, options.images)
    shutil.rmtree(options.output, ignore_errors=True)
    options.output.mkdir(parents=True)
    for artefact in made:
        shutil.copyfile(artefact.path, options.output / artefact.name)
    sources = options.output / f"belfry-{version}.tar.xz"
    sources.write_bytes(source_archive(version, time))
    (options.output / "RELEASE-NOTES.md").write_text(text)
    sums = {path.name: digest(path) for path in sorted(options.output.iterdir())}
    linked = {
        board: [line.split() for line in (options.sysroots / f"{board}.unpacked.packages").read_text().splitlines()]
        for board in PACKAGES}
    document = spdx.document(
        version, int(time), made, sources.name, sums, linked, installed(DATA_PACKAGES), options.swift)
    listed = options.output / f"belfry-{version}.spdx.json"
    listed.write_text(json.dumps(document, indent=2) + "\n")
    sums[listed.name] = digest(listed)
    lines = [f"{sums[name]}  {name}\n" for name in sorted(sums)]
    (options.output / "SHA256SUMS").write_text("".join(lines))
    print(f"release: {version}, {len(sums)} files and SHA256SUMS in {options.output}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say why there can be no release")
    parser.add_argument("--packages", type=pathlib.Path, help="the folder of the Debian packages")
    parser.add_argument("--images", type=pathlib.Path, help="the folder of the images' folders")
    parser.add_argument("--sysroots", type=pathlib.Path, help="the folder of the boards' headers and libraries")
    parser.add_argument("--swift", help="the compiler's version")
    parser.add_argument("--output", type=pathlib.Path)
    options = parser.parse_args()
    try:
        check_tree()
        version = output_of("Board/version").strip()
        text = notes((REPOSITORY / "CHANGELOG.md").read_text(), version)
        if not options.check:
            make(options, version, output_of("Board/version", "--time").strip(), text)
    except (Refusal, spdx.UnknownLicence) as refusal:
        sys.exit(f"release: {refusal}")


if __name__ == "__main__":
    main()
