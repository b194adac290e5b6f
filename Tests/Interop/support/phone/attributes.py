"""What an attribute database is made of: services, characteristics and attributes. Core Spec 5.4, Vol 3, Part G."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

READ, WRITE, NOTIFY, INDICATE, EXTENDED = 0x02, 0x08, 0x10, 0x20, 0x80


@dataclass
class Attribute:
    """One attribute of the phone's database."""

    handle: int
    type: bytes
    value: bytes | Callable[[], bytes] = b""
    is_readable: bool = True
    needs_encryption: bool = False
    needs_authentication: bool = False
    on_write: Callable[[bytes], Callable[[], None] | None] | None = None

    def octets(self) -> bytes:
        """The present value."""
        return self.value() if callable(self.value) else self.value


@dataclass
class Characteristic:
    """A characteristic before it is published."""

    uuid: bytes
    properties: int
    value: bytes | Callable[[], bytes] = b""
    on_write: Callable[[bytes], Callable[[], None] | None] | None = None
    on_subscribe: Callable[[bool], None] | None = None
    on_configure: Callable[[bytes], None] | None = None
    """Returns an error code that refuses a write to the configuration, or `None`."""
    needs_encryption: bool = True
    needs_authentication: bool = False
    has_cccd: bool = True
    value_handle: int = 0
    cccd: int = 0


@dataclass
class Service:
    """A published service. Its handles are not used for another service later."""

    uuid: bytes
    characteristics: list[Characteristic]
    attributes: list[Attribute] = field(default_factory=list)

    @property
    def start(self) -> int:
        """First handle."""
        return self.attributes[0].handle

    @property
    def end(self) -> int:
        """Last handle."""
        return self.attributes[-1].handle
