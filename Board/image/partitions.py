"""The card's image: a partition table, a FAT32 partition, an ext4 partition. No root, no mounts, no loop devices.

The same contents and the same time give the same octets: serial numbers, UUIDs and the seed of ext4's hashes are fixed.
That is why neither `genimage` nor `bmaptool create` is used: the FAT partition that genimage 16 makes differs from run
to run, and bmaptool takes the ranges from the file system that holds the image.
"""

import hashlib
import lzma
import os
import pathlib
import struct
import subprocess
import xml.sax.saxutils

MEBIBYTE = 1 << 20
BLOCK = 4096
# Emulated and real cards alike have a power of two; the first MiB keeps partitions on the card's own blocks.
BOOT_START, DATA_START, END = 1 * MEBIBYTE, 65 * MEBIBYTE, 128 * MEBIBYTE
DISK_IDENTIFIER = 0xBE1F4E00
DATA_UUID = "be1f4e00-0000-4000-8000-000000000002"
FAT32_LBA, LINUX = 0x0C, 0x83


def run(arguments: list[str], time: int) -> None:
    environment = dict(
        os.environ,
        SOURCE_DATE_EPOCH=str(time),
        E2FSPROGS_FAKE_TIME=str(time),
        TZ="UTC",
        LC_ALL="C.UTF-8",
        MTOOLSRC="/dev/null",
        PATH=os.environ.get("PATH", "") + ":/usr/sbin:/sbin",
    )
    subprocess.run(arguments, check=True, env=environment, stdout=subprocess.DEVNULL)


def partition_table() -> bytes:
    """Returns an MBR with two partitions, the first one marked active.

    | code: 440 | disk identifier: 4 | 0: 2 | 4 entries of 16 | 0x55 0xAA |
    """

    def entry(flag: int, kind: int, start: int, end: int) -> bytes:
        # All ones instead of cylinders, heads and sectors means "see the sector numbers". No reader of these cards
        # needs more.
        no_geometry = b"\xfe\xff\xff"
        return struct.pack("<B3sB3sII", flag, no_geometry, kind, no_geometry, start // 512, (end - start) // 512)

    entries = entry(0x80, FAT32_LBA, BOOT_START, DATA_START) + entry(0, LINUX, DATA_START, END)
    return bytes(440) + struct.pack("<IH", DISK_IDENTIFIER, 0) + entries + bytes(32) + b"\x55\xaa"


def make_fat(path: pathlib.Path, folder: pathlib.Path, time: int) -> None:
    """Makes a FAT32 file system with all files below `folder`, in the order of the names."""
    size = DATA_START - BOOT_START
    with path.open("wb") as file:
        file.truncate(size)
    image = ["-i", str(path)]
    geometry = ["-h", "64", "-s", "32", "-T", str(size // 512), "-H", str(BOOT_START // 512)]
    run(["mformat", *image, "-F", "-c", "1", "-N", "BE1F4E01", "-v", "BELFRY", *geometry, "::"], time)
    for entry in sorted(folder.rglob("*")):
        name = "::/" + str(entry.relative_to(folder))
        os.utime(entry, (time, time))
        run(["mmd", *image, name] if entry.is_dir() else ["mcopy", "-m", *image, str(entry), name], time)


def make_ext4(path: pathlib.Path, time: int) -> None:
    """Makes an empty ext4 file system with a journal, with which the kernel recovers after a power loss."""
    with path.open("wb") as file:
        file.truncate(END - DATA_START)
    options = f"hash_seed={DATA_UUID},root_owner=0:0,lazy_itable_init=0,lazy_journal_init=0,nodiscard"
    identity = ["-U", DATA_UUID, "-L", "belfry-data", "-E", options]
    layout = ["-b", str(BLOCK), "-I", "256", "-N", "512", "-m", "0", "-J", "size=4"]
    run(["mke2fs", "-q", "-F", "-t", "ext4", *identity, *layout, str(path)], time)


def copy_sparse(image, path: pathlib.Path, start: int) -> None:
    """Writes the blocks that are not zero."""
    with path.open("rb") as source:
        for offset in range(start, start + path.stat().st_size, BLOCK):
            block = source.read(BLOCK)
            if block.strip(b"\0"):
                image.seek(offset)
                image.write(block)


def make_image(path: pathlib.Path, boot: pathlib.Path, scratch: pathlib.Path, time: int) -> None:
    """Writes the whole card. `boot` is the folder for the FAT partition."""
    make_fat(scratch / "boot.fat", boot, time)
    make_ext4(scratch / "data.ext4", time)
    with path.open("wb") as image:
        image.truncate(END)
        image.write(partition_table())
        copy_sparse(image, scratch / "boot.fat", BOOT_START)
        copy_sparse(image, scratch / "data.ext4", DATA_START)
    for name in ("boot.fat", "data.ext4"):
        (scratch / name).unlink()


def compress(path: pathlib.Path) -> pathlib.Path:
    """Compresses the image to `.xz`, in the same folder."""
    packed = path.with_name(path.name + ".xz")
    compressor = lzma.LZMACompressor(preset=6)
    with path.open("rb") as source, packed.open("wb") as target:
        while piece := source.read(MEBIBYTE):
            target.write(compressor.compress(piece))
        target.write(compressor.flush())
    return packed


def mapped_ranges(path: pathlib.Path) -> list[tuple[int, int, str]]:
    """Returns the first block, last block and SHA-256 of each range to write.

    The ranges are the table, the FAT up to the last file, and all of ext4. Zeros are written too, because a free
    cluster, or an empty journal, must not hold the card's old data.
    """
    ranges = []
    with path.open("rb") as file:
        boot = file.read(DATA_START)[BOOT_START:].rstrip(b"\0")
        for start, end in ((0, BLOCK), (BOOT_START, BOOT_START + -(-len(boot) // BLOCK) * BLOCK), (DATA_START, END)):
            file.seek(start)
            digest = hashlib.sha256(file.read(end - start)).hexdigest()
            ranges.append((start // BLOCK, end // BLOCK - 1, digest))
    return ranges


def block_map(path: pathlib.Path) -> str:
    """Returns the block map (version 2.0), with which `bmaptool copy` writes and checks only the non-zero blocks."""
    ranges = mapped_ranges(path)
    lines = "".join(
        f'    <Range chksum="{digest}">{first}-{last}</Range>\n' if first != last
        else f'    <Range chksum="{digest}">{first}</Range>\n'
        for first, last, digest in ranges
    )
    mapped = sum(last - first + 1 for first, last, _ in ranges)
    size = path.stat().st_size

    def document(digest: str) -> str:
        return (
            '<?xml version="1.0" ?>\n<bmap version="2.0">\n'
            f"  <!-- {xml.sax.saxutils.escape(path.name)} -->\n"
            f"  <ImageSize>{size}</ImageSize>\n  <BlockSize>{BLOCK}</BlockSize>\n"
            f"  <BlocksCount>{size // BLOCK}</BlocksCount>\n  <MappedBlocksCount>{mapped}</MappedBlocksCount>\n"
            f"  <ChecksumType>sha256</ChecksumType>\n  <BmapFileChecksum>{digest}</BmapFileChecksum>\n"
            f"  <BlockMap>\n{lines}  </BlockMap>\n</bmap>\n"
        )

    # The map's own checksum is computed with zeros in its place.
    return document(hashlib.sha256(document("0" * 64).encode()).hexdigest())
