"""The page under load and under kills.

``python -m bench.page load --people 20 --seconds 300`` has people ask, browse and annotate the
sample at once; ``python -m bench.page kills --kills 50`` kills the server while people annotate;
``python -m bench.page paint`` measures bytes and first paint of every page in Chromium.
"""

import argparse
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from html import unescape
from pathlib import Path
from urllib.parse import quote

import httpx

from manyhop.annotation import Item, Queue, flow_named
from manyhop.collection import Collection
from manyhop.web import Place, make_demo, serve

QUESTIONS = (
    "When did the Humber Bridge open?",
    "How long is the Golden Gate Bridge?",
    "Which bridge did Thomas Telford design?",
    "What do I need for the ferryman's soup?",
)
BROWSED = ("/", "/collection", "/collection?q=bridge", "/pictures", "/runs", "/sets", "/queues")
PAGES = (*BROWSED, "/run/bm25", "/compare?a=bm25&b=random", "/set/bridges", "/audit/audit")


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return int(held.getsockname()[1])


def served(root: Path, port: int) -> subprocess.Popen[bytes]:
    """A server over a folder in a process of its own, once it answers."""
    command = [sys.executable, "-m", "bench.page", "serve", str(root), str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    for _ in range(3_000):
        try:
            httpx.get(f"http://127.0.0.1:{port}/health", timeout=5)
            return server
        except httpx.TransportError:
            if server.poll() is not None:
                raise RuntimeError("the server ended by itself") from None
            time.sleep(0.1)
    server.kill()
    raise RuntimeError("the server never answered")


class Person:
    """Somebody at the page; ``confirmed`` is what the server said it had taken down."""

    def __init__(self, port: int, who: str) -> None:
        self.confirmed: dict[str, str] = {}
        self.done: Counter[str] = Counter()
        self.faults: list[str] = []
        self._page = httpx.Client(
            base_url=f"http://127.0.0.1:{port}", timeout=120, cookies={"who": quote(who)}
        )

    def annotate(self) -> bool:
        """Decide the next item; whether there was one."""
        text = self._page.get("/queue/review/next").text
        fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', text))
        if "item" not in fields:
            return False
        form = {name: unescape(value) for name, value in fields.items()}
        form["verdict"] = random.choice(["keep", "reject"])
        form["question"] = "When did it open?"
        answer = self._page.post("/queue/review/decide", data=form)
        if answer.status_code == 303:
            self.confirmed[form["item"]] = form["verdict"]
        elif "gone on with this" not in answer.text:
            self.faults.append(f"{answer.status_code} from a decision")
        self.done["annotate"] += 1
        return True

    def browse(self) -> None:
        """Look at some page."""
        path = random.choice(BROWSED)
        answer = self._page.get(path)
        if answer.status_code != 200:
            self.faults.append(f"{answer.status_code} from {path}")
        self.done["browse"] += 1

    def ask(self) -> None:
        """Ask, and wait for the answer as the page does."""
        text = self._page.get("/").text
        csrf = re.search(r'name="csrf" value="([^"]+)"', text)
        assert csrf
        form = {"csrf": csrf[1], "question": random.choice(QUESTIONS)}
        asked = self._page.post("/ask", data=form)
        if asked.status_code != 303:
            self.faults.append(f"{asked.status_code} from a question")
            return
        events = self._page.get(f"{asked.headers['location']}/events").text
        if "event: answer" not in events:
            self.faults.append("a question without an answer")
        self.done["ask"] += 1


def review_queue(root: Path, count: int) -> Path:
    """A queue of so many items beside a collection."""
    Collection.open(root / "collection", create=True).close()
    folder = root / "page" / "queues" / "review"
    folder.parent.mkdir(parents=True, exist_ok=True)
    items = [Item(id=f"q{n}", question="When did it open?") for n in range(count)]
    Queue.create(folder, flow_named("review"), items)
    return folder


def lost(folder: Path, confirmed: dict[str, str]) -> list[str]:
    """The confirmed decisions that are not on disk."""
    made: dict[str, set[str]] = {}
    for each in Queue.open(folder).decisions.standing():
        made.setdefault(each.item, set()).update(each.values["verdict"])
    return [id for id, said in confirmed.items() if said not in made.get(id, ())]


def kill_while_annotating(root: Path, kills: int, seconds: float) -> tuple[int, int]:
    """How many decisions were confirmed before so many kills, and how many of them are lost."""
    folder = review_queue(root, 5_000)
    confirmed: dict[str, str] = {}
    for number in range(kills):
        port = free_port()
        server = served(root, port)
        person = Person(port, f"Ada {number}")

        def working(person: Person = person) -> None:
            try:
                while person.annotate():
                    pass
            except httpx.TransportError:
                return  # killed

        worker = threading.Thread(target=working)
        worker.start()
        time.sleep(seconds * (0.5 + random.random()))
        server.send_signal(signal.SIGKILL)
        server.wait()
        worker.join()
        confirmed |= person.confirmed
    return len(confirmed), len(lost(folder, confirmed))


def load(people: int, seconds: float) -> None:
    """Print what so many people did in so long, what failed, and the server's memory."""
    import psutil

    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        make_demo(root).collection.close()
        for old in (root / "page" / "queues").glob("review*"):
            old.rename(old.with_name("earlier"))
        folder = review_queue(root, 20_000)
        port = free_port()
        server = served(root, port)
        everybody = [Person(port, f"person {n}") for n in range(people)]
        memory = []
        until = time.monotonic() + seconds

        def working(person: Person) -> None:
            while time.monotonic() < until:
                try:
                    act = random.choices((person.ask, person.browse, person.annotate), (1, 4, 6))
                    act[0]()
                except httpx.HTTPError as error:
                    person.faults.append(repr(error))
                time.sleep(random.random())

        workers = [threading.Thread(target=working, args=(one,)) for one in everybody]
        for worker in workers:
            worker.start()
        while any(worker.is_alive() for worker in workers):
            memory.append(psutil.Process(server.pid).memory_info().rss / 2**20)
            time.sleep(max(0.5, seconds / 20))
        server.terminate()
        server.wait()
        done: Counter[str] = Counter()
        for person in everybody:
            done += person.done
        faults = [fault for person in everybody for fault in person.faults]
        confirmed = [len(person.confirmed) for person in everybody]
        gone = sum(len(lost(folder, person.confirmed)) for person in everybody)
        print("| people | seconds | asked | browsed | annotated | faults | lost | MB |")
        print("|---|---|---|---|---|---|---|---|")
        print(
            f"| {people} | {seconds:.0f} | {done['ask']} | {done['browse']} | {sum(confirmed)} | "
            f"{len(faults)} | {gone} | {memory[0]:.0f}, {max(memory):.0f} at most, "
            f"{memory[-1]:.0f} in the end |"
        )
        for fault, number in Counter(faults).most_common(5):
            print(f"{number} times: {fault}")


def paint() -> None:
    """Print bytes and first paint of every page of the demo."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch)
        make_demo(root).collection.close()
        port = free_port()
        server = served(root, port)
        print("| page | kB | first paint, ms (median of 5) |")
        print("|---|---|---|")
        with sync_playwright() as driver:
            browser = driver.chromium.launch(
                executable_path="/usr/bin/chromium", args=["--headless", "--no-sandbox"]
            )
            for path in PAGES:
                kilobytes, times = 0.0, []
                for _ in range(5):
                    page = browser.new_page()
                    page.goto(f"http://127.0.0.1:{port}{path}")
                    times.append(
                        page.evaluate("performance.getEntriesByType('paint')[0]?.startTime ?? 0")
                    )
                    kilobytes = page.evaluate(
                        "performance.getEntries().reduce((n, e) => n + (e.decodedBodySize || 0), 0)"
                    )
                    page.close()
                print(f"| {path} | {kilobytes / 1000:.0f} | {sorted(times)[2]:.0f} |")
            browser.close()
        server.kill()


def main() -> None:
    """Run one of the measurements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("load", "kills", "paint", "serve"))
    parser.add_argument("where", nargs="*", help=argparse.SUPPRESS)
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--kills", type=int, default=50)
    given = parser.parse_args()
    if given.what == "serve":
        root = Path(given.where[0])
        place = Place(root / "collection", root / "page", (root / "made",))
        serve(place, port=int(given.where[1]), tell=lambda address: None)
    elif given.what == "load":
        load(given.people, given.seconds)
    elif given.what == "paint":
        paint()
    else:
        with tempfile.TemporaryDirectory() as scratch:
            confirmed, gone = kill_while_annotating(Path(scratch), given.kills, 1.0)
        print(f"{given.kills} kills, {confirmed:,} decisions confirmed, {gone} lost")


if __name__ == "__main__":
    main()
