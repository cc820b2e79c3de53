"""WebQA's categories of questions, by a rule over the words of question and answer."""

import re

from manyhop.generation._built import BuiltQuestion
from manyhop.metrics.webqa import COLORS, SHAPES, normalize
from manyhop.programs import Choose

_NUMBER = re.compile(r"\bhow (?:many|much)\b|\bnumber of\b", re.IGNORECASE)
_COLOUR = re.compile(r"\bcolou?rs?\b", re.IGNORECASE)
_SHAPE = re.compile(r"\bshaped?\b", re.IGNORECASE)
_OFFERED = re.compile(r"[:,]\s*([^:?]+?),? or ([^,?:]+)\?\s*$")
_WHOLE = re.compile(r"\d+")


def question_category(built: BuiltQuestion) -> str:
    """``YesNo``, ``choose``, ``number``, ``color``, ``shape`` or ``Others``.

    A closed category asks for its kind of answer and has one: "What colour …?" with an answer
    that the official scorer has no colour word for is ``Others``, since it could never score.
    Example: of "How many towers are there?" with "2", ``"number"``
    """
    words = [set(normalize(answer).split()) for answer in built.answers]
    if all(said in ({"yes"}, {"no"}) for said in words) and words:
        return "YesNo"
    if choices_of(built):
        return "choose"
    if _NUMBER.search(built.question) and all(any(map(_WHOLE.fullmatch, said)) for said in words):
        return "number"
    if _COLOUR.search(built.question) and all(said & COLORS for said in words):
        return "color"
    if _SHAPE.search(built.question) and all(said & SHAPES for said in words):
        return "shape"
    return "Others"


def choices_of(built: BuiltQuestion) -> tuple[str, ...]:
    """The answers that a question offers; nothing where it offers none.

    Example: of "Which is older: the Forth Bridge or the Humber Bridge?", both bridges
    """
    if isinstance(built.program, Choose):
        return built.program.choices
    offered = _OFFERED.search(built.question)
    if offered is None:
        return ()
    choices = (*(part.strip() for part in offered[1].split(",")), offered[2].strip())
    return choices if all(choices) and set(built.answers) & set(choices) else ()
