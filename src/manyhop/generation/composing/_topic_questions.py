"""The questions of one topic: drawn by type, proven, and freed of shortcuts."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

import msgspec

from manyhop.generation._built import BuiltQuestion
from manyhop.generation._deriving import gold_of, inner_hops, outcome_of
from manyhop.generation._query import Cells, Query, SaidOf, ShownIn
from manyhop.generation._topic import Topic
from manyhop.generation.cells import context_for, naming_column, opened
from manyhop.generation.composing._draft import Draft, alone
from manyhop.generation.composing._joining import composition, intersection
from manyhop.generation.composing._pool import Pool
from manyhop.generation.composing._reckonings import aggregation, arithmetic
from manyhop.generation.composing._shortcuts import plain_words, shortcut
from manyhop.generation.composing._sides import comparison_of
from manyhop.generation.composing._verdicts import choice, yes_or_no
from manyhop.generation.tables import Condition, Where
from manyhop.generation.tables import Program as TableProgram
from manyhop.programs import (
    Aggregate,
    Arithmetic,
    Choose,
    Compare,
    Value,
    YesNo,
    type_of,
)
from manyhop.sources import AnySource, content_id

Draw = Callable[[random.Random], Draft | None]

_PATIENCE = 12  # throws in vain, beyond three for each find, after which a type is given up
_MOST_ANSWERS = 10
_LONGEST = 40  # words of a question


def topic_questions(
    topic: Topic,
    pool: Pool,
    sources: Mapping[str, AnySource],
    *,
    shares: Mapping[str, float],
    count: int,
    seed: int = 0,
    dropped: Counter[str] | None = None,
) -> Iterator[tuple[str, BuiltQuestion]]:
    """Up to ``count`` questions with the kind that each was drawn for.

    ``dropped`` counts why drafts were dropped; one that is drawn again is passed over. The same
    topic and seed give the same questions.
    """
    chance = random.Random(f"{seed} {topic.id}")
    draws = {kind: draw for kind, draw in _draws(topic, pool).items() if shares.get(kind)}
    found: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    tried: set[str] = set()
    seen = Seen()
    dropped = Counter() if dropped is None else dropped
    while draws and found.total() < count:
        (kind,) = chance.choices(list(draws), [shares[each] for each in draws])
        draft = draws[kind](chance)
        built = None
        if draft and draft.question not in tried:
            tried.add(draft.question)
            if seen.has_like(draft.question):
                dropped["near duplicate"] += 1
            else:
                built = _built(draft, topic, pool, sources, dropped)
        if built is None:
            missed[kind] += 1
            if missed[kind] > _PATIENCE + 3 * found[kind]:
                del draws[kind]
            continue
        seen.add(built.question)
        found[kind] += 1
        yield kind, built


def _draws(topic: Topic, pool: Pool) -> dict[str, Draw]:
    """By type of question, the function that draws one."""

    def single(leaf: str, chance: random.Random) -> Draft | None:
        singles = pool.singles[leaf]  # type: ignore[index]
        return alone(chance.choice(singles)) if singles else None

    draws: dict[str, Draw] = {
        leaf: partial(single, leaf)
        for leaf in ("TextQ", "TableQ", "ImageQ", "ImageListQ", "ProcedureQ")
    }
    for outer, inner in (
        ("TextQ", "TableQ"),
        ("TextQ", "ImageListQ"),
        ("TableQ", "TextQ"),
        ("TableQ", "ImageListQ"),
        ("ImageQ", "TableQ"),
        ("ImageQ", "TextQ"),
    ):
        draws[f"Compose({outer},{inner})"] = partial(composition, pool, outer, inner)  # type: ignore[arg-type]
    for left, right in (("TableQ", "TextQ"), ("ImageListQ", "TableQ"), ("ImageListQ", "TextQ")):
        draws[f"Intersect({left},{right})"] = partial(intersection, pool, left, right)  # type: ignore[arg-type]
    compare = partial(comparison_of, topic, pool)
    draws["Compare(TableQ,Compose(TableQ,TextQ))"] = partial(compare, (None, "TextQ"))
    draws["Compare(Compose(TableQ,ImageQ),TableQ)"] = partial(compare, ("ImageListQ", None))
    draws["Compare(Compose(TableQ,ImageQ),Compose(TableQ,TextQ))"] = partial(
        compare, ("ImageListQ", "TextQ")
    )
    draws["Aggregate"] = partial(aggregation, pool)
    draws["Arithmetic"] = partial(arithmetic, pool)
    draws["YesNo"] = partial(yes_or_no, pool)
    draws["Choose"] = partial(choice, pool)
    return draws


def _built(
    draft: Draft,
    topic: Topic,
    pool: Pool,
    sources: Mapping[str, AnySource],
    dropped: Counter[str],
) -> BuiltQuestion | None:
    draft = _placed(draft, topic)
    outcome = outcome_of(draft.program, draft.queries, sources)
    answers = outcome.answers
    if len(draft.question.split()) > _LONGEST:
        dropped["too long"] += 1
        return None
    if not _is_clear(draft, answers):
        dropped["no clear answer"] += 1
        return None
    if why := shortcut(draft, outcome, pool, sources):
        dropped[why] += 1
        return None
    keys = {
        value.text: key
        for single in draft.singles
        for value, key in zip(single.values, single.entities, strict=True)
    }
    return BuiltQuestion(
        id=content_id(f"{topic.id}\n{draft.question}".encode()),
        question=draft.question,
        pseudo=draft.pseudo,
        type=type_of(draft.program),
        program=draft.program,
        queries=draft.queries,
        values=answers,
        topic=topic.id,
        table=topic.table.id if topic.table else "",
        hops=inner_hops(outcome),
        gold=gold_of(outcome),
        named=draft.named,
        answered=tuple(key for value in answers if (key := keys.get(value.text))),
    )


def _placed(draft: Draft, topic: Topic) -> Draft:
    """The draft with its table named, where only there the words mean one thing.

    "The player born in 1985" is one player of a table and many of the world.
    """
    main = naming_column(topic)
    if len(draft.queries) < 2 or not any(_describes(each, main) for each in draft.queries.values()):
        return draft
    where = context_for(topic)
    if not where or where.lower() in draft.question.lower() or topic.title in draft.question:
        return draft
    return msgspec.structs.replace(draft, question=opened(where, draft.question))


def _describes(query: Query, main: int) -> bool:
    """Whether a query finds a thing by what is so of it, and not by its name in column ``main``."""
    match query:
        case SaidOf() | ShownIn():
            return True
        case Cells(_, TableProgram(Where((Condition(column, "is"),)))):
            return column != main
        case Cells():
            return True
    return False


def _is_clear(draft: Draft, answers: Sequence[Value]) -> bool:
    """Whether there is an answer, not too many, and where things are reckoned, just one."""
    if isinstance(draft.program, Choose | Compare | Arithmetic | Aggregate | YesNo):
        return len(answers) == 1 and not answers[0].text.startswith(("0 ", "-"))
    return 0 < len(answers) <= _MOST_ANSWERS


_ALIKE = 0.85  # share of common words from which two questions are near duplicates


class Seen:
    """The questions of a topic so far.

    Example: after ``seen.add("Who designed it?")``, ``seen.has_like("who designed it")``
    """

    def __init__(self) -> None:
        self._words: dict[frozenset[str], None] = {}

    def add(self, question: str) -> None:
        """Remember a question."""
        self._words[_words(question)] = None

    def has_like(self, question: str) -> bool:
        """Whether an earlier question has nearly the same words."""
        words = _words(question)
        return words in self._words or any(_share(words, other) > _ALIKE for other in self._words)


def _words(question: str) -> frozenset[str]:
    return frozenset(plain_words(question).split())


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(len(one | other), 1)
