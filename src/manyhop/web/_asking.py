"""Questions that wait their turn, are answered one at a time, and are kept with their answers."""

import io
import json
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from PIL import Image as Pillow

from manyhop.answering import Answer, Question
from manyhop.asking import WAYS, Asker, Look, Proposal, Told, Way, understand
from manyhop.errors import ManyhopError
from manyhop.evaluation import drop_torn_line, open_private, write_whole
from manyhop.sources import Image, content_id
from manyhop.web._place import Place

FILE = "questions.jsonl"
MOST_WAITING = 200
_SHOWN = 4  # sources and values that a step names


class Asked(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A question somebody asked, and its answer once there is one.

    ``talk`` is the conversation that it belongs to; ``picture`` the name of a file that was given.
    """

    id: str
    talk: str
    text: str
    when: str
    choices: tuple[str, ...] = ()
    picture: str = ""
    meant: str = ""
    sure: bool = True
    answer: Answer | None = None
    error: str = ""
    seconds: float = 0.0

    @property
    def remark(self) -> str:
        """What must be said about how a follow-up was understood."""
        if not self.sure:
            return "I am not sure what this refers to, so I asked it as it stands."
        return f"I took this as: {self.meant}" if self.meant not in ("", self.text) else ""


class Asking:
    """One worker that answers in the order of asking; what was answered is known after a restart.

    Example: ``Asking(place).ask("How long is the Humber Bridge?").id``
    """

    def __init__(self, place: Place) -> None:
        self._place = place
        self._path = place.keep / FILE
        self._changed = threading.Condition()
        self._waiting: deque[str] = deque()
        self._known: dict[str, Asked] = {}
        self._steps: dict[str, list[str]] = {}
        self._worker: threading.Thread | None = None
        if self._path.exists():  # a killed server may have left a line half written
            drop_torn_line(self._path)
        for line in self._path.read_bytes().splitlines() if self._path.exists() else ():
            try:
                asked = msgspec.json.decode(line, type=Asked)
            except msgspec.DecodeError:
                continue  # of another version
            self._known[asked.id] = asked
        unanswered = [a.id for a in self._known.values() if not a.answer and not a.error]
        self._waiting.extend(unanswered)
        self._start()

    def ask(
        self, text: str, *, talk: str = "", choices: Iterable[str] = (), picture: str = ""
    ) -> Asked:
        """Put a question into the queue."""
        text = " ".join(text.split())
        if not any(map(str.isalnum, text)):
            raise ManyhopError("the question has no words; say what you want to know")
        with self._changed:
            if len(self._waiting) >= MOST_WAITING:
                raise ManyhopError("too many questions are waiting; ask again in a minute")
            asked = Asked(
                id=secrets.token_hex(6),
                talk=talk or secrets.token_hex(6),
                text=text,
                when=datetime.now(UTC).isoformat(timespec="seconds"),
                choices=tuple(dict.fromkeys(c.strip() for c in choices if c.strip())),
                picture=picture,
            )
            self._keep(asked)
            self._waiting.append(asked.id)
            self._changed.notify_all()
        self._start()
        return asked

    def get(self, id: str) -> Asked:
        """A question by its id."""
        if id not in self._known:
            raise ManyhopError("there is no such question here; it may have been cleared")
        return self._known[id]

    def place_of(self, id: str) -> int:
        """How many are before it and being answered; 0 once it is its turn."""
        with self._changed:
            return self._waiting.index(id) if id in self._waiting else 0

    def steps(self, id: str) -> list[str]:
        """What has been done for it so far."""
        return list(self._steps.get(id, ()))

    def turns(self, talk: str) -> list[Asked]:
        """The questions of a conversation, in order."""
        return [asked for asked in list(self._known.values()) if asked.talk == talk]

    def latest(self, count: int) -> list[Asked]:
        """The last questions, the last first."""
        return list(self._known.values())[: -count - 1 : -1]

    def _start(self) -> None:
        with self._changed:
            if self._waiting and (self._worker is None or not self._worker.is_alive()):
                self._worker = threading.Thread(target=self._work, daemon=True, name="asking")
                self._worker.start()

    def _work(self) -> None:
        while True:
            with self._changed:
                while not self._waiting:
                    self._changed.wait()
                asked = self._known[self._waiting[0]]
            began = time.perf_counter()
            try:
                self._answer(asked)
            except ManyhopError as error:
                asked.error = str(error)
            except Exception as error:  # one question's fault must not end all others'
                asked.error = f"something went wrong ({type(error).__name__}); ask another way"
            asked.seconds = round(time.perf_counter() - began, 2)
            with self._changed:
                self._waiting.popleft()
                self._steps.pop(asked.id, None)
                self._keep(asked)

    def _answer(self, asked: Asked) -> None:
        steps = self._steps.setdefault(asked.id, [])
        before = [turn for turn in self.turns(asked.talk) if turn.answer and turn.id != asked.id]
        told = [
            Told(question=turn.meant or turn.text, values=turn.answer.values, titles=())
            for turn in before
            if turn.answer
        ]
        meant = understand(asked.text, told)
        asked.meant, asked.sure = meant.question, meant.sure
        picture = self._place.keep / "pictures" / asked.picture if asked.picture else None
        question = Question(
            id=asked.id,
            text=meant.question,
            choices=asked.choices,
            image=Image(path=str(picture), title="the picture") if picture else None,
        )
        ways = [_watched(way, steps.append) for way in WAYS]
        asker = Asker(self._place.models, self._place.collection, ways=ways)
        asked.answer = asker.answer(question)

    def _keep(self, asked: Asked) -> None:
        self._known[asked.id] = asked
        with open_private(self._path) as file:
            file.write(msgspec.json.encode(asked) + b"\n")


def _watched(way: Way, tell: Callable[[str], None]) -> Way:
    """A way that says what it was given and what it came to."""

    def watching(seen: Look) -> list[Proposal]:
        if way is WAYS[0]:
            best = [hits[0].source.title for hits in seen.hits.values() if hits]
            tell(f"Looked: {', '.join(filter(None, best[:_SHOWN])) or 'nothing near'}")
        found = list(way(seen))
        name = way.__name__.removeprefix("answer_from_").replace("_", " ")
        values = dict.fromkeys(v for each in found[:_SHOWN] for v in each.values_text[:1])
        said = "; ".join(value[:80] for value in values)
        tell(f"Read {name}: {said or 'nothing'}")
        return found

    return watching


def as_markdown(asked: Asked, titles: Callable[[str], str]) -> str:
    """An answer to paste elsewhere, with its citations."""
    answer = asked.answer
    if answer is None:
        return ""
    lines = [f"**{asked.text}**", "", answer.sentence or ", ".join(answer.values)]
    for number, citation in enumerate(answer.citations, start=1):
        quote = json.dumps(citation.quote[:300], ensure_ascii=False)[1:-1]
        lines.append(f"\n[{number}] {titles(citation.source_id)}: “{quote}”")
    return "\n".join(lines) + "\n"


def keep_picture(folder: Path, content: bytes) -> str:
    """Keep a picture that was given under a name; a ``ManyhopError`` where it is none."""
    try:
        with Pillow.open(io.BytesIO(content)) as picture:
            kind = (picture.format or "").lower()
            picture.verify()
    except (OSError, SyntaxError, ValueError, Pillow.DecompressionBombError) as error:
        raise ManyhopError("this is no picture; give a PNG, JPEG, WebP or GIF file") from error
    if kind not in ("png", "jpeg", "webp", "gif"):
        raise ManyhopError("this is no picture that can be read; give PNG, JPEG, WebP or GIF")
    name = f"{content_id(content)}.{kind}"
    write_whole(folder / name, content, private=True)
    return name
