"""Reading passages: SQuAD's held-out articles, HybridQA's held-out tables, and MMQA's slice.

    python -m bench.models --only reading --limit 100

The fast reader takes minutes; with the careful one all questions take most of an hour on two cores,
so give a limit, or time. Questions are then taken evenly from the whole. A question over ten
paragraphs is asked over its own and nine others of the article.
"""

import re
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from bench.model_rows import Row, scored_row
from manyhop.errors import ManyhopError
from manyhop.models import Reading, TextReader
from manyhop.models.embedded._careful_reader import CarefulReader
from manyhop.models.embedded._cascade_reader import CascadeReader
from manyhop.models.embedded._cross_encoder import CrossEncoder
from manyhop.models.embedded._span_reader import SpanReader
from training.reading_dev import best_f1, exact
from training.reading_gathering import development
from training.reading_lessons import Lesson, Lessons
from training.reading_made import THINGS
from training.reading_near import Near
from training.static_texts import read_lines

CAPABILITY = "reading"
ALL_TEN = 100  # questions of which the careful reader alone reads all ten paragraphs


class Goal(NamedTuple):
    """What the trial's span model and language model reached, and what is aimed at."""

    span: float | None = None
    language: float | None = None
    aim: float | None = None


GOALS = {
    "SQuAD F1": Goal(61.2, 69.6, 73),
    "SQuAD EM": Goal(47.5, 57.2),
    "answerable or not": Goal(66.4, 77.7),
    "ten paragraphs F1": Goal(54.2, 64.6, 68),
    "ten paragraphs, right one": Goal(80.0),
    "HybridQA passage F1": Goal(64.5, 76.6),
    "MMQA slice TextQ F1": Goal(),
}
Figures = dict[str, list[float]]


def rows(data: Path, limit: int | None) -> Iterator[Row]:
    """Every reader's figures beside the word-counting baseline, and the seconds it takes."""
    lessons = development(data)
    slice_questions = text_questions(data)[:limit]
    plain = Measured(WordReader(), lessons, slice_questions, limit)
    for name, reader in readers().items():
        ten = min(limit or ALL_TEN, ALL_TEN) if name == "careful" else limit
        found = Measured(reader, lessons, slice_questions, limit, ten)
        for measure, values in found.figures.items():
            goal = GOALS[measure]
            yield scored_row(
                CAPABILITY,
                f"{name}: {measure}",
                values,
                baseline=plain.figures[measure],
                trial=goal.span if name == "fast" else goal.language or goal.span,
                aim=goal.aim if name == "both" else None,
                note=f"{100 * sum(found.right) / len(found.right):.0f}% found the right one"
                if measure.startswith("MMQA") and found.right
                else "",
            )
        if name != "careful":  # it has read some of them already
            yield seconds_row(name, found.seconds)


def readers() -> dict[str, TextReader]:
    """The fast reader, and where the language model is installed both together and that alone.

    The last two share what the language model has read, so that it reads nothing twice.
    """
    fast = SpanReader.load()
    found: dict[str, TextReader] = {"fast": fast}
    with suppress(ManyhopError):
        careful = CarefulReader.load()
        found |= {"both": CascadeReader(CrossEncoder.load(), fast, careful), "careful": careful}
    return found


class Measured:
    """How one reader does on every set; ``ten`` limits the questions over ten paragraphs."""

    def __init__(
        self,
        reader: TextReader,
        lessons: Lessons,
        slice_questions: Sequence["TextQuestion"],
        limit: int | None,
        ten: int | None = None,
    ) -> None:
        self._reader = reader
        self._passages = lessons.passages
        self.figures: Figures = {name: [] for name in GOALS}
        self.seconds: list[float] = []
        self.right: list[bool] = []
        squad = [each for each in lessons.lessons if each.source == "squad"]
        answered = [each for each in squad if each.gold >= 0]
        others = [each for each in lessons.lessons if each.source != "squad" and each.gold >= 0]
        for lesson in spread(answered, ten or limit):
            self._ten_paragraphs(lesson)
        for lesson in spread(answered, limit):
            self._one_passage(lesson, "SQuAD F1", "SQuAD EM")
        for lesson in spread(squad, limit):
            own = lesson.gold if lesson.gold >= 0 else lesson.others[0]
            chance = self._read(lesson.question, own).chance
            self._add("answerable or not", (chance > 0.5) == (lesson.gold >= 0))
        for lesson in spread(others, limit):
            self._one_passage(lesson, "HybridQA passage F1")
        for asked in slice_questions:
            readings = reader.read(asked.text, asked.passages)
            best = max(range(len(readings)), key=lambda place: readings[place].score)
            self._add("MMQA slice TextQ F1", best_f1(readings[best].text, asked.answers))
            self.right.append(best in asked.right)

    def _ten_paragraphs(self, lesson: Lesson) -> None:
        passages = [self._passages[number] for number in (lesson.gold, *lesson.others)]
        start = time.perf_counter()
        readings = self._reader.read(lesson.question, passages)
        self.seconds.append(time.perf_counter() - start)
        best = max(readings, key=lambda reading: reading.score)
        self._add("ten paragraphs F1", best_f1(best.text, lesson.answers))
        self._add("ten paragraphs, right one", best is readings[0])

    def _one_passage(self, lesson: Lesson, f1: str, whole: str = "") -> None:
        text = self._read(lesson.question, lesson.gold).text
        self._add(f1, best_f1(text, lesson.answers))
        if whole:
            self._add(whole, exact(text, lesson.answers))

    def _read(self, question: str, number: int) -> Reading:
        return self._reader.read(question, [self._passages[number]])[0]

    def _add(self, figure: str, value: float) -> None:
        self.figures[figure].append(float(value))


def spread(lessons: Sequence[Lesson], limit: int | None) -> Sequence[Lesson]:
    """At most so many, evenly from the whole."""
    return lessons if not limit else lessons[:: -(-len(lessons) // limit)]


def seconds_row(name: str, seconds: Sequence[float]) -> Row:
    """The median, with the fifth and the ninety-fifth of a hundred as its interval."""
    ranked = sorted(seconds)
    low, high = ranked[len(ranked) // 20], ranked[-1 - len(ranked) // 20]
    note = "median, 5th and 95th percentile; aim: under 2 with both" if name == "both" else ""
    median = statistics.median(seconds)
    measure = f"{name}: seconds for ten paragraphs"
    return Row(CAPABILITY, measure, len(seconds), None, median, low, high, note=note)


class TextQuestion(NamedTuple):
    """A question of the slice, the passages given with it, and the right ones' places."""

    text: str
    answers: list[str]
    passages: list[str]
    right: list[int]


def text_questions(data: Path) -> list[TextQuestion]:
    """The slice's questions that one passage answers."""
    folder = data / "mmqa/slice"
    texts = {each["id"]: each for each in read_lines(folder / "MMQA_texts.jsonl.gz")}
    found = []
    for asked in read_lines(folder / "MMQA_dev.jsonl.gz"):
        if asked["metadata"]["type"] != "TextQ":
            continue
        ids = [each for each in asked["metadata"]["text_doc_ids"] if each in texts]
        named = {each["doc_id"] for a in asked["answers"] for each in a["text_instances"]}
        found.append(
            TextQuestion(
                asked["question"],
                [str(each["answer"]) for each in asked["answers"]],
                [f"{texts[each]['title']}. {texts[each]['text']}" for each in ids],
                [place for place, each in enumerate(ids) if each in named],
            )
        )
    return found


class WordReader:
    """The baseline: in the sentence that shares most with the question, the nearest thing asked.

    "When" wants a date, "how many" a number, everything else a name that the question lacks.
    """

    def read(self, question: str, passages: Sequence[str]) -> list[Reading]:
        """One reading per passage, scored by the rare words in common."""
        near = Near(passages)
        return [
            self._reading(question, passage, near.share(question, place))
            for place, passage in enumerate(passages)
        ]

    def _reading(self, question: str, passage: str, score: float) -> Reading:
        sentences = [(each.start(), each[0]) for each in re.finditer(r"[^.!?]+[.!?]*", passage)]
        near = Near([text for _, text in sentences])
        order = sorted(range(len(sentences)), key=lambda place: -near.share(question, place))
        words = set(re.findall(r"\w+", question.lower()))
        common = len(words & set(re.findall(r"\w+", passage.lower()))) / max(len(words), 1)
        for kinds in ((wanted(question),), ("name", "date", "number")):
            for place in order[:3]:
                ahead, text = sentences[place]
                for thing in THINGS.finditer(text):
                    if thing.lastgroup in kinds and thing[0].lower() not in question.lower():
                        start, end = ahead + thing.start(), ahead + thing.end()
                        return Reading(thing[0], start, end, score, min(0.1 + common, 0.99))
        return Reading("", 0, 0, score, 0.0)


def wanted(question: str) -> str:
    """Which kind of thing is asked for."""
    if re.search(r"\b(when|year|date)\b", question, re.IGNORECASE):
        return "date"
    return "number" if re.search(r"\bhow (many|much)\b", question, re.IGNORECASE) else "name"
