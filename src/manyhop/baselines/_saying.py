"""Answers put together from what a floor picked."""

from collections.abc import Iterable

from manyhop.answering import Answer, Question
from manyhop.baselines._passages import Passage, is_picture_name


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
