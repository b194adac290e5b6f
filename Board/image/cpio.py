"""The archive that the kernel unpacks as its root: cpio in the "newc" form, the same octets for the same contents."""

import gzip
import io

FOLDER, FILE, LINK = 0o040000, 0o100000, 0o120000


class Archive:
    """Files in the order in which they are added; the folders above each come by themselves."""

    def __init__(self, time: int) -> None:
        self.time = time
        self.octets = io.BytesIO()
        self.names: set[str] = set()
        self.sizes: dict[str, int] = {}

    def _put(self, name: str, mode: int, content: bytes) -> None:
        assert name not in self.names, f"{name} twice"
        self.names.add(name)
        encoded = name.encode() + b"\0"
        links = 2 if mode & FOLDER == FOLDER and mode & FILE != FILE else 1
        fields = [len(self.names), mode, 0, 0, links, self.time, len(content), 0, 0, 0, 0, len(encoded), 0]
        self.octets.write(b"070701" + b"".join(b"%08x" % field for field in fields) + encoded)
        self._pad()
        self.octets.write(content)
        self._pad()

    def _pad(self) -> None:
        self.octets.write(bytes(-self.octets.tell() % 4))

    def add_folder(self, name: str, mode: int = 0o755) -> None:
        parts = name.split("/")
        for count in range(1, len(parts) + 1):
            folder = "/".join(parts[:count])
            if folder not in self.names:
                self._put(folder, FOLDER | mode, b"")

    def add_file(self, name: str, content: bytes, mode: int = 0o644) -> None:
        if "/" in name:
            self.add_folder(name.rpartition("/")[0])
        self._put(name, FILE | mode, content)
        self.sizes[name] = len(content)

    def add_link(self, name: str, target: str) -> None:
        self._put(name, LINK | 0o777, target.encode())

    def finish(self) -> bytes:
        """The archive, compressed: gzip is what every kernel reads."""
        self._put("TRAILER!!!", 0, b"")
        return gzip.compress(self.octets.getvalue(), compresslevel=9, mtime=0)
