"""P-256 with plain integers: points that a library refuses to make. FIPS 186-4, D.1.2.3."""

from __future__ import annotations

from bumble.crypto import EccKey

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B

DEBUG_KEY = EccKey.from_private_key_bytes(
    bytes.fromhex("3f49f6d4a3c55f3874c9b3e3d2103f504aff607beb40b7995899b8a6cd3c1abd"))
"""The key pair whose private key the specification publishes. Core Spec 5.4, Vol 3, Part H, 2.3.5.6.1."""


def wire(x: int, y: int) -> bytes:
    """Returns the 64 octets of a public key, valid or not."""
    return x.to_bytes(32, "little") + y.to_bytes(32, "little")


def coordinates(key: EccKey) -> tuple[int, int]:
    """Returns the public point of a key."""
    return int.from_bytes(key.x, "big"), int.from_bytes(key.y, "big")


def y_of(x: int) -> int | None:
    """Returns a y for this x."""
    square = (x**3 - 3 * x + B) % P
    root = pow(square, (P + 1) // 4, P)
    return root if root * root % P == square else None


def key_with_leading_zero() -> EccKey:
    """Returns a key pair whose x has a zero as its most significant octet. One of 256 pairs has."""
    while True:
        key = EccKey.generate()
        if key.x[0] == 0:
            return key


def _small_point() -> tuple[int, int]:
    x, y = 1, y_of(1)
    while y is None:
        x += 1
        y = y_of(x)
    return x, y


def _not_on_curve() -> int:
    x = 1
    while y_of(x) is not None:
        x += 1
    return x


def _bad_points() -> dict[str, bytes]:
    x, y = coordinates(EccKey.generate())
    debug_x, debug_y = coordinates(DEBUG_KEY)
    small_x, small_y = _small_point()
    root = y_of(0)
    assert root
    return {
        "the debug key's x with another y": wire(debug_x, int.from_bytes(b"\x42" * 32, "big")),
        "y one more": wire(x, (y + 1) % P),
        "x one more": wire((x + 1) % P, y),
        "y = 0": wire(x, 0),
        "x on no point": wire(_not_on_curve(), 1),
        "zero": wire(0, 0),
        "all ones": b"\xff" * 64,
        "x + p of a point": wire(small_x + P, small_y),
        "x = p": wire(P, root),
        "y ≥ p": wire(x, 2**256 - 1),
        "the debug key": wire(debug_x, debug_y),
        "the debug key's mirror image": wire(debug_x, P - debug_y),
    }


BAD_POINTS = _bad_points()
"""Public keys that must be rejected, by their defect."""
