"""Which of two procedures has more steps, takes longer, is hotter, or needs more of a thing."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

import msgspec

from manyhop.asking._look import Look
from manyhop.asking._proposal import Proposal
from manyhop.asking._speaking_of import sentences_of, tokens
from manyhop.collection import question_terms
from manyhop.programs import (
    Aggregate,
    Compare,
    Compose,
    Known,
    ProcedureQ,
    Program,
    Value,
    quantity,
)
from manyhop.sources import Citation, Procedure, StepAt

SEARCHED = 60  # procedures among which the two sides are looked for
JUDGED = 8  # sentences of a side that are judged
_SIDES = re.compile(r"^(?P<left>.+?),?\s+or\s+(?P<right>.+?)\s*\?", re.IGNORECASE | re.DOTALL)
_FEWER = re.compile(
    r"\b(?:fewer|fewest|less|least|shorter|shortest|cooler|coolest|lower|lowest|quicker|faster|"
    r"sooner)\b",
    re.IGNORECASE,
)
_NUMBER = r"(?:\d+(?:\.\d+)?(?:\s?/\s?\d+)?|an?|one|two|three|four|five|six|seven|eight|nine|ten)"
_TIME = re.compile(
    rf"(?P<low>{_NUMBER})(?:\s*(?:-|–|to|or)\s*(?P<high>{_NUMBER}))?\s*-?\s*"
    r"(?P<unit>sec|min|hour|hr|day|week|month)[a-z]*",
    re.IGNORECASE,
)
_HEAT = re.compile(
    r"(?P<low>\d{2,3})(?:\s*(?:-|–|to)\s*(?P<high>\d{2,3}))?\s*(?:°|º|degrees?|deg\.?)?\s*"
    r"(?P<unit>[CF]\b|°|º|degrees?)",
)
_ASKS_HEAT = re.compile(r"\b(?:hot\w*|cool\w*|warm\w*|temperature|degrees?)\b", re.IGNORECASE)
_ASKS_TIME = re.compile(
    r"\b(?:long\w*|short\w*|time|quick\w*|fast\w*|keeps?|lasts?)\b", re.IGNORECASE
)
_ASKS_COUNT = re.compile(r"\b(?:more|fewer|most|less|fewest)\s+(?P<thing>\w+)", re.IGNORECASE)
_SECONDS = {"sec": 1, "min": 60, "hour": 3600, "hr": 3600}
_SECONDS |= {"day": 86400, "week": 604800, "month": 2592000}


class Measure(msgspec.Struct, frozen=True):
    """What one side has: a number to compare, its words, and where they stand."""

    amount: Decimal
    told: str
    citation: Citation
    judged: float


def answer_compared(look: Look, likely: Sequence[Procedure]) -> Iterator[Proposal]:
    """Propose the side that wins: by steps, and by what else the question measures."""
    sides = _SIDES.search(look.text)
    if not sides:
        return
    found = [hit.source for hit in look.finder.find(look.text, "procedure", SEARCHED, quick=True)]
    pool = {
        each.id: each for each in (*likely, *found) if isinstance(each, Procedure) and each.steps
    }
    one, left = _named(sides["left"], list(pool.values()))
    other, right = _named(sides["right"], list(pool.values()))
    if one is None or other is None or one is other:
        return
    named = min(left, right)
    pair = (one, other)
    fewer = bool(_FEWER.search(look.text))
    steps = [
        Measure(
            Decimal(len(each.steps)),
            f"{len(each.steps)} steps",
            each.cite(StepAt(len(each.steps) - 1)),
            0.0,
        )
        for each in pair
    ]
    asks_steps = float("step" in look.text.lower())
    yield _winner(look, "compared steps", pair, steps, fewer, named, {"asks steps": asks_steps})
    if asks_steps:
        return
    measured = [_measure(look, each) for each in pair]
    if measured[0] and measured[1]:
        signs = {"judged": min(each.judged for each in measured if each) / 4}
        known = [each for each in measured if each]
        yield _winner(look, "compared", pair, known, fewer, named, signs)


def _named(side: str, procedures: Sequence[Procedure]) -> tuple[Procedure | None, float]:
    """The procedure whose title shares the rarest words with a side, and how much of them."""
    said = {token.stem for token in tokens(side)}
    titles = [set(question_terms(each.title)) for each in procedures]
    best: tuple[float, float, Procedure | None] = (0.0, 0.0, None)
    for procedure, title in zip(procedures, titles, strict=True):
        shared = title & said
        rare = sum(1 / sum(term in each for each in titles) for term in shared)
        share = len(shared) / max(len(title), 1)
        if shared and (rare, share) > best[:2]:
            best = rare, share, procedure
    return best[2], best[1]


def _winner(
    look: Look,
    way: str,
    pair: tuple[Procedure, Procedure],
    measures: Sequence[Measure],
    fewer: bool,
    named: float,
    signs: dict[str, float],
) -> Proposal:
    order = sorted((0, 1), key=lambda n: measures[n].amount, reverse=not fewer)
    first, second = pair[order[0]], pair[order[1]]
    told = [measures[n].told for n in order]
    hop: Program = ProcedureQ(look.text, "step" if way == "compared steps" else "answer")
    if way == "compared steps":
        hop = Aggregate("count", hop)
    return Proposal(
        way=way,
        values=(Value(first.title, 1.0, tuple(measures[n].citation for n in order)),),
        program=Compare(
            "smallest" if fewer else "largest",
            tuple(Compose(hop, Known(each.title)) for each in (first, second)),
        ),
        signs=signs | {"named": named, "apart": float(measures[0].amount != measures[1].amount)},
        sources=(first, second),
        sentence=f"{first.title}: {told[0]}; {second.title}: {told[1]}.",
    )


def _measure(look: Look, procedure: Procedure) -> Measure | None:
    """The quantity of the kind asked for, in the sentence that goes best with the question."""
    found: list[tuple[Decimal, str, str, Citation]] = []
    for step, place, sentence in sentences_of(procedure):
        citation = procedure.cite(StepAt(step or 0, place if step is not None else None))
        found += [(*each, sentence, citation) for each in _quantities(look.text, sentence)]
    asked = set(question_terms(look.text))
    found.sort(key=lambda each: -len(asked & {token.stem for token in tokens(each[2])}))
    found = found[:JUDGED]
    if not found:
        return None
    said = [f"{procedure.title}\n{each[2]}" for each in found]
    judged = look.models.reranker.score(look.text, said)
    best = max(range(len(found)), key=lambda n: judged[n])
    amount, told, _, citation = found[best]
    return Measure(amount, told, citation, judged[best])


def _quantities(question: str, sentence: str) -> Iterator[tuple[Decimal, str]]:
    """The heats, times or numbers of a thing that a sentence gives."""
    if _ASKS_HEAT.search(question):
        for each in _HEAT.finditer(sentence):
            yield Decimal(each["high"] or each["low"]), each[0]
    elif _ASKS_TIME.search(question):
        for each in _TIME.finditer(sentence):
            if (number := _number(each["high"] or each["low"])) is not None:
                yield number * _SECONDS[each["unit"].lower()], each[0]
    elif counted := _ASKS_COUNT.search(question):
        thing = tokens(counted["thing"])[0].stem
        words = tokens(sentence)
        for place, token in enumerate(words):
            if token.stem != thing:
                continue
            for before in reversed(words[max(place - 3, 0) : place]):
                if (number := _number(before.word)) is not None:
                    yield number, sentence[before.start : token.end]
                    break


def _number(text: str) -> Decimal | None:
    if text.lower() in ("a", "an"):
        return Decimal(1)
    found = quantity(text.replace(" ", ""))
    return found.amount if found else None
