"""Calls: the phone's reactions when the watch answers or declines, or the caller gives up."""

from __future__ import annotations

from typing import Any

from .ancs import AncsProvider
from .log import Kind
from .notification import Category, Notification

PHONE_APP = "com.apple.mobilephone"


class Call:
    """One incoming call and the notifications it leads to."""

    def __init__(
        self, ancs: AncsProvider, caller: str, app: str = PHONE_APP, positive: str = "Answer", **details: Any,
    ) -> None:
        self.ancs = ancs
        self.app = app
        self.caller = caller
        self.details = details
        """The other attributes of all notifications of the call: their date, their subtitle."""
        self.active: Notification | None = None
        self.missed: Notification | None = None
        self.incoming: Notification | None = ancs.add(Notification(
            app=self.app, title=caller, message="Incoming Call", category=Category.INCOMING_CALL,
            positive=positive, negative="Decline", is_important=True, on_action=self._on_incoming_action, **details))

    def _on_incoming_action(self, is_positive: bool) -> bool:
        if is_positive:
            self.answer()
        else:
            self.give_up()
        return True

    def answer(self) -> None:
        """Answers the call, on the watch or on the phone. It becomes an active call under a new UID."""
        self._stop_ringing()
        self.active = self.ancs.add(Notification(
            app=self.app, title=self.caller, message="Active Call", category=Category.ACTIVE_CALL, negative="End",
            on_action=self._on_active_action, **self.details))
        self.ancs.log.add(Kind.PHONE, "call answered")

    def give_up(self) -> None:
        """Ends the ringing, by the watch, the phone or the caller. A missed call follows under a new UID."""
        self._stop_ringing()
        self.missed = self.ancs.add(Notification(
            app=self.app, title=self.caller, message="Missed Call", category=Category.MISSED_CALL, positive="Dial",
            **self.details))
        self.ancs.log.add(Kind.PHONE, "call missed")

    def end(self) -> None:
        """Ends the active call."""
        if self.active in self.ancs.notifications and self.active:
            self.ancs.remove(self.active)
        self.ancs.log.add(Kind.PHONE, "call ended")

    def _stop_ringing(self) -> None:
        if self.incoming:
            self.ancs.remove(self.incoming)
        self.incoming = None

    def _on_active_action(self, _: bool) -> bool:
        self.end()
        return True
