"""From sources to questions: link, ask, compose."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import ceil
from pathlib import Path

import msgspec

from manyhop.errors import ManyhopError
from manyhop.generation._built import BuiltQuestion
from manyhop.generation._query import sources_of
from manyhop.generation._single import Single
from manyhop.generation._topic import Thing, Topic
from manyhop.generation.cells import lookup_of, ordered_columns, table_singles
from manyhop.generation.composing import DEFAULT, Pool, topic_questions
from manyhop.generation.images import image_singles
from manyhop.generation.linking import topics
from manyhop.generation.procedures import step_singles
from manyhop.generation.texts import (
    Mentions,
    attached_questions,
    mention_singles,
    names_of,
    text_singles,
)
from manyhop.sources import AnySource, Procedure, Snippet

_SPARE = 1.15  # questions made for each one wanted: splitting drops some, balancing others
_FEW = 10  # questions to a table's texts; with fewer, texts that only mention its things are asked
_LEAST_PER_TOPIC = 8  # fewer topics are asked rather than fewer questions of each

Progress = Callable[[int, int], None]
"""``progress(done, total)``, in topics."""


class BuildSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What to build: how many questions, in which shares, from which seed."""

    count: int = 1000
    seed: int = 0
    shares: Mapping[str, float] = msgspec.field(default_factory=lambda: dict(DEFAULT))


class Built(msgspec.Struct, frozen=True, kw_only=True):
    """More questions than were wanted, and why others were dropped on the way.

    ``kinds`` says by id which type a question was drawn for; ``pictures`` are those of each
    topic's things.
    """

    questions: list[BuiltQuestion]
    kinds: dict[str, str]
    pictures: dict[str, tuple[str, ...]]
    dropped: Counter[str]
    topics: int


def build_questions(
    sources: Iterable[AnySource],
    settings: BuildSettings,
    *,
    question_sets: Sequence[Path] = (),
    progress: Progress = lambda done, total: None,
) -> Built:
    """Questions over all topics of the sources; more than are wanted, to choose from.

    ``question_sets`` are files of questions that people asked, which are composed with the others.
    The same sources and settings give the same questions.
    Example: ``build_questions(Collection.open("bridges"), BuildSettings(count=100)).questions``
    """
    read = list(sources)
    asked = _spread(_topics_of(read), settings)
    rich = sum(topic.table is not None or procedure is not None for topic, procedure in asked)
    quota = ceil(settings.count * _SPARE / max(rich, 1))
    made: dict[str, BuiltQuestion] = {}
    kinds: dict[str, str] = {}
    known: set[str] = set()
    dropped: Counter[str] = Counter()
    by_id = {source.id: source for source in read}
    snippets = [source for source in read if isinstance(source, Snippet)]
    mentions = Mentions(snippets)
    attached = _attached(question_sets, [topic for topic, _ in asked], snippets)
    for done, (topic, procedure) in enumerate(asked, start=1):
        chance = random.Random(f"{settings.seed} {topic.id} singles")
        singles = list(_singles(topic, procedure, attached, mentions, chance, dropped))
        found = topic_questions(
            topic,
            Pool(singles),
            _sources_of(topic, procedure, singles, by_id),
            shares=settings.shares,
            count=quota,
            seed=settings.seed,
            dropped=dropped,
        )
        for kind, built in found:
            if built.question not in known:
                known.add(built.question)
                made[built.id], kinds[built.id] = built, kind
        progress(done, len(asked))
    pictures = {
        topic.id: tuple(image.id for thing in topic.things for image in thing.images)
        for topic, _ in asked
    }
    return Built(
        questions=list(made.values()),
        kinds=kinds,
        pictures=pictures,
        dropped=dropped,
        topics=len(asked),
    )


def _topics_of(sources: Sequence[AnySource]) -> Iterator[tuple[Topic, Procedure | None]]:
    """Tables and things of one sort, then each procedure as a topic of its own."""
    for topic in topics(sources):
        yield topic, None
    for source in sources:
        if isinstance(source, Procedure):
            yield Topic(id=source.id, title=source.title, things=()), source


def _spread(
    found: Iterable[tuple[Topic, Procedure | None]], settings: BuildSettings
) -> list[tuple[Topic, Procedure | None]]:
    """Topics in an order by chance, as many as the number of questions calls for.

    Tables come before things of one sort: only they lead from one kind of source to another.
    """
    asked = [each for each in found if each[0].things or each[0].table or each[1]]
    random.Random(f"{settings.seed} topics").shuffle(asked)
    asked.sort(key=lambda each: each[0].table is None and each[1] is None)
    return asked[: max(1, settings.count // _LEAST_PER_TOPIC)]


def _singles(
    topic: Topic,
    procedure: Procedure | None,
    attached: Mapping[str, Sequence[Single]],
    mentions: Mentions,
    chance: random.Random,
    dropped: Counter[str],
) -> Iterator[Single]:
    if procedure:
        yield from step_singles(procedure, chance)
        return
    if topic.table:
        yield from table_singles(topic, chance)
        yield from _measures(topic)
    told = text_singles(topic, chance, dropped)
    yield from told
    if topic.table and len(told) < _FEW:
        yield from mention_singles(topic, mentions.of(names_of(topic)), chance)
    yield from image_singles(topic, chance, dropped=dropped)
    for thing in _named_in(topic) if attached else ():
        yield from attached.get(thing.key, ())


def _measures(topic: Topic) -> Iterator[Single]:
    """What can be compared: every number and date that the table has of a thing."""
    for column in ordered_columns(topic):
        for thing in topic.things:
            if single := lookup_of(topic, thing, column):
                yield single


def _attached(
    question_sets: Sequence[Path], asked: Sequence[Topic], snippets: Iterable[Snippet]
) -> dict[str, list[Single]]:
    """The questions that people asked, by the things that they name or that answer them."""
    things = [thing for topic in asked for thing in _named_in(topic)] if question_sets else []
    found: dict[str, list[Single]] = {}
    for path in question_sets:
        singles = list(attached_questions(path, things, snippets))
        if not singles:
            raise ManyhopError(
                f"{path}: no question in it is answered by a text here about a thing of the "
                "collection; index those texts, or leave the file out"
            )
        for single in singles:
            for key in dict.fromkeys((single.subject_entity, *single.entities)):
                if key:
                    found.setdefault(key, []).append(single)
    return found


def _named_in(topic: Topic) -> list[Thing]:
    """A topic's things, and the names in its table that no page is about."""
    known = {thing.key for thing in topic.things}
    others = {name.key: name.text for name in names_of(topic).values() if name.key not in known}
    return [*topic.things, *(Thing(key=key, name=text) for key, text in others.items())]


def _sources_of(
    topic: Topic,
    procedure: Procedure | None,
    singles: Iterable[Single],
    by_id: Mapping[str, AnySource],
) -> dict[str, AnySource]:
    """What the topic's questions read: its own sources, and others that mention its things."""
    found: list[AnySource] = [each for each in (topic.table, procedure) if each]
    for thing in topic.things:
        found += [*thing.snippets, *thing.images]
    own = {source.id: source for source in found}
    others = (id for single in singles for id in sources_of(single.query) if id not in own)
    return own | {id: by_id[id] for id in others}
