"""The bond of the phone, and the errors of pairing and encryption."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from bumble import core, hci, smp


@dataclass
class Bond:
    """The bond with the watch."""

    identity: hci.Address
    ltk: bytes
    irk: bytes | None
    rand: bytes = bytes(8)
    ediv: int = 0
    is_secure: bool = True
    """Whether the key was made with Secure Connections; if not, `rand` and `ediv` say which key it is."""

    def matches(self, address: hci.Address) -> bool:
        """Whether an advertiser is this watch."""
        if bytes(address) == bytes(self.identity):
            return True
        if not self.irk or not address.is_resolvable:
            return False
        return smp.AddressResolver([(self.irk, self.identity)]).resolve(address) is not None


class PairingFailed(Exception):
    """Pairing ended without a bond; `reason` is the SMP code, or `None` if the link was lost."""

    def __init__(self, reason: int | None) -> None:
        super().__init__(f"pairing failed: {reason}")
        self.reason = reason


def pairing_failure(task: asyncio.Task[None]) -> PairingFailed | None:
    """Returns why a pairing has failed; nothing if it has not."""
    if task.cancelled():
        return PairingFailed(None)
    error = task.exception()
    if error is None:
        return None
    if not isinstance(error, core.ProtocolError):
        raise error
    return PairingFailed(error.error_code)


class EncryptionFailed(Exception):
    """The watch did not accept the key. `status` is the HCI code, or `None` if the link was lost."""

    def __init__(self, status: int | None) -> None:
        super().__init__(f"encryption failed: {status}")
        self.status = status
