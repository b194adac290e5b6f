"""Writes an image to a card and verifies it. `make flash BOARD=… DEVICE=/dev/sdX` calls it.

Refuses whatever is not a whole, removable, unused card. Asks once.
"""

import argparse
import hashlib
import os
import pathlib
import stat
import sys
from typing import BinaryIO

PIECE = 1 << 20
SECTOR = 512


class Refusal(Exception):
    """The reason why a device is not written to."""


class Card:
    """A block device as the kernel describes it, below `system` (the root, except in tests)."""

    def __init__(self, device: pathlib.Path, system: pathlib.Path) -> None:
        self.device = device.resolve()
        self.system = system
        self.folder = system / "sys/class/block" / self.device.name

    def text(self, name: str) -> str:
        path = self.folder / name
        return path.read_text().strip() if path.exists() else ""

    @property
    def size(self) -> int:
        return int(self.text("size") or 0) * SECTOR

    @property
    def title(self) -> str:
        words = [self.text("device/vendor"), self.text("device/model"), self.text("device/name")]
        return f"{' '.join(filter(None, words)) or 'a card'}, {self.size / 1e9:.1f} GB"

    def members(self) -> list[pathlib.Path]:
        """Returns the folders of the device and its partitions."""
        return [self.folder, *(path.parent for path in sorted(self.folder.glob("*/partition")))]

    def is_removable(self) -> bool:
        return self.text("removable") == "1" or self.text("device/type") == "SD"

    def mounts(self) -> list[str]:
        """Returns where the device, or one of its partitions, is mounted."""
        numbers = {(folder / "dev").read_text().strip() for folder in self.members() if (folder / "dev").exists()}
        lines = (self.system / "proc/self/mountinfo").read_text().splitlines()
        return [line.split()[4] for line in lines if line.split()[2] in numbers]

    def is_in_use(self) -> bool:
        """Whether the device is in use as swap or below a volume of another kind."""
        swaps = (self.system / "proc/swaps").read_text().splitlines()[1:]
        names = {folder.name for folder in self.members()}
        is_swap = any(pathlib.Path(line.split()[0]).name in names for line in swaps if line.split())
        return is_swap or any(any((folder / "holders").glob("*")) for folder in self.members())

    def check(self, image_size: int, is_device: bool) -> None:
        """Raises the first reason against writing."""
        if not is_device or not self.folder.exists():
            raise Refusal(f"{self.device} is not a block device; {candidates(self.system)}")
        if (self.folder / "partition").exists():
            raise Refusal(f"{self.device} is a partition: name the whole card")
        if not self.is_removable():
            raise Refusal(
                f"{self.device} is not removable: it may be this machine's own disk; {candidates(self.system)}")
        if mounts := self.mounts():
            raise Refusal(f"{self.device} is mounted at {', '.join(mounts)}: unmount it")
        if self.is_in_use():
            raise Refusal(f"{self.device} is in use, as swap or below another volume")
        if self.text("ro") == "1":
            raise Refusal(f"{self.device} is write-protected")
        if self.size < image_size:
            raise Refusal(f"{self.device} is too small: {self.size} octets, the image has {image_size}")
        if not os.access(self.device, os.W_OK):
            raise Refusal(f"{self.device}: permission denied: run the same command with sudo")


def candidates(system: pathlib.Path) -> str:
    """Returns a phrase that lists the cards of the machine: removable devices with a medium."""
    folders = sorted((system / "sys/class/block").glob("*"))
    devices = [Card(pathlib.Path("/dev") / folder.name, system) for folder in folders]
    cards = [f"{card.device} ({card.title})" for card in devices if card.is_removable() and card.size > 0]
    return f"this machine has these cards: {', '.join(cards)}" if cards else "this machine shows no card"


def claim(device: pathlib.Path) -> BinaryIO:
    """Opens the card, unbuffered, for writing and reading back.

    With O_EXCL the kernel refuses a device that is mounted, and mounts it for nobody while it is open. A desktop that
    mounts new cards by itself would change the data before they are read back.
    """
    flags = os.O_RDWR | (os.O_EXCL if stat.S_ISBLK(device.stat().st_mode) else 0)
    return os.fdopen(os.open(device, flags), "r+b", buffering=0)


def copy(image: pathlib.Path, card: BinaryIO) -> str:
    """Writes the whole image, with its zeros, so that no old data remains. Returns the SHA-256 of the data."""
    digest = hashlib.sha256()
    with image.open("rb") as source:
        while piece := source.read(PIECE):
            digest.update(piece)
            rest = memoryview(piece)
            while rest:
                rest = rest[card.write(rest):]
        os.fsync(card.fileno())
    return digest.hexdigest()


def read_back(card: BinaryIO, size: int) -> str:
    """Returns the SHA-256 of the first `size` octets, read from the card and not from the cache."""
    digest = hashlib.sha256()
    os.posix_fadvise(card.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    card.seek(0)
    while size > 0 and (piece := card.read(min(PIECE, size))):
        digest.update(piece)
        size -= len(piece)
    return digest.hexdigest()


def confirm(card: Card) -> None:
    print(f"flash: everything on {card.device} ({card.title}) will be lost.")
    try:
        answer = input(f"flash: type {card.device.name} to go on: ")
    except (EOFError, KeyboardInterrupt):
        answer = ""
        print()
    if answer.strip() != card.device.name:
        raise Refusal("nothing was written")


def flash(image: pathlib.Path, device: pathlib.Path, system: pathlib.Path) -> None:
    size = image.stat().st_size
    is_device = device.exists() and (stat.S_ISBLK(device.stat().st_mode) or system != pathlib.Path("/"))
    card = Card(device, system)
    card.check(size, is_device)
    confirm(card)
    # The card may have been changed while the user answered.
    card.check(size, is_device)
    with claim(card.device) as target:
        written = copy(image, target)
        read = read_back(target, size)
    if read != written:
        raise Refusal(f"{card.device} returns other data than was written: the card is worn out, or not a real card")
    print(f"flash: {size} octets written to {card.device} and read back")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("image", type=pathlib.Path)
    parser.add_argument("device", type=pathlib.Path)
    parser.add_argument("--system", type=pathlib.Path, default=pathlib.Path("/"), help="where sys and proc are")
    options = parser.parse_args()
    try:
        flash(options.image, options.device, options.system)
    except KeyboardInterrupt:
        sys.exit("flash: interrupted: the card is incomplete. Run the same command again")
    except (Refusal, OSError) as error:
        sys.exit(f"flash: {error}")


if __name__ == "__main__":
    main()
