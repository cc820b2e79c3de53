"""What tests of several packages share: a chat-completions server that does as it is told."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

Behaviour = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: "ChatServer"
    request_body: dict[str, Any]

    def do_POST(self) -> None:
        self.request_body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        behaviour = self.server.take(self)
        try:
            behaviour(self)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True
        finally:
            self.server.leave()

    def send(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


class ChatServer(ThreadingHTTPServer):
    """Plays the scripted behaviours in turn, then answers well; keeps what it was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script: list[Behaviour] = []
        self.otherwise: Behaviour = self.says("1981")
        self.requests: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.keys: list[str | None] = []
        self.busy = 0
        self.busiest = 0
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def take(self, handler: Handler) -> Behaviour:
        with self._lock:
            self.requests.append(handler.request_body)
            self.paths.append(handler.path)
            self.keys.append(handler.headers.get("Authorization"))
            self.busy += 1
            self.busiest = max(self.busiest, self.busy)
            return self.script.pop(0) if self.script else self.otherwise

    def leave(self) -> None:
        with self._lock:
            self.busy -= 1

    @staticmethod
    def says(text: str, tokens_in: int = 100, tokens_out: int = 10) -> Behaviour:
        reply = {
            "choices": [{"index": 0, "message": {"role": "assistant", "content": text}}],
            "usage": {"prompt_tokens": tokens_in, "completion_tokens": tokens_out},
        }
        return ChatServer.sends(200, json.dumps(reply).encode())

    @staticmethod
    def sends(status: int, body: bytes, **headers: str) -> Behaviour:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return lambda handler: handler.send(status, body, named)

    @staticmethod
    def is_slow(seconds: float, then: Behaviour) -> Behaviour:
        def behave(handler: Handler) -> None:
            time.sleep(seconds)
            then(handler)

        return behave

    @staticmethod
    def drips(handler: Handler) -> None:
        """A byte now and then, for as long as somebody listens."""
        handler.send_response(200)
        handler.send_header("Content-Length", "1000")
        handler.end_headers()
        for _ in range(100):
            handler.wfile.write(b" ")
            time.sleep(0.05)

    @staticmethod
    def drops(handler: Handler) -> None:
        """Half a body, then nothing more."""
        handler.send_response(200)
        handler.send_header("Content-Length", "1000")
        handler.end_headers()
        handler.wfile.write(b'{"choices": [')
        handler.wfile.flush()
        handler.close_connection = True


@pytest.fixture
def chat_server() -> Iterator[ChatServer]:
    with ChatServer() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()
