"""Questions made from passages without a model.

A statement is a sentence turned into a question to which the answer is yes, or no once something in
it was exchanged.
"""

import random
import re
from collections.abc import Sequence

from training.reading_lessons import Lesson, Lessons

MONTHS = "January February March April May June July August September October November December"
_MONTH = "|".join(MONTHS.split())
_DATE = rf"(?:\d{{1,2}} )?(?:{_MONTH})(?: \d{{1,2}},?)?(?: \d{{4}})?|(?:19|20|1[0-8])\d\d"
_NUMBER = r"\d[\d,.]*\d|\d"
_NAME = r"[A-Z][\w'’-]+(?:(?: (?:of|the|and|de|von|van|for|&))* [A-Z][\w'’-]+)*"
THINGS = re.compile(rf"\b(?:(?P<date>{_DATE})|(?P<number>{_NUMBER})|(?P<name>{_NAME}))\b")
_OPENERS = {"The", "In", "He", "She", "It", "His", "Her", "This", "They", "A", "On", "At", "As"}
_STATEMENT = re.compile(rf"({_NAME}|He|She|It) (is|was|are|were|has|had|can|did) (.{{15,160}}?)\.")


def statement_lessons(passages: Sequence[str], most: int, seed: int = 0) -> Lessons:
    """Yes-or-no questions over passages that begin with their title, half of each kind."""
    chance = random.Random(seed)
    lessons: list[Lesson] = []
    order = list(range(len(passages)))
    chance.shuffle(order)
    for home in order:
        statements = list(_STATEMENT.finditer(passages[home]))
        if not statements or len(lessons) >= most:
            continue
        subject, verb, rest = chance.choice(statements).groups()
        subject = passages[home].split(". ", 1)[0] if subject in ("He", "She", "It") else subject
        verdict = "yes"
        if chance.random() < 0.5:
            changed = _exchanged(rest, passages[chance.choice(order)], chance)
            verdict, rest = ("no", changed) if changed else (verdict, rest)
        question = f"{verb.capitalize()} {subject} {rest}?"
        others = [(home + step) % len(passages) for step in (1, 2, 3)]
        lessons.append(Lesson(question, [verdict], home, others, "made", "train", [], verdict))
    return Lessons(lessons, list(passages))


def _exchanged(statement: str, elsewhere: str, chance: random.Random) -> str:
    """The statement with one thing exchanged for another passage's of its kind."""
    things = list(THINGS.finditer(statement))
    chance.shuffle(things)
    for thing in things:
        like = [each[0] for each in THINGS.finditer(elsewhere)
                if each.lastgroup == thing.lastgroup and each[0] not in statement
                and each[0] not in _OPENERS]  # fmt: skip
        if like:
            return statement[: thing.start()] + chance.choice(like) + statement[thing.end() :]
    return ""
