"""Plans that leave the question whole: to one kind of source, or at every hop of a type."""

import re
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Protocol

import msgspec

from manyhop.models import Models, question_kinds
from manyhop.programs import (
    ImageListQ,
    ImageQ,
    Leaf,
    ProcedureQ,
    Program,
    TableQ,
    TextQ,
    Wanted,
    literal,
    skeleton,
)
from manyhop.sources import KINDS, Kind

LONGEST = 2_000  # letters that a guess looks at; what matters stands before
_KIND_OF = {"TextQ": "snippet", "TableQ": "table", "ImageQ": "image", "ImageListQ": "image"}
_PLAIN = 0.65  # how far the typer is outvoted: plain questions are not of MultiModalQA's making

# Words that name the source itself make its kind so many times as likely.
_SAID: Mapping[Kind, re.Pattern[str]] = {
    "snippet": re.compile(r"\b(article|passage|paragraph|according to the text)\b", re.I),
    "table": re.compile(r"\b(tables?|rows?|columns?|listed|spreadsheet)\b", re.I),
    "image": re.compile(
        r"\b(pictures?|photo\w*|images?|posters?|logos?|colou?rs?|coloured|colored|depicted|"
        r"pictured|wearing|holding|smiling|bearded|beards?|bald|blonde?|\w*-?haired|tattoo\w*|"
        r"moustaches?|mustaches?|\w+-shaped|background|looks? like|visible)\b",
        re.I,
    ),
    "procedure": re.compile(r"\b(steps?|instructions?|recipes?|tutorial)\b", re.I),
}
_MORE = 6.0
# A thing's colour is mostly to be seen; written large it is a name.
_COLOURED = re.compile(r"\b(red|orange|yellow|green|blue|purple|pink|brown|black|white|gr[ea]y)\b")
# What no picture tells, unless the question has a word for something to be seen.
_UNSEEN = re.compile(
    r"\b(when|who|year|date|design\w*|wrote|written|direct(?:ed|or)|founded|born|died|opened?|won|"
    r"named|how (?:long|tall|high|old|much|far|large|wide|deep)|average|population|cost|capital|"
    r"mean|means|why|length|height|span|width|weight|area|price|score|points|rank|played?|starred|"
    r"released|awarded?|ranked?|need\w*|ingredients?)\b",
    re.I,
)
_LESS = 0.03
_WHICH_PICTURE = re.compile(
    r"^(?:which|what) (?!colou?rs?\b|kinds?\b|types?\b|shapes?\b)[a-z][a-z' -]*? "
    r"(?:has|have|shows?|features?|depicts?|contains?|with|wears?|(?:is|are) \w+ing)\b",
    re.I,
)
_LIKELIER = 4.0
FEW = 4  # types that are worth a try; in the paper's data the right one is hardly ever further down
_KINDS: dict[str, Kind] = {
    "Text": "snippet",
    "Table": "table",
    "Image": "image",
    "Procedure": "procedure",
}
_DO = (
    r"(?:(?:do|should|must|can|would) (?:i|you|we|one)(?: have to| need to)?(?: do)?|is done|to do)"
)
_COMES = r"(?:comes?|happens?|follows?|is done|is)"
_STEP = r"(?:(?:steps?|thing|instruction)\b)"
_WORDINGS: tuple[tuple[Wanted, str], ...] = (
    ("next", rf"what {_DO}(?: next)?,? (?:right |just |immediately |directly )?(?:after|once)"),
    ("next", rf"(?:what|which {_STEP}|what {_STEP})(?: {_COMES})?(?: next| right| just)* after"),
    ("next", rf"(?:what|which {_STEP}|what {_STEP}) follows?"),
    ("next", rf"what(?:'s| is)(?: the)? next(?: {_STEP})?,? (?:after|once|when)"),
    ("next", rf"(?:what|which) (?:is )?(?:the )?(?:next|following) {_STEP} after"),
    ("previous", rf"what {_DO}(?: first)?,? (?:right |just |immediately |directly )?before"),
    ("previous", rf"(?:what|which {_STEP}|what {_STEP})(?: {_COMES})?(?: right| just)* before"),
    ("previous", rf"(?:what|which {_STEP}|what {_STEP}) precedes?"),
    ("step", rf"(?:in |at |during )?(?:which|what) {_STEP}"),
    ("step", rf"when {_DO}"),
    ("picture", r"which (?:picture|photo|image) (?:shows?|belongs? to|goes with) (?:the )?step"),
    ("answer", r"how (?:do|can|should|would|to) (?:i|you|we|one)?"),
    ("answer", r"how to\b"),
    (
        "answer",
        r"(?:what|which) (?:tools?|ingredients?|materials?|supplies|parts?) "
        r"(?:do|does|will|should|are|is|go|goes)",
    ),
    (
        "answer",
        rf"what (?:is|are) the (?:first|last|final|second|third|fourth|fifth|next|main) {_STEP}",
    ),
    ("answer", r"what (?:is|happens in|comes in) (?:the )?(?:step \d+|\d+(?:st|nd|rd|th) step)"),
    ("answer", r"(?:give me )?(?:the )?(?:instructions|steps) (?:for|to)\b"),
)
_PATTERNS = tuple(
    (wanted, re.compile(rf"{wording}\b\s*(?P<rest>.+?)\W*$", re.IGNORECASE))
    for wanted, wording in _WORDINGS
)
_HAPPENED = re.compile(r"\b(?:opened|built|founded|born|died|war|century|\d{4})\b", re.IGNORECASE)


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """A program for a question, and the chance (0..1) that it is the right one."""

    program: Program
    chance: float = 1.0


class Planner(Protocol):
    """Turns a question into programs; asks no source.

    Example: ``Routing(models).plan("Who designed the Humber Bridge?")[0].program``
    """

    @property
    def name(self) -> str:
        """What a report calls it: ``implicit``."""
        ...

    def plan(self, question: str, kinds: Collection[Kind] = KINDS) -> list[Plan]:
        """Valid programs over these kinds of source, the likeliest first; at least one.

        So it is for every question, even an empty one, and where no kind is known all are asked.
        """
        ...


class Leaves:
    """Guesses for single questions; every guess is made once.

    Example: ``Leaves(models).chances("What colour are its towers?", KINDS)["image"]``
    """

    def __init__(self, models: Models) -> None:
        self._models = models
        self._guess = lru_cache(maxsize=4096)(self._guessed)

    def chances(self, question: str, kinds: Collection[Kind] = KINDS) -> dict[Kind, float]:
        """The chance of each available kind, together 1, the likeliest first."""
        guess = self._guess(question[:LONGEST])
        known = {kind: guess[kind] for kind in KINDS if kind in kinds} or guess
        total = sum(known.values())
        return {kind: known[kind] / total for kind in sorted(known, key=lambda k: -known[k])}

    def leaf(self, question: str, kind: Kind, *, whole: bool = True) -> Leaf:
        """The question as a leaf for one kind of source; holes stay holes.

        What a ``whole`` question asks of a procedure is told by its words.
        Example: ``leaves.leaf("Which bridges are red?", "image")`` is an ``ImageListQ``
        """
        match kind:
            case "snippet":
                return TextQ(question)
            case "table":
                return TableQ(question)
            case "image":
                return ImageListQ(question) if self._asks_which(question) else ImageQ(question)
            case "procedure":
                return (whole and procedure_question(question)) or ProcedureQ(question)

    def _asks_which(self, question: str) -> bool:
        """Whether the answer names pictures, and is not something seen in one."""
        if "[answer" in question:
            return False
        types = self._models.question_typer.chances(question[:LONGEST])
        worded = _LIKELIER if _WHICH_PICTURE.match(question) else 1
        return types.get("ImageListQ", 0.0) * worded > types.get("ImageQ", 0.0)

    def _guessed(self, question: str) -> dict[Kind, float]:
        plain = question_kinds(question)
        mixed = {kind: _PLAIN * plain[kind] for kind in KINDS}
        for name, chance in self._models.question_typer.chances(question).items():
            for kind, share in _answering(name).items():
                mixed[kind] += (1 - _PLAIN) * (1 - plain["procedure"]) * chance * share
        for kind, words in _SAID.items():
            mixed[kind] = max(mixed[kind], 0.02) * (_MORE if words.search(question) else 1)
        if _COLOURED.search(question) and not _SAID["image"].search(question):
            mixed["image"] *= _MORE
        if _UNSEEN.search(question) and not _SAID["image"].search(question):
            mixed["image"] *= _LESS
        if procedure_question(question):
            mixed["procedure"] += sum(mixed.values())
        return mixed


@lru_cache(maxsize=64)
def _answering(type_name: str) -> dict[Kind, float]:
    """The kinds that give the answer in one of MultiModalQA's types.

    A ``Compose`` is answered by its outer hop, what is compared or intersects by all of them.
    """
    hops = re.findall(r"\w+Q", type_name)
    if type_name.startswith("Compose"):
        hops = hops[:1]
    shares: dict[Kind, float] = {}
    for hop in hops:
        kind = _KIND_OF[hop]
        for known in KINDS:
            if known == kind:
                shares[known] = shares.get(known, 0.0) + 1 / len(hops)
    return shares


def escaped(question: str) -> str:
    """A user's question as the text of a leaf: on one line, without holes, and never empty.

    Example: ``escaped("What is\\nan [answer]?")`` → ``"What is an [[answer]]?"``
    """
    return literal(" ".join(question.split())) or "?"


class Routing:
    """One leaf per kind of source, with its chance.

    Example: ``Routing(models).plan("What colour are its towers?")[0].program`` is an ``ImageQ``
    """

    name = "routing"

    def __init__(self, models: Models) -> None:
        self._leaves = Leaves(models)

    def plan(self, question: str, kinds: Collection[Kind] = KINDS) -> list[Plan]:
        """The question to each kind, the likeliest first."""
        text = escaped(question)
        chances = self._leaves.chances(text, kinds)
        return [Plan(self._leaves.leaf(text, kind), chance) for kind, chance in chances.items()]


# MultiModalQA's implicit decomposition: the type is guessed, the question stays whole.


class ImplicitPlanner:
    """The likeliest types of two hops or one; other kinds of source are left to ``Routing``.

    Example: ``ImplicitPlanner(models).plan("Who designed the longest bridge?")``
    """

    name = "implicit"

    def __init__(self, models: Models) -> None:
        self._models = models
        self._routing = Routing(models)

    def plan(self, question: str, kinds: Collection[Kind] = KINDS) -> list[Plan]:
        """The question at every hop of its likeliest types."""
        text = " ".join(question.split()) or "?"
        types = able(self._models.question_typer.chances(text), kinds)
        if not types:
            return self._routing.plan(question, kinds)
        few = sorted(types, key=lambda name: -types[name])[:FEW]
        return [Plan(skeleton(name, text), types[name]) for name in few]


def able(types: Mapping[str, float], kinds: Collection[Kind]) -> dict[str, float]:
    """The chances of the types whose kinds of source are all there, together 1.

    Example: ``able(typer.chances(question), ["snippet"])`` → ``{"TextQ": 1.0}``
    """
    possible = {name: chance for name, chance in types.items() if asks(name) <= {*kinds}}
    total = sum(possible.values())
    return {name: chance / total for name, chance in possible.items()} if total else {}


def asks(type_name: str) -> set[Kind]:
    """The kinds of source that a type asks.

    Example: ``asks("Compose(TextQ,TableQ)")`` → ``{"snippet", "table"}``
    """
    return {
        _KINDS[word] for word in re.findall(r"(Text|Table|Image|Procedure)(?:List)?Q", type_name)
    }


# Questions about how something is done: after, before or at which step.


def procedure_question(question: str) -> ProcedureQ | None:
    """The procedure leaf of a question that is worded as one; None for all others.

    Example: ``procedure_question("What do I do after forming a loop?")`` →
    ``ProcedureQ("forming a loop", next)``
    """
    for wanted, pattern in _PATTERNS:
        found = pattern.match(question)
        if not found or (wanted in {"next", "previous"} and _HAPPENED.search(found["rest"])):
            continue
        if wanted in {"next", "previous"}:
            return ProcedureQ(found["rest"], wanted)
        return ProcedureQ(question, wanted)
    return None
