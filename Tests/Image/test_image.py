"""The card's image, made of stand-ins by the program that makes the real ones, and read back by other programs."""

from __future__ import annotations

import hashlib
import os
import re
import struct
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import standins
from conftest import BOARD, ROOT, run_make

MEBIBYTE = 1 << 20
EPOCH = 1_700_000_000
PROFILES = ", ".join(sorted(path.stem for path in (BOARD / "profiles").glob("*.ini")))


class Card:
    """An image, read by independent programs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = next(folder.glob("*.img"))
        self.octets = self.path.read_bytes()

    def run(self, *command: str) -> bytes:
        environment = {"PATH": os.environ["PATH"] + ":/usr/sbin:/sbin", "MTOOLSRC": "/dev/null"}
        return subprocess.run(command, check=True, capture_output=True, env=environment).stdout

    def read(self, name: str) -> bytes:
        """Returns a file of the boot partition."""
        return self.run("mtype", "-i", f"{self.path}@@1M", f"::/{name}")

    def names(self) -> set[str]:
        lines = self.run("mdir", "-/", "-b", "-i", f"{self.path}@@1M", "::/").decode().split()
        return {line.removeprefix("::/") for line in lines if not line.endswith("/")}

    def root(self) -> dict[str, bytes]:
        """Returns the files of the root file system, in their order."""
        packed = self.folder / "initramfs"
        packed.write_bytes(self.read("initramfs.lz4"))
        archive = self.run("lz4", "-dc", str(packed))
        files, offset = {}, 0
        while True:
            fields = [int(archive[offset + 6 + 8 * index:offset + 14 + 8 * index], 16) for index in range(13)]
            name = archive[offset + 110:offset + 110 + fields[11] - 1].decode()
            start = offset + -(-(110 + fields[11]) // 4) * 4
            if name == "TRAILER!!!":
                return files
            files[name] = archive[start:start + fields[6]]
            offset = start + -(-fields[6] // 4) * 4


def make(folder: Path, name: str, *more: str, binary: bytes = b"\x7fELF belfry") -> Card:
    packages = folder / "packages"
    if not packages.exists():
        standins.make_packages(packages)
        standins.put(folder / "init", b"\x7fELF init")
    (folder / "belfry").write_bytes(binary)
    output = folder / name
    subprocess.run(
        [sys.executable, str(BOARD / "image/make_image.py"), "pi-zero-w", "--packages", str(packages),
         "--version", "1.2.3", "--time", str(EPOCH), "--init", str(folder / "init"), "--binary", str(folder / "belfry"),
         "--output", str(output), *more],
        check=True, capture_output=True)
    return Card(output)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("image")


@pytest.fixture(scope="module")
def card(folder: Path) -> Card:
    return make(folder, "one", "--xz")


def test_same_input_gives_the_same_image(card: Card, tmp_path: Path) -> None:
    # Another folder, another day, another umask.
    previous = os.umask(0o077)
    try:
        other = make(tmp_path, "two", "--xz")
    finally:
        os.umask(previous)
    for name in (card.path.name, card.path.name + ".xz", card.path.stem + ".bmap", card.path.stem + ".manifest.txt"):
        assert (card.folder / name).read_bytes() == (other.folder / name).read_bytes(), name


def test_unknown_profile_is_refused_and_the_finished_image_stays(card: Card, folder: Path) -> None:
    before = card.path.read_bytes()
    with pytest.raises(subprocess.CalledProcessError) as refused:
        make(folder, card.folder.name, "--profile", "wooden")
    assert refused.value.stderr.decode() == f"make_image: there is no profile 'wooden'; there are: {PROFILES}\n"
    assert card.path.read_bytes() == before


@pytest.mark.parametrize("failing", ["no program", "no patch"])
def test_a_failure_leaves_the_finished_image(card: Card, folder: Path, failing: str) -> None:
    before = card.path.read_bytes()
    more = {"no program": ["--init", str(folder / "none")], "no patch": ["--firmware", str(folder / "none")]}[failing]
    with pytest.raises(subprocess.CalledProcessError) as refused:
        make(folder, card.folder.name, *more)
    message = refused.value.stderr.decode()
    assert message.startswith("make_image: ") and "Traceback" not in message and message.count("\n") == 1
    assert card.path.read_bytes() == before


@pytest.mark.parametrize(("arguments", "problem"), [
    ("PROFILE=wooden", f'no such profile: "wooden"; there are {PROFILES.replace(",", "")}'),
    ("PROFILE=", 'no such profile: ""'),
    ("FIRMWARE=/wooden", "FIRMWARE=/wooden: this folder has no patch"),
    ("BOARD=pc", "image: pc has no image; there are pi-zero-w pi-zero-2-w"),
    ("BOARD=wooden", "no such board: wooden; there are pi-zero-w pi-zero-2-w pc"),
])
def test_make_image_refuses_a_wrong_variable_before_it_builds(arguments: str, problem: str) -> None:
    result = run_make("image", arguments)
    assert result.returncode == 2 and problem in result.stderr, result.stderr
    assert result.stdout == ""


def test_other_binary_gives_another_image(folder: Path, card: Card) -> None:
    assert make(folder, "other", binary=b"\x7fELF other").octets != card.octets


def test_partition_table_names_both_partitions(card: Card) -> None:
    assert len(card.octets) == 128 * MEBIBYTE and card.octets[510:512] == b"\x55\xaa"
    entries = [struct.unpack("<B3xB3xII", card.octets[446 + 16 * index:462 + 16 * index]) for index in range(4)]
    assert entries == [(0x80, 0x0C, 2048, 131072), (0, 0x83, 133120, 129024), (0, 0, 0, 0), (0, 0, 0, 0)]


def test_firmware_finds_all_that_config_txt_names(card: Card) -> None:
    config = card.read("config.txt").decode()
    values = dict(line.split("=", 1) for line in config.splitlines() if "=" in line and not line.startswith("#"))
    names = card.names()
    named = {values[key] for key in ("kernel", "device_tree", "start_file", "fixup_file")}
    assert {"bootcode.bin", *named} <= names
    assert re.search(r"^initramfs initramfs\.lz4 followkernel$", config, re.MULTILINE) and "initramfs.lz4" in names
    assert values["enable_uart"] == "0" and "{" not in config


def test_profile_says_which_lines_the_firmware_drives(folder: Path, card: Card) -> None:
    hat = make(folder, "hat", "--profile", "sh1106-hat")
    lines = hat.read("config.txt").decode().splitlines()
    assert {"gpio=25=op,dh", "gpio=24=op,dl"} <= set(lines)
    assert b"panel = sh1106" in hat.read("belfry.ini")
    assert "gpio=" not in card.read("config.txt").decode() and "profiles/sh1106-hat.ini" in card.names()


def test_bus_of_the_panel_has_the_clock_that_is_reported(card: Card) -> None:
    import contents
    assert contents.real_bus_hertz(400_000, 250) == pytest.approx(399_361, abs=1)
    assert contents.real_bus_hertz(400_000, 400) == 400_000
    assert "250 MHz make 399.4 kHz" in card.read("config.txt").decode()


def device_property(card: Card, tmp_path: Path, node: str, name: str) -> str:
    tree = tmp_path / "tree"
    tree.write_bytes(card.read("belfry.dtb"))
    return card.run("fdtget", str(tree), node, name).decode().strip()


def test_device_tree_has_a_fast_bus_and_nothing_unused(card: Card, tmp_path: Path) -> None:
    assert device_property(card, tmp_path, "/soc/i2c@7e804000", "clock-frequency") == "400000"
    # The bus is /dev/i2c-1, although it is the only one.
    assert device_property(card, tmp_path, "/aliases", "i2c1") == "/soc/i2c@7e804000"
    for node in ("usb@7e980000", "hdmi@7e902000", "mmc@7e300000", "serial@7e215040"):
        assert device_property(card, tmp_path, f"/soc/{node}", "status") == "disabled"
    assert device_property(card, tmp_path, "/soc/serial@7e201000", "status") == "okay"


def test_root_has_process_one_belfry_and_the_patch(card: Card) -> None:
    root = card.root()
    assert root["init"] == b"\x7fELF init" and root["factory/belfry"] == b"\x7fELF belfry"
    assert "lib/firmware/brcm/BCM43430A1.hcd" in root
    assert {"boot", "data", "dev", "proc", "run", "sys"} <= set(root)


def test_patches_of_the_user_go_before_those_of_the_package(folder: Path) -> None:
    own = folder / "own"
    for name in ("SYN43430A1.hcd", "BCM43430B0.hcd", "BCM4345C0.raspberrypi,model-zero-2-w.hcd"):
        standins.put(own / name, name.encode())
    root = make(folder, "own-patches", "--firmware", str(own)).root()
    patches = {Path(name).name: content for name, content in root.items() if name.endswith(".hcd")}
    assert patches == {
        "BCM43430A1.hcd": standins.PATCH,
        "BCM43430A1.raspberrypi,model-zero-w.hcd": b"SYN43430A1.hcd",
        "BCM43430B0.raspberrypi,model-zero-w.hcd": b"BCM43430B0.hcd",
        "BCM4345C0.raspberrypi,model-zero-2-w.hcd": b"BCM4345C0.raspberrypi,model-zero-2-w.hcd"}


def test_folder_without_patches_is_refused(tmp_path: Path) -> None:
    with pytest.raises(subprocess.CalledProcessError) as refused:
        make(tmp_path, "none", "--firmware", str(tmp_path))
    assert f"{tmp_path} has no patch" in refused.value.stderr.decode()


def test_the_zero_2_w_has_a_patch_for_either_of_its_chips() -> None:
    settings = tomllib.loads((BOARD / "pi-zero-2-w/image.toml").read_text())
    assert settings["bluetooth"] == ["BCM43430A1.hcd", "BCM43430B0.hcd"]


def test_modules_stand_behind_what_they_need(card: Card) -> None:
    root = card.root()
    lines = [line.split() for line in root["lib/modules/list"].decode().splitlines()]
    order = [Path(line[0]).stem for line in lines]
    # The panel's bus is ready before the radio's driver begins to wait for its chip.
    assert order[:5] == ["i2c-dev", "bcm2835-rng", "bluetooth", "btbcm", "hci_uart"]
    assert [line[1:] for line in lines] == [[], []] + [["async_probe"]] * (len(lines) - 2)
    assert order.index("jbd2") < order.index("ext4") and order.index("fat") < order.index("vfat")
    assert "unused" not in order and not set(order) & {name.replace("-", "_") for name in standins.BUILT_IN}
    modules = [root[f"lib/modules/{name}.ko"] for name in order]
    assert not any(b"signature" in module for module in modules)


def test_modules_lose_their_signature_and_nothing_else() -> None:
    import kernel_modules
    assert kernel_modules.unsigned(b"\x7fELF octets" + standins.SIGNATURE) == b"\x7fELF octets"
    assert kernel_modules.unsigned(b"\x7fELF octets") == b"\x7fELF octets"


def test_a_32_bit_kernel_is_unpacked_with_the_zeros_that_it_expects(card: Card) -> None:
    kernel = card.read("kernel.img")
    assert kernel == standins.KERNEL + bytes(standins.ZEROS)
    assert "kernel_address=0x8000" in card.read("config.txt").decode().splitlines()


@pytest.mark.parametrize(("kernel", "problem"), [
    (b"", "no header"), (b"kernel" * 100, "no header"), (standins.zimage()[:0x90], "its size"),
    (standins.zimage(size=1), "not packed"), (standins.zimage()[:-40], "not packed"),
])
def test_an_unknown_kernel_is_refused(kernel: bytes, problem: str) -> None:
    import kernel_image
    with pytest.raises(kernel_image.UnknownKernel, match=problem):
        kernel_image.unpacked(kernel)


@pytest.mark.parametrize("board", ["pi-zero-w", "pi-zero-2-w"])
def test_kernel_has_no_driver_for_the_gauge(board: str) -> None:
    """If this fails, Debian has added the driver: add it to image.toml, and change Documentation/making/power.md."""
    found = list((ROOT / f"build/packages/{board}/boot").glob("config-*"))
    if not found:
        pytest.skip(f"make image BOARD={board} fetches the kernel")
    assert len(found) == 1
    assert "# CONFIG_BATTERY_MAX17040 is not set" in found[0].read_text().splitlines()


def test_there_is_no_shell_unless_asked_for(folder: Path, card: Card, tmp_path: Path) -> None:
    assert not any("busybox" in name or name.startswith("bin") for name in card.root())
    assert "ttyS1" not in card.read("cmdline.txt").decode()
    debug = make(folder, "debug", "--debug")
    assert "bin/busybox" in debug.root() and "console=ttyS1,115200" in debug.read("cmdline.txt").decode()
    assert "enable_uart=1" in debug.read("config.txt").decode()
    assert device_property(debug, tmp_path, "/soc/serial@7e215040", "status") == "okay"
    assert debug.path.name == "belfry-pi-zero-w-debug.img"


def test_settings_are_those_of_the_profile_for_any_editor(folder: Path) -> None:
    card = make(folder, "profile", "--profile", "two-buttons")
    text = (BOARD / "profiles/two-buttons.ini").read_text()
    assert card.read("belfry.ini").decode() == text.replace("\n", "\r\n")
    assert card.root()["factory/belfry.ini"].decode() == text


def test_data_partition_is_sound_and_empty(card: Card, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.write_bytes(card.octets[65 * MEBIBYTE:])
    card.run("e2fsck", "-fn", str(data))
    about = card.run("dumpe2fs", "-h", str(data)).decode()
    assert "has_journal" in about and "belfry-data" in about and "clean" in about
    assert b"lost+found" in card.run("debugfs", "-R", "ls -p /", str(data))


def test_boot_partition_is_sound(card: Card, tmp_path: Path) -> None:
    # Both tables of FAT32 are equal, and the number of free clusters matches the zeros in them.
    boot = card.octets[MEBIBYTE:65 * MEBIBYTE]
    reserved, copies = struct.unpack_from("<HB", boot, 14)
    length = struct.unpack_from("<I", boot, 36)[0] * 512
    tables = [boot[reserved * 512 + index * length:][:length] for index in range(copies)]
    assert copies == 2 and tables[0] == tables[1]
    assert boot[82:90] == b"FAT32   " and boot[510:512] == b"\x55\xaa"


def test_block_map_covers_everything_that_matters(card: Card) -> None:
    text = (card.folder / f"{card.path.stem}.bmap").read_text()
    ranges = re.findall(r'chksum="(\w+)">(\d+)-?(\d*)<', text)
    covered = bytearray(len(card.octets))
    for digest, first, last in ranges:
        start, end = int(first) * 4096, (int(last or first) + 1) * 4096
        assert hashlib.sha256(card.octets[start:end]).hexdigest() == digest
        covered[start:end] = card.octets[start:end]
    assert bytes(covered) == card.octets
    # Zeros are written to the empty journal too, so that it does not hold the card's old data.
    assert (int(ranges[-1][1]) * 4096, (int(ranges[-1][2]) + 1) * 4096) == (65 * MEBIBYTE, 128 * MEBIBYTE)
    own = re.search(r"<BmapFileChecksum>(\w+)<", text)[1]
    assert hashlib.sha256(text.replace(own, "0" * 64).encode()).hexdigest() == own


def test_compressed_image_is_the_image(card: Card) -> None:
    assert card.run("xz", "-dc", f"{card.path}.xz") == card.octets
    sums = (card.folder / "SHA256SUMS").read_text()
    assert f"{hashlib.sha256(card.octets).hexdigest()}  {card.path.name}\n" in sums


def test_manifest_lists_every_file_with_a_licence(card: Card) -> None:
    manifest = card.read("licences/MANIFEST.txt").decode()
    assert manifest == (card.folder / f"{card.path.stem}.manifest.txt").read_text()
    files = [f"initramfs.lz4/{name}" for name, content in card.root().items() if content and not name.endswith("list")]
    for name in [*card.names() - {"licences/MANIFEST.txt"}, *files]:
        assert re.search(rf"^ +\d+  {re.escape(name)}$", manifest, re.MULTILINE), name
    for package in set(standins.DOCUMENTED) - {"busybox-static", "base-files"}:
        assert f"notices of {package}" in card.read(f"licences/{package}.txt").decode()


def test_missing_module_is_named(tmp_path: Path) -> None:
    make(tmp_path, "one")
    next((tmp_path / "packages").glob("**/vfat.ko")).unlink()
    with pytest.raises(subprocess.CalledProcessError) as failure:
        make(tmp_path, "two")
    assert b"has no module vfat" in failure.value.stderr and b"Traceback" not in failure.value.stderr
