"""Stand-ins for Debian's packages: small versions of the files that make_image.py uses."""

from __future__ import annotations

import lzma
import struct
import subprocess
from pathlib import Path

import contents

TREE = """/dts-v1/;
/ {
  aliases { serial0 = "/soc/serial@7e201000"; };
  leds { led-act { linux,default-trigger = "heartbeat"; }; };
  soc {
    serial@7e201000 { status = "okay"; bluetooth { compatible = "brcm,bcm43438-bt"; }; };
    serial@7e215040 { status = "okay"; };
    i2c@7e804000 { status = "okay"; clock-frequency = <100000>; };
    %s
  };
};
"""

PATCH = b"patch" * 999

# The module's name and its dependencies.
MODULES = {
    "bluetooth": "", "btbcm": "bluetooth", "hci_uart": "bluetooth,btbcm", "i2c-dev": "",
    "bcm2835-rng": "", "nls_cp437": "",
    "nls_ascii": "", "fat": "", "vfat": "fat", "crc32c_generic": "", "jbd2": "", "ext4": "jbd2", "unused": "",
}
BUILT_IN = ("bcm2835_wdt", "i2c-bcm2835", "bcm2835")
DOCUMENTED = (
    "linux-image-1.2-rpi", "raspi-firmware", "bluez-firmware", "e2fsck-static", "busybox-static", "base-files")


def put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


KERNEL = b"kernel" * 30000
# The size of the memory behind the kernel that it expects to be zero.
ZEROS = 4096
SIGNATURE = b"signature" + struct.pack(">8xI", 9) + b"~Module signature appended~\n"


def zimage(kernel: bytes = KERNEL, size: int | None = None) -> bytes:
    """Returns a kernel that unpacks itself, with an XZ magic in its program."""
    table, packed = 0x80, lzma.compress(kernel, lzma.FORMAT_XZ)
    head = bytearray(table)
    struct.pack_into("<6I", head, 0x24, 0x016F2818, 0, 0, 0x04030201, 0x45454545, table)
    head[0x60:0x66] = packed[:6]
    # A tag of another kind; the sizes; the end.
    tags = struct.pack("<3I4I2I", 3, 0x1234, 0, 4, 0x5A534C4B, table + 36, ZEROS, 0, 0)
    return bytes(head) + tags + struct.pack("<I", len(kernel) if size is None else size) + packed


def put_kernel(folder: Path) -> None:
    put(folder / "boot/vmlinuz-1.2-rpi", zimage())
    modules = folder / "lib/modules/1.2-rpi"
    for name, needs in MODULES.items():
        information = f"license=GPL\0depends={needs}\0name={name.replace('-', '_')}\0"
        put(modules / f"kernel/{name}.ko", b"\x7fELF" + bytes(90) + information.encode() + SIGNATURE)
    put(modules / "modules.builtin", "".join(f"kernel/{name}.ko\n" for name in BUILT_IN).encode())
    nodes = "".join(f'{node} {{ compatible = "x"; }};' for node in contents.UNUSED_DEVICES)
    tree = folder / "usr/lib/linux-image-1.2-rpi/bcm2835-rpi-zero-w.dtb"
    tree.parent.mkdir(parents=True)
    subprocess.run(["dtc", "-q", "-I", "dts", "-O", "dtb", "-o", str(tree)], input=(TREE % nodes).encode(), check=True)


def make_packages(folder: Path) -> Path:
    """The folder as fetch-debs leaves it, and its list beside it."""
    put_kernel(folder)
    for name in ("bootcode.bin", "start_cd.elf", "fixup_cd.dat"):
        put(folder / "usr/lib/raspi-firmware" / name, name.encode() * 1000)
    put(folder / "lib/firmware/brcm/BCM43430A1.hcd", PATCH)
    put(folder / "sbin/e2fsck.static", b"\x7fELF e2fsck")
    put(folder / "bin/busybox", b"\x7fELF busybox")
    for package in DOCUMENTED:
        put(folder / f"usr/share/doc/{package}/copyright", f"notices of {package}\n".encode())
    for name in ("GPL-2", "GPL-3", "LGPL-2.1"):
        put(folder / f"usr/share/common-licenses/{name}", name.encode())
    lines = [f"{package} 1.2-3 all source-of-{package} 1.2 {'0' * 64}\n" for package in DOCUMENTED]
    folder.with_name(folder.name + ".packages").write_text("".join(lines))
    return folder
