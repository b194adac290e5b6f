"""A stranger that takes every link that it can get."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

from bumble import hci

from phone.link import AdvertisingPDU, Air, Endpoint, LinkParameters
from phone.radio_commands import CONNECTABLE

from .radio import Line, Radio


class Rival(Radio):
    """Answers each advertisement that it hears before the phone does, and sends nothing on the link."""

    name = "rival"

    def __init__(self, air: Air, address: Callable[[], hci.Address], chances: random.Random | None) -> None:
        """With `chances`, hears as many advertisements first as the phone. With `None`, hears each one first."""
        super().__init__(air)
        self.address = address
        self.held = 0.0
        """The time in seconds for which it had the link."""
        self.link_count = 0
        self._begins: dict[Endpoint, float] = {}
        air.arrange = chances.shuffle if chances else lambda listeners: listeners.sort(key=lambda one: one is not self)

    def on_advertising_event(self, pdu: AdvertisingPDU) -> None:
        """Answers with CONNECT_IND."""
        if pdu.kind in CONNECTABLE:
            central, watch = (self, self.address()), (pdu.advertiser, pdu.address)
            self._air.connect(central, watch, LinkParameters())  # type: ignore[arg-type]

    def on_link_established(self, endpoint: Endpoint) -> None:
        """The link is up."""
        self._lines[endpoint] = Line(endpoint)
        self._begins[endpoint] = asyncio.get_running_loop().time()
        self.link_count += 1

    def on_link_ended(self, endpoint: Endpoint, reason: int) -> None:
        """The link is gone."""
        super().on_link_ended(endpoint, reason)
        self.held += asyncio.get_running_loop().time() - self._begins.pop(endpoint)

    def leave(self) -> None:
        """Goes away."""
        self._air.remove_controller(self)  # type: ignore[arg-type]
        self._air.arrange = lambda _: None
        for line in list(self._lines.values()):
            line.disconnect()
