"""A language model behind an OpenAI-compatible server, near or far."""

import os
import random
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import msgspec

from manyhop.errors import ManyhopError, remedy
from manyhop.models._protocols import Message
from manyhop.models.endpoint._completion import Completion, Prices, Usage, completion_from_json
from manyhop.models.endpoint._credentials import credentials, hide, usable_key, without_credentials

if TYPE_CHECKING:
    from manyhop.models.endpoint._posting import RequestError


OPENAI = "https://api.openai.com/v1"

_FIRST_WAIT = 0.5  # seconds, doubled at each retry
_LONGEST_WAIT = 60.0
_LONGEST_ASKED_WAIT = 600.0  # a server that asks for more will not come round during this run


class Endpoint:
    """Asks a chat model, from many threads, patiently and never twice the same.

    Example::

        with Endpoint("smollm2", base_url="http://127.0.0.1:8080/v1", cache="replies.sqlite") as it:
            it.complete([{"role": "user", "content": "Say hello."}], max_tokens=16).text

    ``prices`` are dollars per million tokens in and out; ``sleep``, ``clock`` and ``chance`` (a
    number 0..1 for the jitter) are there for tests.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        key: str | None = None,
        timeout: float = 60,
        concurrency: int = 4,
        requests_per_minute: float | None = None,
        retries: int = 5,
        cache: str | Path | None = None,
        prices: tuple[float, float] | None = None,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
        chance: Callable[[], float] = random.random,
    ) -> None:
        from manyhop.models.endpoint._posting import Poster  # httpx takes a while to import

        self.model = model
        address = _base_url(base_url)
        self.base_url = without_credentials(address)
        self.usage = Usage()
        key = usable_key(_key(key, own_server=_names_own_server(base_url)))
        self._secrets = [key, *credentials(address)]
        self._poster = Poster(f"{address}/chat/completions", key, timeout, concurrency)
        self._places = threading.Semaphore(concurrency)
        self._pace = Pace(requests_per_minute, sleep=sleep, clock=clock)
        self._retries = retries
        self._cache = ReplyCache(Path(cache)) if cache is not None else None
        self._prices = Prices(*prices) if prices is not None else None
        self._sleep = sleep
        self._chance = chance
        self._being_asked: dict[str, threading.Lock] = {}
        self._counting = threading.Lock()

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float = 0,
        seed: int | None = None,
        stop: Sequence[str] | None = None,
    ) -> Completion:
        """The model's reply to a conversation, from the cache where it was asked before."""
        request: dict[str, Any] = {
            "model": self.model,
            "messages": list(messages),
            "max_tokens": max_tokens,
            "temperature": temperature,
        }
        if seed is not None:
            request["seed"] = seed
        if stop:
            request["stop"] = list(stop)
        body = msgspec.json.encode(request, order="deterministic")
        completion = self._priced(self._ask_once(body))
        with self._counting:
            self.usage.count(completion)
        return completion

    def _ask_once(self, body: bytes) -> Completion:
        """From the cache, or asked; two threads with the same request share one asking."""
        if self._cache is None:
            return self._ask(body)
        key = blake2b(self.base_url.encode() + b"\n" + body, digest_size=20).hexdigest()
        with self._being_asked.setdefault(key, threading.Lock()):
            found = self._cache.get(key)
            if found is None:
                found = self._ask(body)
                self._cache.put(key, found)
        self._being_asked.pop(key, None)
        return found

    def _ask(self, body: bytes) -> Completion:
        from manyhop.models.endpoint._posting import RequestError

        for retry in range(self._retries + 1):
            try:
                return self._try(body)
            except RequestError as failure:
                hopeless = not failure.again or (failure.after or 0) > _LONGEST_ASKED_WAIT
                if hopeless or retry == self._retries:
                    raise self._given_up(failure, retry + 1) from None
                self._wait(retry, failure.after)
        raise AssertionError("unreachable")

    def _try(self, body: bytes) -> Completion:
        from manyhop.models.endpoint._posting import RequestError, error_message

        self._pace.wait()
        with self._places:
            content = self._poster.post(body)
        try:
            return completion_from_json(content)
        except msgspec.ValidationError as error:
            reason = (
                f"sent something else than a chat completion ({error_message(content) or error})"
            )
            raise RequestError(reason, again=False) from None
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise RequestError("sent malformed JSON", again=True) from None

    def _wait(self, retry: int, asked: float | None) -> None:
        """As long as the server asked, all threads; else longer each time, with some jitter."""
        if asked is not None:
            self._pace.pause(asked)
        else:
            longest = min(_LONGEST_WAIT, _FIRST_WAIT * 2**retry)
            self._sleep(longest * (1 + self._chance()) / 2)

    def _given_up(self, failure: "RequestError", tries: int) -> ManyhopError:
        remedy = "check the base URL, the key and the model's name"
        if failure.again:
            remedy = f"tried {tries} times; see whether the server is up, or ask it more slowly"
        reason = hide(str(failure), self._secrets)
        return ManyhopError(f"{self.base_url} (model {self.model}) {reason}; {remedy}")

    def _priced(self, completion: Completion) -> Completion:
        cost = self._prices.of(completion) if self._prices else None
        return msgspec.structs.replace(completion, cost=cost)

    def close(self) -> None:
        """Close the connections and the cache."""
        self._poster.close()
        if self._cache is not None:
            self._cache.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _base_url(given: str | None) -> str:
    found = (
        given or os.environ.get("MANYHOP_BASE_URL") or os.environ.get("OPENAI_BASE_URL") or OPENAI
    )
    if not found.startswith(("http://", "https://")):
        raise ManyhopError(
            f"the base URL {without_credentials(found)!r} must begin with http:// or https://, as "
            "in http://127.0.0.1:8080/v1"
        )
    return found.rstrip("/")


def _names_own_server(given: str | None) -> bool:
    return bool(given or os.environ.get("MANYHOP_BASE_URL"))


def _key(given: str | None, *, own_server: bool) -> str:
    """The key to send; OpenAI's own goes only where OpenAI's own settings point."""
    if given is not None:
        return given
    if key := os.environ.get("MANYHOP_API_KEY"):
        return key
    if own_server:
        return ""
    key = os.environ.get("OPENAI_API_KEY", "")
    if not key and not os.environ.get("OPENAI_BASE_URL"):
        raise ManyhopError(
            "no key for the OpenAI API; set OPENAI_API_KEY, or name your own server in "
            "MANYHOP_BASE_URL"
        )
    return key


class Pace:
    """Hands out starting times: evenly spaced, and none before a pause is over.

    Example: ``Pace(per_minute=120).wait()`` returns at once, the next half a second later.
    """

    def __init__(
        self,
        per_minute: float | None = None,
        *,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._gap = 60 / per_minute if per_minute else 0.0
        self._sleep = sleep
        self._clock = clock
        self._lock = threading.Lock()
        self._next = clock()

    def wait(self) -> None:
        """Take the next starting time and sleep until then."""
        with self._lock:
            now = self._clock()
            start = max(now, self._next)
            self._next = start + self._gap
        if start > now:
            self._sleep(start - now)

    def pause(self, seconds: float) -> None:
        """Let nobody start for so long: the server asked for it."""
        with self._lock:
            self._next = max(self._next, self._clock() + seconds)


_decoder = msgspec.json.Decoder(Completion)


class ReplyCache:
    """A SQLite file of completions under the hash of their request; threads may share it.

    Example: ``ReplyCache(Path("replies.sqlite")).get(key)`` is None until ``put`` was called.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # replies are their owner's
            self._database = sqlite3.connect(
                path, timeout=30, isolation_level=None, check_same_thread=False
            )
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute(
                "CREATE TABLE IF NOT EXISTS replies (request TEXT PRIMARY KEY, reply BLOB NOT NULL)"
                " WITHOUT ROWID"
            )
        except (OSError, sqlite3.Error) as error:
            raise self._broken(error) from error

    def get(self, key: str) -> Completion | None:
        """The completion kept under a key, marked as cached."""
        query = "SELECT reply FROM replies WHERE request = ?"
        try:
            with self._lock:
                row = self._database.execute(query, (key,)).fetchone()
            found = _decoder.decode(row[0]) if row else None
        except (sqlite3.Error, msgspec.DecodeError) as error:
            raise self._broken(error) from error
        return found and msgspec.structs.replace(found, cached=True)

    def put(self, key: str, completion: Completion) -> None:
        """Keep a completion; it is on disk when this returns."""
        try:
            with self._lock:
                self._database.execute(
                    "INSERT OR REPLACE INTO replies VALUES (?, ?)",
                    (key, msgspec.json.encode(completion)),
                )
        except sqlite3.Error as error:
            raise self._broken(error) from error

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def _broken(self, error: Exception) -> ManyhopError:
        advice = remedy(error) or "delete it or name another"
        return ManyhopError(f"{self._path} cannot be used as a reply cache ({error}); {advice}")
