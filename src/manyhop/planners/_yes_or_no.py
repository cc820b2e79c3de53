"""Whether something is so: by two facts that are compared, or by two answers of yes and no."""

import re

from manyhop.english import Clause, article, uninverted
from manyhop.planners._descriptions import described
from manyhop.planners._drafts import HOLE, Ask, is_plural, is_quantity, known
from manyhop.planners._measures import size_question
from manyhop.programs import Compose, Known, Program, Relation, YesNo

_THAN = re.compile(r"^(?:much |far |any )?(?P<word>(?:more |less )?\w+) than (?P<other>.+)$")
_WHEN = re.compile(
    r"^(?P<what>.*?)\s?\b(?P<word>before|after|earlier than|later than|prior to) (?P<than>.+)$"
)
_BOTH = re.compile(
    r"^(?P<aux>are|is|were|was|do|does|did|have|has|can) (?:both )(?P<a>.+?) and (?P<b>.+)$", re.I
)
_EACH = re.compile(
    r"^(?P<aux>are|were|do|did|have|can) (?P<a>.+?) and (?P<b>.+?) (?:both|each) (?P<rest>.+)$",
    re.I,
)
_SAME = re.compile(
    r"^(?P<aux>are|were|do|did|have) (?:both )?(?P<a>.+?) and (?P<b>.+?) "
    r"(?P<how>(?:(?:from|of|in|on|at|made of|(?:born|located|situated|based) in|have|use|show) )?)"
    r"(?:the )?(?P<same>same|different|identical) (?P<what>.+)$",
    re.I,
)
_NAMED = re.compile(
    r"^(?P<name>(?:the )?(?:[A-Z\d][^\s,]*(?: (?:of|the|de|and|in))*\s)+)(?P<rest>[a-z].*)$"
)
_RELATIONS: dict[str, Relation] = {"largest": "larger", "smallest": "smaller"}
_DATES: dict[str, Relation] = {"earliest": "earlier", "latest": "later"}
_SINGLE = {"are": "is", "were": "was", "do": "does", "have": "has"}


def yes_or_no(question: str, ask: Ask) -> Program | None:
    """Two facts and a relation between them, where a yes/no question has such.

    Example: ``yes_or_no("Did the Forth Bridge open before 1900", ask)`` is
    ``YesNo(earlier, TextQ("When did the Forth Bridge open?"), Known("1900"))``
    """
    if " or " in question:
        return None
    return _same(question, ask) or _both(question, ask) or _related(question, ask)


def _related(question: str, ask: Ask) -> Program | None:
    clause = uninverted(question.split()) if question.split() else None
    if clause is None or not clause.subject or clause.subject == ["there"]:
        return None
    subject, predicate = " ".join(clause.subject), " ".join(clause.predicate)
    if found := _THAN.match(predicate):
        return _sized(subject, found["word"].lower(), found["other"], ask)
    if found := _WHEN.match(predicate):
        return _timed(clause, found, ask)
    return None


def _sized(subject: str, word: str, other: str, ask: Ask) -> Program | None:
    by = size_question(word)
    if by is None:
        return None
    relation = (_RELATIONS | _DATES)[by.wins]
    number = is_quantity(other)
    right = Known(other) if number else _about(by.question, other, ask)
    return YesNo(relation, _about(by.question, subject, ask), right)


def _timed(clause: Clause, found: re.Match[str], ask: Ask) -> Program | None:
    relation: Relation = "later" if found["word"] in {"after", "later than"} else "earlier"
    subject, what = " ".join(clause.subject), found["what"].strip()
    if clause.auxiliary not in {"did", "was", "were"} or not what:
        return None
    when = f"When {clause.auxiliary} {HOLE} {what}?"
    than = re.sub(r"\s+(?:did|was|were|was \w+ed)$", "", found["than"])
    if is_quantity(than):
        return YesNo(relation, _about(when, subject, ask), known(than))
    if not re.match(r"(?:the |an? )?[A-Z]|the ", than):
        return None
    return YesNo(relation, _about(when, subject, ask), _about(when, than, ask))


def _both(question: str, ask: Ask) -> Program | None:
    """ "Are both A and B red" is "Is A red" and "Is B red"."""
    if found := _EACH.match(question):
        one, other, rest = found["a"], found["b"], found["rest"]
    elif found := _BOTH.match(question):
        one, (other, rest) = found["a"], _subject_and_rest(found["aux"], found["b"])
    if not found or not rest:
        return None
    one = re.sub(r"^(?:the )?[a-z]+s,? (?=(?:the )?[A-Z])", "", one)  # both magazines, A and B
    auxiliary = found["aux"].lower()
    if auxiliary in {"are", "were"}:
        rest = _singular(rest)
    asked = f"{_SINGLE.get(auxiliary, auxiliary)} {HOLE} {rest}"
    return YesNo("both", _about(asked, one, ask), _about(asked, other, ask))


def _same(question: str, ask: Ask) -> Program | None:
    """ "Are A and B the same colour" compares the colour of A with the colour of B."""
    found = _SAME.match(question)
    if not found or not re.match(r"[\w -]+$", found["what"]):
        return None
    auxiliary, how = found["aux"].lower(), found["how"].strip().lower()
    other = re.sub(r" both\b.*$", "", found["b"])
    single = _SINGLE.get(auxiliary, auxiliary)
    asked = f"what {found['what']} {single} {HOLE} {how}"
    if how in {"from", "in", "on", "at"} or how.endswith(" in"):
        *verb, preposition = how.split()
        asked = f"{preposition} what {found['what']} {single} {HOLE} {' '.join(verb)}"
    relation: Relation = "different" if found["same"].lower() == "different" else "same"
    return YesNo(relation, _about(asked, found["a"], ask), _about(asked, other, ask))


def _about(asked: str, thing: str, ask: Ask) -> Program:
    """A question about a thing that is named, or must be found first."""
    if inner := described(thing):
        return Compose(ask(asked), ask(inner))
    return ask(asked.replace(HOLE, thing))


def _subject_and_rest(auxiliary: str, text: str) -> tuple[str, str]:
    """A name and what is said of it; nothing is said where that cannot be told."""
    named = _NAMED.match(text)
    if named and auxiliary.lower() in {"is", "are", "was", "were"}:
        return named["name"].strip(), named["rest"]
    clause = uninverted([auxiliary.lower(), *text.split()])
    return (" ".join(clause.subject), " ".join(clause.predicate)) if clause else (text, "")


def _singular(rest: str) -> str:
    """What is said of one: "suspension bridges" → "a suspension bridge"."""
    words = rest.split()
    if not is_plural(rest) or len(words) > 4 or words[0] in {"a", "the", "in", "on", "of"}:
        return rest
    last = re.sub(r"ies$", "y", words[-1])
    last = last if last != words[-1] else re.sub(r"(?<=s|x|h)es$|s$", "", last)
    return f"{article(words[0])} {' '.join([*words[:-1], last])}"
