"""The sentences, cells and captions that an answer can be copied from."""

import re
from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from manyhop.answering import Answer, Question
from manyhop.sources import (
    AnySource,
    CellAt,
    Image,
    Place,
    Procedure,
    Region,
    Snippet,
    Span,
    StepAt,
)

_SENTENCE = re.compile(r"\S.*?(?:[.!?][\"')\]”’]*(?=\s)|\s*\Z)", re.DOTALL)

_PICTURE_NAME = re.compile(r"\.(?:jpe?g|png|gif|webp|bmp)\b", re.IGNORECASE)


class Passage(NamedTuple):
    """Words that stand at a place; ``around`` is what else tells what they are about.

    Example: ``Passage(table, CellAt(0, 1), "1981", around="Humber Bridge 1981 Opened")``
    """

    source: AnySource
    place: Place
    text: str
    around: str


def question_sources(question: Question, luck: Random) -> list[AnySource]:
    """The candidates and the picture that the question is about, in an order of chance.

    Files may have the right sources first: a tie between two must not be decided by that.
    """
    sources: list[AnySource] = [*question.candidates]
    luck.shuffle(sources)
    return [*sources, question.image] if question.image else sources


def is_picture_name(text: str) -> bool:
    """Whether a choice or a part of a question names pictures instead of saying something.

    Example: ``is_picture_name("tea_2_0.jpg")`` → ``True``
    """
    return _PICTURE_NAME.search(text) is not None


def all_passages(sources: Iterable[AnySource]) -> list[Passage]:
    """The passages of all sources in their order; those without a word are left out."""
    return [each for source in sources for each in passages(source) if each.text.strip()]


def passages(source: AnySource) -> Iterator[Passage]:
    """Sentences of a snippet or a step, cells of a table, the caption of a picture.

    Example: ``[p.text for p in passages(snippet)]`` → ``["It opened in 1981.", "It is long."]``
    """
    if isinstance(source, Snippet):
        for span, text in sentences(source.text):
            yield Passage(source, span, text, f"{source.title} {text}")
    elif isinstance(source, Image):
        text = source.quote(Region())
        yield Passage(source, Region(), text, f"{source.title} {text}")
    elif isinstance(source, Procedure):
        yield from _step_passages(source)
    else:
        for number, row in enumerate(source.rows):
            words = " ".join(cell.text for cell in row)
            for column, cell in enumerate(row):
                around = f"{words} {source.columns[column].name}"
                yield Passage(source, CellAt(number, column), cell.text, around)


def _step_passages(source: Procedure) -> Iterator[Passage]:
    for number, step in enumerate(source.steps):
        if not step.text:
            yield Passage(source, StepAt(number), step.title, step.title)
        for span, text in sentences(step.text):
            yield Passage(source, StepAt(number, span), text, f"{step.title} {text}")


def sentences(text: str) -> Iterator[tuple[Span, str]]:
    """Each sentence with its place.

    Example: ``next(sentences("Boil. Pour!"))`` → ``(Span(0, 5), "Boil.")``
    """
    for match in _SENTENCE.finditer(text):
        sentence = match[0].rstrip()
        yield Span(match.start(), match.start() + len(sentence)), sentence


# Answers put together from what a floor picked.


def chosen(question: Question, choice: int, values: tuple[str, ...] = ()) -> Answer:
    """A choice, and the free answer where one was found without a look at the choices.

    The choice's words are not given as values: A-OKVQA would score them as a direct answer, which
    must do without the choices.
    Example: ``chosen(question, 2)`` → ``Answer(choice=2, sentence="red")``
    """
    return Answer(choice=choice, values=values, sentence=question.choices[choice])


def said(values: tuple[str, ...]) -> Answer:
    """Values alone."""
    return Answer(values=values, sentence=", ".join(values))


def copied(passage: Passage, sources: Iterable[str] = ()) -> Answer:
    """A passage word for word, cited where it stands."""
    return Answer(
        values=(passage.text,),
        sentence=passage.text,
        sources=tuple(sources) or (passage.source.id,),
        citations=(passage.source.cite(passage.place),),
    )


def nothing() -> Answer:
    """What to say when there is nothing to go by."""
    return Answer(abstained=True)


def spoken_choices(question: Question) -> list[str]:
    """The choices' words. The names of pictures say nothing: they would give the recipe away.

    Example: ``["Bake", "tea_2_0.jpg"]`` → ``["Bake", ""]``
    """
    return ["" if is_picture_name(choice) else choice for choice in question.choices]
