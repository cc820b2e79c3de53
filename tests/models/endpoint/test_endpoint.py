"""Against a real server on this machine, well-behaved and not."""

import base64
import io
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from manyhop.errors import ManyhopError
from manyhop.models import Completion, Endpoint, picture_part, text_part

if TYPE_CHECKING:
    from tests.conftest import ChatServer

ASKED = [{"role": "user", "content": "When did the Humber Bridge open?"}]
OURS = ("MANYHOP_API_KEY", "OPENAI_API_KEY", "MANYHOP_BASE_URL", "OPENAI_BASE_URL")


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in OURS:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def endpoint(chat_server: "ChatServer", waits: list[float]) -> Iterator[Endpoint]:
    with opened(chat_server, waits) as endpoint:
        yield endpoint


def opened(server: "ChatServer", waits: list[float], **settings: Any) -> Endpoint:
    """An endpoint whose waits are noted instead of slept."""
    settings = {"base_url": server.url, "retries": 3, **settings}
    return Endpoint("m", sleep=waits.append, clock=lambda: 0.0, chance=lambda: 1.0, **settings)


def complaint(endpoint: Endpoint) -> str:
    with pytest.raises(ManyhopError) as raised:
        endpoint.complete(ASKED, max_tokens=8)
    return str(raised.value)


def test_a_reply_comes_with_its_tokens(chat_server: "ChatServer", endpoint: Endpoint) -> None:
    reply = endpoint.complete(ASKED, max_tokens=8, seed=3, stop=["\n"])
    assert reply == Completion(text="1981", tokens_in=100, tokens_out=10)
    assert chat_server.paths == ["/v1/chat/completions"]
    assert chat_server.requests == [
        {
            "model": "m",
            "messages": ASKED,
            "max_tokens": 8,
            "temperature": 0,
            "seed": 3,
            "stop": ["\n"],
        }
    ]


def test_a_reply_without_counts_or_content(chat_server: "ChatServer", endpoint: Endpoint) -> None:
    chat_server.script = [chat_server.sends(200, b'{"choices": [{"message": {"content": null}}]}')]
    assert endpoint.complete(ASKED, max_tokens=8) == Completion(text="")


def test_busy_servers_are_given_the_time_they_ask_for(
    chat_server: "ChatServer", endpoint: Endpoint, waits: list[float]
) -> None:
    chat_server.script = [
        chat_server.sends(429, b"", Retry_After="7"),
        chat_server.sends(503, b"", Retry_After="2.5"),
    ]
    assert endpoint.complete(ASKED, max_tokens=8).text == "1981"
    assert waits == [7, 7]  # the clock stands still here, so the longer pause is still on


def test_retry_after_may_be_a_date(
    chat_server: "ChatServer", endpoint: Endpoint, waits: list[float]
) -> None:
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=90), usegmt=True)
    chat_server.script = [chat_server.sends(429, b"", Retry_After=later)]
    endpoint.complete(ASKED, max_tokens=8)
    assert 30 < waits[0] <= 90


def test_a_server_that_asks_for_a_day_is_given_up(
    chat_server: "ChatServer", endpoint: Endpoint, waits: list[float]
) -> None:
    chat_server.script = [chat_server.sends(429, b"", Retry_After="86400")]
    assert "429" in complaint(endpoint)
    assert waits == []


def test_failing_servers_are_asked_again_ever_more_slowly(
    chat_server: "ChatServer", endpoint: Endpoint, waits: list[float]
) -> None:
    chat_server.script = [chat_server.sends(500, b"oh")] * 3
    assert endpoint.complete(ASKED, max_tokens=8).text == "1981"
    assert waits == [0.5, 1, 2]


def test_jitter_shortens_a_wait_by_up_to_half(chat_server: "ChatServer") -> None:
    waits: list[float] = []
    chat_server.script = [chat_server.sends(502, b"")]
    with Endpoint(
        "m", base_url=chat_server.url, sleep=waits.append, chance=lambda: 0.0
    ) as endpoint:
        endpoint.complete(ASKED, max_tokens=8)
    assert waits == [0.25]


def test_what_never_works_is_told_in_one_sentence(
    chat_server: "ChatServer", endpoint: Endpoint
) -> None:
    chat_server.otherwise = chat_server.sends(500, b'{"error": {"message": "out of\\nmemory"}}')
    told = complaint(endpoint)
    assert "500 Internal Server Error (out of memory); tried 4 times" in told
    assert "\n" not in told
    assert len(chat_server.requests) == 4


def test_malformed_json_is_asked_again(chat_server: "ChatServer", endpoint: Endpoint) -> None:
    chat_server.script = [chat_server.sends(200, b'{"choices": [{"mess')]
    assert endpoint.complete(ASKED, max_tokens=8).text == "1981"
    chat_server.otherwise = chat_server.sends(200, b"\xff\xfe<html>")
    assert "malformed JSON; tried 4 times" in complaint(endpoint)


def test_a_connection_dropped_in_the_middle_is_asked_again(
    chat_server: "ChatServer", endpoint: Endpoint
) -> None:
    chat_server.script = [chat_server.drops]
    assert endpoint.complete(ASKED, max_tokens=8).text == "1981"
    chat_server.otherwise = chat_server.drops
    assert "dropped or refused the connection" in complaint(endpoint)


def test_nobody_listening(waits: list[float]) -> None:
    with Endpoint("m", base_url="http://127.0.0.1:9/v1", retries=1, sleep=waits.append) as endpoint:
        assert "http://127.0.0.1:9/v1 (model m) dropped or refused" in complaint(endpoint)
    assert len(waits) == 1


def test_slow_servers_time_out(chat_server: "ChatServer", waits: list[float]) -> None:
    chat_server.script = [chat_server.is_slow(1.0, chat_server.says("late"))]
    with opened(chat_server, waits, timeout=0.3) as endpoint:
        assert endpoint.complete(ASKED, max_tokens=8).text == "1981"
        chat_server.otherwise = chat_server.is_slow(1.0, chat_server.says("late"))
        assert "no answer within 0.3 seconds; tried 4 times" in complaint(endpoint)


def test_a_body_that_drips_times_out_as_a_whole(chat_server: "ChatServer") -> None:
    chat_server.otherwise = chat_server.drips
    with Endpoint("m", base_url=chat_server.url, timeout=0.3, retries=0) as endpoint:
        assert "no answer within 0.3 seconds" in complaint(endpoint)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b'{"error": {"message": "model not loaded"}}', "(model not loaded)"),
        (b'{"choices": []}', "(`choices` is empty)"),
        (b'{"choices": [{"text": "1981"}]}', "missing required field `message`"),
        (b"[]", "something else than a chat completion"),
    ],
)
def test_another_schema_is_not_asked_again(
    chat_server: "ChatServer", endpoint: Endpoint, body: bytes, reason: str
) -> None:
    chat_server.otherwise = chat_server.sends(200, body)
    assert reason in complaint(endpoint)
    assert len(chat_server.requests) == 1


@pytest.mark.parametrize("status", [400, 401, 404])
def test_a_refusal_is_not_asked_again(
    chat_server: "ChatServer", waits: list[float], status: int
) -> None:
    chat_server.otherwise = chat_server.sends(status, b'{"error": {"message": "no"}}')
    with opened(chat_server, waits, key="secret") as endpoint:
        told = complaint(endpoint)
    assert f"answered {status}" in told
    assert "check the base URL, the key" in told
    assert "secret" not in told
    assert len(chat_server.requests) == 1


def test_an_empty_account_is_not_asked_again(chat_server: "ChatServer", endpoint: Endpoint) -> None:
    spent = b'{"error": {"message": "pay", "code": "insufficient_quota"}}'
    chat_server.otherwise = chat_server.sends(429, spent)
    assert "429 Too Many Requests (pay)" in complaint(endpoint)
    assert len(chat_server.requests) == 1


def test_no_more_at_once_than_allowed(chat_server: "ChatServer", waits: list[float]) -> None:
    chat_server.otherwise = chat_server.is_slow(0.05, chat_server.says("1981"))
    with opened(chat_server, waits, concurrency=3) as endpoint, ThreadPoolExecutor(12) as threads:
        replies = list(threads.map(lambda _: endpoint.complete(ASKED, max_tokens=8), range(12)))
    assert [reply.text for reply in replies] == ["1981"] * 12
    assert chat_server.busiest == 3
    assert endpoint.usage.requests == 12


def test_requests_are_spaced(chat_server: "ChatServer", waits: list[float]) -> None:
    with opened(chat_server, waits, requests_per_minute=30) as endpoint:
        for _ in range(4):
            endpoint.complete(ASKED, max_tokens=8)
    assert waits == [2, 4, 6]  # from a clock that stands still


def test_nothing_is_asked_twice(
    chat_server: "ChatServer", waits: list[float], tmp_path: Path
) -> None:
    cache = tmp_path / "new folder" / "replies.sqlite"
    for _ in range(2):
        with opened(chat_server, waits, cache=cache, prices=(1.0, 10.0)) as endpoint:
            first, again = (endpoint.complete(ASKED, max_tokens=8) for _ in range(2))
            assert (again.text, again.cached, again.cost) == ("1981", True, first.cost)
    assert len(chat_server.requests) == 1
    assert (endpoint.usage.requests, endpoint.usage.cached, endpoint.usage.cost) == (0, 2, 0)


def test_anything_else_is_asked(
    chat_server: "ChatServer", waits: list[float], tmp_path: Path
) -> None:
    with opened(chat_server, waits, cache=tmp_path / "replies") as endpoint:
        endpoint.complete(ASKED, max_tokens=8)
        endpoint.complete(ASKED, max_tokens=9)
        endpoint.complete(ASKED, max_tokens=8, seed=1)
        endpoint.complete(ASKED, max_tokens=8, temperature=0.5)
        endpoint.complete([*ASKED, {"role": "user", "content": "?"}], max_tokens=8)
    assert len(chat_server.requests) == 5


def test_threads_that_ask_the_same_share_one_request(
    chat_server: "ChatServer", waits: list[float], tmp_path: Path
) -> None:
    chat_server.otherwise = chat_server.is_slow(0.1, chat_server.says("1981"))
    with (
        opened(chat_server, waits, cache=tmp_path / "replies", concurrency=8) as endpoint,
        ThreadPoolExecutor(8) as threads,
    ):
        list(threads.map(lambda _: endpoint.complete(ASKED, max_tokens=8), range(8)))
    assert len(chat_server.requests) == 1


def test_failures_are_not_kept(
    chat_server: "ChatServer", waits: list[float], tmp_path: Path
) -> None:
    chat_server.script = [chat_server.sends(400, b"")]
    with opened(chat_server, waits, cache=tmp_path / "replies") as endpoint:
        complaint(endpoint)
        assert endpoint.complete(ASKED, max_tokens=8).text == "1981"


def test_a_cache_that_is_none(chat_server: "ChatServer", tmp_path: Path) -> None:
    path = tmp_path / "replies"
    path.write_bytes(b"a file of another kind, and long enough to be looked at" * 20)
    with pytest.raises(ManyhopError, match=r"replies cannot be used as a reply cache .*; delete"):
        Endpoint("m", base_url=chat_server.url, cache=path)


def test_tokens_have_a_price_where_it_is_given(
    chat_server: "ChatServer", waits: list[float]
) -> None:
    with opened(chat_server, waits, prices=(0.5, 2.0)) as endpoint:
        assert endpoint.complete(ASKED, max_tokens=8).cost == pytest.approx(70e-6)
        chat_server.script = [chat_server.sends(200, b'{"choices": [{"message": {}}]}')]
        assert endpoint.complete(ASKED, max_tokens=8).cost is None
        assert endpoint.usage.cost == pytest.approx(70e-6)


def test_settings_from_the_environment(
    chat_server: "ChatServer", monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", chat_server.url + "/")
    monkeypatch.setenv("OPENAI_API_KEY", "theirs")
    Endpoint("m").complete(ASKED, max_tokens=8)
    monkeypatch.setenv("MANYHOP_BASE_URL", chat_server.url)
    Endpoint("m").complete(ASKED, max_tokens=8)
    monkeypatch.setenv("MANYHOP_API_KEY", "ours")
    Endpoint("m").complete(ASKED, max_tokens=8)
    Endpoint("m", key="given").complete(ASKED, max_tokens=8)
    assert chat_server.keys == ["Bearer theirs", None, "Bearer ours", "Bearer given"]


def test_settings_that_are_missing_or_wrong() -> None:
    with pytest.raises(ManyhopError, match="set OPENAI_API_KEY, or name your own server"):
        Endpoint("m")
    with pytest.raises(ManyhopError, match="must begin with http"):
        Endpoint("m", base_url="127.0.0.1:8080")


def test_large_pictures_are_sent_smaller(chat_server: "ChatServer", endpoint: Endpoint) -> None:
    picture = picture_part(painted("PNG", (3000, 1500)))
    message = {"role": "user", "content": [text_part("What colour?"), picture]}
    endpoint.complete([message], max_tokens=8)
    words, sent = chat_server.requests[0]["messages"][0]["content"]
    assert words == {"type": "text", "text": "What colour?"}
    start, data = sent["image_url"]["url"].split(",")
    assert start == "data:image/jpeg;base64"
    assert Image.open(io.BytesIO(base64.b64decode(data))).size == (1024, 512)


def test_small_pictures_are_sent_as_they_are() -> None:
    small = painted("PNG", (40, 30))
    assert picture_part(small)["image_url"]["url"] == (
        "data:image/png;base64," + base64.b64encode(small).decode()
    )
    assert picture_part(painted("BMP", (4, 3)))["image_url"]["url"].startswith("data:image/jpeg;")


def test_damaged_pictures_are_told() -> None:
    with pytest.raises(ManyhopError, match="cannot be decoded"):
        picture_part(painted("PNG", (400, 300))[:200])


def painted(format: str, size: tuple[int, int]) -> bytes:
    encoded = io.BytesIO()
    Image.effect_noise(size, 50).save(encoded, format)
    return encoded.getvalue()
