"""Questions whose answer is yes or no, or one of a few choices."""

import random
from collections.abc import Sequence

import msgspec

from manyhop.generation.cells import small
from manyhop.generation.composing._draft import Draft, alone
from manyhop.generation.composing._joining import composition
from manyhop.generation.composing._pool import Pool
from manyhop.generation.composing._reckonings import two_counted, two_dated
from manyhop.generation.composing._shortcuts import hints_at
from manyhop.generation.composing._sides import Leaves, Sides, sides
from manyhop.programs import Choose, Relation, YesNo

_SIDES: tuple[Leaves, ...] = (
    (None, None),
    (None, "TableQ"),
    (None, "TextQ"),
    ("TextQ", None),
    (None, "ImageListQ"),
    ("ImageListQ", "TextQ"),
)
_RELATIONS: dict[str, tuple[tuple[Relation, str], ...]] = {
    "date": (("earlier", "earlier than"), ("later", "later than")),
    "number": (("larger", "greater than"), ("smaller", "smaller than")),
}
_CHOICES = 4
_ASKING = ("Who ", "What ", "Which ", "Where ", "When ", "How many ")
_OUT_OF = ("Out of", "Of", "Among")


def yes_or_no(pool: Pool, chance: random.Random) -> Draft | None:
    """Whether one thing's measure is greater, or earlier, than another's.

    Example: "Is the Humber Bridge longer than the bridge that opened in 1937?"
    """
    both = sides(pool, chance.choice(_SIDES), chance, list(pool.measures))
    if both is None:
        return None
    relation, words = chance.choice(_RELATIONS[both.measure[1]])
    return Draft(
        question=_whether(both, relation, words, chance),
        pseudo=f"is [{both.one.pseudo}] {words} [{both.other.pseudo}]",
        program=YesNo(relation, both.one.program, both.other.program),
        queries=both.queries,
        singles=both.singles,
        named=both.named,
    )


def _whether(both: Sides, relation: Relation, words: str, chance: random.Random) -> str:
    lookup = both.one.singles[0]
    found = two_dated(lookup) if both.measure[1] == "date" else two_counted(lookup)
    if found is None:
        return f"Is {both.one.value} {words} {both.other.value}?"
    forms = found.more if relation in {"later", "larger"} else found.less
    return both.put(chance.choice(forms))


def choice(pool: Pool, chance: random.Random) -> Draft | None:
    """A question with four answers to choose from, the wrong ones true of other things.

    Example: "Who designed the longest bridge: A, B, C or D?"
    """
    draft = _asked(pool, chance)
    if draft is None or not draft.singles[0].subject_entity:
        return None
    asked = draft.singles[0]
    others = sorted({texts[0] for texts in pool.other_answers(asked) if len(texts) == 1})
    right = asked.answers[0]
    others = [text for text in others if text.lower() != right.lower()]
    if len(asked.answers) != 1 or len(others) < _CHOICES - 1 or right in {"yes", "no"}:
        return None
    if hints_at(draft.question, right):
        return None
    choices = [right, *chance.sample(others, _CHOICES - 1)]
    chance.shuffle(choices)
    listed = f"{', '.join(choices[:-1])} or {choices[-1]}"
    return msgspec.structs.replace(
        draft,
        question=_offered(draft.question, choices, chance),
        pseudo=f"{draft.pseudo} : {listed}",
        program=Choose(draft.program, tuple(choices)),
        told=tuple(choices),
    )


def _offered(question: str, choices: Sequence[str], chance: random.Random) -> str:
    """A question with its choices at the end, or now and then before it."""
    *most, last = choices
    comma = "; " if any("," in text for text in choices) else ", "
    if question.startswith(_ASKING) and chance.random() < 0.4:
        return f"{chance.choice(_OUT_OF)} {comma.join(most)} and {last}, {small(question)}"
    return f"{question.removesuffix('?')}: {comma.join(most)} or {last}?"


def _asked(pool: Pool, chance: random.Random) -> Draft | None:
    throw = chance.random()
    if throw < 0.4:
        return composition(pool, "TextQ", "TableQ", chance)
    if throw < 0.7:
        return composition(pool, "TableQ", "TextQ", chance)
    singles = pool.singles[chance.choice(("TextQ", "TableQ", "ImageQ"))]
    return alone(chance.choice(singles)) if singles else None
