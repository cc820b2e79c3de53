"""Who may ask the page, and what a browser may do with what it gets.

Host and Origin are checked on every request, so that no other site can reach a page on this machine
(nor through a name that it points here); beyond loopback a token is needed as well.
"""

import hmac
import ipaddress
import secrets
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from manyhop.evaluation import write_whole

LARGEST = 64 * 2**20  # bytes of an upload
COOKIE = "manyhop"
_SECRET = 32  # letters
_LOCAL = ("localhost", "127.0.0.1", "::1")
_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def kept_secret(path: Path) -> str:
    """A secret that outlives the server, so that a page left open goes on after a restart."""
    secret = path.read_bytes() if path.is_file() else b""
    if len(secret) != _SECRET:  # none yet, or what a killed server left half written
        write_whole(path, secrets.token_urlsafe(24).encode(), private=True)
    path.chmod(0o600)
    return path.read_text("ascii")


def is_loopback(host: str) -> bool:
    """Whether an address can be reached from this machine alone."""
    if host in _LOCAL:
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


class Guard:
    """Lets through only what comes from the page itself; everything else is refused in a line.

    ``hosts`` are names beside loopback's; ``token`` is asked for where it is given.
    """

    def __init__(self, app: ASGIApp, *, hosts: Iterable[str] = (), token: str = "") -> None:
        self._app = app
        self._hosts = {*_LOCAL, *hosts}
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refused = self._refused(scope)
        if refused is not None:
            await refused(scope, receive, _with_headers(send))
            return
        await self._app(scope, _limited(receive), _with_headers(send))

    def _refused(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if urlsplit(f"//{host}").hostname not in self._hosts:
            return PlainTextResponse("This page is not served under that name.\n", 421)
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != host:
            return PlainTextResponse("Another site may not ask this page.\n", 403)
        if headers.get("sec-fetch-site", "none") == "cross-site" and scope["method"] != "GET":
            return PlainTextResponse("Another site may not ask this page.\n", 403)
        if self._token and (asked := self._asked_for_token(scope, headers)):
            return asked
        if not (headers.get("content-length") or "0").isdecimal() or (
            int(headers.get("content-length") or 0) > LARGEST
        ):
            return PlainTextResponse(f"More than {LARGEST // 2**20} MB at once.\n", 413)
        return None

    def _asked_for_token(self, scope: Scope, headers: Headers) -> Response | None:
        """Takes the token out of the address into a cookie; refuses who has neither."""
        given = dict(parse_qsl(scope.get("query_string", b"").decode("latin-1")))
        if "token" in given and hmac.compare_digest(
            given.pop("token").encode(), self._token.encode()
        ):
            query = f"?{urlencode(given)}" if given else ""
            response = RedirectResponse(f"{scope['path']}{query}", 303)
            response.set_cookie(COOKIE, self._token, httponly=True, samesite="strict")
            return response
        try:
            kept = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
        except CookieError:
            kept = None
        if kept and hmac.compare_digest(kept.value.encode(), self._token.encode()):
            return None
        return PlainTextResponse("Open the address that manyhop printed, with its token.\n", 401)


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers[name] = value
            headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return sending


def _limited(receive: Receive) -> Receive:
    """Counts what comes in, whatever its length was said to be."""
    got = 0

    async def receiving() -> Message:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        if got > LARGEST:
            return {"type": "http.disconnect"}
        return message

    return receiving
