"""Words of a template filled in, and how a subject is called."""

import random
import re

from manyhop.english import plural
from manyhop.generation._topic import Thing
from manyhop.generation.texts._facts import Fact, Reading, plain
from manyhop.generation.texts._grammar import words
from manyhop.generation.texts._nouns import with_article
from manyhop.sources import Snippet

_PLURAL = {
    "was": "were",
    "is": "are",
    "has": "have",
    "plays": "play",
    "stars": "star",
    "flows": "flow",
    "lives": "live",
}
_AGREES = re.compile(
    r"(?:\{is\}|\b(?:is|was|does|has))\s\[answer\]"
    r"|\[answer\]\s(?:\{is\}|is|was|has|plays|lives|lies|flows)"
)
_TEAM_RELATIONS = words("played-for plays-for drafted-by signed-by home-of")
_TEAM_NAME = re.compile(r"(?:\S+ ){1,3}(?!Wanderers|Rovers|Rangers|Athletics)[A-Z]\w+[^s]s")
_WORD = re.compile(r"\w+")
_ASIDE = re.compile(r"\s?[(,]|\s(?:is|was|are|were)\s")
_NUMBERED = re.compile(
    r"\d+(?:st|nd|rd|th) [A-Z]|(?:1[89]|20)\d\d(?:[-–]\d+)? [A-Z][\w-]+ [A-Z0-9]"
)
_LETTERS = re.compile(r"[^\W\d_]{3}")


def subject_said(thing: Thing, snippet: Snippet, reading: Reading) -> str:
    """The thing's name with the article that its snippet gives it; "" where the name is no name.

    What is numbered has one in any case: "the 4th Harbour Awards", "the 1931 Lund Regatta".
    Example: "the Humber Bridge", where the snippet begins with "The Humber Bridge"
    """
    name = plain(thing.name).rstrip("*†‡^# ")
    if not _LETTERS.search(name) or len(name.split()) > 9 or not _names_it(name, snippet):
        return ""
    the = reading.lead is not None and reading.lead.the and not reading.lead.person
    if _NUMBERED.match(name):
        return f"the {name}"
    if name.startswith(("The ", "the ")) or not snippet.text.startswith("The "):
        return name
    whole = name.casefold() == snippet.title.casefold() and the
    return f"the {name}" if whole or snippet.text.startswith(f"The {name}") else name


def _names_it(name: str, snippet: Snippet) -> bool:
    """Whether a name says most of the title, or of how the snippet begins, and little else."""
    said = set(_WORD.findall(name.casefold()))
    for title in (snippet.title, snippet.text[:200]):
        wanted = _WORD.findall(_ASIDE.split(title, maxsplit=1)[0].casefold())
        shared = len(said.intersection(wanted))
        short = len(wanted) <= 2 or wanted[-1:] == list(said)
        if 2 * shared > len(said) and (short or 2 * shared > len(set(wanted))):
            return True
    return False


def fitting(templates: tuple[str, ...], several: bool) -> tuple[str, ...]:
    """The templates in which no verb must agree with a subject of several."""
    if not several:
        return templates
    return tuple(template for template in templates if not _AGREES.search(template))


def filled(template: str, *, past: bool, value: str = "") -> str:
    """A template with its tense and value."""
    tensed = template.replace("{is}", "was" if past else "is")
    return tensed.replace("{a value}", with_article(value)).replace("{value}", value)


def filled_for_several(template: str, *, past: bool, value: str) -> str:
    """A template told of several things.

    Example: ``filled_for_several("{is} {a value}", past=True, value="poet")`` → ``"were poets"``
    """
    verb, space, rest = template.partition(" ")
    verb = filled(verb, past=past)
    if rest.endswith("{a value}"):
        rest = rest.replace("{a value}", plural(value))
    elif "{a value} " in rest:
        rest = plural(rest.replace("{a value}", value))
    rest = rest.replace("a member of", "members of").replace(" as its ", " as their ")
    return _PLURAL.get(verb, verb) + space + filled(rest, past=past, value=value)


def value_said(fact: Fact, snippet: Snippet) -> str:
    """A value with the article that stands before it: "the Bronx"."""
    before = snippet.text[max(0, fact.span.start - 4) : fact.span.start].lower()
    team = fact.relation in _TEAM_RELATIONS and _TEAM_NAME.fullmatch(fact.value)
    return f"the {fact.value}" if _names(fact) and (before == "the " or team) else fact.value


def chosen(options: tuple[str, ...], chance: random.Random) -> str:
    """One of them, or "" where there is none."""
    return chance.choice(options) if options else ""


def _names(fact: Fact) -> bool:
    return fact.value[:1].isupper() and fact.relation not in ("nationality", "origin")
