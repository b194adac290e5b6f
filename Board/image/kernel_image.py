"""The kernel for the card: Debian's file in the form that starts soonest.

A 32-bit kernel of Debian unpacks itself with XZ: about three seconds on an ARMv6, before it does anything else. The
card holds it unpacked instead: reading the additional 12 MB should take less time.
"""

import gzip
import lzma
import struct

XZ_MAGIC = b"\xfd7zXZ\0"
# arch/arm/boot/compressed/head.S and vmlinux.lds.S: the header, and the table with the size of the kernel's data.
HEADER, TABLE_OFFSET = 0x24, 0x38
ZIMAGE_MAGIC, LITTLE_ENDIAN, TABLE_MAGIC = 0x016F2818, 0x04030201, 0x45454545
SIZE_TAG = 0x5A534C4B


class UnknownKernel(Exception):
    """The kernel's file has another form than expected."""


def _sizes(packed: bytes) -> tuple[int, int]:
    """Returns the sizes of the unpacked kernel, and of the zeros that it expects in the memory behind it."""
    words = struct.unpack_from("<6I", packed.ljust(TABLE_OFFSET + 4, b"\0"), HEADER)
    if (words[0], *words[3:5]) != (ZIMAGE_MAGIC, LITTLE_ENDIAN, TABLE_MAGIC):
        raise UnknownKernel("the kernel has no header of a zImage")
    offset = words[5]
    while offset + 16 <= len(packed):
        length, tag, at, zeros = struct.unpack_from("<4I", packed, offset)
        if tag == SIZE_TAG and at + 4 <= len(packed):
            return struct.unpack_from("<I", packed, at)[0], zeros
        if length == 0:
            break
        offset += 4 * length
    raise UnknownKernel("the kernel's header does not give its size")


def unpacked(packed: bytes) -> bytes:
    """Returns the kernel of a zImage, with the zeros behind it, so that a loader puts nothing else there."""
    size, zeros = _sizes(packed)
    offset = -1
    # The unpacking program contains the magic, too.
    while (offset := packed.find(XZ_MAGIC, offset + 1)) >= 0:
        try:
            kernel = lzma.LZMADecompressor(lzma.FORMAT_XZ).decompress(packed[offset:])
        except lzma.LZMAError:
            continue
        if len(kernel) == size:
            return kernel + bytes(zeros)
    raise UnknownKernel("the kernel is not packed with XZ")


def compressed(kernel: bytes) -> bytes:
    """Returns a 64-bit kernel as the firmware reads it."""
    return gzip.compress(kernel, compresslevel=9, mtime=0)
