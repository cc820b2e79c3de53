"""Questions made from passages without a model, and those that a model wrote.

A cloze question is a sentence with one name, date or number asked for; a statement is a sentence
turned into a question to which the answer is yes, or no once something in it was exchanged.
"""

import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from training.reading_lessons import Lesson, Lessons, spans_of
from training.row_files import read_rows

MONTHS = "January February March April May June July August September October November December"
_MONTH = "|".join(MONTHS.split())
_DATE = rf"(?:\d{{1,2}} )?(?:{_MONTH})(?: \d{{1,2}},?)?(?: \d{{4}})?|(?:19|20|1[0-8])\d\d"
_NUMBER = r"\d[\d,.]*\d|\d"
_NAME = r"[A-Z][\w'’-]+(?:(?: (?:of|the|and|de|von|van|for|&))* [A-Z][\w'’-]+)*"
THINGS = re.compile(rf"\b(?:(?P<date>{_DATE})|(?P<number>{_NUMBER})|(?P<name>{_NAME}))\b")
ASKING = {
    "date": ("when", "what year", "in what year", "on what date"),
    "number": ("how many", "how much", "what number"),
    "name": ("who", "what", "which", "where", "what", "who"),
}
_OPENERS = {"The", "In", "He", "She", "It", "His", "Her", "This", "They", "A", "On", "At", "As"}
_STATEMENT = re.compile(rf"({_NAME}|He|She|It) (is|was|are|were|has|had|can|did) (.{{15,160}}?)\.")


def cloze_lessons(passages: Sequence[str], each: int, seed: int = 0) -> Lessons:
    """Up to ``each`` cloze questions a passage; a fifth have no answer in it."""
    chance = random.Random(seed)
    texts, lessons = list(passages), []
    for home, passage in enumerate(passages):
        sentences = re.split(r"(?<=[.!?])\s+", passage)
        asked = [
            (place, found)
            for place, sentence in enumerate(sentences)
            if len(sentence.split()) > 6
            for found in THINGS.finditer(sentence)
            if found[0] not in _OPENERS and len(found[0]) > 1
        ]
        for place, found in chance.sample(asked, min(each, len(asked))):
            question = _cloze(passage, sentences[place], found, chance)
            number, drawn = home, chance.random()
            if drawn < 0.5:  # without the sentence: to be found elsewhere, or nowhere
                rest = " ".join(sentences[:place] + sentences[place + 1 :])
                if drawn < 0.2 or spans_of(found[0], rest):
                    number = len(texts)
                    texts.append(rest)
            spans = spans_of(found[0], texts[number])
            others = [other for other in (home - 1, (home + 1) % len(passages)) if other != home]
            if spans:
                made = Lesson(question, [found[0]], number, others, "cloze", "train", spans)
            else:
                made = Lesson(question, [], -1, [number, *others], "cloze", "train")
            lessons.append(made)
    return Lessons(lessons, texts)


def _cloze(passage: str, sentence: str, found: re.Match[str], chance: random.Random) -> str:
    """A sentence with a question word for the answer, its clauses moved and words dropped."""
    asking = chance.choice(ASKING[found.lastgroup or "name"])
    reach = chance.choice((6, 9, 12, 20))
    before, after = sentence[: found.start()].split()[-reach:], sentence[found.end() :].split()
    after = after[:reach]
    subject = passage.split(". ", 1)[0]
    if before and before[0] in ("He", "She", "It", "They"):
        before[0] = subject
    elif chance.random() < 0.4 and subject not in sentence:
        before.insert(0, subject)
    order = chance.random()
    words = [asking, *before, *after] if order < 0.4 else [asking, *after, *before]
    if order > 0.75:
        words = [*before, asking, *after]
    kept = [word for word in words if word == asking or chance.random() > 0.15]
    return re.sub(r"[.,;:()\"]+(?= |$)", "", " ".join(kept)) + "?"


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


def generated_lessons(path: Path) -> Lessons:
    """Questions that a model wrote or answered: passage, question, answer, start (-1: none)."""
    numbers: dict[str, int] = {}
    rows = read_rows(path)
    for row in rows:
        numbers.setdefault(row["passage"], len(numbers))
    texts = list(numbers)
    return Lessons(list(_generated(rows, numbers, texts)), texts)


def _generated(
    rows: Sequence[dict[str, str | int]], numbers: dict[str, int], texts: Sequence[str]
) -> Iterator[Lesson]:
    for row in rows:
        home, answer, start = numbers[str(row["passage"])], str(row["answer"]), int(row["start"])
        near = [(home + step) % len(texts) for step in (1, -1, 2, -2)]
        others = [
            each
            for each in dict.fromkeys(near)
            if each != home and not (answer and answer.lower() in texts[each].lower())
        ]
        question = str(row["question"])
        if answer.lower() in ("yes", "no") and start < 0:
            verdict = answer.lower()
            yield Lesson(question, [verdict], home, others, "generated", "train", [], verdict)
        elif start < 0:
            yield Lesson(question, [], -1, [home, *others], "generated", "train")
        else:
            spans = [[start, start + len(answer)]]
            yield Lesson(question, [answer], home, others, "generated", "train", spans)
