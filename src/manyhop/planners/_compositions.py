"""Questions about something that another question must find first.

"What colour are the towers of the bridge that Strauss designed?" asks for the colour of the towers
of [answer], and before that: which bridge did Strauss design?
"""

import re
from collections.abc import Iterator

from manyhop.english import (
    AUXILIARIES,
    PREPOSITIONS,
    Clause,
    bare,
    is_participle,
    uninverted,
    word_set,
)
from manyhop.planners._clauses import is_finite, main_verb
from manyhop.planners._descriptions import RELATIONS, described
from manyhop.planners._drafts import HOLE, Ask
from manyhop.programs import Compose, Program

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
