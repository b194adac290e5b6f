"""The user of the phone: the commands of the page's controls."""

from __future__ import annotations

import datetime
from collections.abc import Callable

from phone.ancs import APP_NAMES
from phone.media import Player, Track
from phone.notification import Category, Notification

from .fields import POLICY, Fields, Refused
from .room import PageRoom

MOST_NOTIFICATIONS = 1000
LARGEST_UID = 0xFFFFFFFF
EARLIEST, LATEST = -2_000_000_000_000, 250_000_000_000_000
"""Milliseconds since 1970: some time in 1906 and in 9892, which leaves room for zones."""


class PageUser:
    """Performs the actions of the page's user on the phone."""

    def __init__(self, room: PageRoom) -> None:
        self.room = room
        self.phone = room.phone
        self.phone.media.on_command = lambda command: room.report("mediaCommand", command)
        self._notices: dict[int, Notification] = {}
        self._commands: dict[str, Callable[[Fields], None]] = {
            "pair": lambda _: room.pair(), "forget": lambda _: room.forget(), "reboot": lambda _: self._reboot(),
            "answerCode": lambda fields: self.phone.answer_code(fields.flag("isConfirmed")),
            "radio": lambda fields: room.set_radio(fields.flag("isOn")),
            "range": lambda fields: room.set_range(fields.flag("isInRange")),
            "battery": self._set_battery, "time": self._set_time, "notify": self._notify, "remove": self._remove,
            "music": self._set_music,
        }

    def perform(self, text: str) -> None:
        """Performs a command. Raises `Refused`."""
        fields = Fields(text)
        command = self._commands.get(fields.text("command"))
        if command is None:
            raise Refused(POLICY, "no such command")
        command(fields)

    def _reboot(self) -> None:
        for notification in list(self.phone.ancs.notifications):
            self.phone.ancs.retract(notification)
        self._notices.clear()
        self.room.end_link()

    def _set_battery(self, fields: Fields) -> None:
        self.phone.sisters.set_battery(bytes((fields.number("percent", 0, 100),)))

    def _set_time(self, fields: Fields) -> None:
        quarters = fields.number("zoneQuarters", -48, 56)
        milliseconds = fields.number("milliseconds", EARLIEST, LATEST)
        passed = datetime.timedelta(milliseconds=milliseconds, minutes=15 * quarters)
        local = datetime.datetime(1970, 1, 1) + passed
        self.phone.sisters.set_clock(
            local - datetime.datetime.now(), local_time=quarters.to_bytes(1, "little", signed=True) + b"\0")

    # -- Notifications -------------------------------------------------------------------------------------------

    def _notify(self, fields: Fields) -> None:
        uid = fields.number("uid", 1, LARGEST_UID)
        if not fields.text("appIdentifier"):
            raise Refused(POLICY, "a notification needs `appIdentifier`")
        if len(self._notices) >= MOST_NOTIFICATIONS and uid not in self._notices:
            raise Refused(POLICY, f"more than {MOST_NOTIFICATIONS} notifications")
        values = self._values(fields)
        names = self.phone.ancs.options.app_names
        known = {notice.app: names[notice.app] for notice in self._notices.values()}
        self.phone.ancs.options.app_names = APP_NAMES | known | {str(values["app"]): fields.text("appName")}
        if notice := self._notices.get(uid):
            self.phone.ancs.modify(notice, **values)
            return
        notice = Notification(**values, on_action=lambda is_positive: self._on_action(uid, is_positive))
        self._notices[uid] = notice
        self.phone.ancs.add(notice)

    @staticmethod
    def _values(fields: Fields) -> dict[str, object]:
        return {
            "app": fields.text("appIdentifier"), "title": fields.text("title"), "subtitle": fields.text("subtitle"),
            "message": fields.text("message"), "date": fields.text("date"), "positive": fields.text("positiveLabel"),
            "negative": fields.text("negativeLabel"), "category": Category(fields.number("category", 0, 12)),
            "is_silent": fields.flag("isSilent"), "is_important": fields.flag("isImportant")}

    def _on_action(self, uid: int, is_positive: bool) -> bool:
        # The page decides what becomes of the notification, as it does with its own phone.
        self.room.report("accepted" if is_positive else "declined", uid)
        return True

    def _remove(self, fields: Fields) -> None:
        notice = self._notices.pop(fields.number("uid", 1, LARGEST_UID), None)
        if notice:
            self.phone.ancs.remove(notice)

    # -- Music ---------------------------------------------------------------------------------------------------

    def _set_music(self, fields: Fields) -> None:
        track = Track(
            fields.text("title"), fields.text("artist"), fields.text("album"), fields.number("duration", 0, 100_000))
        self.phone.media.play(Player(
            fields.text("player"), [track], is_playing=fields.flag("isPlaying"),
            elapsed=fields.number("elapsed", 0, 100_000), volume=fields.number("volume", 0, 100) / 100))
