"""The user of the phone, who answers its questions during a pairing."""

from __future__ import annotations

import asyncio

from .log import ActivityLog, Kind


class PhoneUser:
    """Compares codes and types passkeys."""

    def __init__(self, log: ActivityLog) -> None:
        self.log = log
        self.answer: bool | None = True
        """Whether the user confirms the code. With `None`, `answer_code` decides later."""
        self.code: int | None = None
        self._answer_given: asyncio.Future[bool] | None = None
        self._passkey: asyncio.Future[int | None] | None = None

    async def compare_code(self, code: int) -> bool:
        """Shows a code. Returns `answer`, or the later decision of `answer_code`."""
        self.code = code
        self._answer_given = asyncio.get_running_loop().create_future()
        if self.answer is not None:
            self._answer_given.set_result(self.answer)
        self.log.add(Kind.PHONE, "code", code=code)
        return await self._answer_given

    def answer_code(self, is_same: bool) -> None:
        """Taps Pair or Cancel on the phone."""
        if self._answer_given and not self._answer_given.done():
            self._answer_given.set_result(is_same)

    async def type_passkey(self) -> int | None:
        """Asks for a passkey. Returns the argument of `enter_passkey`."""
        self._passkey = asyncio.get_running_loop().create_future()
        self.log.add(Kind.PHONE, "asks for a passkey")
        return await self._passkey

    def enter_passkey(self, passkey: int | None) -> None:
        """Types the number that the watch shows, or, with `None`, taps Cancel."""
        assert self._passkey
        self._passkey.set_result(passkey)

    def end_prompts(self) -> None:
        """Ends the question, because the link has ended."""
        for answer in (self._answer_given, self._passkey):
            if answer and not answer.done():
                answer.cancel()
