"""The demonstration without a user. It checks each step at the phone and on the display."""

from __future__ import annotations

import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from phone.calls import Call
from phone.log import Kind
from phone.notification import Notification
from session import Session

from . import story

Step = Callable[[], Awaitable[str]]
PICTURES_FOLDER = "demo"


class ScriptedDemo:
    """Plays the story and counts."""

    def __init__(self, build: Path) -> None:
        self.pictures = build / PICTURES_FOLDER
        self.pictures.mkdir(parents=True, exist_ok=True)
        self.passed = 0
        self.failed = 0
        self.wechat = story.wechat()

    async def run(self) -> int:
        """Plays every step until one fails; returns the exit status."""
        with tempfile.TemporaryDirectory(prefix="belfry-demo-") as folder:
            self.session = Session(Path(folder) / "session", phone=story.phone())
            try:
                for title, step in self._steps():
                    if not await self._play(title, step):
                        break
            finally:
                await self.session.finish()
        await self._play("the watch ended well, and kept every rule", self._judge)
        print(f"{self.passed} passed, {self.failed} failed")
        return 1 if self.failed else 0

    def _steps(self) -> list[tuple[str, Step]]:
        return [
            ("the watch starts and advertises", self._start),
            ("pairing: both show the same code, both say yes", self._pair),
            ("a WeChat message in Chinese", lambda: self._message(self.wechat, "WeChat", ("王小明",))),
            ("a QQ message", lambda: self._message(story.qq(), "QQ", ("设计组",))),
            ("an e-mail with a body to scroll", self._mail),
            ("a message in Vietnamese", lambda: self._message(story.zalo(), "Zalo", ("Nguyễn",))),
            ("a code to type, large", self._code),
            ("music, paused on the watch", self._music),
            ("a call, answered on the watch", self._answered_call),
            ("a call, declined on the watch", self._declined_call),
            ("a notification removed on the phone", self._removal),
        ]

    async def _play(self, title: str, step: Step) -> bool:
        try:
            remark = await step()
        except Exception as error:
            self.failed += 1
            print(f"FAILED {title}: {error}", flush=True)
            return False
        self.passed += 1
        print(f"ok     {title}{f' ({remark})' if remark else ''}", flush=True)
        return True

    def _keep_picture(self, name: str) -> None:
        self.session.watch.display.write_png(self.pictures / f"{name}.png")

    async def _judge(self) -> str:
        self.session.check()
        return ""

    # -- Steps ---------------------------------------------------------------------------------------------------

    async def _start(self) -> str:
        await self.session.start()
        await self.session.watch.display_is(lambda picture: picture.lit > 0, "anything")
        return ""

    async def _pair(self) -> str:
        session = self.session
        code = await session.show_codes()
        await session.watch.event("prompt", screen="pairing")
        await session.watch.display_shows("Yes", "No")
        self._keep_picture("pairing")
        session.watch.press("accept")
        await session.log.wait_for(Kind.PHONE, "paired")
        await session.watch.state_is("ready")
        await session.put_pairing_away()
        self._keep_picture("clock")
        return code

    async def _arrive(self, notification: Notification, app: str, texts: tuple[str, ...]) -> None:
        session, mark = self.session, self.session.log.mark
        seen = await session.deliver(notification)
        assert (seen["appName"], seen["title"], seen["message"]) == (app, notification.title, notification.message)
        await session.phone_saw("get notification attributes", since=mark, uid=notification.uid)
        await session.watch.screen_is("alert")
        await session.watch.display_shows(*texts)
        self._keep_picture(app.lower())

    async def _message(self, notification: Notification, app: str, texts: tuple[str, ...]) -> str:
        await self._arrive(notification, app, texts)
        self.session.watch.press("decline")
        await self.session.watch.screen_is("clock")
        return notification.message

    async def _mail(self) -> str:
        notification, watch = story.mail(), self.session.watch
        await self._arrive(notification, "Mail", ("Ada",))
        watch.press("accept")
        await watch.screen_is("detail")
        await watch.display_is(lambda picture: picture.shows("tower") and not picture.shows("Dear"), "the first page")
        watch.press("accept")
        await watch.display_shows("Dear")
        self._keep_picture("mail-scrolled")
        watch.press("decline")
        await watch.screen_is("clock")
        return f"{len(notification.message)} characters"

    async def _code(self) -> str:
        await self._arrive(story.bank(), "Messages", ("Bank",))
        watch = self.session.watch
        await watch.display_is(lambda picture: not picture.shows("valid"), "the code alone")
        self._keep_picture("code")
        watch.press("decline")
        await watch.screen_is("clock")
        return story.CODE

    async def _music(self) -> str:
        session, player = self.session, self.session.phone.media.play()
        await session.watch.event("music", title=player.track.title)
        session.watch.press("accept", "hold")
        await session.watch.screen_is("music")
        await session.watch.display_shows(player.track.artist)
        self._keep_picture("music")
        mark = session.watch.events.mark
        session.watch.press("accept")
        await session.watch.event("music", since=mark, state="paused")
        session.watch.press("decline", "hold")
        await session.watch.screen_is("clock")
        return f"{player.track.title}, {player.track.artist}"

    async def _ring(self) -> Call:
        call = Call(self.session.phone.ancs, story.CALLER)
        await self.session.watch.screen_is("call")
        await self.session.watch.display_shows(story.CALLER)
        self._keep_picture("call")
        return call

    async def _answered_call(self) -> str:
        call, mark = await self._ring(), self.session.log.mark
        self.session.watch.press("accept")
        await self.session.log.wait_for(Kind.PHONE, "call answered", since=mark)
        call.end()
        await self.session.watch.screen_is("clock")
        return ""

    async def _declined_call(self) -> str:
        await self._ring()
        mark = self.session.log.mark
        self.session.watch.press("decline")
        await self.session.log.wait_for(Kind.PHONE, "call missed", since=mark)
        await self.session.watch.screen_is("clock")
        return ""

    async def _removal(self) -> str:
        session, title = self.session, self.wechat.title
        session.watch.press("accept")
        await session.watch.screen_is("list")
        uid = self.wechat.uid
        session.phone.ancs.remove(self.wechat)
        await session.watch.event("notification", op="removed", uid=uid)
        await session.watch.display_is(
            lambda picture: picture.lit > 0 and not picture.shows(title), "a list without it")
        return ""
