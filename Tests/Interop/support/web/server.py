"""Serves the page and, on the same port, a WebSocket to a simulated phone for one page at a time."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

from phone.tasks import cancel

from .fields import INTERNAL_ERROR, TOO_BIG, TRY_AGAIN_LATER, Refused
from .files import PageFiles, response
from .room import PageRoom
from .user import PageUser

SOCKET = "/phone"
LONGEST_MESSAGE = 16_384
LONGEST_PACKET = 2048
UNSENT = 4096
"""The messages that may wait for a page; one that does not read them is dropped."""
LEAVING = 3.0
"""Seconds in which the page before may still be closing its socket."""


class PageConnection:
    """One page with the phone."""

    def __init__(self, connection: ServerConnection) -> None:
        self._connection = connection
        self._unsent: asyncio.Queue[bytes | str] = asyncio.Queue(UNSENT)
        self._room = PageRoom(self._post)
        self._user = PageUser(self._room)

    async def serve(self) -> None:
        """Serves the page until it leaves. Raises `Refused` if it violates the protocol."""
        await self._room.start()
        work: list[Coroutine[Any, Any, None]] = [self._read(), self._write(), self._room.keep_connected()]
        tasks = [asyncio.create_task(one) for one in work]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            errors = [await cancel(task) for task in tasks]
            await self._room.stop()
        for error in errors:
            if error:
                raise error

    async def _read(self) -> None:
        async for message in self._connection:
            if isinstance(message, str):
                self._user.perform(message)
            elif len(message) > LONGEST_PACKET:
                raise Refused(TOO_BIG, f"a packet is longer than {LONGEST_PACKET} octets")
            else:
                self._room.take_packet(message)

    async def _write(self) -> None:
        while True:
            await self._connection.send(await self._unsent.get())

    def _post(self, message: bytes | str) -> None:
        try:
            self._unsent.put_nowait(message)
        except asyncio.QueueFull:
            # A page that does not read does not take part in a closing handshake either.
            self._connection.transport.abort()


class PhoneServer:
    """The server on one port of this machine."""

    def __init__(self, folder: Path) -> None:
        self._files = PageFiles(folder, SOCKET)
        self._is_free = asyncio.Semaphore(1)
        self._port = 0

    async def start(self, port: int) -> Server:
        """Listens on 127.0.0.1; port 0: any. Raises `OSError`."""
        server = await serve(
            self._on_page, "127.0.0.1", port, process_request=self._on_request, max_size=LONGEST_MESSAGE,
            compression=None, server_header=None)
        self._port = next(iter(server.sockets)).getsockname()[1]
        return server

    @property
    def address(self) -> str:
        """Of the page."""
        return f"http://localhost:{self._port}/"

    def _on_request(self, _: ServerConnection, request: Request) -> Response | None:
        if request.path != SOCKET:
            return self._files.answer(request.path)
        origins = [f"http://{host}:{self._port}" for host in ("localhost", "127.0.0.1")]
        if request.headers.get_all("Origin") in [[origin] for origin in origins]:
            return None
        return response(403, "Forbidden", f"only a page from {origins[0]} may use the phone\n".encode())

    async def _on_page(self, connection: ServerConnection) -> None:
        try:
            await asyncio.wait_for(self._is_free.acquire(), LEAVING)
        except TimeoutError:
            await connection.close(TRY_AGAIN_LATER, "another page uses the phone")
            return
        try:
            await PageConnection(connection).serve()
        except Refused as refusal:
            await connection.close(refusal.code, refusal.reason)
        except ConnectionClosed:
            pass
        except Exception as error:
            traceback.print_exc()
            await connection.close(INTERNAL_ERROR, f"the phone failed: {type(error).__name__}")
        finally:
            self._is_free.release()
