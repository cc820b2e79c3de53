"""One request over HTTP, and what each way of failing means."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import httpx
import msgspec

from manyhop.errors import ManyhopError
from manyhop.models.endpoint._credentials import without_credentials

_BUSY = frozenset({408, 409, 425, 429})
_SPENT = "insufficient_quota"  # sent as a 429, but waiting does not fill an account


class RequestError(Exception):
    """Why a request failed, whether to try again, and how long the server asked to wait."""

    def __init__(self, reason: str, *, again: bool, after: float | None = None) -> None:
        super().__init__(reason)
        self.again = again
        self.after = after


class Poster:
    """Posts JSON to one address and gives back the body of the reply, within a time limit.

    Example: ``Poster("http://127.0.0.1:8080/v1/chat/completions", "", 60, 4).post(b"{}")``
    """

    def __init__(
        self,
        url: str,
        key: str,
        timeout: float,
        connections: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._timeout = timeout
        self._clock = clock
        headers = {"Content-Type": "application/json"}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        try:
            self._url = httpx.URL(url)
        except httpx.InvalidURL:
            raise ManyhopError(
                f"{without_credentials(url)} is no address; check the base URL, and write what is "
                "special in a password by its number, as %40 for @"
            ) from None
        self._client = httpx.Client(
            headers=headers,
            timeout=timeout,
            limits=httpx.Limits(max_connections=connections),
            trust_env=self._url.host not in {"127.0.0.1", "localhost", "::1"},  # no proxy to itself
        )

    def post(self, body: bytes) -> bytes:
        """The reply's body; every failure as a ``RequestError``."""
        try:
            with self._client.stream("POST", self._url, content=body) as response:
                content = self._read(response)
        except httpx.TimeoutException:
            raise RequestError(
                f"gave no answer within {self._timeout:g} seconds", again=True
            ) from None
        except (httpx.TransportError, httpx.DecodingError) as error:
            reason = f"dropped or refused the connection ({_one_line(str(error))})"
            raise RequestError(reason, again=True) from None
        if response.status_code != httpx.codes.OK:
            raise _refusal(response, content)
        return content

    def _read(self, response: httpx.Response) -> bytes:
        """The whole body; the client's own limit is for each read, not for all together."""
        deadline = self._clock() + self._timeout
        content = bytearray()
        for part in response.iter_bytes():
            content += part
            if self._clock() > deadline:
                raise httpx.ReadTimeout("the body came too slowly")
        return bytes(content)

    def close(self) -> None:
        """Close the connections."""
        self._client.close()


def _refusal(response: httpx.Response, content: bytes) -> RequestError:
    status = response.status_code
    said = error_message(content)
    reason = f"answered {status} {response.reason_phrase}".rstrip() + (f" ({said})" if said else "")
    again = (status in _BUSY or status >= 500) and _SPENT.encode() not in content
    return RequestError(
        reason, again=again, after=_retry_after(response.headers.get("Retry-After"))
    )


def _retry_after(header: str | None) -> float | None:
    """Seconds from a Retry-After header, which is a number or a date.

    Example: ``_retry_after("2")`` → ``2.0``
    """
    if not header:
        return None
    try:
        seconds = float(header)
    except ValueError:
        try:
            seconds = (parsedate_to_datetime(header) - datetime.now(UTC)).total_seconds()
        except (ValueError, TypeError):
            return None
    return max(0.0, seconds) if seconds == seconds else None


def error_message(content: bytes) -> str:
    """What a server's error says, in one short line; ``""`` where it says nothing readable.

    Example: ``error_message(b'{"error": {"message": "no such model"}}')`` → ``"no such model"``
    """
    try:
        said = msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return ""
    for name in ("error", "message", "detail"):
        if isinstance(said, dict) and name in said:
            said = said[name]
    return _one_line(said) if isinstance(said, str) else ""


def _one_line(text: str) -> str:
    return " ".join(text.split())[:200]
