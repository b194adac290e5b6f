"""The phone's answers to a request for connection parameters, by L2CAP or by the link layer.

Bumble accepts everything; an iPhone follows the rules in `parameters`.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable, Coroutine
from typing import Any

from bumble import device, hci, host

from .log import ActivityLog, Kind
from .options import PhoneOptions
from .parameters import ParameterWish
from .stack import SIGNALLING_CID

REJECT, PARAMETER_REQUEST, PARAMETER_RESPONSE = 0x01, 0x12, 0x13
Spawn = Callable[[Coroutine[Any, Any, Any]], None]


class ParameterPolicy:
    """Checks a request, answers it and changes the link."""

    def __init__(self, phone: device.Device, log: ActivityLog, spawn: Spawn, options: PhoneOptions) -> None:
        self._device = phone
        self._log = log
        self._spawn = spawn
        self._options = options

    def install(self, bumble_host: host.Host) -> None:
        """Takes the link-layer request from Bumble's host."""
        bumble_host.on_hci_le_remote_connection_parameter_request_event = (  # type: ignore[method-assign]
            self._on_request_event)

    def on_signalling_pdu(self, connection: device.Connection, pdu: bytes) -> None:
        """Answers a Connection Parameter Update Request, and any other command with Command Not Understood."""
        if len(pdu) < 4 or pdu[0] in (REJECT, PARAMETER_RESPONSE):
            return
        if pdu[0] != PARAMETER_REQUEST or len(pdu) != 12:
            connection.send_l2cap_pdu(SIGNALLING_CID, struct.pack("<BBHH", REJECT, pdu[1], 2, 0))
            return
        wish = ParameterWish(*struct.unpack_from("<HHHH", pdu, 4))
        is_accepted = self._judge(wish)
        result = 0 if is_accepted else 1
        connection.send_l2cap_pdu(SIGNALLING_CID, struct.pack("<BBHH", PARAMETER_RESPONSE, pdu[1], 2, result))
        if is_accepted and self._options.update_delay is not None:
            self._spawn(self._update(connection, wish, self._options.update_delay))

    def _judge(self, wish: ParameterWish) -> bool:
        self._log.add(
            Kind.PHONE, "parameters asked", wish=wish, fit_2020=wish.is_fit_for_2020, fit_2025=wish.is_fit_for_2025)
        if not (wish.is_fit_for_2020 and wish.is_fit_for_2025):
            self._log.note("connection parameters that not every iPhone takes", wish=wish)
        return wish.is_fit_for_2020 or wish.is_fit_for_2025

    async def _update(self, connection: device.Connection, wish: ParameterWish, delay: int) -> None:
        await asyncio.sleep(delay * self._options.initial_interval_ms / 1000)
        await self._device.send_async_command(hci.HCI_LE_Connection_Update_Command(
            connection_handle=connection.handle, connection_interval_min=wish.interval_min,
            connection_interval_max=wish.interval_max, max_latency=wish.latency, supervision_timeout=wish.timeout,
            min_ce_length=0, max_ce_length=0))

    def _on_request_event(self, event: hci.HCI_LE_Remote_Connection_Parameter_Request_Event) -> None:
        wish = ParameterWish(event.interval_min, event.interval_max, event.max_latency, event.timeout)
        command: hci.HCI_SyncCommand[Any]
        if self._judge(wish):
            command = hci.HCI_LE_Remote_Connection_Parameter_Request_Reply_Command(
                connection_handle=event.connection_handle, interval_min=wish.interval_min,
                interval_max=wish.interval_max, max_latency=wish.latency, timeout=wish.timeout, min_ce_length=0,
                max_ce_length=0)
        else:
            command = hci.HCI_LE_Remote_Connection_Parameter_Request_Negative_Reply_Command(
                connection_handle=event.connection_handle,
                reason=hci.HCI_ErrorCode.UNACCEPTABLE_CONNECTION_PARAMETERS_ERROR)
        self._spawn(self._device.send_sync_command(command))
