"""Damaged state directories: the watch rejects each with one line, or uses it without the loss of a good bond."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

import pytest

from conformance import row
from phone.harness import Harness
from watch import bonds
from watch.watch import Watch, belfry_command

ATTACK = row("Attacks", "hostile state directory")
INPUT_OUTPUT = 74
PHONE, KEY = bytes.fromhex("00030201b699f0"), bytes(range(0x40, 0x50))
OWN = bytes.fromhex("a0a1a2a3a4c5") + bytes(range(16))


def record(version: int = 2) -> bytes:
    """A valid record of one phone, in version 2 of the layout."""
    bond = PHONE + b"\x07" + b"\x21" * 16 + KEY + b"\x10" + bytes(10 + 4 + 1 + 16) + b"\x01\0\0\0" + bytes(25)
    return bonds.sealed(b"BLFB" + bytes((version, 1)) + OWN + bond + b"\xff" + bytes(6))


GOOD, LATER, JUNK = record(), record(version=0xC8), b"\xa5" * 200
HUGE = 1 << 36


def make(state: Path, first: bytes | None = GOOD, second: bytes | None = GOOD) -> None:
    """Makes the directory with these two copies."""
    state.mkdir(mode=0o700)
    for name, content in zip(bonds.COPIES, (first, second), strict=True):
        if content is not None:
            (state / name).write_bytes(content)


def both(state: Path, change: Callable[[Path], object], keep: str = "") -> None:
    """Makes a valid directory, and then replaces both copies, or all but one."""
    make(state)
    for name in bonds.COPIES:
        if name != keep:
            change(state / name)


def as_directory(path: Path) -> None:
    """Puts a file into the directory, so that it cannot be removed."""
    path.unlink(missing_ok=True)
    path.mkdir()
    (path / "file").touch()


def as_link(path: Path) -> None:
    """A link to a valid copy in another folder, which is another program's file."""
    outside = path.parent.parent / "outside"
    outside.write_bytes(GOOD)
    path.unlink()
    path.symlink_to(outside)


def as_loop(path: Path) -> None:
    """A link to itself."""
    path.unlink(missing_ok=True)
    path.symlink_to(path.name)


def as_hole(path: Path) -> None:
    """A file with more octets than the memory of any machine."""
    os.truncate(path, HUGE)


def with_no_name_left(state: Path) -> None:
    """All names for a copy that is set aside are taken."""
    make(state, JUNK, JUNK)
    for number in range(1, 100):
        (state / f"bonds.damaged-{number}").touch()


@contextmanager
def locked(state: Path) -> Iterator[None]:
    """Another program uses the directory."""
    descriptor = os.open(state, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


@dataclass(frozen=True)
class Case:
    """The way to make a directory, and the expected result."""

    prepare: Callable[[Path], object]
    keeps_bond: bool = False
    """Whether the phone of the good record is still known; if not, the watch starts without bonds."""
    aside: tuple[str, ...] = ()
    """The names of the files that are set aside."""
    lines: int = 0
    """The number of lines on standard error."""
    around: Callable[[Path], AbstractContextManager[None]] = lambda _: nullcontext()


ONE, TWO = ("bonds.damaged-1",), ("bonds.damaged-1", "bonds.damaged-2")

SERVED = {
    "the directory is missing": Case(lambda state: None),
    "the directory is a link": Case(
        lambda state: (make(state.parent / "real"), state.symlink_to("real")), keeps_bond=True),
    "the first copy is a directory": Case(
        lambda state: both(state, as_directory, keep=bonds.SECOND), keeps_bond=True, aside=ONE, lines=1),
    "the second copy is a directory": Case(
        lambda state: both(state, as_directory, keep="bonds"), keeps_bond=True, aside=ONE, lines=1),
    "the first copy is a link": Case(
        lambda state: both(state, as_link, keep=bonds.SECOND), keeps_bond=True, aside=ONE, lines=1),
    "the first copy may not be read": Case(
        lambda state: both(state, lambda path: path.chmod(0), keep=bonds.SECOND), keeps_bond=True, aside=ONE, lines=1),
    "the first copy is huge": Case(
        lambda state: both(state, as_hole, keep=bonds.SECOND), keeps_bond=True, aside=ONE, lines=1),
    "both copies are huge": Case(lambda state: both(state, as_hole), aside=TWO, lines=1),
    "both copies are damaged": Case(lambda state: make(state, JUNK, JUNK[:31]), aside=TWO, lines=1),
    "both copies are of a later version": Case(
        lambda state: make(state, LATER, LATER), aside=("bonds.later-1", "bonds.later-2"), lines=1),
    "one copy is damaged, one of a later version": Case(
        lambda state: make(state, JUNK, LATER), aside=("bonds.damaged-1", "bonds.later-1"), lines=1),
}

REFUSED = {
    "the directory is a file": Case(lambda state: state.touch()),
    "the directory is a link to nothing": Case(lambda state: state.symlink_to("nothing")),
    "the directory is a link to itself": Case(as_loop),
    "the directory may not be entered": Case(lambda state: (make(state), state.chmod(0))),
    "the directory may not be written": Case(lambda state: (make(state), state.chmod(0o500))),
    "the directory is in use": Case(make, around=locked),
    "both copies are directories": Case(lambda state: both(state, as_directory)),
    "both copies are links": Case(lambda state: both(state, as_link)),
    "both copies are links to themselves": Case(lambda state: both(state, as_loop)),
    "both copies may not be read": Case(lambda state: both(state, lambda path: path.chmod(0))),
    "the new copy's name is a directory": Case(lambda state: (make(state), as_directory(state / "bonds.new"))),
    "no name is left to set a copy aside": Case(with_no_name_left),
}


def command() -> list[str]:
    """The watch without the capability by which root reads and writes everything."""
    if os.geteuid() != 0 or not shutil.which("setpriv"):
        return belfry_command()
    return ["setpriv", "--bounding-set=-all", "--inh-caps=-all", *belfry_command()]


def tree(folder: Path) -> dict[str, str | bytes]:
    """Returns the contents of a folder: the targets of links, and the octets of files."""
    entries: dict[str, str | bytes] = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            entries[name] = "-> " + os.readlink(path)
        elif path.is_dir():
            entries[name] = "directory"
        elif os.access(path, os.R_OK):
            with path.open("rb") as file:
                entries[name] = file.read(4096) + b"%d" % path.stat().st_size
        else:
            entries[name] = "not for reading"
    return entries


@pytest.mark.parametrize("case", [pytest.param(case, id=name, marks=ATTACK) for name, case in SERVED.items()])
async def test_the_watch_starts_and_loses_no_good_bond(tmp_path: Path, case: Case) -> None:
    state, harness = tmp_path / "state", Harness(folder=tmp_path)
    case.prepare(state)
    before = tree(state)
    await harness.start()
    watch = Watch(harness.wire.spec, state, command=command())
    try:
        await watch.start()
        await watch.state_is("advertising")
        status = await watch.stop()
    finally:
        await watch.stop()
        await harness.stop()
    assert status == 0, watch.errors
    harness.check()
    watch.check()
    assert len(watch.errors.splitlines()) == case.lines, watch.errors
    after = tree(state)
    aside = {name for name in after if "." in name and name not in bonds.COPIES and "/" not in name}
    assert aside == set(case.aside)
    assert not aside or any(name in watch.errors for name in aside), watch.errors
    # The files that were set aside have not changed.
    originals = [before[name] for name in bonds.COPIES if name in before]
    for name in aside:
        originals.remove(after[name])
    if case.keeps_bond:
        first, second = ((state / name).read_bytes() for name in bonds.COPIES)
        assert first == second and first[:4] == b"BLFB" and first[5] == 1 and OWN in first and PHONE + b"\x07" in first
        assert KEY in first
    elif (state / "bonds").exists():
        assert (state / "bonds").read_bytes()[5] == 0
    outside = tmp_path / "outside"
    assert not outside.exists() or outside.read_bytes() == GOOD


@pytest.mark.parametrize("case", [pytest.param(case, id=name, marks=ATTACK) for name, case in REFUSED.items()])
async def test_the_watch_refuses_and_changes_nothing(tmp_path: Path, case: Case) -> None:
    state, harness = tmp_path / "state", Harness(folder=tmp_path)
    case.prepare(state)
    before = tree(tmp_path)
    await harness.start()
    watch = Watch(harness.wire.spec, state, command=command())
    try:
        with case.around(state):
            await watch.start()
            status = await watch.wait_for_exit()
    finally:
        await watch.stop()
        await harness.stop()
    assert status == INPUT_OUTPUT, (status, watch.errors)
    lines = watch.errors.splitlines()
    assert len(lines) == 1 and lines[0].startswith("belfry: ") and str(state) in lines[0], watch.errors
    after = {name: entry for name, entry in tree(tmp_path).items() if name != "hci"}
    assert after == before


CHOICES = ("choices", "choices.copy")


def later_choices() -> bytes:
    """Choices of version 200, which end with the FNV-1a of all before."""
    record, checksum = b"BWCH\xc8", 0x811C9DC5
    for octet in record:
        checksum = (checksum ^ octet) * 0x01000193 & 0xFFFFFFFF
    return record + checksum.to_bytes(4, "little")


@pytest.mark.parametrize(("names", "reason", "content"), [
    (bonds.COPIES, "later", LATER), (bonds.COPIES, "damaged", JUNK),
    (CHOICES, "later", later_choices()), (CHOICES, "damaged", JUNK),
])
async def test_the_message_names_the_file_that_was_set_aside(
    tmp_path: Path, names: tuple[str, str], reason: str, content: bytes,
) -> None:
    state, harness = tmp_path / "state", Harness(folder=tmp_path)
    state.mkdir(mode=0o700)
    for name in names:
        (state / name).write_bytes(content)
    # An earlier start has used two numbers, and the user has taken one away between them.
    for number in (1, 3):
        (state / f"{names[0]}.{reason}-{number}").write_bytes(b"old")
    await harness.start()
    watch = Watch(harness.wire.spec, state, command=command())
    try:
        await watch.start()
        await watch.state_is("advertising")
    finally:
        await watch.stop()
        await harness.stop()
    named = re.findall(rf"\(({names[0]}\.{reason}-\d+)\)", watch.errors)
    assert named == [f"{names[0]}.{reason}-2"], watch.errors
    assert (state / named[0]).read_bytes() == content
