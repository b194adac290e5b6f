"""The initiator of an LE Secure Connections pairing by numeric comparison, in steps.

An honest one goes through all of `STEPS`. An attacker stops before a step, does something else in its place, or changes
what is sent (`alter`). The cryptographic functions are Bumble's. Core Spec 5.4, Vol 3, Part H, 2.3.5.6.
"""

from __future__ import annotations

import enum
import secrets
from collections.abc import Awaitable, Callable

from bumble import crypto, hci
from cryptography.hazmat.primitives.asymmetric import ec

from phone.stack import SMP_CID

from .radio import Line


class Code(enum.IntEnum):
    """The first octet of a PDU."""

    PAIRING_REQUEST = 0x01
    PAIRING_RESPONSE = 0x02
    CONFIRM = 0x03
    RANDOM = 0x04
    FAILED = 0x05
    ENCRYPTION_INFORMATION = 0x06
    CENTRAL_IDENTIFICATION = 0x07
    IDENTITY_INFORMATION = 0x08
    IDENTITY_ADDRESS = 0x09
    SIGNING_INFORMATION = 0x0A
    SECURITY_REQUEST = 0x0B
    PUBLIC_KEY = 0x0C
    DHKEY_CHECK = 0x0D
    KEYPRESS = 0x0E


class Reason(enum.IntEnum):
    """Why a pairing failed. Core Spec 5.4, Vol 3, Part H, 3.5.5."""

    OOB_NOT_AVAILABLE = 0x02
    AUTHENTICATION_REQUIREMENTS = 0x03
    PAIRING_NOT_SUPPORTED = 0x05
    ENCRYPTION_KEY_SIZE = 0x06
    COMMAND_NOT_SUPPORTED = 0x07
    UNSPECIFIED = 0x08
    REPEATED_ATTEMPTS = 0x09
    INVALID_PARAMETERS = 0x0A
    DHKEY_CHECK_FAILED = 0x0B
    NUMERIC_COMPARISON_FAILED = 0x0C


LENGTHS = {
    Code.PAIRING_REQUEST: 7, Code.PAIRING_RESPONSE: 7, Code.CONFIRM: 17, Code.RANDOM: 17, Code.FAILED: 2,
    Code.ENCRYPTION_INFORMATION: 17, Code.CENTRAL_IDENTIFICATION: 11, Code.IDENTITY_INFORMATION: 17,
    Code.IDENTITY_ADDRESS: 8, Code.SIGNING_INFORMATION: 17, Code.SECURITY_REQUEST: 2, Code.PUBLIC_KEY: 65,
    Code.DHKEY_CHECK: 17, Code.KEYPRESS: 2,
}
"""The octets of each PDU, its code included."""

STEPS = ("request", "key", "nonce", "check", "encryption", "identity")
STATES = {
    "idle": None, "asked": "request", "keys": "key", "comparing": "nonce", "checked": "nonce", "confirmed": "nonce",
    "proven": "check", "encrypted": "encryption",
}
"""Where the watch can stand, and the last step that leads there.

`comparing` shows the number; in `checked` our DHKey check is there and the user has not answered, in `confirmed` the
other way round; in `proven` the watch has sent its own check; in `encrypted` it waits for our identity.
"""

AWAITED = {
    "asked": Code.PUBLIC_KEY, "keys": Code.RANDOM, "comparing": Code.DHKEY_CHECK, "confirmed": Code.DHKEY_CHECK,
    "encrypted": Code.IDENTITY_INFORMATION,
}
"""The next step of an honest initiator in each state of the watch."""

ID_KEY = 0x02


class Refused(Exception):
    """The watch sent Pairing Failed."""

    def __init__(self, reason: int) -> None:
        super().__init__(f"Pairing Failed 0x{reason:02X}")
        self.reason = reason


def features(
    io: int = 4, oob: int = 0, auth: int = 0x0D, max_key: int = 16, sends: int = 0x03, wants: int = 0x03
) -> bytes:
    """Returns the body of a Pairing Request. The defaults are those of an iPhone."""
    return bytes((io, oob, auth, max_key, sends, wants))


def bare(code: int, length: int | None = None) -> bytes:
    """Returns a PDU of this code, filled with ones. The default length is the valid one."""
    return bytes((code,)).ljust(LENGTHS[Code(code)] if length is None else length, b"\x01")


class Initiator:
    """One initiator on one link."""

    def __init__(self, line: Line, compare: Callable[[int], Awaitable[None]]) -> None:
        self.line = line
        self.features = features()
        self.key = crypto.EccKey.generate()
        self.nonce = secrets.token_bytes(16)
        self.irk = secrets.token_bytes(16)
        self.identity = bytes((line.endpoint.address.is_random, *bytes(line.endpoint.address)))
        self.alter: Callable[[bytes], bytes] = lambda pdu: pdu
        self.compare = compare
        self.code: int | None = None
        self.ltk = bytes(16)
        self.their_irk = b""
        self._mac_key = bytes(16)
        self._steps_done = 0
        self.heard = line.smp.mark

    # -- PDUs ----------------------------------------------------------------------------------------------------

    def send(self, pdu: bytes) -> None:
        """Sends a PDU, changed by `alter`."""
        self.line.send(SMP_CID, self.alter(pdu))

    async def next(self) -> bytes:
        """Returns the watch's next PDU. Raises `Refused` if it is Pairing Failed, and `LinkLost` if the link ended."""
        pdu = await self.line.next_smp(self.heard)
        self.heard += 1
        if pdu[0] == Code.FAILED:
            raise Refused(pdu[1])
        return pdu

    async def receive(self, code: Code) -> bytes:
        """Returns the body of the watch's next PDU. Fails if the PDU has another code."""
        pdu = await self.next()
        assert pdu[0] == code, f"{code.name} was expected, not {pdu.hex()}"
        return pdu[1:]

    async def reason(self) -> int:
        """Returns the reason of Pairing Failed. Fails if the watch's next PDU is another one."""
        try:
            pdu = await self.next()
        except Refused as refusal:
            return refusal.reason
        raise AssertionError(f"Pairing Failed was expected, not {pdu.hex()}")

    async def hears_nothing(self) -> None:
        """Waits until the watch has processed all PDUs. Fails if it sent one itself."""
        await self.line.settle()
        heard = [pdu.hex() for pdu in self.line.smp.items[self.heard:] if pdu]
        assert not heard, f"nothing was expected, not {heard}"

    # -- The flow ------------------------------------------------------------------------------------------------

    async def pair(self) -> None:
        """Performs the remaining steps."""
        await self.through(STEPS[-1])

    async def through(self, last: str) -> None:
        """Performs the remaining steps up to `last`."""
        for step in STEPS[self._steps_done:STEPS.index(last) + 1]:
            await getattr(self, f"do_{step}")()
            self._steps_done += 1

    async def reach(self, state: str) -> None:
        """Performs the steps that lead to a state of the watch."""
        if step := STATES[state]:
            await self.through(step)
        if state == "checked":
            self.send_check()
        elif state == "confirmed":
            assert self.code is not None
            await self.compare(self.code)
        elif state == "encrypted":
            await self.receive_identity()

    def begin_anew(self) -> None:
        """Starts from the first step after an answered Pairing Request."""
        self._steps_done = 1

    async def refusal(self, last: str) -> int:
        """Performs the remaining steps up to `last`, and returns the reason for which the watch refused one."""
        try:
            await self.through(last)
        except Refused as refusal:
            return refusal.reason
        raise AssertionError(f"a refusal up to {last} was expected")

    async def do_request(self) -> None:
        """Pairing Request, Pairing Response."""
        self.send(bytes((Code.PAIRING_REQUEST,)) + self.features)
        self.response = await self.receive(Code.PAIRING_RESPONSE)

    async def do_key(self) -> None:
        """Public keys, and the responder's confirm value."""
        self.send(bytes((Code.PUBLIC_KEY,)) + self.key.x[::-1] + self.key.y[::-1])
        self.their_key = await self.receive(Code.PUBLIC_KEY)
        self.their_confirm = await self.receive(Code.CONFIRM)

    async def do_nonce(self) -> None:
        """Nonces. Fails if the responder's nonce does not match its confirm value."""
        self.send(bytes((Code.RANDOM,)) + self.nonce)
        self.their_nonce = await self.receive(Code.RANDOM)
        ours, theirs = self.key.x[::-1], self.their_key[:32]
        assert crypto.f4(theirs, ours, self.their_nonce, bytes(1)) == self.their_confirm
        self.code = crypto.g2(ours, theirs, self.nonce, self.their_nonce) % 1_000_000
        self._mac_key, self.ltk = crypto.f5(
            self._shared_secret(), self.nonce, self.their_nonce, *self._addresses)

    async def do_check(self) -> None:
        """DHKey checks. The responder sends its own after its user has confirmed."""
        self.send_check()
        assert self.code is not None
        await self.compare(self.code)
        await self.receive_check()

    async def do_encryption(self) -> None:
        """Encryption with the key of this pairing."""
        status = await self.line.encrypt(self.ltk)
        assert status == 0, f"encryption failed: 0x{status:02X}"

    async def do_identity(self) -> None:
        """Identity keys: the responder's first."""
        await self.receive_identity()
        if self.response[4] & ID_KEY:
            self.send(bytes((Code.IDENTITY_INFORMATION,)) + self.irk)
            self.send(bytes((Code.IDENTITY_ADDRESS,)) + self.identity)

    # -- Parts of steps ------------------------------------------------------------------------------------------

    def send_check(self) -> None:
        """Our DHKey check."""
        a, b = self._addresses
        self.send(bytes((Code.DHKEY_CHECK,)) + crypto.f6(
            self._mac_key, self.nonce, self.their_nonce, bytes(16), io_capabilities(self.features), a, b))

    async def receive_check(self) -> None:
        """Receives the watch's DHKey check. Fails if it is wrong."""
        a, b = self._addresses
        assert await self.receive(Code.DHKEY_CHECK) == crypto.f6(
            self._mac_key, self.their_nonce, self.nonce, bytes(16), io_capabilities(self.response), b, a)

    async def receive_identity(self) -> None:
        """Receives the keys that the watch sends over the encrypted link."""
        if self.response[5] & ID_KEY and not self.their_irk:
            self.their_irk = await self.receive(Code.IDENTITY_INFORMATION)
            self.their_identity = await self.receive(Code.IDENTITY_ADDRESS)

    @property
    def _addresses(self) -> tuple[bytes, bytes]:
        return on_air(self.line.endpoint.address), on_air(self.line.endpoint.peer.address)

    def _shared_secret(self) -> bytes:
        x, y = self.their_key[:32], self.their_key[32:]
        point = ec.EllipticCurvePublicNumbers(
            int.from_bytes(x, "little"), int.from_bytes(y, "little"), ec.SECP256R1()).public_key()
        return self.key.private_key.exchange(ec.ECDH(), point)[::-1]


def io_capabilities(body: bytes) -> bytes:
    """Returns the part of a Pairing Request or Response that a check value covers: three octets as sent."""
    return body[:3]


def on_air(address: hci.Address) -> bytes:
    """Returns an address as the functions take it, least significant octet first."""
    return bytes(address) + bytes((address.is_random,))
