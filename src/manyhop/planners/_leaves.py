"""Which kind of source one question asks, and the leaf that asks it."""

import re
from collections.abc import Collection, Mapping
from functools import lru_cache

from manyhop.models import Models, question_kinds
from manyhop.planners._procedure_questions import procedure_question
from manyhop.programs import ImageListQ, ImageQ, Leaf, ProcedureQ, TableQ, TextQ, literal
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
