"""Things that are described, not named: "the bridge with two red towers" as a question."""

import re

from manyhop.english import AUXILIARIES, PREPOSITIONS, bare, is_participle, word_set
from manyhop.planners._clauses import (
    HOLE,
    Ask,
    asked,
    finite,
    is_done,
    is_finite,
    is_plural,
    predicated,
)
from manyhop.programs import Compose, Program

PEOPLE = word_set(
    "man woman person people actor actress singer player artist author writer director composer "
    "architect engineer designer founder athlete president king queen wrestler driver rider coach "
    "captain member character host musician rapper politician scientist boy girl child winner "
    "performer producer creator owner mother father wife husband son daughter brother sister "
    "manager poet painter sculptor publisher inventor leader ruler governor mayor comedian "
    "drummer guitarist quarterback goalkeeper golfer swimmer boxer who"
)
RELATIONS = (PEOPLE - word_set("man woman person people boy girl member who player")) | word_set(
    "capital birthplace hometown headquarters developer parent successor predecessor"
)
_PASSIVE = word_set("by in on as at for to from after before since with between during under into")
_OBJECTS = PREPOSITIONS | word_set("the a an his her its their this two three")
_LINK = re.compile(
    r"\b(?:(?P<place>where|(?:in|on|for|at|from|by|to|with|during) (?:which|whom))"
    r"|(?P<whose>whose)|(?P<clause>that|which|who)|(?P<has>with|without)"
    r"|(?P<looks>featuring|showing|depicting|containing|wearing|holding|starring|named|called))\b"
)
_BEST = re.compile(
    r"^(?:the )?(?P<best>(?:\w+ )?(?:\w{3,}est|(?:most|least) (?!of)\w+))\s"
    r"(?P<noun>[\w' -]+?)"
    r"(?P<rest> (?:in|of|on|by|at|for|to|from|ever|among|that|which|who|with) .+)?$"
)
_MEASURED = word_set(
    "attendance integrity number percentage rate score average amount value price total points "
    "votes population area level time part place way name share chance grade speed"
)
_NO_BEST = word_set("west forest east interest guest rest honest harvest test chest")
_OF = re.compile(r"^(?:the )?(?P<noun>[\w' -]+?) (?:of|for|to) (?P<rest>.+)$")
_BARE = re.compile(r"^the (?P<noun>[a-z][a-z' -]*?) (?P<clause>[A-Z].+)$")
_LINKS = word_set("that which who whose where when")
_ASKED = re.compile(r"\b(?:what|how|why)\b", re.IGNORECASE)
_NOUN = re.compile(r"^(?:(?:the|an?|that|those) )?(?P<noun>\S+(?: \S+){0,5})$", re.IGNORECASE)
_SEVERAL = re.compile(r"[a-z] (?:\w+ )?(?:the|an?|his|her|its|their) (?=[a-z])")
_NO_THING = word_set(
    "number maximum minimum original same other first last next new old only main former one"
)
_NO_NOUN = AUXILIARIES | word_set("and or what how when")


def described(phrase: str, head: str = "") -> str | None:
    """The question that a description answers, or None where it is a plain name.

    ``head`` says what "the one" is. Example: ``described("the bridge that Strauss designed")`` →
    ``"Which bridge did Strauss design?"``
    """
    phrase = re.sub(r"^(the|that) (one|ones|other)\b", f"the {head or 'one'}", phrase.strip())
    phrase = re.sub(r"^(?:the |The )+", "the ", phrase)
    if _ASKED.search(phrase):
        return None
    rules = (_by_clause, _reduced, _by_participle, _superlative, _relation)
    return next((question for rule in rules if (question := rule(phrase))), None)


def asked_about(question: str, thing: str, ask: Ask) -> Program:
    """A question with a hole, about a thing that is named or must be found first.

    Example: ``asked_about("how long is [answer]", "the bridge that Strauss designed", ask)``
    """
    if inner := described(thing):
        return Compose(ask(question), ask(inner))
    return ask(question.replace(HOLE, thing))


def _by_clause(phrase: str) -> str | None:
    link = _LINK.search(phrase)
    noun = _noun(phrase[: link.start()].strip(" ,")) if link else ""
    if not link or not noun:
        return None
    words = phrase[link.end() :].strip(" ,").split()
    if not words:
        return None
    if link["whose"]:
        told = any(is_finite(word) for word in words[1:-1])
        return f"Which {noun}'s {' '.join(words)}" if told else None
    if link["place"]:
        place = link["place"] if link["place"] != "where" else _place(noun)
        clause = asked(words)
        return f"{place.split()[0]} which {noun} {clause}" if clause else None
    if link["has"]:
        have = "have" if is_plural(noun) else "has"
        return f"Which {noun} {have} {'no ' if link['has'] == 'without' else ''}{' '.join(words)}"
    if link["looks"]:
        return f"Which {noun} {finite(link['looks'], noun)} {' '.join(words)}"
    predicate = predicated(words)
    return f"Which {noun} {predicate}" if predicate else None


def _by_participle(phrase: str) -> str | None:
    """ "the song performed by Cher", "the man riding a horse"."""
    words = phrase.split()
    for at in range(1, min(len(words) - 1, 7)):
        word, low = words[at], bare(words[at])
        after = bare(words[at + 1])
        if not word.islower() or not is_participle(low) or word.endswith(","):
            continue
        acts = low.endswith("ing") and (after in _OBJECTS or not words[at + 1].islower())
        passive = acts or after in _PASSIVE
        noun = _noun(" ".join(words[:at]))
        if noun and passive and (at > 1 or words[0].lower() != "the"):
            rest = " ".join(words[at + 1 :])
            return f"Which {noun} {finite(word, noun)} {rest}"
    return None


def _reduced(phrase: str) -> str | None:
    """ "the city Durant played for": a clause whose "that" is left out."""
    found = _BARE.match(phrase)
    words = found["clause"].split() if found else []
    at = next((i for i, word in enumerate(words) if i and is_finite(word)), None)
    if not found or at is None or {*found["noun"].split()} & (PREPOSITIONS | _LINKS):
        return None
    open_end = bare(words[at]) not in AUXILIARIES or bare(words[-1]) in PREPOSITIONS
    clause = asked(words) if open_end else ""
    return f"Which {found['noun']} {clause}" if clause else None


def _superlative(phrase: str) -> str | None:
    found = _BEST.match(phrase)
    if not found or found["best"].split()[-1].lower() in _NO_BEST or _has_verb(phrase):
        return None
    words = found["noun"].removeprefix("ever ").split()
    if not words[0][0].islower() or words[0] in PREPOSITIONS or words[-1] in _MEASURED:
        return None
    are = "are" if is_plural(words[-1]) else "is"
    return f"Which {' '.join(words)}{found['rest'] or ''} {are} the {found['best']}"


def _relation(phrase: str) -> str | None:
    """ "the author of Emma": who that is."""
    found = _OF.match(phrase)
    last = found["noun"].split()[-1] if found else ""
    if not found or last not in RELATIONS or _has_verb(phrase):
        return None
    return f"{'Who' if last in PEOPLE else 'What'} is the {found['noun']} of {found['rest']}"


def _has_verb(phrase: str) -> bool:
    """Whether more than a noun phrase stands here."""
    return bool(AUXILIARIES & {bare(word) for word in phrase.split() if word.islower()})


def _noun(words: str) -> str:
    """A noun phrase without its article; nothing where the words are none, several or a name."""
    found = _NOUN.match(words)
    parts = found["noun"].split() if found else []
    if not parts or {bare(part) for part in parts} & _NO_NOUN or parts[-1][-1] in ",:":
        return ""
    if _SEVERAL.search(" ".join(parts)) or all(not part[:1].islower() for part in parts):
        return ""
    if parts[-1].islower() and (parts[-1] in _NO_THING or (parts[1:] and is_done(parts[-1]))):
        return ""
    return re.sub(r"^(?:same|very) | \w+ly$", "", " ".join(parts))


def _place(noun: str) -> str:
    return "at" if bare(noun.split()[-1]) in {"ceremony", "event", "festival"} else "in"
