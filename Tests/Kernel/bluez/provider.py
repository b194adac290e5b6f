"""The Apple Notification Center Service as bluetoothd publishes it for a program: its objects, and its answers.

BlueZ keeps the subscriptions of a bond, so it reports no subscription after a reconnection. This provider therefore has
no session: it announces a notification when the test adds one.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

APPLICATION = "/belfry"
SERVICE = f"{APPLICATION}/ancs"
SOURCE, CONTROL_POINT, DATA = (f"{SERVICE}/{name}" for name in ("source", "control", "data"))
ANCS_UUID = "7905f431-b5ce-4e99-a40f-4b1e122d00d0"
UUIDS = {
    SOURCE: "9fbf120d-6301-42d9-8c58-25e699a21dbd", CONTROL_POINT: "69d1d8f3-45e1-49a8-9821-9bbdfdaad9d9",
    DATA: "22eac6e9-24d6-4bb5-be44-b36ace7c7bfb"}
ADDED, REMOVED = 0, 2
GET_NOTIFICATION_ATTRIBUTES, GET_APP_ATTRIBUTES, PERFORM_ACTION = range(3)
LIMITED = (1, 2, 3)
"""Title, subtitle and message: asked for with a maximum length."""
PROBED = "com.apple.MobileSMS"
"""The watch asks for this application's name before it is ready."""
SMALLEST_MTU, NOTIFICATION_HEADER = 23, 3


class BadCommand(Exception):
    """The Control Point rejects the command."""


def objects(security: str, variant: Callable[[str, Any], Any]) -> dict[str, Any]:
    """Returns the answer to GetManagedObjects. `security` is the flag of the Control Point."""
    flags = {SOURCE: ["notify"], CONTROL_POINT: ["write", security], DATA: ["notify"]}
    service = {"UUID": variant("s", ANCS_UUID), "Primary": variant("b", True)}
    return {SERVICE: {"org.bluez.GattService1": service}} | {
        path: {"org.bluez.GattCharacteristic1": {
            "UUID": variant("s", uuid), "Service": variant("o", SERVICE), "Flags": variant("as", flags[path])}}
        for path, uuid in UUIDS.items()}


class Provider:
    """Keeps the notifications, announces them and answers the watch."""

    def __init__(self, send: Callable[[str, bytes], None], tell: Callable[..., None]) -> None:
        self._send = send
        self._tell = tell
        self._notifications: dict[int, dict[str, Any]] = {}

    def add(self, notification: dict[str, Any]) -> None:
        """Announces it. It has `uid`, `category`, `flags`, `application` and `attributes` by their identifiers."""
        self._notifications[notification["uid"]] = notification
        self._announce(ADDED, notification)

    def _announce(self, event: int, notification: dict[str, Any]) -> None:
        self._send(SOURCE, struct.pack(
            "<BBBBI", event, notification["flags"], notification["category"], 1, notification["uid"]))

    def write(self, command: bytes, mtu: int = SMALLEST_MTU) -> Callable[[], None]:
        """Takes a command of the Control Point. Returns the Data Source values after the response."""
        try:
            match command[0]:
                case 0:
                    reply = self._notification_attributes(command)
                case 1:
                    reply = self._application_attributes(command)
                case 2:
                    return self._action(command)
                case _:
                    raise BadCommand
        except (IndexError, KeyError, ValueError, struct.error):
            raise BadCommand from None
        return lambda: self._send_parts(reply, max(mtu, SMALLEST_MTU) - NOTIFICATION_HEADER)

    def _send_parts(self, reply: bytes, size: int) -> None:
        for at in range(0, len(reply), size):
            self._send(DATA, reply[at:at + size])

    def _notification_attributes(self, command: bytes) -> bytes:
        attributes = self._notifications[struct.unpack_from("<I", command, 1)[0]]["attributes"]
        reply, at = command[:5], 5
        while at < len(command):
            identifier, limit, at = command[at], 0xFFFF, at + 1
            if identifier in LIMITED:
                limit = struct.unpack_from("<H", command, at)[0]
                at += 2
            value = attributes.get(str(identifier), "").encode()[:limit]
            reply += struct.pack("<BH", identifier, len(value)) + value
        return reply

    def _application_attributes(self, command: bytes) -> bytes:
        end = command.index(0, 1)
        identifier = command[1:end].decode()
        names = {PROBED: "Messages"} | {
            each["attributes"]["0"]: each["application"] for each in self._notifications.values()}
        value = names[identifier].encode()
        return command[:end + 1] + struct.pack("<BH", 0, len(value)) + value

    def _action(self, command: bytes) -> Callable[[], None]:
        uid, action = struct.unpack_from("<IB", command, 1)
        notification = self._notifications.pop(uid)
        self._tell("action", uid=uid, action=action)
        return lambda: self._announce(REMOVED, notification)
