"""Questions that name their answers: "Is it taller or shorter?", "Which is older: A or B?" """

import re
from collections.abc import Sequence

from manyhop.models.embedded.saying._inversion import Clause, uninverted
from manyhop.models.embedded.saying._verbs import is_participle
from manyhop.models.embedded.saying._words import (
    ADJECTIVES,
    ARTICLES,
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    FUNCTION,
    MANNER,
    PREPOSITIONS,
    bare,
    is_name,
)

_DESCRIBED = re.compile(r"\bor (?:the ones?|that|those)\b")  # a choice that is not named


def mention(question: str, value: str) -> str | None:
    """How a question itself writes a value, its article before it; None where it does not.

    Example: ``mention("Is the oak or the elm taller?", "Elm")`` is ``"the elm"``
    """
    article = "" if bare(value.split()[0]) in DETERMINERS else r"(?:(?:the|a|an)\s+)?"
    found = re.search(rf"(?i)(?<!\w){article}{re.escape(value)}(?!\w)", question)
    return found[0] if found else None


def chosen(words: Sequence[str], value: str) -> str | None:
    """A question that begins with an auxiliary and holds "A or B", with the value in their place.

    Example: ``chosen("is the fence taller or shorter than a car".split(), "taller")``
    """
    for at, word in enumerate(words):
        if bare(word) == "or" and at + 1 < len(words):
            said = (
                _between_words(words, at, value)
                or _between_subjects(words, at, value)
                or _between_endings(words, at, value)
            )
            if said:
                return said
    return None


def without_choices(text: str, value: str) -> str:
    """A question less the list of answers after it, where the value is one of them.

    Example: ``without_choices("Which is older, the oak or the elm", "the elm")``
    """
    marks = [*re.finditer(r"\s*[;:?]\s+", text), *re.finditer(r",\s+|\s+[-–—]+\s+", text)]
    for mark in marks:
        head, tail = text[: mark.start()], text[mark.end() :]
        parted = mark[0].strip() in {";", ":", "?"} or _DESCRIBED.search(tail) is not None
        if re.search(r"\bor\b", tail) and (parted or _overlap(tail, value)) and " " in head:
            return re.sub(r",? (out of|between)$", "", head)
    return _without_names(text, value)


def _without_names(text: str, value: str) -> str:
    """The same where nothing parts question and answers: "… is taller Big Ben or the Shard"."""
    words = text.split()
    at = next((i for i, word in enumerate(words) if bare(word) == "or"), None)
    if at is None or not _overlap(" ".join(words[at - 6 :]), value):
        return text
    start = at
    while start > 2 and (is_name(words[start - 1]) or bare(words[start - 1]) in FUNCTION):
        start -= 1
    while start < at and bare(words[start]) in FUNCTION - ARTICLES:
        start += 1
    return " ".join(words[:start]) if start < at else text


def _between_words(words: Sequence[str], at: int, value: str) -> str | None:
    """One word or another: taller or shorter."""
    low = bare(value)
    left, right = bare(words[at - 1]), bare(words[at + 1])
    after = bare(words[at + 2]) if at + 2 < len(words) else ""
    closes = not after or after in PREPOSITIONS | {"than", "as", "when", "while"}
    if low not in {left, right} or not ({left, right} <= ADJECTIVES or closes):
        return None
    return _statement([*words[: at - 1], value, *words[at + 2 :]], at - 1)


def _between_subjects(words: Sequence[str], at: int, value: str) -> str | None:
    """One subject or another, before the verb: does A or B open."""
    clause = uninverted(words)
    if clause is None or at > len(clause.subject) or not _overlap(" ".join(clause.subject), value):
        return None
    first = clause.subject[0]
    kept = [first] if bare(first) in PREPOSITIONS else []
    return " ".join([*kept, value, *clause._replace(subject=[value]).verbal])


def _between_endings(words: Sequence[str], at: int, value: str) -> str | None:
    """One ending or another: on the left side or on the right side."""
    low, wanted = [bare(word) for word in words], [bare(word) for word in value.split()]
    size = len(wanted)
    for start in range(at - size, max(at - size - 4, 1), -1):
        if low[start : start + size] == wanted:
            return _statement(list(words[:at]), start)
    right = at + 1
    if low[right] in ARTICLES | PREPOSITIONS and low[right] not in wanted[:1]:
        right += 1
    if low[right : right + size] != wanted:
        return None
    rest = list(words[right + size :])
    shared = 0
    while shared < len(rest) and low[at - 1 - shared] == bare(rest[len(rest) - 1 - shared]):
        shared += 1
    opener = [i for i in range(1, at) if low[i] == low[at + 1] and low[i] in FUNCTION]
    single = low[at - 1] in ADJECTIVES or is_participle(low[at - 1])
    start = opener[-1] if opener else at - 1 if single else at - size - shared
    if start < 2:
        return None
    return _statement([*words[:start], *words[at + 1 : right], *value.split(), *rest], start)


def _statement(words: Sequence[str], start: int) -> str | None:
    """The statement once the choice is made; ``start`` is where the chosen words stand."""
    if "or" in words:
        return None
    clause = uninverted(words)
    before = bare(words[start - 1])
    bound = before in PREPOSITIONS | DETERMINERS | CONJUNCTIONS | MANNER or is_participle(before)
    if bare(words[0]) in BE and start > 1 and not bound and bare(words[1]) != "there":
        clause = Clause([*words[1:start]], bare(words[0]), [*words[start:]])
    return " ".join([*clause.subject, *clause.verbal]) if clause else None


def _overlap(text: str, value: str) -> bool:
    mine = {bare(word) for word in value.split()} - ARTICLES
    theirs = {bare(word) for word in text.split()}
    return bool(mine) and len(mine & theirs) * 2 >= len(mine)
