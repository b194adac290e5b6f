"""The archive that the kernel unpacks as its root. cpio(1) packs it: equal contents and times give equal octets."""

import os
import pathlib
import subprocess


class Root:
    """A folder to which files are added one by one."""

    def __init__(self, folder: pathlib.Path, time: int) -> None:
        self.folder = folder
        self.time = time
        folder.mkdir()

    def add_folder(self, name: str) -> None:
        (self.folder / name).mkdir(parents=True, exist_ok=True)

    def add_file(self, name: str, content: bytes, mode: int = 0o644) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod(mode)

    def pack(self) -> bytes:
        """Returns the compressed archive: of the formats that the kernel reads, it unpacks LZ4 fastest."""
        entries = sorted(self.folder.rglob("*"))
        for entry in reversed(entries):
            if entry.is_dir():
                entry.chmod(0o755)
            os.utime(entry, (self.time, self.time))
        names = "".join(f"{entry.relative_to(self.folder)}\0" for entry in entries)
        command = ["cpio", "--create", "--null", "--format=newc", "--reproducible", "--owner=0:0", "--quiet"]
        packed = subprocess.run(command, cwd=self.folder, input=names.encode(), stdout=subprocess.PIPE, check=True)
        command = ["lz4", "-l", "-9", "-c", "-q"]
        return subprocess.run(command, input=packed.stdout, stdout=subprocess.PIPE, check=True).stdout
