"""The contents of the image: each file with the part it belongs to. This module decides; others write the formats."""

import dataclasses
import pathlib
import shutil
import subprocess

import initramfs
import kernel_image
import kernel_modules

# Devices that the watch does not use: they cost time at the start, and current later. The names are upstream's node
# names.
UNUSED_DEVICES = [
    "usb@7e980000", "mmc@7e300000", "hdmi@7e902000", "vec@7e806000", "hvs@7e400000", "v3d@7ec00000", "txp@7e004000",
    "pixelvalve@7e206000", "pixelvalve@7e207000", "pixelvalve@7e807000", "gpu", "mailbox@7e00b840",
    "i2c@7e205000", "i2c@7e805000",
]
PANEL_BUS = "/soc/i2c@7e804000"
PANEL_BUS_HERTZ = 400_000
CORE_MEGAHERTZ = 250
SERIAL_CONSOLE = "/soc/serial@7e215040"

OWN_PATCHES = "patches of the user"
# Skips the ciphers' self-tests at the start: the test of an unused key derivation takes half a second in QEMU.
KERNEL_ARGUMENTS = (
    "quiet loglevel=3 panic=10 oops=panic cryptomgr.notests=1 initcall_blacklist=crypto_kdf108_init rdinit=/init")


def real_bus_hertz(wanted: int, core_megahertz: int) -> float:
    """Returns the I2C controller's real clock: the core's clock divided by an even number, at most `wanted`.

    BCM2835 ARM Peripherals, 3.2, register DIV; the kernel's i2c-bcm2835.c rounds up.
    """
    core = core_megahertz * 1_000_000
    divider = -(-core // wanted)
    return core / (divider + divider % 2)


@dataclasses.dataclass
class Part:
    """A part of the image with one origin and one licence."""

    name: str
    version: str
    licence: str
    source: str
    files: list[tuple[str, int]] = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class DebianPackage:
    """A package as fetch-debs lists it."""

    version: str
    architecture: str
    source: str
    source_version: str
    digest: str

    @property
    def origin(self) -> str:
        return f"Debian source package {self.source} {self.source_version}"


class Recipe:
    """A board's image.toml, the folder of unpacked Debian packages, and what was built here."""

    def __init__(
        self, settings: dict, packages: pathlib.Path, listed: pathlib.Path, time: int, is_debug: bool,
        firmware: pathlib.Path | None, version: str,
    ) -> None:
        self.settings = settings
        self.version = version
        self.packages = packages
        self.firmware = firmware
        self.time = time
        self.is_debug = is_debug
        self.parts: dict[str, Part] = {}
        self.debian: dict[str, DebianPackage] = {}
        for line in listed.read_text().splitlines():
            name, *fields = line.split()
            self.debian[name] = DebianPackage(*fields)
        self.kernel_package = next(name for name in self.debian if name.startswith("linux-image-"))

    def origin(self, package: str) -> tuple[str, str]:
        """Returns the version and the source of a part."""
        if package == "belfry":
            return self.version, "this repository"
        if package == OWN_PATCHES:
            return "not known", "the folder that FIRMWARE names"
        return self.debian[package].version, self.debian[package].origin

    def note(self, package: str, licence: str, name: str, size: int) -> None:
        """Adds a file to the list of the image's contents."""
        version, source = self.origin(package)
        part = self.parts.setdefault(f"{package}|{licence}", Part(package, version, licence, source))
        part.files.append((name, size))

    def find(self, pattern: str) -> pathlib.Path:
        """Returns the only file of the packages that matches."""
        found = sorted(self.packages.glob(pattern))
        if len(found) != 1:
            raise FileNotFoundError(f"{len(found)} files fit {pattern}, not one, in {self.packages.name}")
        return found[0]


class Contents:
    """Makes the folder for the boot partition."""

    def __init__(self, recipe: Recipe, folder: pathlib.Path) -> None:
        self.recipe = recipe
        self.folder = folder

    def put(self, name: str, content: bytes, package: str, licence: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        self.recipe.note(package, licence, name, len(content))

    def put_firmware(self) -> None:
        """Adds the VideoCore's start files: the small variant, without camera and video codecs."""
        for name in ("bootcode.bin", "start_cd.elf", "fixup_cd.dat"):
            content = self.recipe.find(f"usr/lib/raspi-firmware/{name}").read_bytes()
            self.put(name, content, "raspi-firmware", "Broadcom/Raspberry Pi: unmodified, for a Raspberry Pi only")

    def put_kernel(self) -> None:
        settings = self.recipe.settings
        kernel = self.recipe.find("boot/vmlinuz-*").read_bytes()
        form = kernel_image.compressed if settings["gzip-kernel"] else kernel_image.unpacked
        kernel = form(kernel)
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
        # Without the alias it would be bus number 0, because the other buses are off.
        set_property("/aliases", "i2c1", "s", PANEL_BUS)
        # Turns off the LED's heartbeat trigger, which takes 2 mA and two wake-ups a second.
        set_property("/leds/led-act", "linux,default-trigger", "s", "none")
        self.recipe.note(self.recipe.kernel_package, "GPL-2.0-only", "belfry.dtb", path.stat().st_size)

    def put_settings(self, here: pathlib.Path, profiles: pathlib.Path, profile: pathlib.Path) -> None:
        """Adds the settings of the firmware and the kernel, and the files that the user may edit."""
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
        """Adds the root file system: process 1, the modules, the chip's patch, belfry. It is unpacked into memory."""
        recipe = self.recipe
        root = initramfs.Root(self.folder.with_name("root"), recipe.time)
        for name in ("boot", "data", "dev", "proc", "run", "sys", "tmp"):
            root.add_folder(name)

        def add(name: str, content: bytes, mode: int, package: str, licence: str) -> None:
            root.add_file(name, content, mode)
            recipe.note(package, licence, f"initramfs.lz4/{name}", len(content))

        add("init", init.read_bytes(), 0o755, "belfry", "MIT, linked with LGPL-2.1-or-later")
        add("factory/belfry", binary.read_bytes(), 0o755, "belfry", "GPL-2.0-or-later as a whole")
        add("factory/belfry.ini", profile.read_bytes(), 0o644, "belfry", "MIT")
        for name in recipe.settings["bluetooth"]:
            content = recipe.find(f"lib/firmware/brcm/{name}").read_bytes()
            licence = "Cypress driver licence: for its chips only"
            add(f"lib/firmware/brcm/{name}", content, 0o644, "bluez-firmware", licence)
        for path in self._own_patches():
            add(f"lib/firmware/brcm/{self._board_name(path)}", path.read_bytes(), 0o644, OWN_PATCHES, "not known")
        if recipe.is_debug:
            add("bin/busybox", recipe.find("bin/busybox").read_bytes(), 0o755, "busybox-static", "GPL-2.0-only")
        self._add_modules(root)
        self.put("initramfs.lz4", root.pack(), "belfry", "an archive of the parts below it")
        shutil.rmtree(root.folder)

    def _own_patches(self) -> list[pathlib.Path]:
        """Returns the user's patches for the Bluetooth chip."""
        folder = self.recipe.firmware
        if folder is None:
            return []
        found = sorted(folder.glob("*.hcd"))
        if not found:
            raise FileNotFoundError(f"{folder} has no patch: no file whose name ends in .hcd")
        return found

    def _board_name(self, path: pathlib.Path) -> str:
        """Returns the name for which the kernel looks before the name of the patch in Debian's package.

        It names the chip BCM…; makers name some patches SYN…, after a later owner of the chip.
        """
        if "," in path.stem:
            return path.name
        chip = path.stem.removeprefix("SYN").removeprefix("BCM").partition(".")[0]
        return f"BCM{chip}.{self.recipe.settings['compatible']}.hcd"

    def _add_modules(self, root: initramfs.Root) -> None:
        modules = kernel_modules.Modules(self.recipe.find("lib/modules/*"))
        settings = self.recipe.settings
        first = set(modules.ordered(settings["modules"]))
        paths = []
        for path in modules.ordered([*settings["modules"], *settings["parallel-modules"]]):
            name = f"lib/modules/{path.name}"
            content = kernel_modules.unsigned(path.read_bytes())
            root.add_file(name, content)
            licence = kernel_modules.field(content, "license")
            self.recipe.note(self.recipe.kernel_package, f"module: {licence}", f"initramfs.lz4/{name}", len(content))
            paths.append(f"/{name}\n" if path in first else f"/{name} async_probe\n")
        root.add_file("lib/modules/list", "".join(paths).encode())

    def put_tools(self) -> None:
        program = self.recipe.find("sbin/e2fsck.static").read_bytes()
        self.put("system/e2fsck", program, "e2fsck-static", "GPL-2.0-only and LGPL-2.0")

    def put_licences(self, repository: pathlib.Path) -> None:
        """Adds each package's notices, and the texts that they refer to."""
        for package in sorted({part.name for part in self.recipe.parts.values()} & self.recipe.debian.keys()):
            notices = self.recipe.find(f"usr/share/doc/{package}/copyright").read_bytes()
            self.put(f"licences/{package}.txt", notices, package, "notices")
        for name in ("GPL-2", "GPL-3", "LGPL-2.1"):
            text = self.recipe.find(f"usr/share/common-licenses/{name}").read_bytes()
            self.put(f"licences/{name}.txt", text, "base-files", "text of the licence")
        for name in ("LICENSE", "NOTICE"):
            self.put(f"licences/belfry-{name}.txt", (repository / name).read_bytes(), "belfry", "notices")


def crlf(text: str) -> bytes:
    """Returns text with line ends that every editor reads, also on Windows."""
    return text.replace("\n", "\r\n").encode()
