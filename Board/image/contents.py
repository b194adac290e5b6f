"""What the image contains: each file with the part it comes from. The decisions are here, the formats elsewhere."""

import dataclasses
import gzip
import pathlib
import subprocess

import cpio
import kernel_modules

# What the watch has no use for: it costs time at the start, and current afterwards. Upstream's names of the nodes.
UNUSED_DEVICES = [
    "usb@7e980000", "mmc@7e300000", "hdmi@7e902000", "vec@7e806000", "hvs@7e400000", "v3d@7ec00000", "txp@7e004000",
    "pixelvalve@7e206000", "pixelvalve@7e207000", "pixelvalve@7e807000", "gpu", "mailbox@7e00b840",
    "i2c@7e205000", "i2c@7e805000",
]
PANEL_BUS = "/soc/i2c@7e804000"
PANEL_BUS_HERTZ = 400_000
CORE_MEGAHERTZ = 250
SERIAL_CONSOLE = "/soc/serial@7e215040"

# No trials of ciphers at the start: that of a key derivation that nothing here uses takes half a second in QEMU.
KERNEL_ARGUMENTS = (
    "quiet loglevel=3 panic=10 oops=panic cryptomgr.notests=1 initcall_blacklist=crypto_kdf108_init rdinit=/init")


def real_bus_hertz(wanted: int, core_megahertz: int) -> float:
    """What the I2C controller makes of a wish: the core's clock, divided by an even number, not faster than wished.

    BCM2835 ARM Peripherals, 3.2, register DIV; the kernel's i2c-bcm2835.c rounds up.
    """
    core = core_megahertz * 1_000_000
    divider = -(-core // wanted)
    return core / (divider + divider % 2)


@dataclasses.dataclass
class Part:
    """Something with one origin and one licence."""

    name: str
    version: str
    licence: str
    source: str
    files: list[tuple[str, int]] = dataclasses.field(default_factory=list)


class Recipe:
    """A board's image.toml, the folder of unpacked Debian packages, and what was built here."""

    def __init__(self, settings: dict, packages: pathlib.Path, listed: pathlib.Path, time: int, is_debug: bool) -> None:
        self.settings = settings
        self.packages = packages
        self.time = time
        self.is_debug = is_debug
        self.parts: dict[str, Part] = {}
        self.versions = {}
        for line in listed.read_text().splitlines():
            name, version, _, source, source_version, digest = line.split()
            self.versions[name] = (version, f"Debian source package {source} {source_version}", digest)
        self.kernel_package = next(name for name in self.versions if name.startswith("linux-image-"))

    def note(self, package: str, licence: str, name: str, size: int) -> None:
        """Puts a file on the list of what is in the image."""
        version, source, _ = self.versions.get(package, ("this commit", "this repository", ""))
        part = self.parts.setdefault(f"{package}|{licence}", Part(package, version, licence, source))
        part.files.append((name, size))

    def find(self, pattern: str) -> pathlib.Path:
        """The one file of the packages that fits."""
        found = sorted(self.packages.glob(pattern))
        if len(found) != 1:
            raise FileNotFoundError(f"{len(found)} files fit {pattern}, not one, in {self.packages.name}")
        return found[0]


class Contents:
    """Makes the folder that becomes the boot partition."""

    def __init__(self, recipe: Recipe, folder: pathlib.Path) -> None:
        self.recipe = recipe
        self.folder = folder

    def put(self, name: str, content: bytes, package: str, licence: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        self.recipe.note(package, licence, name, len(content))

    def put_firmware(self) -> None:
        """The VideoCore's part of the start: the small variant, which has no camera and no video codecs."""
        for name in ("bootcode.bin", "start_cd.elf", "fixup_cd.dat"):
            content = self.recipe.find(f"usr/lib/raspi-firmware/{name}").read_bytes()
            self.put(name, content, "raspi-firmware", "Broadcom/Raspberry Pi: unmodified, for a Raspberry Pi only")

    def put_kernel(self) -> None:
        settings = self.recipe.settings
        kernel = self.recipe.find("boot/vmlinuz-*").read_bytes()
        if settings["gzip-kernel"]:
            kernel = gzip.compress(kernel, compresslevel=9, mtime=0)
        self.put(settings["kernel"], kernel, self.recipe.kernel_package, "GPL-2.0-only")

    def put_device_tree(self) -> None:
        source = self.recipe.find(f"usr/lib/linux-image-*/**/{self.recipe.settings['device-tree']}")
        path = self.folder / "belfry.dtb"
        path.write_bytes(source.read_bytes())

        def set_property(node: str, name: str, kind: str, value: str) -> None:
            subprocess.run(["fdtput", "-t", kind, str(path), node, name, value], check=True)

        for node in UNUSED_DEVICES:
            set_property(f"/soc/{node}", "status", "s", "disabled")
        if not self.recipe.is_debug:
            set_property(SERIAL_CONSOLE, "status", "s", "disabled")
        set_property(PANEL_BUS, "clock-frequency", "i", str(PANEL_BUS_HERTZ))
        # Without the alias it would be number 0, as the others are off.
        set_property("/aliases", "i2c1", "s", PANEL_BUS)
        # The lamp beats as the kernel's heart does otherwise: 2 mA, and two wake-ups a second.
        set_property("/leds/led-act", "linux,default-trigger", "s", "none")
        self.recipe.note(self.recipe.kernel_package, "GPL-2.0-only", "belfry.dtb", path.stat().st_size)

    def put_settings(self, here: pathlib.Path, profiles: pathlib.Path, profile: pathlib.Path) -> None:
        """What the firmware and the kernel are told, and what the user may edit."""
        mark = "; config.txt: "
        asked = [line.removeprefix(mark) for line in profile.read_text().splitlines() if line.startswith(mark)]
        lines = [*self.recipe.settings["config"], f"enable_uart={int(self.recipe.is_debug)}", *asked]
        real = real_bus_hertz(PANEL_BUS_HERTZ, CORE_MEGAHERTZ)
        text = (here / "config.txt").read_text().format(
            kernel=self.recipe.settings["kernel"], core=CORE_MEGAHERTZ, bus=f"{real / 1000:.1f}", more="\n".join(lines))
        console = "console=ttyS1,115200" if self.recipe.is_debug else "console=tty0"
        self.put("config.txt", text.encode(), "belfry", "MIT")
        self.put("cmdline.txt", f"{console} {KERNEL_ARGUMENTS}\n".encode(), "belfry", "MIT")
        self.put("README.txt", crlf((here / "README.txt").read_text()), "belfry", "MIT")
        self.put("belfry.ini", crlf(profile.read_text()), "belfry", "MIT")
        for path in sorted(profiles.glob("*.ini")):
            self.put(f"profiles/{path.name}", crlf(path.read_text()), "belfry", "MIT")

    def put_root(self, init: pathlib.Path, binary: pathlib.Path, profile: pathlib.Path) -> None:
        """The root file system: process 1, the modules, the chip's patch, belfry. It is unpacked into memory."""
        recipe = self.recipe
        archive = cpio.Archive(recipe.time)
        for name in ("boot", "data", "dev", "proc", "run", "sys", "tmp"):
            archive.add_folder(name)

        def add(name: str, content: bytes, mode: int, package: str, licence: str) -> None:
            archive.add_file(name, content, mode)
            recipe.note(package, licence, f"initramfs.gz/{name}", len(content))

        add("init", init.read_bytes(), 0o755, "belfry", "MIT, linked with LGPL-2.1-or-later")
        add("factory/belfry", binary.read_bytes(), 0o755, "belfry", "GPL-2.0-or-later as a whole")
        add("factory/belfry.ini", profile.read_bytes(), 0o644, "belfry", "MIT")
        for name in recipe.settings["bluetooth"]:
            content = recipe.find(f"lib/firmware/brcm/{name}").read_bytes()
            licence = "Cypress driver licence: for its chips only"
            add(f"lib/firmware/brcm/{name}", content, 0o644, "bluez-firmware", licence)
        if recipe.is_debug:
            add("bin/busybox", recipe.find("bin/busybox").read_bytes(), 0o755, "busybox-static", "GPL-2.0-only")
        self._add_modules(archive)
        self.put("initramfs.gz", archive.finish(), "belfry", "an archive of the parts below it")

    def _add_modules(self, archive: cpio.Archive) -> None:
        modules = kernel_modules.Modules(self.recipe.find("lib/modules/*"))
        paths = []
        for path in modules.ordered(self.recipe.settings["modules"]):
            name = f"lib/modules/{path.name}"
            content = path.read_bytes()
            archive.add_file(name, content)
            licence = kernel_modules.field(content, "license")
            self.recipe.note(self.recipe.kernel_package, f"module: {licence}", f"initramfs.gz/{name}", len(content))
            paths.append(f"/{name}\n")
        archive.add_file("lib/modules/list", "".join(paths).encode())

    def put_tools(self) -> None:
        program = self.recipe.find("sbin/e2fsck.static").read_bytes()
        self.put("system/e2fsck", program, "e2fsck-static", "GPL-2.0-only and LGPL-2.0")

    def put_licences(self, repository: pathlib.Path) -> None:
        """Each package's notices, and the texts that they refer to."""
        for package in sorted({part.name for part in self.recipe.parts.values()} - {"belfry"}):
            notices = self.recipe.find(f"usr/share/doc/{package}/copyright").read_bytes()
            self.put(f"licences/{package}.txt", notices, package, "notices")
        for name in ("GPL-2", "GPL-3", "LGPL-2.1"):
            text = self.recipe.find(f"usr/share/common-licenses/{name}").read_bytes()
            self.put(f"licences/{name}.txt", text, "base-files", "text of the licence")
        for name in ("LICENSE", "NOTICE"):
            self.put(f"licences/belfry-{name}.txt", (repository / name).read_bytes(), "belfry", "notices")


def crlf(text: str) -> bytes:
    """Text as every editor reads it, Windows' among them."""
    return text.replace("\n", "\r\n").encode()
