"""What helps a writer: questions like theirs, how far a rewording goes, and what is too easy."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import msgspec

from manyhop.annotation._flow import Values
from manyhop.annotation._queue import Queue, Standing
from manyhop.answering import Answerer, Question
from manyhop.models import TextEncoder
from manyhop.sources import Image

if TYPE_CHECKING:  # imported where they are used: both take seconds, which a page would wait for
    from manyhop.audit.analyses import Similar


class Hints(msgspec.Struct, frozen=True):
    """What is shown while one writes."""

    similar: "tuple[Similar, ...]" = ()
    distance: float | None = None


def hints(queue: Queue, standing: Standing, question: str, encoder: TextEncoder) -> Hints:
    """The hints that the item's stage asks for.

    Example: ``hints(queue, standing, "What is it made of?", StaticEncoder.load()).similar``
    """
    stage = queue.flow.stage(standing.stage)
    if not question.strip():
        return Hints()
    if stage.hint == "distance":
        from manyhop.generation.wording import edit_distance

        return Hints(distance=edit_distance(standing.item.question, question))
    if stage.hint == "similar":
        from manyhop.audit.analyses import similar

        known = [text for text in _questions(queue) if text != question]
        return Hints(similar=tuple(similar(question, known, encoder)))
    return Hints()


def too_easy(
    queue: Queue,
    standing: Standing,
    values: Values,
    engine: Callable[[], Answerer],
) -> str:
    """Why a question is refused: it is answered rightly from its words alone, or by the engine.

    Nothing where its stage makes no such check, or the question stands it.
    """
    stage = queue.flow.stage(standing.stage)
    question, answer = _first(values, "question"), _first(values, "answer")
    if stage.check != "trivial" or not (question and answer):
        return ""
    picture = next(
        (source for id in standing.item.sources if isinstance(source := queue.sources[id], Image)),
        None,
    )
    if (said := _commonest(queue, question)) and _same(said, answer):
        return f"This is guessed without the picture (“{said}”); ask something less usual."
    if picture is not None:
        given = engine().answer(Question(id="asked", text=question, image=picture))
        if any(_same(value, answer) for value in given.values):
            return "Manyhop answers this already; ask something that takes more knowledge."
    return ""


def _commonest(queue: Queue, question: str) -> str:
    """What the questions so far that begin alike are most often answered with."""
    opening = _opening(question)
    answers = [
        _first(each.values, "answer").casefold()
        for each in queue.decisions.standing()
        if _opening(_first(each.values, "question")) == opening and _first(each.values, "answer")
    ]
    if len(answers) < 3:
        return ""
    best = max(set(answers), key=answers.count)
    return best if 2 * answers.count(best) > len(answers) else ""


def _questions(queue: Queue) -> Sequence[str]:
    asked = [item.question for item in queue.items.values()]
    asked += [_first(each.values, "question") for each in queue.decisions.standing()]
    return list(dict.fromkeys(filter(None, asked)))


def _opening(question: str) -> tuple[str, ...]:
    return tuple(question.lower().split()[:2])


def _first(values: Values, name: str) -> str:
    return next(iter(values.get(name, ())), "")


def _same(one: str, other: str) -> bool:
    def plain(text: str) -> str:
        return " ".join(w for w in text.lower().strip(".").split() if w not in ("a", "an", "the"))

    return plain(one) == plain(other)
