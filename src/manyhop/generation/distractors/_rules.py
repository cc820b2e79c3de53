"""The rules for distractors, as a check of any finished question."""

from collections.abc import Iterator, Mapping

from manyhop.generation._built import BuiltQuestion
from manyhop.generation._query import SaidOf, ShownIn, sources_of
from manyhop.generation.distractors._plain_words import plain_words, says, telling
from manyhop.generation.texts import derive_said_of
from manyhop.sources import AnySource, Image, Snippet, Source


def page_of(source: Source) -> str:
    """What stands for the document that a source is from: its title, or else itself.

    Example: ``page_of(Snippet(title="Humber Bridge", text="…"))`` → ``"humber bridge"``
    """
    return " ".join(source.title.casefold().split()) or source.id


def resting_on(built: BuiltQuestion) -> tuple[str, ...]:
    """The sources that must not be distractors: the gold and all that a hop's values cite."""
    values = (*built.values, *(value for hop in built.hops for value in hop))
    cited = (citation.source_id for value in values for citation in value.citations)
    return tuple(dict.fromkeys((*built.gold, *cited)))


def context_of(built: BuiltQuestion) -> tuple[str, ...]:
    """What a question is asked over: all that it rests on, listed pictures, and distractors."""
    ids = (*resting_on(built), *pictures_listed(built), *built.distractors)
    return tuple(dict.fromkeys(ids))


def pictures_listed(built: BuiltQuestion) -> tuple[str, ...]:
    """The pictures that a list question looks through: its context, to which none is added."""
    listed = (sources_of(query) for query in built.queries.values() if isinstance(query, ShownIn))
    return tuple(dict.fromkeys(id for ids in listed for id in ids))


def answers_too(built: BuiltQuestion, snippet: Snippet, plain: str) -> bool:
    """Whether a list question would also be answered by a snippet that it was not asked over.

    ``plain`` are the snippet's plain words; only where they hold the value is it read.
    Example: of "Which bridge opened in 1937?", any snippet whose subject opened in 1937
    """
    among = ((snippet.id, snippet.title),)
    return any(
        isinstance(query, SaidOf)
        and plain_words(query.value) in plain
        and bool(derive_said_of(SaidOf(query.relation, query.value, among), {snippet.id: snippet}))
        for query in built.queries.values()
    )


def faults(
    built: BuiltQuestion,
    sources: Mapping[str, AnySource],
    *,
    texts: int = 10,
    images: int = 15,
    short: bool = False,
) -> list[str]:
    """What breaks a rule, in words; nothing where all is well.

    ``texts`` is how many paragraphs there must be with the gold ones, ``images`` how many pictures
    there may be. ``short`` allows fewer paragraphs, for collections that have no more.
    Example: ``faults(built, sources)`` → ``["3f2a… says the answer 1981"]``
    """
    found = list(_each(built, sources))
    known = [sources[id] for id in context_of(built) if id in sources]
    pictures = [source.id for source in known if isinstance(source, Image)]
    missing = paragraphs_missing(built, sources, texts)
    if missing < 0 or (missing > 0 and not short):
        wanted = missing + sum(isinstance(source, Snippet) for source in known)
        found.append(f"there are {wanted - missing} paragraphs, not {wanted}")
    listed = pictures_listed(built)
    if listed:
        added = [id for id in pictures if id in built.distractors and id not in listed]
        found += [f"{id} was added to the pictures of a list question" for id in added]
    elif len(pictures) > images and any(id in built.distractors for id in pictures):
        found.append(f"there are {len(pictures)} pictures, more than {images}")
    return found


def paragraphs_missing(
    built: BuiltQuestion, sources: Mapping[str, AnySource], texts: int = 10
) -> int:
    """How many paragraphs a context lacks; less than nothing where it has too many.

    A question that rests on more than ``texts`` has just those.
    """
    golden = sum(isinstance(sources.get(id), Snippet) for id in resting_on(built))
    there = sum(isinstance(sources.get(id), Snippet) for id in context_of(built))
    return max(texts, golden) - there


def _each(built: BuiltQuestion, sources: Mapping[str, AnySource]) -> Iterator[str]:
    used = resting_on(built)
    pages = {page_of(source) for id in used if isinstance(source := sources.get(id), Snippet)}
    answers = telling(built.answers)
    for id in built.distractors:
        source = sources.get(id)
        if source is None:
            yield f"{id} is not among the sources"
        elif id in used:
            yield f"{id} is a source that the answer rests on"
        elif isinstance(source, Snippet):
            if page_of(source) in pages:
                yield f"{id} is from a gold snippet's page, {source.title!r}"
            plain = plain_words(source.searchable)
            if says(plain, answers):
                yield f"{id} says the answer {', '.join(built.answers)}"
            if answers_too(built, source, plain):
                yield f"{id} answers a list question of it too"
    if len(set(built.distractors)) < len(built.distractors):
        yield "a distractor is named twice"
