"""The texts that a question is answered from, best first: snippets and steps of procedures."""

import math
from collections.abc import Callable, Mapping, Sequence

import msgspec

from manyhop.answering import coverage
from manyhop.asking._look import Look
from manyhop.collection import question_terms
from manyhop.programs import ProcedureQ, Program, TextQ
from manyhop.readers import asked_of, step_text
from manyhop.sources import Citation, Procedure, Snippet, Span, StepAt

PROCEDURES = 2  # whose steps are texts
STEPS = 6  # of one procedure that may be read
ENCODED = 1_000  # letters of a text that its meaning is taken from
JUDGED = 5  # texts that the reranker judges
WITH_JUDGED = 0.15  # weight of its score among them
_MENU = 0.8  # share of lines without a sentence that makes a text a menu
_ENTRY = 4  # words of a menu's line at most
_ANALYSED = 5_000  # letters of a text whose words count

NAMED_STEPS = frozenset({"next", "previous", "numbered", "first", "last", "count"})
"""Shapes of questions that say which step they mean."""

LIKED = {
    "alike": 11.0,
    "covered": 5.4,
    "rare above": 6.4,
    "picked": 0.37,
    "step": 1.4,
    "menu": -1.6,
}
"""What texts are ordered by; `training/asking/text_order.py` fits it."""


class Text(msgspec.Struct, frozen=True):
    """A snippet, or a step of a procedure, with what stands above it and how well it suits.

    ``judged`` is the reranker's score, ``liked`` what texts are ordered by, ``told`` what that is
    made of.
    """

    source: Snippet | Procedure
    context: str
    text: str
    step: int | None
    judged: float
    liked: float = 0.0
    told: Mapping[str, float] = msgspec.field(default_factory=dict)

    def cite(self, span: Span) -> Citation:
        """A span of the text, as a place in its source."""
        if isinstance(self.source, Snippet):
            return self.source.cite(span)
        assert self.step is not None
        return self.source.cite(StepAt(self.step, span))

    def program(self, question: str) -> Program:
        """The one hop that asks it."""
        return TextQ(question) if isinstance(self.source, Snippet) else ProcedureQ(question)


class Candidate(msgspec.Struct, frozen=True):
    """A text before it is judged: what the reranker is shown, and how well search liked it."""

    source: Snippet | Procedure
    context: str
    text: str
    step: int | None
    shown: str
    picked: float


def gather_texts(look: Look) -> list[Text]:
    """Snippets and steps that were found, best first; the reranker is asked for the best only."""
    found = candidates(look)
    told = features(look, found)
    likings = [liking(signs, LIKED) for signs in told]
    order = sorted(range(len(found)), key=lambda n: -likings[n])
    best = [found[n].shown for n in order[:JUDGED]]
    judged = list(look.models.reranker.score(look.text, best))
    judged += [min(judged, default=0.0)] * (len(order) - len(judged))
    texts = [
        Text(
            source=found[n].source,
            context=found[n].context,
            text=found[n].text,
            step=found[n].step,
            judged=score,
            liked=likings[n] + WITH_JUDGED * score,
            told=told[n],
        )
        for n, score in zip(order, judged, strict=True)
    ]
    return sorted(texts[:JUDGED], key=lambda text: -text.liked) + texts[JUDGED:]


def candidates(look: Look) -> list[Candidate]:
    """Every text that may be read; shown as others show it, since the reranker remembers."""
    found: list[Candidate] = []
    for hit in look.hits.get("snippet", ()):
        source = hit.source
        if isinstance(source, Snippet) and source.text.strip():
            whole = source.searchable
            above = whole[: -len(source.text)].rstrip("\n")
            found.append(Candidate(source, above, source.text, None, whole, hit.score))
    if asked_of(look.text) in NAMED_STEPS:  # then steps are counted, not read
        return found
    asked = set(question_terms(look.text))
    for source in look.sources("procedure")[:PROCEDURES]:
        if isinstance(source, Procedure):
            steps = [n for n, step in enumerate(source.steps) if step.text.strip()]
            shared = {n: len(asked & stems_of(step_text(source, n))) for n in steps}
            for number in sorted(steps, key=lambda n: -shared[n])[:STEPS]:
                step = source.steps[number]
                context = "\n".join(filter(None, (source.title, step.title)))
                shown = f"{source.title}\n{step_text(source, number)}"
                found.append(Candidate(source, context, step.text, number, shown, 0.0))
    return found


def features(look: Look, found: Sequence[Candidate]) -> list[dict[str, float]]:
    """What speaks for each text, beside the others; weighed by ``LIKED``."""
    question, *vectors = look.models.sentence_encoder.encode(
        [look.text, *(each.shown[:ENCODED] for each in found)]
    )
    asked = set(question_terms(look.text))
    above = [stems_of(each.context) for each in found]
    said = [stems_of(each.text) for each in found]
    share = shares(asked, [over | own for over, own in zip(above, said, strict=True)])
    return [
        {
            "alike": float(question @ vectors[n]),
            "covered": len(asked & (over | own)) / max(len(asked), 1),
            "rare": share(over | own),
            "rare above": share(over),
            "picked": each.picked,
            "step": float(each.step is not None),
            "length": math.log(1 + len(each.text.split())),
            "menu": float(is_menu(each.text)),
        }
        for n, (each, over, own) in enumerate(zip(found, above, said, strict=True))
    ]


def shares(asked: set[str], texts: Sequence[set[str]]) -> Callable[[set[str]], float]:
    """What tells the share of the asked words that a text has; a word that few texts have weighs
    more.
    """
    many = 1 + len(texts)
    worth = {
        term: 0.1 + math.log(many / (1 + sum(term in text for text in texts))) for term in asked
    }
    whole = sum(worth.values()) or 1.0
    return lambda stems: sum(worth[term] for term in asked & stems) / whole


def liking(signs: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """The weighed sum."""
    return sum(weight * signs[name] for name, weight in weights.items())


def is_menu(text: str) -> bool:
    """Whether a text is but short lines without a sentence, as a page's menu is."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    entries = [line for line in lines if len(line.split()) <= _ENTRY and line[-1] not in ".:;!?"]
    return len(lines) >= 5 and len(entries) >= _MENU * len(lines)


def covered(question: str, *texts: str) -> float:
    """The share of the question's telling words that the texts have."""
    return coverage(question, texts)


def stems_of(text: str) -> set[str]:
    return set(question_terms(text, _ANALYSED))
