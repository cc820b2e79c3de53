"""Questions for a number that is worked out: over what is found, or between two facts."""

import re

from manyhop.english import AUXILIARIES, bare, uninverted
from manyhop.planners._clauses import HOLE, Ask, base_form, is_plural, is_quantity, known
from manyhop.planners._descriptions import asked_about, described
from manyhop.planners._measures import size_question
from manyhop.programs import Aggregate, Aggregation, Arithmetic, Calculation, Program

_COUNT = re.compile(r"^(?P<before>in .+?, )?how many (?P<rest>.+)$", re.I)
_TOTAL = re.compile(
    r"^what (?:is|was|were|are) the (?P<word>average|mean|total|combined|sum|overall)"
    r"(?: of)?(?: all)?(?: the)? (?P<what>.+?) (?P<of>of|for|in|among|when|at|across) "
    r"(?P<rest>.+)$",
    re.I,
)
_LISTED = re.compile(r"\b(?:tables?|list|listed|rows?|column|collection)\b", re.I)
_OPERATIONS: dict[str, Aggregation] = {"average": "mean", "mean": "mean"}
_UNIT = r"(?P<unit>years?|months?|days?)"
_LATER = re.compile(
    rf"^(?:about |in )?how many {_UNIT} (?P<way>after|before|later than|earlier than|since) "
    r"(?P<one>.+?) (?P<aux>did|was|were|is|does) (?P<other>.+)$",
    re.I,
)
_PASSED = re.compile(
    rf"^how many {_UNIT}(?: passed| elapsed| lie| lay| are there| were there| went by)*,? "
    r"(?:between|from) (?P<one>.+?) (?:and|to|until) (?P<other>.+)$",
    re.I,
)
_APART = re.compile(
    r"^(?:by )?how (?:much|many (?P<unit>\w+)) (?P<word>(?:more |less )?\w+) (?:is|was|are) "
    r"(?P<one>.+?) than (?P<other>.+)$",
    re.I,
)
_BY = re.compile(
    r"^by how (?:much|many \w+) (?:is|was|are) (?P<one>.+?) (?P<word>\w+) than (?P<other>.+)$", re.I
)
_MORE = re.compile(
    r"^how many (?:more|fewer) (?P<what>.+?) (?P<aux>does|did|do|has|have) (?P<one>.+?) "
    r"(?P<have>have|get|win|score|receive|sell|make)? ?than (?P<other>.+)$",
    re.I,
)
_BETWEEN = re.compile(
    r"^what (?:is|was) the difference (?:in (?P<what>.+?) between (?P<one>.+?) and (?P<other>.+)|"
    r"between the (?P<what2>.+?) of (?P<one2>.+?) and (?:(?:the .+?|that) of )?(?P<other2>.+))$",
    re.I,
)
_AGE = re.compile(r"^how old (?P<aux>was|is|were) (?P<who>.+?) when (?P<event>.+)$", re.I)


def aggregation(question: str, ask: Ask) -> Program | None:
    """What is to be counted or added up, and how.

    Example: ``aggregation("How many bridges in the table are in Japan", ask)`` counts what
    "Which bridges in the table are in Japan?" gives.
    """
    return _counted(question, ask) or _reckoned(question, ask)


def _counted(question: str, ask: Ask) -> Program | None:
    """Only things that stand in a list are counted; else the number itself is asked for."""
    found = _COUNT.match(question)
    words = found["rest"].split() if found else []
    if not found or not _is_list(question, words):
        return None
    return Aggregate("count", ask(f"{found['before'] or ''}which {found['rest']}"))


def _is_list(question: str, words: list[str]) -> bool:
    if len(words) < 2 or not any(is_plural(word) for word in words[:3]):
        return False
    does = any(bare(word) in {"does", "did", "do", "has"} for word in words)
    dated = re.search(r"\b(?:before|after|since|between|in) \d{4}\b", question)
    plain = bare(words[1]) in AUXILIARIES | {"opened", "have", "with", "that", "won"}
    return bool(_LISTED.search(question)) or (not does and bool(dated) and plain)


def _reckoned(question: str, ask: Ask) -> Program | None:
    found = _TOTAL.match(question)
    if not found or found["what"].startswith("number"):
        return None
    operation = _OPERATIONS.get(found["word"].lower(), "sum")
    asked = f"what is the {found['what']} {found['of']} {found['rest']}"
    return Aggregate(operation, ask(asked))


# How much lies between two facts: years between dates, and what one number exceeds another by.


def difference(question: str, ask: Ask) -> Program | None:
    """Two facts and what lies between them.

    Example: ``difference("How many years after A did B open", ask)``
    """
    rules = (_later, _passed, _apart, _more, _between, _aged)
    return next((program for rule in rules if (program := rule(question, ask))), None)


def _later(question: str, ask: Ask) -> Program | None:
    """ "How many years after A (opened) did B open"."""
    found = _LATER.match(question)
    clause = uninverted([bare(found["aux"]), *found["other"].split()]) if found else None
    if not found or clause is None or not clause.predicate:
        return None
    subject, did = " ".join(clause.subject), " ".join(clause.predicate)
    when = f"when {found['aux'].lower()} {HOLE} {did}"
    left = _event(found["one"], when, ask)
    return Arithmetic(_unit(found["unit"]), left, asked_about(when, subject, ask))


def _passed(question: str, ask: Ask) -> Program | None:
    """ "How many years passed between A and B"."""
    found = _PASSED.match(question)
    if not found:
        return None
    when = f"when was {HOLE}"
    one, other = (_event(found[side], when, ask) for side in ("one", "other"))
    return Arithmetic(_unit(found["unit"]), one, other)


def _apart(question: str, ask: Ask) -> Program | None:
    """ "How much longer is A than B", "How many years older is A than B"."""
    found = _BY.match(question) or _APART.match(question)
    by = size_question(found["word"].lower()) if found else None
    if not found or by is None:
        return None
    dated = by.wins in {"earliest", "latest"}
    unit = (found.groupdict().get("unit") or "years").lower() if dated else ""
    operation: Calculation = _unit(unit) if dated else "difference"
    return Arithmetic(
        operation,
        asked_about(by.question, found["one"], ask),
        asked_about(by.question, found["other"], ask),
    )


def _more(question: str, ask: Ask) -> Program | None:
    """ "How many more towers does A have than B"."""
    found = _MORE.match(question)
    if not found:
        return None
    other = re.sub(r" (?:does|did|do|has|have)$", "", found["other"])
    asked = f"how many {found['what']} {found['aux'].lower()} {HOLE} {found['have'] or ''}"
    return Arithmetic(
        "difference", asked_about(asked, found["one"], ask), asked_about(asked, other, ask)
    )


def _between(question: str, ask: Ask) -> Program | None:
    """ "What is the difference in length between A and B"."""
    found = _BETWEEN.match(question)
    if not found:
        return None
    what, one, other = (found[name] or found[f"{name}2"] for name in ("what", "one", "other"))
    asked = f"what is the {what} of {HOLE}"
    return Arithmetic("difference", asked_about(asked, one, ask), asked_about(asked, other, ask))


def _aged(question: str, ask: Ask) -> Program | None:
    """ "How old was A when B died": the years since the birth."""
    found = _AGE.match(question)
    if not found:
        return None
    who = found["who"]
    event = re.sub(r"^(?:he|she|they)\b", who, found["event"])
    return Arithmetic(
        "years", asked_about(f"when was {HOLE} born", who, ask), _event(event, "", ask)
    )


def _event(text: str, when: str, ask: Ask) -> Program:
    """When something happened: a date, a thing with the other's verb, or a clause of its own."""
    text = text.strip(" ,")
    if is_quantity(text):
        return known(text)
    words = text.split()
    at = next((i for i, word in enumerate(words) if i and base_form(word, "past")), None)
    if at is not None and not described(text):
        base = base_form(words[at], "past")
        return ask(f"when did {' '.join([*words[:at], base, *words[at + 1 :]])}")
    at = next((i for i, word in enumerate(words) if i and bare(word) in {"was", "were"}), None)
    if at is not None and not described(text):
        return ask(f"when {words[at]} {' '.join(words[:at] + words[at + 1 :])}")
    return asked_about(when or f"when was {HOLE}", text, ask)


def _unit(word: str) -> Calculation:
    units: dict[str, Calculation] = {"month": "months", "day": "days"}
    return units.get(word.lower().removesuffix("s"), "years")
