"""Proving a built benchmark again: every answer, every rule, question by question."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from manyhop.errors import ManyhopError
from manyhop.generation._built import BuiltQuestion
from manyhop.generation._deriving import gold_of, inner_hops, prove
from manyhop.generation._leakage import leaks
from manyhop.generation.distractors import faults, paragraphs_missing
from manyhop.generation.splits import Apart, documents_in
from manyhop.generation.writing import About, Published, Record, differences
from manyhop.programs import type_of
from manyhop.sources import AnySource

Progress = Callable[[int], None]


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """A gold answer that the sources do not give again: what was expected, what came out."""

    id: str
    type: str
    expected: tuple[str, ...]
    got: tuple[str, ...] = ()
    why: str = ""


class Breach(msgspec.Struct, frozen=True):
    """A rule for distractors, splits or leakage that a question breaks."""

    id: str
    fault: str


class Validation(msgspec.Struct, kw_only=True):
    """How many questions of each type there are, and what is wrong with which.

    ``short`` counts questions with fewer paragraphs than wanted, as small collections give.
    """

    questions: dict[str, int] = msgspec.field(default_factory=dict)
    proven: dict[str, int] = msgspec.field(default_factory=dict)
    failures: list[Failure] = msgspec.field(default_factory=list)
    breaches: list[Breach] = msgspec.field(default_factory=list)
    short: int = 0

    @property
    def is_sound(self) -> bool:
        """Whether all answers were derived again and no rule is broken."""
        return not self.failures and not self.breaches


def validate_questions(
    questions: Iterable[BuiltQuestion],
    sources: Mapping[str, AnySource],
    about: About | None = None,
    *,
    on_progress: Progress = lambda done: None,
) -> Validation:
    """Run every program again and check every rule; the questions are read one at a time.

    Example: ``validate_questions(read_questions(folder), read_contexts(folder)).is_sound``
    """
    records = ((built, None) for built in questions)
    return _validated(records, sources, about or About(), lambda built: {}, on_progress)


def validate_published(
    published: Published, *, on_progress: Progress = lambda done: None
) -> Validation:
    """The same of a folder, with every field that it shows: each must say what is proved.

    Example: ``validate_published(read_published(Path("bridges-qa"))).is_sound``
    """
    _, sources, about, record = published
    return _validated(published.questions, sources, about, record, on_progress)


def _validated(
    questions: Iterable[tuple[BuiltQuestion, Record | None]],
    sources: Mapping[str, AnySource],
    about: About,
    record_of: Callable[[BuiltQuestion], Record],
    on_progress: Progress,
) -> Validation:
    rules = _Rules(sources, about)
    asked: Counter[str] = Counter()
    proven: Counter[str] = Counter()
    report = Validation()
    for done, (built, record) in enumerate(questions, start=1):
        asked[built.type] += 1
        failure = failure_of(built, sources)
        if failure:
            report.failures.append(failure)
        else:
            proven[built.type] += 1
        report.breaches += [Breach(built.id, fault) for fault in rules.faults(built)]
        if record is not None and not (failure and failure.why):
            proved = record_of(_proved(built, sources))
            report.breaches += [Breach(built.id, fault) for fault in differences(record, proved)]
        on_progress(done)
    report.questions = dict(asked.most_common())
    report.proven = {type_name: proven[type_name] for type_name in report.questions}
    report.short = rules.short
    return report


def failure_of(built: BuiltQuestion, sources: Mapping[str, AnySource]) -> Failure | None:
    """What differs when a question's program runs again; None where it gives the same answers.

    Example: ``failure_of(built, sources).got`` → ``("1982",)``
    """
    why, got = "", tuple[str, ...]()
    try:
        got = tuple(value.text for value in prove(built, sources).answers)
    except ManyhopError as error:
        why = str(error)
    if not why and sorted(got) == sorted(built.answers):
        return None
    return Failure(id=built.id, type=built.type, expected=built.answers, got=got, why=why)


def _proved(built: BuiltQuestion, sources: Mapping[str, AnySource]) -> BuiltQuestion:
    """The question with all that follows from its program worked out again."""
    outcome = prove(built, sources)
    return msgspec.structs.replace(
        built,
        type=type_of(built.program),
        values=outcome.answers,
        hops=inner_hops(outcome),
        gold=gold_of(outcome),
    )


class _Rules:
    def __init__(self, sources: Mapping[str, AnySource], about: About) -> None:
        self._sources = sources
        self._about = about
        self._apart = Apart(documents_in(sources))
        self._seen: set[str] = set()
        self.short = 0

    def faults(self, built: BuiltQuestion) -> Iterator[str]:
        if built.id in self._seen:
            yield "the id occurs twice"
        self._seen.add(built.id)
        about, sources = self._about, self._sources
        self.short += paragraphs_missing(built, sources, about.texts) > 0
        yield from faults(built, sources, texts=about.texts, images=about.images, short=True)
        if about.apart:
            yield from self._apart.faults(built)
        yield from leaks(built)
