"""A question and its value as one statement, by rules."""

import re

from manyhop.models.embedded.saying._choices import chosen, mention, without_choices
from manyhop.models.embedded.saying._circumstances import circumstance, phrase_for
from manyhop.models.embedded.saying._clauses import finite_at
from manyhop.models.embedded.saying._counts import counted, difference
from manyhop.models.embedded.saying._phrasing import lowered, sentence, tidy
from manyhop.models.embedded.saying._verbs import is_form, is_participle
from manyhop.models.embedded.saying._which import identified, in_its_place, placed
from manyhop.models.embedded.saying._words import (
    ASKING,
    AUXILIARIES,
    BE,
    DETERMINERS,
    DO,
    MODAL,
    PREPOSITIONS,
    PRONOUNS,
    bare,
    word_set,
)
from manyhop.models.embedded.saying._yes_or_no import no, yes


def statement(question: str, value: str) -> str | None:
    """The question turned round with the value in it; None where no rule fits.

    Example: ``statement("When did the tunnel open?", "1994")`` is
    ``"The tunnel opened in 1994."``
    """
    text = _to_the_asker(tidy(question)).rstrip("?. ")
    written = mention(text, value)
    if written is None and _is_clause(value):
        return sentence(value)
    named = bare(text.split()[0]) in {"who", "where", "whose"} if text else False
    value = written or lowered(value, common=_asks_for_a_kind(text), named=named)
    lead, core = _lead(text, value)
    words = core.split()
    if not words:
        return None
    said = _core_statement(words, value, written is not None)
    if not said:
        return None
    if lead and said.startswith(("yes, ", "no, ")):
        word, _, rest = said.partition(", ")
        return sentence(f"{word}, {_small_start(lead)} {rest}")
    return sentence(f"{lead} {said}")


def _to_the_asker(question: str) -> str:
    """A question as if another had asked it: what I need is what you need."""
    text = re.sub(r"\bam I\b", "are you", question)
    text = re.sub(
        r"\b((?i:do|did|have|had|should|could|would|must|may|can|will)) I\b", r"\1 you", text
    )
    return re.sub(r"\bmy\b", "your", text) if text != question else text


def _core_statement(words: list[str], value: str, mentioned: bool) -> str | None:
    words = [_small(words[0]), *words[1:]]
    first, second = bare(words[0]), bare(words[1]) if len(words) > 1 else ""
    if first in AUXILIARIES:
        if bare(value) in {"yes", "no"}:
            return yes(words) if bare(value) == "yes" else no(words)
        return chosen(words, value)
    if first in {"what's", "who's", "where's"}:
        return _core_statement([first[:-2], "is", *words[1:]], value, mentioned)
    if bare(value) in {"yes", "no"}:
        return _declared(words, bare(value))
    if first == "how" and second in {"many", "much"}:
        return difference(words, value) or counted(words, value)
    if first in {"when", "where", "why", "how"}:
        return circumstance(words, value)
    if first in ASKING:
        return identified(
            without_choices(" ".join(words), value).split(), value, mentioned=mentioned
        )
    if first in PREPOSITIONS and second in {"what", "which", "whose"}:
        return placed(without_choices(" ".join(words), value).split(), value, mentioned=mentioned)
    if bare(words[-1]) in {"when", "where"}:
        return " ".join([*words[:-1], phrase_for(bare(words[-1]), value)])
    return in_its_place(without_choices(" ".join(words), value).split(), value)


def _declared(words: list[str], value: str) -> str | None:
    """Yes or no to a question in the order of a statement: "The gate is open?"."""
    at = finite_at(words, 1)
    if bare(words[0]) in ASKING or at is None or bare(words[at]) not in BE | MODAL:
        return None
    negation = ["not"] if value == "no" else []
    if negation and bare(words[at + 1 : at + 2][0] if words[at + 1 :] else "") in {"no", "not"}:
        return None
    small = bare(words[0]) in DETERMINERS | PRONOUNS
    start = [words[0].lower() if small else words[0]]
    return f"{value}, " + " ".join([*start, *words[1 : at + 1], *negation, *words[at + 1 :]])


def _asks_for_a_kind(text: str) -> bool:
    """Whether the answer is a kind of thing, so that a capital in it means nothing."""
    words = [bare(word) for word in text.split()]
    asks = next((i for i, word in enumerate(words) if word in {"what", "which", "how"}), None)
    if asks is None:
        return not {"who", "where", "whose"} & {*words}
    noun = {*words[asks + 1 : asks + 5]}
    if {*words[asks + 1 : asks + 4]} & {"brand", "name", "title", "company", "team"}:
        return False
    if noun & _THINGS:
        return True
    opens = asks + 1 < len(words) and asks == 0 and words[0] == "what"
    opens = opens and words[1] not in DO
    if opens and (words[1] not in BE or (len(words) > 2 and words[2] in PREPOSITIONS)):
        return is_form(words[1], "third") or words[1] in BE or words[1] in {"'s", "s"}
    if opens and len(words) > 2 and is_participle(words[2]):
        return True
    return any(word in _HANDLING for word in words)


def _lead(text: str, value: str) -> tuple[str, str]:
    """What stands before the question itself, and the question: "In 1990, | who was mayor"."""
    for mark in re.finditer(r",? (?=(\w+)\b)", text):
        word = mark[1].lower()
        comma = mark[0].startswith(",")
        before = text[: mark.start()]
        asks = word in {"what", "how", "why"} or (word in ASKING and (_opens(text) or _lists(text)))
        fits = comma and (asks or (word in AUXILIARIES and _opens(text)))
        fits = fits or (comma and _asks_with_preposition(text[mark.end() :]))
        if fits or (word in {"which", "what", "who", "how"} and _lists(text)):
            drop = _lists(text) and not re.match(r"(?i)(among|of)\b.*\ball\b", before)
            return ("" if drop else before + ",", text[mark.end() :])
        if word in ASKING and not comma and not _opens(text):
            break
    return "", text


def _opens(text: str) -> bool:
    first = bare(text.split()[0])
    if _asks_with_preposition(text):
        return False
    return first in PREPOSITIONS | {
        "when",
        "if",
        "while",
        "looking",
        "as",
        "based",
        "relative",
        "given",
    }


def _asks_with_preposition(text: str) -> bool:
    first, _, rest = text.partition(" ")
    return first.lower() in PREPOSITIONS and rest.lower().startswith(("which ", "what "))


def _lists(text: str) -> bool:
    """Whether a question begins with the answers to choose from: between A and B, …"""
    return bare(text.split()[0]) in {"between", "among", "of", "comparing"}


_THINGS = word_set(
    "many color colors colour shape material pattern kind type sort animal object objects "
    "item instrument weapon fruit vehicle thing direction clothing garment headwear body "
    "geometric hand position long tall high large big structure accessory side"
)
_HANDLING = word_set(
    "holding wearing standing sitting carrying made riding playing wear hold carry look grow "
    "covering surrounding eating"
)


def _is_clause(value: str) -> bool:
    """Whether a value is a sentence already: "It is made of stone" says all by itself."""
    words = [bare(word) for word in value.split()]
    starts = len(words) > 2 and words[0] in PRONOUNS - {"people", "both"} | {"this", "these"}
    if starts and any(word in AUXILIARIES for word in words[1:4]):
        return True
    if re.match(r"(?i)(yes|no)[,;] ", value):
        return True
    said = value.split()
    finite = [
        i
        for i, word in enumerate(said)
        if (word in AUXILIARIES or (is_form(word, "past") and not is_form(word, "participle")))
        and 0 < i < len(said) - 1
    ]
    relative = {"that", "which", "who", "where", "when", "as", "what"}
    return len(said) > 3 and any(not relative & {*words[:i]} for i in finite)


def _small_start(lead: str) -> str:
    first, space, rest = lead.partition(" ")
    return _small(first) + space + rest


def _small(word: str) -> str:
    low = word.lower()
    return low if bare(low) in ASKING | AUXILIARIES | PREPOSITIONS or "'" in word else word
