"""Keys and passwords reach the server and nothing else."""

import stat
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from manyhop.errors import ManyhopError
from manyhop.models import Endpoint

if TYPE_CHECKING:
    from tests.conftest import ChatServer

ASKED = [{"role": "user", "content": "When did the Humber Bridge open?"}]


def with_password(server: "ChatServer", password: str = "s3cr%40t") -> str:
    return server.url.replace("http://", f"http://me:{password}@")


def test_a_password_is_sent_and_not_said(chat_server: "ChatServer") -> None:
    said = "no entry for me:s3cr@t or s3cr%40t or s3cr@t"
    chat_server.script = [chat_server.sends(401, msgspec.json.encode({"error": said}))]
    with Endpoint("m", base_url=with_password(chat_server)) as endpoint:
        with pytest.raises(ManyhopError) as raised:
            endpoint.complete(ASKED, max_tokens=8)
        assert endpoint.base_url == chat_server.url
        endpoint.complete(ASKED, max_tokens=8)
    assert "s3cr" not in str(raised.value)
    assert chat_server.url in str(raised.value)
    assert chat_server.keys[-1] == "Basic bWU6czNjckB0"


def test_a_key_that_the_server_repeats(chat_server: "ChatServer") -> None:
    said = {"error": {"message": "Incorrect API key provided: sk-12345."}}
    chat_server.otherwise = chat_server.sends(401, msgspec.json.encode(said))
    with (
        Endpoint("m", base_url=chat_server.url, key="sk-12345") as endpoint,
        pytest.raises(ManyhopError, match=r"key provided: …\."),
    ):
        endpoint.complete(ASKED, max_tokens=8)


@pytest.mark.parametrize("key", ["schlüssel", "sk-“1”", "sk-1\nsk-2", "sk\x00"])
def test_a_key_that_no_header_carries(key: str) -> None:
    with pytest.raises(ManyhopError, match="the key holds characters that no key has") as raised:
        Endpoint("m", base_url="http://127.0.0.1:1/v1", key=key)
    assert "sk" not in str(raised.value)


def test_a_line_end_after_the_key_is_no_part_of_it(chat_server: "ChatServer") -> None:
    with Endpoint("m", base_url=chat_server.url, key="sk-1\n") as endpoint:
        endpoint.complete(ASKED, max_tokens=8)
    assert chat_server.keys == ["Bearer sk-1"]


@pytest.mark.parametrize(
    "url", ["ftp://me:s3cret@host/v1", "me:s3cret@host", "http://me:s3/cret@h"]
)
def test_an_address_that_is_none(url: str) -> None:
    with pytest.raises(ManyhopError) as raised:
        Endpoint("m", base_url=url)
    assert "s3" not in str(raised.value)


def test_replies_are_for_their_owner(chat_server: "ChatServer", tmp_path: Path) -> None:
    path = tmp_path / "replies.sqlite"
    with Endpoint("m", base_url=chat_server.url, cache=path) as endpoint:
        endpoint.complete(ASKED, max_tokens=8)
        assert {stat.S_IMODE(each.stat().st_mode) for each in tmp_path.iterdir()} == {0o600}
