"""The files of the page, as `make web` makes them; the page learns that there is a phone behind a WebSocket."""

from __future__ import annotations

from pathlib import Path

from websockets.datastructures import Headers
from websockets.http11 import Response

KINDS = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml", ".json": "application/json", ".gz": "application/gzip", "": "text/plain; charset=utf-8"}
NO_SOCKET = b'<meta name="phone-socket" content="">'
REMOVAL = b"""// Removes the service worker that a server without this phone has left, and the files that it keeps.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(caches.keys()
  .then((names) => Promise.all(names.filter((name) => name.startsWith("belfry-")).map((name) => caches.delete(name))))
  .then(() => self.registration.unregister())));
"""


class PageFiles:
    """The files of one folder. Only the names that were listed at the start are served."""

    def __init__(self, folder: Path, socket_path: str) -> None:
        self._files = {f"/{file.name}": file for file in folder.iterdir() if file.is_file()}
        self._socket = f'<meta name="phone-socket" content="{socket_path}">'.encode()
        page = self._files.get("/index.html")
        if page is None or NO_SOCKET not in page.read_bytes():
            raise ValueError("there is no index.html with a place for the address of the phone")

    def answer(self, path: str) -> Response:
        """Returns a file, or status 404."""
        name = path.partition("?")[0]
        name = "/index.html" if name == "/" else name
        file = self._files.get(name)
        if file is None:
            return response(404, "Not Found", b"no such file\n")
        body = file.read_bytes()
        if name == "/index.html":
            body = body.replace(NO_SOCKET, self._socket)
        if name == "/service-worker.js":
            body = REMOVAL
        return response(200, "OK", body, KINDS.get(file.suffix, "application/octet-stream"))


def response(status: int, phrase: str, body: bytes, kind: str = KINDS[""]) -> Response:
    """An HTTP response that no cache keeps."""
    headers = Headers({
        "Content-Type": kind, "Content-Length": str(len(body)), "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff", "Connection": "close"})
    return Response(status, phrase, headers, body)
