"""The kernel's modules, in the order in which they can be loaded."""

import pathlib
import re
import struct

# include/linux/module_signature.h: the signature, its fields of which the last is its length, and a mark.
SIGNED = b"~Module signature appended~\n"
SIGNATURE_FIELDS = 12


class MissingModule(Exception):
    """The kernel has no such module, neither as a file nor built in."""


def plain(name: str) -> str:
    return name.replace("-", "_")


def field(module: bytes, name: str) -> str:
    """Returns a field of the module's `.modinfo`: strings `name=value`, each ended by a zero."""
    found = re.search(rb"(?<![ -~])" + name.encode() + rb"=([^\0]*)\0", module)
    return found[1].decode() if found else ""


def unsigned(module: bytes) -> bytes:
    """Returns the module without its signature.

    Checking the signatures takes the kernel a quarter of a second. It protects nothing here: the kernel loads modules
    without one, too, and whoever can write to the card can replace the kernel.
    """
    if not module.endswith(SIGNED):
        return module
    (length,) = struct.unpack(">I", module[:-len(SIGNED)][-4:])
    return module[:-len(SIGNED) - SIGNATURE_FIELDS - length]


class Modules:
    """The modules of a kernel package, below lib/modules/<release>."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.release = folder.name
        files = sorted(folder.glob("kernel/**/*.ko"))
        self.files = {plain(path.stem): path for path in files}
        builtin = (folder / "modules.builtin").read_text().split()
        self.builtin = {plain(pathlib.Path(line).stem) for line in builtin}

    def ordered(self, roots: list[str]) -> list[pathlib.Path]:
        """Returns the files of `roots` and of their dependencies; each file follows those that it needs."""
        chosen: dict[str, pathlib.Path] = {}
        for root in roots:
            self._choose(plain(root), chosen)
        return list(chosen.values())

    def _choose(self, name: str, chosen: dict[str, pathlib.Path]) -> None:
        if name in chosen or name in self.builtin:
            return
        path = self.files.get(name)
        if path is None:
            raise MissingModule(f"kernel {self.release} has no module {name}")
        for dependency in filter(None, field(path.read_bytes(), "depends").split(",")):
            self._choose(plain(dependency), chosen)
        chosen[name] = path
