"""The Apple Notification Center Service, provider side: Notification Source, Control Point, Data Source.

A session lasts from the subscription of the Notification Source to the end of the link. Its UIDs start at 0 and mean
nothing afterwards; what exists at its start is replayed with the PreExisting flag.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from dataclasses import dataclass, field

from .att import AttError, ErrorCode, uuid_octets
from .att_server import AttServer
from .attributes import EXTENDED, NOTIFY, WRITE, Characteristic, Service
from .log import ActivityLog, Kind
from .notification import LIMITED, AttributeID, EventID, Notification, cut

ANCS_UUID = uuid_octets("7905F431-B5CE-4E99-A40F-4B1E122D00D0")
NOTIFICATION_SOURCE_UUID = uuid_octets("9FBF120D-6301-42D9-8C58-25E699A21DBD")
CONTROL_POINT_UUID = uuid_octets("69D1D8F3-45E1-49A8-9821-9BBDFDAAD9D9")
DATA_SOURCE_UUID = uuid_octets("22EAC6E9-24D6-4BB5-BE44-B36ACE7C7BFB")

GET_NOTIFICATION_ATTRIBUTES, GET_APP_ATTRIBUTES, PERFORM_ACTION = range(3)
DISPLAY_NAME = 0

APP_NAMES = {
    "com.apple.MobileSMS": "Messages",
    "com.apple.mobilemail": "Mail",
    "com.apple.mobilephone": "Phone",
    "com.tencent.xin": "WeChat",
    "com.tencent.mqq": "QQ",
    "vn.com.vng.zingalo": "Zalo",
    "net.whatsapp.WhatsApp": "WhatsApp",
}


@dataclass
class AncsOptions:
    """The choices in which phones differ."""

    cuts_at_character: bool = True
    sends_data_before_response: bool = False
    first_uid: int = 0
    needs_authentication: bool = False
    """The Control Point needs an authenticated link. On a later link, only encryption that the watch asked for counts,
    as with BlueZ."""
    source_only: bool = False
    """There is neither Control Point nor Data Source."""
    action_error: int | None = None
    """The error code for every action; `None`: actions succeed."""
    flags_replay: bool = True
    mute_until_reconnect: bool = False
    """On the link of the pairing, the phone accepts all writes and announces nothing."""
    absent_after_bonding: bool = False
    """The service appears only on a link that begins with a bond."""
    fragment_pause: float = 0
    """The time between two fragments of a reply, in seconds."""
    app_names: dict[str, str] = field(default_factory=lambda: dict(APP_NAMES))


def _refuse(_: bytes) -> None:
    raise AttError(ErrorCode.UNLIKELY_ERROR)


def hollow_service(kind: str) -> Service:
    """A service that only looks like ANCS, as other programs on a phone have published one.

    `empty` has no characteristic, `bare` none that can be subscribed to, `refusing` refuses every subscription.
    """
    if kind == "empty":
        return Service(ANCS_UUID, [])
    service = Service(ANCS_UUID, [
        Characteristic(NOTIFICATION_SOURCE_UUID, NOTIFY, has_cccd=kind != "bare", on_configure=_refuse),
        Characteristic(CONTROL_POINT_UUID, WRITE, on_write=_refuse),
        Characteristic(DATA_SOURCE_UUID, NOTIFY, has_cccd=kind != "bare", on_configure=_refuse)])
    return service


class AncsProvider:
    """Keeps the phone's notifications and serves them to the watch."""

    def __init__(
        self, log: ActivityLog, server: AttServer, options: AncsOptions | None = None, control_point_first: bool = True,
    ) -> None:
        self.log = log
        self.server = server
        self.options = options or AncsOptions()
        self.is_authorized = True
        self.is_locked = False
        """Texts are empty before the first unlock, or with previews that are shown when unlocked only."""
        self.is_source_dead = False
        """Nothing is announced until the watch unsubscribes and subscribes."""
        self.is_data_dead = False
        """The phone accepts commands and sends no replies until then."""
        self.hold_after: int | None = None
        self.notifications: list[Notification] = []
        self._uids: dict[int, Notification] = {}
        self._next_uid = self.options.first_uid
        self._is_in_session = False
        self._held: list[bytes] = []
        self._sent_fragments = 0
        self.source = Characteristic(NOTIFICATION_SOURCE_UUID, NOTIFY, on_subscribe=self._on_source_subscribed)
        self.control_point = Characteristic(CONTROL_POINT_UUID, WRITE | EXTENDED, on_write=self._on_command)
        self.control_point.needs_authentication = self.options.needs_authentication
        self.data_source = Characteristic(DATA_SOURCE_UUID, NOTIFY, on_subscribe=self._on_data_subscribed)
        characteristics = [self.source] if self.options.source_only else [self.source, self.data_source]
        if not self.options.source_only:
            characteristics.insert(0 if control_point_first else 1, self.control_point)
        self.service = Service(ANCS_UUID, characteristics)

    # -- What the user of the phone sees -------------------------------------------------------------------------

    def add(self, notification: Notification) -> Notification:
        """Adds a notification. A running session announces it."""
        self.notifications.append(notification)
        if self._is_in_session:
            self._announce(notification, is_pre_existing=False)
        return notification

    def modify(self, notification: Notification, **changes: object) -> None:
        """Changes a notification."""
        for name, value in changes.items():
            setattr(notification, name, value)
        self._send_event(EventID.MODIFIED, notification)

    def remove(self, notification: Notification) -> None:
        """Removes a notification."""
        self.notifications.remove(notification)
        self._send_event(EventID.REMOVED, notification)
        if notification.uid is not None:
            self._uids.pop(notification.uid, None)
        notification.uid = None

    def retract(self, notification: Notification) -> None:
        """Removes a notification without an event, as mail applications do."""
        self.notifications.remove(notification)
        if notification.uid is not None:
            self._uids.pop(notification.uid, None)

    @property
    def is_subscribed(self) -> bool:
        """Whether a session is running."""
        return self._is_in_session

    # -- Session -------------------------------------------------------------------------------------------------

    def end_session(self) -> None:
        """Ends the session, and forgets all UIDs."""
        self._is_in_session = False
        self._uids.clear()
        self._held.clear()
        for notification in self.notifications:
            notification.uid = None

    def begin_link(self) -> None:
        """Starts with a new link, on which the service is published or not."""
        self.is_source_dead = self.is_data_dead = False
        if not self.options.absent_after_bonding:
            return
        is_published, has_bond = self.service in self.server.services, self.server.security.has_bond
        if is_published and not has_bond:
            self.server.remove_service(self.service)
        elif has_bond and not is_published:
            self.server.add_service(self.service)

    def unlock(self) -> None:
        """Unlocks the phone: announces all notifications again, with their texts."""
        self.is_locked = False
        for notification in self.notifications:
            self._send_event(EventID.MODIFIED, notification)

    def _on_source_subscribed(self, is_on: bool) -> None:
        self.log.add(Kind.ANCS, "notification source subscribed" if is_on else "notification source unsubscribed")
        self.end_session()
        if not is_on:
            self.is_source_dead = self.is_data_dead = False
            return
        self._is_in_session = True
        self._next_uid = self.options.first_uid
        for notification in list(self.notifications):
            self._announce(notification, is_pre_existing=self.options.flags_replay)

    def _on_data_subscribed(self, is_on: bool) -> None:
        self.log.add(Kind.ANCS, "data source subscribed" if is_on else "data source unsubscribed")

    def _announce(self, notification: Notification, is_pre_existing: bool) -> None:
        notification.uid = self._next_uid
        self._uids[self._next_uid] = notification
        self._next_uid += 1
        self._send_event(EventID.ADDED, notification, is_pre_existing)

    def _send_event(self, event: EventID, notification: Notification, is_pre_existing: bool = False) -> None:
        is_mute = self.is_source_dead or self.options.mute_until_reconnect and self.server.security.has_bonded
        if not self._is_in_session or notification.uid is None or is_mute:
            return
        count = sum(other.category == notification.category for other in self.notifications)
        flags = notification.flags(is_pre_existing)
        self.log.add(Kind.ANCS, f"notification {event.name.lower()}", uid=notification.uid, title=notification.title)
        self.server.notify(self.source, struct.pack(
            "<BBBBI", event, flags, notification.category, min(count, 255), notification.uid))

    # -- Control Point -------------------------------------------------------------------------------------------

    def _on_command(self, command: bytes) -> Callable[[], None] | None:
        self.log.add(Kind.ANCS, "command", octets=command)
        try:
            return self._perform(command)
        except AttError as error:
            self.log.add(Kind.ANCS, "command refused", code=error.code)
            raise

    def _perform(self, command: bytes) -> Callable[[], None] | None:
        if not self.is_authorized:
            raise AttError(ErrorCode.WRITE_NOT_PERMITTED)
        if not command:
            raise AttError(ErrorCode.INVALID_COMMAND)
        match command[0]:
            case 0:
                return self._answer(self._notification_attributes(command))
            case 1:
                return self._answer(self._app_attributes(command))
            case 2:
                return self._perform_action(command)
            case _:
                self.log.violation("ANCS: an unknown command", octets=command)
                raise AttError(ErrorCode.UNKNOWN_COMMAND)

    def _malformed(self, command: bytes) -> AttError:
        self.log.violation("ANCS: a malformed command", octets=command)
        return AttError(ErrorCode.INVALID_COMMAND)

    def _notification_attributes(self, command: bytes) -> bytes:
        requests = self._parse_requests(command)
        uid = struct.unpack_from("<I", command, 1)[0]
        notification = self._uids.get(uid)
        self.log.add(Kind.ANCS, "get notification attributes", uid=uid, attributes=[name for name, _ in requests])
        if notification is None or any(identifier > AttributeID.NEGATIVE_LABEL for identifier, _ in requests):
            raise AttError(ErrorCode.INVALID_PARAMETER)
        reply = command[:5]
        for identifier, limit in requests:
            value = cut(self._attribute(notification, identifier), limit, self.options.cuts_at_character)
            reply += struct.pack("<BH", identifier, len(value)) + value
        return reply

    def _attribute(self, notification: Notification, identifier: int) -> bytes:
        is_hidden = self.is_locked and identifier in (*LIMITED, AttributeID.MESSAGE_SIZE)
        return b"" if is_hidden else notification.attribute(identifier)

    def _parse_requests(self, command: bytes) -> list[tuple[int, int]]:
        requests, at = [], 5
        while at < len(command):
            identifier, limit, at = command[at], 0xFFFF, at + 1
            if identifier in LIMITED:
                if at + 2 > len(command):
                    raise self._malformed(command)
                limit = struct.unpack_from("<H", command, at)[0]
                at += 2
            requests.append((identifier, limit))
        if len(command) < 5 or not requests:
            raise self._malformed(command)
        return requests

    def _app_attributes(self, command: bytes) -> bytes:
        end = command.find(0, 1)
        if end < 2 or end + 1 == len(command):
            raise self._malformed(command)
        app = command[1:end].decode(errors="replace")
        self.log.add(Kind.ANCS, "get app attributes", app=app)
        name = self.options.app_names.get(app)
        if name is None or any(identifier != DISPLAY_NAME for identifier in command[end + 1:]):
            raise AttError(ErrorCode.INVALID_PARAMETER)
        value = name.encode()
        return command[:end + 1] + (struct.pack("<BH", DISPLAY_NAME, len(value)) + value) * (len(command) - end - 1)

    def _perform_action(self, command: bytes) -> Callable[[], None]:
        if len(command) != 6 or command[5] > 1:
            raise self._malformed(command)
        uid, is_positive = struct.unpack_from("<I", command, 1)[0], command[5] == 0
        self.log.add(Kind.ANCS, "action", uid=uid, positive=is_positive)
        notification = self._uids.get(uid)
        if notification is None:
            raise AttError(ErrorCode.INVALID_PARAMETER)
        if self.options.action_error is not None:
            raise AttError(self.options.action_error)
        if not (notification.positive if is_positive else notification.negative):
            self.log.violation("ANCS: an action the notification does not offer", uid=uid)
            raise AttError(ErrorCode.ACTION_FAILED)
        return lambda: self._take_effect(notification, is_positive)

    def _take_effect(self, notification: Notification, is_positive: bool) -> None:
        is_handled = bool(notification.on_action and notification.on_action(is_positive))
        if not is_handled and notification in self.notifications:
            self.remove(notification)

    # -- Data Source ---------------------------------------------------------------------------------------------

    def _answer(self, reply: bytes) -> Callable[[], None] | None:
        if self.is_data_dead:
            return None
        self.log.add(Kind.ANCS, "reply", length=len(reply))
        size = self.server.mtu - 3
        if self._held:
            self.log.note("ANCS: a command before the last reply was complete")
        self._sent_fragments = 0
        self._held += [reply[at:at + size] for at in range(0, len(reply), size)]
        if self.options.sends_data_before_response:
            self._send_fragments()
            return None
        return self._send_fragments

    def _send_fragments(self) -> None:
        while self._held and (self.hold_after is None or self._sent_fragments < self.hold_after):
            self._sent_fragments += 1
            self.server.notify(self.data_source, self._held.pop(0))
            if self._held and self.options.fragment_pause:
                asyncio.get_running_loop().call_later(self.options.fragment_pause, self._send_fragments)
                return
        if self._held:
            self.log.add(Kind.ANCS, "reply held", remaining=len(self._held))

    def resume(self) -> None:
        """Sends what `hold_after` kept back."""
        self.hold_after = None
        self._send_fragments()

    def lose_held(self) -> None:
        """Drops what `hold_after` kept back: it never comes."""
        self.hold_after = None
        self._held.clear()
