"""Questions that another one must answer first, and those that two answer together.

"What colour are the towers of the bridge that Strauss designed?" asks for the colour of the towers
of [answer], and before that: which bridge did Strauss design? "Which bridges opened after 1930 have
two towers?" asks for things that must be two ways at once.
"""

import re
from collections.abc import Iterator

from manyhop.english import (
    AUXILIARIES,
    PREPOSITIONS,
    Clause,
    bare,
    finite_at,
    is_form,
    is_participle,
    uninverted,
    word_set,
)
from manyhop.planners._clauses import HOLE, Ask, is_done, is_finite, is_plural, main_verb
from manyhop.planners._descriptions import RELATIONS, described
from manyhop.programs import Compose, Intersect, Program

_ASKING = word_set("what which who whom whose when where why how")
_DO = word_set("do does did")
_LINKS = word_set("that which who whose where")
_ASKS = re.compile(r"\b(?:what|which|who|whom|when|where|how)\b", re.IGNORECASE)
_IN_FRONT = re.compile(
    r"^(?P<in>in|on|for|at|from|of|during|according to) (?P<thing>the .+)$", re.I
)
_POSSESSED = re.compile(
    rf"\b(?P<name>(?:the )?[A-Z\d][\w.&-]*(?: (?:of|the|and|in|[A-Z\d][\w.&-]*))*)'s "
    rf"(?P<role>(?:\w+ )?(?:{'|'.join(sorted(RELATIONS))}))\b(?! of)"
)
_WHICH = re.compile(r"^(?P<asks>which|what|who)\b(?P<rest>.+)$", re.I)
_LINKING = word_set("that which who whose with where featuring")
_SEEN = re.compile(
    r"^(?P<look>bearded|bald|blonde?(?:[- ]haired)?|mustached|moustached|smiling|red[- ]haired|"
    r"dark[- ]haired|white[- ]haired|balding|tattooed) (?P<noun>\w+) (?P<rest>.+)$",
    re.I,
)
_BOTH = re.compile(r"^(?P<noun>.+?)(?<! with) both (?P<one>.+?) and (?P<other>.+)$", re.I)
_ALSO = re.compile(r"^(?P<one>.+?),?(?: and)? also (?P<other>.+)$", re.I)
_AND = re.compile(
    r"^(?P<one>.+?),? and (?P<other>(?:also )?(?:is|are|was|were|has|have|had|does|do|did|"
    r"features?|shows?|contains?|opened|won|played|starred|sang|wrote|directed)\b.+)$",
    re.I,
)
_ASKS_OBJECT = re.compile(r"\b(?:do|does|did)\b|\b(?:that|who|which) also\b", re.I)


def composition(question: str, ask: Ask) -> Program | None:
    """The question around a hole, and the one that fills it.

    Example: ``composition("Who wrote the film that won", ask)`` composes "Who wrote [answer]?" with
    "Which film won?"
    """
    for before, phrase, after in _splits(question):
        inner = described(phrase)
        outer = " ".join(f"{before} {HOLE}{after}".split())
        if inner and _asks(outer) and not _is_superlative(outer, phrase):
            return Compose(ask(outer), ask(inner))
    return None


def _asks(outer: str) -> bool:
    """Whether what is left is a question still, and more than "who is [answer]"."""
    rest = [bare(word) for word in outer.replace(HOLE, "").split()]
    asking = bool({*rest} & _ASKING) or (bool(rest) and rest[0] in AUXILIARIES)
    return asking and any(word not in _ASKING | AUXILIARIES | {"the", "a", ""} for word in rest)


def _is_superlative(outer: str, phrase: str) -> bool:
    """ "Which bridge has the longest span" asks one thing, not for the longest span of all."""
    having = re.match(
        rf"(?i)(?:which|what|who)\b.* (?:has|have|had|is|are|was) {re.escape(HOLE)}", outer
    )
    return bool(having) and bool(re.match(r"the (?:\w+est|most|least|first|last) ", phrase))


def _splits(question: str) -> Iterator[tuple[str, str, str]]:
    """Before, description and after, the likelier split first."""
    yield from _in_front(question)
    yield from _at_the_start(question)
    yield from _inside(question)
    yield from _possessed(question)


def _in_front(question: str) -> Iterator[tuple[str, str, str]]:
    """ "In the film that …, who …": up to the last comma before the asking word."""
    found = _IN_FRONT.match(question)
    if not found:
        return
    commas = [match.start() for match in re.finditer(",", question)]
    for comma in reversed(commas):
        after = question[comma + 1 :].strip()
        if _ASKS.match(after) or bare((after or "?").split()[0]) in AUXILIARIES:
            phrase = question[found.start("thing") : comma]
            yield question[: found.end("in")], phrase, question[comma:]


def _at_the_start(question: str) -> Iterator[tuple[str, str, str]]:
    """ "The artist who … has what …": up to the verb before the asking word."""
    words = question.split()
    if not words or bare(words[0]) not in {"the", "a", "an"}:
        return
    places = [at for at, word in enumerate(words) if at > 2 and bare(word) in _ASKING]
    for at in sorted(places, key=lambda at: (bare(words[at]) in {"who", "where", "whose"}, -at)):
        verbs = [i for i in range(at - 1, 2, -1) if is_finite(words[i]) and _is_free(words, i)]
        plain = [i for i in verbs if bare(words[i]) in AUXILIARIES]
        for verb in (plain or verbs)[:1]:
            yield "", " ".join(words[:verb]), " " + " ".join(words[verb:])


def _is_free(words: list[str], at: int) -> bool:
    """Whether a verb does not belong to a relative clause or to another verb before it."""
    return bare(words[at - 1]) not in AUXILIARIES | word_set("that which who whose and to")


def _inside(question: str) -> Iterator[tuple[str, str, str]]:
    """A description after the first words, up to the question's own verb or to its end."""
    words = question.split()
    end = len(words)
    for at, word in enumerate(words):
        if at == 0 or word != "the":
            continue
        before, rest, auxiliary = " ".join(words[:at]), words[at:], bare(words[at - 1])
        clause = uninverted([auxiliary, *rest]) if auxiliary in AUXILIARIES else None
        if clause and _is_whole(clause, plainly=at > 2 or bare(words[0]) not in {"who", "what"}):
            end = at + len(clause.subject)
            yield before, " ".join(words[at:end]), " " + " ".join(words[end:])
        if at > end:
            end = len(words)
        if any(is_finite(each) for each in words[:at]) and auxiliary not in _DO:
            yield before, " ".join(words[at:end]), " " + " ".join(words[end:])
        elif verb := main_verb(rest, 2):
            yield before, " ".join(rest[:verb]), " " + " ".join(rest[verb:])


def _is_whole(clause: Clause, *, plainly: bool) -> bool:
    """Whether a clause was split between its subject and its verb, and not inside its subject.

    After "who is" and "what is" only "holding …", or a preposition at the end, says more.
    """
    first, last = bare((clause.predicate or [""])[0]), bare((clause.predicate or [""])[-1])
    links = [at for at, word in enumerate(clause.subject) if bare(word) in _LINKS]
    told = not links or any(is_finite(word) for word in clause.subject[links[-1] + 1 : -1])
    if not first or first in PREPOSITIONS or not told or bare(clause.subject[-1]) in AUXILIARIES:
        return False
    acts = first.endswith("ing") and is_participle(first)
    return plainly or acts or last in PREPOSITIONS or clause.auxiliary in _DO


def _possessed(question: str) -> Iterator[tuple[str, str, str]]:
    """ "Emma's author" is the author of Emma."""
    for found in _POSSESSED.finditer(question):
        phrase = f"the {found['role']} of {found['name']}"
        yield question[: found.start()].strip(), phrase, question[found.end() :]


# Things that must be two ways at once: "Which bridges opened after 1930 have two towers?"


def intersection(question: str, ask: Ask) -> Program | None:
    """Two questions with one asked noun, whose answers must agree.

    Example: ``intersection("Which towers are red and have clocks", ask)``
    """
    found = _WHICH.match(question)
    if not found:
        return None
    asks, rest = found["asks"].lower(), found["rest"].strip()
    pair = _by_look(rest) or _by_both(rest) or _by_link(rest) or _by_and(rest)
    if pair is None or len(rest.split()) > 60:
        return None
    one, other = (side if _WHICH.match(side) else f"{asks} {side}" for side in pair)
    return Intersect(ask(one), ask(other)) if one != other else None


def _by_look(rest: str) -> tuple[str, str] | None:
    """ "Which bearded player won": the player that is bearded, and won."""
    found = _SEEN.match(rest)
    if not found:
        return None
    be = "are" if is_plural(found["noun"]) else "is"
    return f"{found['noun']} {be} {found['look']}", f"{found['noun']} {found['rest']}"


def _by_both(rest: str) -> tuple[str, str] | None:
    """ "which plants grow both in A and B": a preposition of the first is the second's too."""
    found = _BOTH.match(rest) if bare(rest.split()[0]) not in AUXILIARIES else None
    if not found:
        return None
    first, other = found["one"].split()[0], found["other"]
    if bare(first) in PREPOSITIONS and bare(other.split()[0]) not in PREPOSITIONS:
        other = f"{first} {other}"
    return f"{found['noun']} {found['one']}", f"{found['noun']} {other}"


def _by_link(rest: str) -> tuple[str, str] | None:
    """ "which N that A also B", "which N with A has B": a description, then the verb."""
    words = rest.split()
    at = next((i for i, word in enumerate(words[:6]) if i and _opens(words, i)), None)
    if at is None or any(bare(word) in {"the", "of", "in", "did", "does"} for word in words[:at]):
        return None
    verb = main_verb(words, at + 1)
    noun, described_by = " ".join(words[:at]), " ".join(words[: verb or 0])
    inner = described(f"the {described_by}") if verb else None
    if verb is None or not inner:
        return None
    return inner, f"{noun} {' '.join(words[verb:])}".replace(" also ", " ", 1)


def _by_and(rest: str) -> tuple[str, str] | None:
    found = _ALSO.match(rest) or _AND.match(rest)
    noun = _noun(rest) if found and not _ASKS_OBJECT.search(rest) else ""
    one = found["one"].split() if found else []
    if not found or not noun or len(one) < 3 or bare(one[-1]) in AUXILIARIES or is_done(one[-1]):
        return None
    other = re.sub(r"^(?:also|that|which|who) ", "", found["other"])
    return found["one"], f"{noun} {other}"


def _noun(rest: str) -> str:
    """The asked noun: the words up to the first verb or preposition."""
    words = rest.split()
    if bare(words[0]) in AUXILIARIES or is_form(bare(words[0]), "past", "third"):
        return "one" if len(words) < 2 else ""
    verb = finite_at(words, 1)
    for at, word in enumerate(words):
        low = bare(word)
        if at == verb:
            return " ".join(words[:at])
        stops = low in AUXILIARIES | _LINKING | {"in", "on", "of", "from", "for", "at", "by", "did"}
        if at and (
            stops or (word.islower() and is_form(low, "past", "third") and not is_plural(low))
        ):
            return " ".join(words[:at])
    return ""


def _opens(words: list[str], at: int) -> bool:
    """Whether a description of the asked noun begins here."""
    low = bare(words[at])
    return low in _LINKING or (words[at].islower() and is_participle(low) and at + 1 < len(words))
