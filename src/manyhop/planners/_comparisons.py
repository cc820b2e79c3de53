"""Questions that compare facts, or name their answers: which of several, whether, either."""

import re

from manyhop.english import AUXILIARIES, Clause, article, bare, uninverted
from manyhop.planners._clauses import HOLE, Ask, is_finite, is_plural, is_quantity, known
from manyhop.planners._descriptions import PEOPLE, asked_about, described
from manyhop.planners._measures import Measure, measure, size_question
from manyhop.programs import Choose, Compare, Compose, Known, Program, Relation, YesNo, fill

_LISTED = re.compile(
    r"^(?P<head>.+?)\s*"
    r"(?:[:;?]|\s[-–—]+\s|,(?=[^,:;]*(?:,[^,:;]+)*,? or )|,? (?:out of|between))\s*"
    r"(?P<things>.+)$"
)
_BETWEEN = re.compile(
    r"^(?:between|of|out of|among) (?P<things>.+? (?:and|or) .+?),? "
    r"(?P<head>(?:which|who|what)\b.+)$",
    re.IGNORECASE,
)
_WHICH = re.compile(
    r"^(?:which|what|who)\b(?: of (?:these|the two|them|the following))?(?: one)?(?P<rest> .*)$",
    re.IGNORECASE,
)
_DESCRIBED = re.compile(r"^the [a-z].* (?:that|which|who|whose|where|with) ")
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
_PARTED = re.compile(r"^.+?(?:[:;]|\s[-–—]+)\s(?P<list>.+? or .+)$")
_CHOICES = re.compile(r"^[^,]+, (?P<list>.+? or .+)$")
_TAIL = re.compile(
    r"(?P<one>[\w'-]+) or (?:(?:on|at|in|from|by|during) )?(?:the |an? )?(?P<other>[\w'-]+)$"
)
_ASKS = re.compile(r"^(?:is|are|was|were|do|does|did|has|have|can|will)\b", re.I)


def comparison(question: str, ask: Ask) -> Program | None:
    """One question for each thing, and the thing that wins.

    Example: ``comparison("Which is taller, the Shard or Big Ben", ask)``
    """
    return _by_list(question, ask) or _by_subject(question, ask)


def _by_list(question: str, ask: Ask) -> Program | None:
    """ "Which is taller, A or B", "Between A and B, which is taller"."""
    between = _BETWEEN.match(question)
    found = between or _LISTED.match(question)
    if not found:
        return None
    listed = found["things"].replace(" and ", " or ") if between else found["things"]
    head = _WHICH.match(found["head"].strip(" ,"))
    words = head["rest"].split() if head else []
    starts = [at for at, word in enumerate(words) if is_finite(word)]
    for at in sorted(starts, key=lambda at: bare(words[at]) not in AUXILIARIES):
        noun, predicate = " ".join(words[:at]), " ".join(words[at:])
        if by := measure(predicate, person=_is_person(found["head"], noun)):
            return _compared(by, _things(listed), noun, ask)
    return None


def _by_subject(question: str, ask: Ask) -> Program | None:
    """ "Did A or B open first"."""
    words = question.split()
    clause = uninverted(words) if len(words) > 3 and " or " in question else None
    if clause is None or "or" not in clause.subject:
        return None
    by = measure(" ".join(clause.verbal), person=False)
    return _compared(by, _things(" ".join(clause.subject)), "", ask)


def _compared(by: Measure | None, things: list[str], noun: str, ask: Ask) -> Program | None:
    if by is None or len(things) < 2 or len({*things}) < len(things):
        return None
    sides = (Compose(ask(by.question), _thing(each, noun, ask)) for each in things)
    return Compare(by.wins, tuple(sides))


def _thing(text: str, noun: str, ask: Ask) -> Program:
    text = text[:1].lower() + text[1:] if text.startswith("The ") else text
    if inner := described(text, noun.split(" in ")[0]):
        return ask(inner)
    return ask(f"what is {text}") if _DESCRIBED.match(text) else known(text)


def _things(listed: str) -> list[str]:
    """The things of a list with "or"; commas part them only where there are several.

    Example: ``_things("A, B or C")`` → ``["A", "B", "C"]``
    """
    *heads, last = re.split(r",? or ", listed)
    parted = [part for head in heads for part in head.split(", ")]
    short = all(len(part.split()) < 6 and not part.startswith("and ") for part in parted)
    several = len(heads) == 1 and short and not described(heads[0])
    return [
        thing.strip(" ,") for thing in [*(parted if several else heads), last] if thing.strip(" ,")
    ]


def _is_person(head: str, noun: str) -> bool:
    return head.lower().startswith("who ") or (noun.split() or [""])[-1].lower() in PEOPLE


# Whether something is so: by two facts that are compared, or by two answers of yes and no.


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
    right = Known(other) if number else asked_about(by.question, other, ask)
    return YesNo(relation, asked_about(by.question, subject, ask), right)


def _timed(clause: Clause, found: re.Match[str], ask: Ask) -> Program | None:
    relation: Relation = "later" if found["word"] in {"after", "later than"} else "earlier"
    subject, what = " ".join(clause.subject), found["what"].strip()
    if clause.auxiliary not in {"did", "was", "were"} or not what:
        return None
    when = f"When {clause.auxiliary} {HOLE} {what}?"
    than = re.sub(r"\s+(?:did|was|were|was \w+ed)$", "", found["than"])
    if is_quantity(than):
        return YesNo(relation, asked_about(when, subject, ask), known(than))
    if not re.match(r"(?:the |an? )?[A-Z]|the ", than):
        return None
    return YesNo(relation, asked_about(when, subject, ask), asked_about(when, than, ask))


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
    return YesNo("both", asked_about(asked, one, ask), asked_about(asked, other, ask))


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
    return YesNo(relation, asked_about(asked, found["a"], ask), asked_about(asked, other, ask))


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


# Questions that name their answers: "Was it held at day or at night?"


def choice(question: str, ask: Ask) -> Program | None:
    """The question whole, and what it lets one choose from.

    Example: ``choice("Was the vigil held at day or night", ask)`` chooses "day" or "night"
    """
    choices = _choices(question)
    if len(choices) < 2 or len({*choices}) < len(choices):
        return None
    return Choose(ask(question), tuple(fill(each, ()) for each in choices))


def _choices(question: str) -> list[str]:
    if not _ASKS.match(question):
        found = _PARTED.match(question) or _CHOICES.match(question)
        return _listed(found["list"]) if found else []
    clause = uninverted(question.split())
    if clause and "or" in clause.subject:
        return _listed(" ".join(clause.subject))
    tail = _TAIL.search(question)
    return [tail["one"], tail["other"]] if tail else []


def _listed(text: str) -> list[str]:
    """The parts of a short list; one that is described and not named must be found first."""
    before, _, last = text.partition(" or ")
    parts = [part.strip(" ,") for part in (*before.split(", "), last)]
    named = all(part and len(part.split()) < 9 and not described(part) for part in parts)
    return parts if named and " or " not in last else []
