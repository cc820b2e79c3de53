"""The asker: look, let every way propose, choose, say it; or say that it was not found."""

from collections.abc import Sequence
from typing import Any

import msgspec

from manyhop.answering import (
    Answer,
    Engine,
    InCollection,
    Question,
    Saying,
    asked,
    checked,
    cited_sources,
    fits,
    is_cloze,
    open_planner,
    rationale_of,
)
from manyhop.asking._chooser import Choice, Chooser
from manyhop.asking._judging import judged
from manyhop.asking._look import Look, look
from manyhop.asking._picture_hops import PICTURE_WAYS, one_picture, picture_notes
from manyhop.asking._planned import Planned
from manyhop.asking._procedures import answer_from_procedures
from manyhop.asking._proposal import FIRST, Proposal, Way, placed
from manyhop.asking._tables import answer_from_tables
from manyhop.asking._texts import answer_from_texts, nearest
from manyhop.asking._written import LargeReading
from manyhop.collection import Collection, Hit
from manyhop.models import Models
from manyhop.programs import Hop, Leaf, gathered, print_program, type_of

NOT_FOUND = "I did not find it."
WAYS: tuple[Way, ...] = (
    answer_from_texts,
    answer_from_procedures,
    answer_from_tables,
    *PICTURE_WAYS,
)
"""The ways that need nothing but a look."""
CLEAR = 0.7  # a chance from which on no program of several hops is tried beside
SAID = 40  # words of a sentence that an answer is told in
_TOLD = 5  # other proposals that the trace tells of


class Asker:
    """Answers questions to a whole collection by looking first.

    What comes with its own material (candidates, choices to pick from, a sequence to complete) is
    answered by the planner's engine, as before. Without ``abstain`` the likeliest answer is always
    given. Example: ``Asker(Models(), collection).answer(Question(id="1", text="…")).sentence``
    """

    def __init__(
        self,
        models: Models,
        collection: Collection,
        *,
        abstain: bool = True,
        chooser: Chooser | None = None,
        ways: Sequence[Way] | None = None,
    ) -> None:
        self._models = models
        self._collection = collection
        self._abstain = abstain
        self._chooser = chooser or Chooser.load(large=models.large is not None)
        planner = open_planner("explicit", models)
        self._engine = Engine(planner, models, collection=collection, abstain=abstain)
        guessing = Engine(planner, models, collection=collection, abstain=False)
        self._large = LargeReading.open(models)
        self._ways = WAYS if ways is None else tuple(ways)
        self._planned = Planned(guessing)
        self._saying = Saying(models)

    @property
    def name(self) -> str:
        """What a report calls it."""
        return "manyhop"

    def answer(self, question: Question) -> Answer:
        """Answer one question; may be called from several threads."""
        if is_cloze(question) or question.candidates or question.choices:
            return self._engine.answer(question)
        text = asked(question.text)
        if not text:
            return Answer(sentence="The question is empty.", abstained=True, confidence=0.0)
        seen, proposals = self.propose(question, planned=False)
        ranked = self._chooser.rank(text, proposals, self._models.sentence_encoder)
        if question.image is None and (not ranked or ranked[0].chance < CLEAR):
            proposals += placed(self._planned(seen), self._first(text))
            proposals = self._weighed(seen, proposals)
            ranked = self._chooser.rank(text, proposals, self._models.sentence_encoder)
        if not ranked or (self._abstain and ranked[0].chance < self._chooser.least):
            return self._not_found(seen, ranked)
        return self._told(text, ranked)

    def propose(self, question: Question, *, planned: bool = True) -> tuple[Look, list[Proposal]]:
        """What was found, and every answer that any way makes of it; of a given picture, only
        what is seen in it and said of it. The planner's programs may be left for later.
        """
        text = asked(question.text)
        seen = look(question, text, InCollection(self._collection, self._models), self._models)
        if question.image is not None:
            ways: Sequence[Way] = (one_picture, picture_notes)
        else:
            ways = (*self._ways, self._planned) if planned else self._ways
        if self._large is not None and question.image is None:
            ways = (*ways, self._large)
        found = placed((each for way in ways for each in way(seen)), self._first(text))
        return seen, self._weighed(seen, found)

    def _first(self, text: str) -> list[Hit]:
        return self._collection.search(text, FIRST)

    def _weighed(self, seen: Look, proposals: list[Proposal]) -> list[Proposal]:
        """Proposals with what the judge thinks of them, and the large reader where there is one."""
        found = judged(seen.text, proposals, self._models.judge)
        if self._large is None or seen.question.image is not None:
            return found
        return self._large.judged(seen, found)

    def _told(self, text: str, ranked: Sequence[Choice]) -> Answer:
        chance = ranked[0].chance
        best = self._trimmed(text, ranked)
        sources = {source.id: source for source in best.sources}
        citations = checked(gathered(best.values), sources)
        return Answer(
            values=best.values_text,
            sentence=self._said(text, best),
            sources=cited_sources(citations),
            citations=citations,
            rationale=rationale_of(best.hops, citations, sources),
            confidence=chance,
            trace=_trace(ranked),
        )

    def _trimmed(self, text: str, ranked: Sequence[Choice]) -> Proposal:
        """The answer itself; where a value is asked for and a sentence was chosen, the value that
        the reader found in it, told in that sentence.
        """
        best = ranked[0].proposal
        said = best.values_text[0]
        if best.way != "sentence" or len(said.split()) > SAID:
            return best
        if self._chooser.asks_value(text, self._models.sentence_encoder) < CLEAR:
            return best
        for each in ranked[1:]:
            inside = each.proposal
            if inside.way == "span" and inside.sources == best.sources:
                value = inside.values_text[0]
                if value in said and fits(text, value):
                    return msgspec.structs.replace(inside, sentence=said)
        return best

    def _said(self, text: str, best: Proposal) -> str:
        """The way's own sentence; what is one already; or the value in words."""
        if best.sentence:
            return best.sentence
        if len(best.values) > 1:
            return _several(best)
        if len(best.values_text[0].split()) > 6:
            return best.values_text[0]
        return self._saying.tell(text, best.values, {each.id: each for each in best.sources})

    def _not_found(self, seen: Look, ranked: Sequence[Choice]) -> Answer:
        cited, sources = nearest(seen)
        return Answer(
            sentence=NOT_FOUND,
            rationale=rationale_of((), cited, sources).replace("“", "Nearest: “", 1),
            confidence=ranked[0].chance if ranked else 0.0,
            abstained=True,
            trace={**_trace(ranked), "nearest": msgspec.to_builtins(cited)},
        )


def _several(best: Proposal) -> str:
    """Steps by their numbers, sentences one after the other, other values parted."""
    texts = best.values_text
    if best.way == "all steps":
        return " ".join(f"{number}. {text}" for number, text in enumerate(texts, 1))
    closed = all(text.rstrip()[-1:] in {".", "!", "?"} for text in texts)
    return (" " if closed else "; ").join(texts)


def _trace(ranked: Sequence[Choice]) -> dict[str, Any]:
    """What was chosen and what else was proposed, as plain data."""
    if not ranked:
        return {"planner": "look"}
    best = ranked[0].proposal
    asked_once = best.hops
    if not asked_once and isinstance(best.program, Leaf):
        hop = Hop(best.program, best.program.question, (), best.values, best.values)
        asked_once = (hop,)
    hops = [
        {
            "leaf": msgspec.to_builtins(hop.leaf),
            "question": hop.question,
            "given": msgspec.to_builtins(hop.given),
            "found": msgspec.to_builtins(hop.found),
            "passed_on": msgspec.to_builtins(hop.passed_on),
        }
        for hop in asked_once
    ]
    return {
        "planner": "look",
        "way": best.way,
        "program": print_program(best.program),
        "tree": msgspec.to_builtins(best.program),
        "type": type_of(best.program),
        "detail": dict(best.detail),
        "hops": hops,
        "values": [
            {
                "text": value.text,
                "score": ranked[0].chance,
                "citations": msgspec.to_builtins(value.citations),
            }
            for value in best.values[:10]
        ],
        "proposals": [
            {
                "way": each.proposal.way,
                "values": list(each.proposal.values_text[:5]),
                "chance": each.chance,
                "program": print_program(each.proposal.program),
            }
            for each in ranked[:_TOLD]
        ],
    }
