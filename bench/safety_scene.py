"""A folder in which one version of Manyhop is attacked, and what its commands did there.

Importing takes longer than most commands, so one process imports the version and each command is a
fork of it, with limits of its own.
"""

import io
import json
import os
import pty
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import psutil
from PIL import Image as Pillow

SECONDS, MEGABYTES = 400, 4_000

_MOTHER = """
import atexit, json, os, resource, sys, threading, traceback
import onnxruntime, rich.console
import manyhop.cli, manyhop.collection
from manyhop.models import StaticEncoder

StaticEncoder.load()

def carry_out(order):
    os.setsid()
    for number in (resource.RLIMIT_DATA, resource.RLIMIT_CORE):
        most = order["megabytes"] << 20 if number == resource.RLIMIT_DATA else 0
        resource.setrlimit(number, (most, most))
    said = os.open(order["said"], os.O_WRONLY)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, of in ((0, nothing), (1, said), (2, said)):
        os.dup2(of, number)
    os.chdir(order["cwd"])
    os.environ.update(order["environment"])
    sys.stdout = open(1, "w", closefd=False)
    sys.stderr = open(2, "w", closefd=False)
    sys.argv = ["manyhop", *order["arguments"]]
    code = 0
    try:
        if order["program"]:
            exec(order["program"], {"__name__": "__main__"})
        else:
            manyhop.cli.main()
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(bool(end.code))
    except BaseException:
        traceback.print_exc()
        code = 1
    atexit._run_exitfuncs()
    sys.stdout.flush(), sys.stderr.flush()
    os._exit(code)

def wait(number):
    _, status = os.waitpid(number, 0)
    tell(pid=number, code=os.waitstatus_to_exitcode(status))

telling = threading.Lock()

def tell(**facts):
    with telling:
        print(json.dumps(facts), file=answers, flush=True)

answers = os.fdopen(os.dup(1), "w")
for line in sys.stdin:
    order = json.loads(line)
    number = os.fork()
    if number == 0:
        carry_out(order)
    tell(order=order["number"], pid=number)
    threading.Thread(target=wait, args=(number,), daemon=True).start()
"""


class Version:
    """The process that has imported a version of Manyhop; a context."""

    def __init__(self, code: Path) -> None:
        self.environment = {**os.environ, "PYTHONPATH": str(code.resolve()), "COLUMNS": "100"}
        self._mother = subprocess.Popen(
            [sys.executable, "-c", _MOTHER],
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._numbers: dict[int, int] = {}
        self._codes: dict[int, int] = {}
        self._news = threading.Condition()
        self._orders = 0
        threading.Thread(target=self._listen, daemon=True).start()

    def start(self, order: dict[str, Any]) -> int:
        """The process that carries out an order."""
        assert self._mother.stdin
        with self._news:
            self._orders += 1
            number = self._orders
            print(json.dumps({**order, "number": number}), file=self._mother.stdin, flush=True)
            self._news.wait_for(lambda: number in self._numbers)
            return self._numbers[number]

    def wait(self, process: int, seconds: float) -> int:
        """How it ended; it is killed, and that is 124, where it takes too long."""
        with self._news:
            if not self._news.wait_for(lambda: process in self._codes, seconds):
                os.killpg(process, signal.SIGKILL)
                return 124
            return self._codes[process]

    def close(self) -> None:
        self._mother.kill()
        self._mother.wait()

    def _listen(self) -> None:
        assert self._mother.stdout
        for line in self._mother.stdout:
            facts = json.loads(line)
            with self._news:
                if "code" in facts:
                    self._codes[facts["pid"]] = facts["code"]
                else:
                    self._numbers[facts["order"]] = facts["pid"]
                self._news.notify_all()


class Outcome(NamedTuple):
    """How a command ended, what it printed, and the seconds of the processor and memory it took."""

    code: int
    said: str
    seconds: float
    megabytes: int

    @property
    def trouble(self) -> str:
        """What no command should do, whatever it is given."""
        if self.code == 124:
            return f"hangs ({SECONDS} s)"
        if "Traceback" in self.said:
            return "traceback: " + self.said.strip().splitlines()[-1][:90]
        if self.code < 0 or self.code > 2:
            return f"the run ends with {self.code}"
        return ""


class Scene:
    """A fresh folder, and the version that is attacked in it."""

    def __init__(self, folder: Path, version: Version) -> None:
        self.folder = folder
        self.version = version

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def manyhop(
        self, *arguments: str, within: str = ".", program: str = "", **environment: str
    ) -> Outcome:
        """Run a command, or a program, to its end."""
        with tempfile.NamedTemporaryFile() as said:
            order = {
                "arguments": arguments,
                "cwd": str(self.folder / within),
                "environment": environment,
                "megabytes": MEGABYTES,
                "program": program,
                "said": said.name,
            }
            process = self.version.start(order)
            peak = Peak(process)
            code = self.version.wait(process, SECONDS)
            peak.stop()
            text = said.read().decode("utf-8", "replace")
            return Outcome(code, text, peak.seconds, peak.megabytes)

    def on_terminal(self, *arguments: str) -> Outcome:
        """A command that takes what it prints to for a terminal, with bars and colours."""
        screen, terminal = pty.openpty()
        told: list[bytes] = []

        def listen() -> None:
            with suppress(OSError):  # nobody prints any more
                while piece := os.read(screen, 1 << 16):
                    told.append(piece)

        listener = threading.Thread(target=listen, daemon=True)
        listener.start()
        order = {
            "arguments": arguments,
            "cwd": str(self.folder),
            "environment": {"TERM": "xterm"},
            "megabytes": MEGABYTES,
            "program": "",
            "said": os.ttyname(terminal),
        }
        process = self.version.start(order)
        code = self.version.wait(process, SECONDS)
        os.close(terminal)
        listener.join(5)
        os.close(screen)
        return Outcome(code, b"".join(told).decode("utf-8", "replace"), 0.0, 0)

    def python(self, program: str, *arguments: str) -> Outcome:
        return self.manyhop(*arguments, program=program)

    def interrupted(self, *arguments: str, after: float) -> str:
        """What a command prints that is interrupted as from the keyboard."""
        command = [sys.executable, "-m", "manyhop", *arguments]
        process = subprocess.Popen(
            command,
            cwd=self.folder,
            env=self.version.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        return process.communicate()[0].decode("utf-8", "replace")

    def collection(self, name: str = "c", text: str = "The bridge opened in 1981.") -> Path:
        self.write("first/bridge.txt", text)
        self.manyhop("index", "first", "-c", name)
        return self.folder / name

    def inner(self, name: str, what: str) -> Path:
        """A collection's folder of words or vectors, whatever this version calls it."""
        return next(path for path in sorted((self.folder / name).iterdir()) if what in path.name)


class Peak(threading.Thread):
    """The most memory that a process and its children had at once, and their processor time."""

    def __init__(self, number: int) -> None:
        super().__init__(daemon=True)
        self._number, self._over = number, threading.Event()
        self.megabytes, self.seconds = 0, 0.0
        self.start()

    def run(self) -> None:
        while not self._over.wait(0.05):
            try:
                one = psutil.Process(self._number)
                family = [one, *one.children(recursive=True)]
                times = [each.cpu_times() for each in family]
                now = sum(each.memory_info().rss for each in family) >> 20
            except psutil.Error:
                continue
            self.megabytes = max(self.megabytes, now)
            gone = times[0].children_user + times[0].children_system
            self.seconds = max(self.seconds, gone + sum(each.user + each.system for each in times))

    def stop(self) -> None:
        self._over.set()
        self.join()


class Server(ThreadingHTTPServer):
    """A chat endpoint that keeps what it was sent."""

    def __init__(self, status: int = 200) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.status = status
        self.received = b""
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def url(self, login: str = "") -> str:
        return f"http://{login}127.0.0.1:{self.server_port}/v1"


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        self.server.received += self.rfile.read(int(self.headers["Content-Length"]))
        message = {"role": "assistant", "content": "1981"}
        body = json.dumps({"choices": [{"index": 0, "message": message}], "usage": {}}).encode()
        self.send_response(self.server.status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


def picture(shade: str = "blue") -> bytes:
    """A small PNG of one colour."""
    stream = io.BytesIO()
    Pillow.new("RGB", (64, 48), shade).save(stream, "PNG")
    return stream.getvalue()
