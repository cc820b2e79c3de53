"""The engine: plan, find, read, combine, say."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from manyhop.answering._answer import Answer, Question
from manyhop.answering._attempts import (
    FOLLOWED,
    LEAST,
    Attempt,
    attempts,
    best_of,
    confidence_of,
    guess,
    trace_of,
)
from manyhop.answering._choosing import (
    RETRIEVED,
    chosen,
    chosen_sources,
    fitted,
    is_cloze,
    is_flat_mix,
)
from manyhop.answering._evidence import settled
from manyhop.answering._finders import Candidates, Finder, InCollection
from manyhop.answering._hops import Hops, kinds_of
from manyhop.answering._saying import (
    NOT_SAID,
    Saying,
    checked,
    cited_sources,
    looked_at,
    rationale_of,
)
from manyhop.collection import Collection
from manyhop.errors import ManyhopError
from manyhop.models import Models, OpeningAhead, WritingModels
from manyhop.planners import Plan, Planner
from manyhop.programs import Outcome, Value, gathered
from manyhop.readers import Readers
from manyhop.sources import AnySource

LONGEST = 600  # characters; what a planner or a reader could still make use of
_SENTENCE = re.compile(r"[^.!?\n]*\?|[^.!?\n]+[.!\n]?")
_LOOSE_END = re.compile(r"\s+(?=[?.!]+$)")


class Engine:
    """Answers from an image, from given candidates, or from a collection, all on one path.

    A question's own image goes before its candidates, and these before the collection. Without
    ``abstain`` the best guess is always given, as the benchmarks' metrics want it. ``k`` is how
    many sources a hop reads, if not what its kind needs. ``ahead`` opens what may be needed on
    another core meanwhile: for one who asks once and waits. ``scored`` answers as benchmarks count:
    there is always a guess, and a choice is given by its number alone, for its words are no answer
    of one's own. Of a collection of texts and pictures only, a scored engine retrieves 20 sources
    and chooses among them as among candidates: those that score ``threshold``, or, without one, one
    or two as the question tells.
    Example: ``Engine(Routing(models), models, collection=mine).answer(question).sentence``
    """

    def __init__(
        self,
        planner: Planner,
        models: Models,
        *,
        collection: Collection | None = None,
        name: str = "",
        abstain: bool = True,
        plans: int = 3,
        k: int | None = None,
        ahead: bool = False,
        scored: bool = False,
        threshold: float | None = None,
    ) -> None:
        self._planner = planner
        self._models = models
        self._collection = collection
        self._name = name or planner.name
        self._abstain = abstain
        self._plans = plans
        self._k = k
        self._ahead = ahead
        self._scored = scored
        self._threshold = threshold
        self._readers = Readers(models)
        self._saying = Saying(models)

    @property
    def name(self) -> str:
        """What a report calls it: ``implicit``."""
        return self._name

    def answer(self, question: Question) -> Answer:
        """Answer one question; may be called from several threads."""
        if is_cloze(question):
            return self._completed(question)
        text = asked(question.text)
        if not text:
            return _without_answer("The question is empty.", {"planner": self._planner.name})
        picked = self._picked(question, text)
        finder = self._finder(question, picked)
        if not finder.kinds:
            return _without_answer(looked_at({}), {"planner": self._planner.name})
        with OpeningAhead(self._models) as ahead:
            if self._ahead:
                ahead.open(finder.kinds & {"snippet"})  # which is slow, and hardly ever in vain
            plans = self._planner.plan(text, finder.kinds)[: self._plans]
            if self._ahead:
                ahead.open({kind for plan in plans for kind in kinds_of(plan.program)})
            return self._found(question, text, finder, picked, plans)

    def _found(
        self,
        question: Question,
        text: str,
        finder: Finder,
        picked: Sequence[AnySource],
        plans: Sequence[Plan],
    ) -> Answer:
        least = FOLLOWED if self._abstain and not question.choices else 0.0
        hops = Hops(finder, self._readers, self._models, question.choices, self._k, least)
        tried = attempts(text, plans, hops, question.choices)
        best = best_of(tried)
        if self._guesses and not best.outcome.values:
            best = guess(text, finder, hops) or best
        trace = trace_of(self._planner.name, best, tried)
        if question.choices:
            return self._chosen(question, text, best, hops, trace)
        return self._told(text, best, hops, picked, trace)

    @property
    def _guesses(self) -> bool:
        return self._scored and not self._abstain

    def _picked(self, question: Question, text: str) -> tuple[AnySource, ...]:
        """The sources that WebQA's second stage picks, where there is such a mix to pick from."""
        if question.image is not None:
            return ()
        among = question.candidates
        if is_flat_mix({source.kind for source in among}):
            return chosen_sources(text, among, self._models, self._threshold)
        if not among and self._scored and self._collection is not None:
            counts = self._collection.counts()
            if is_flat_mix({kind for kind, number in counts.items() if number}):
                hits = self._collection.search(text, RETRIEVED)
                found = [hit.source for hit in hits]
                return chosen_sources(text, found, self._models, self._threshold)
        return ()

    def _finder(self, question: Question, picked: Sequence[AnySource]) -> Finder:
        if question.image is not None:
            return Candidates((question.image,), self._models)
        if picked or question.candidates or self._collection is None:
            return Candidates(picked or question.candidates, self._models)
        return InCollection(self._collection, self._models)

    def _told(
        self,
        text: str,
        best: Attempt,
        hops: Hops,
        picked: Sequence[AnySource],
        trace: dict[str, Any],
    ) -> Answer:
        values, others = settled(text, best.outcome.answers, best.outcome.values)
        chosen_ids = tuple(source.id for source in picked)
        if not values or (self._abstain and self._unlikely(text, best, hops, others)):
            why = looked_at(hops.sources)
            return _without_answer(why, trace, best.confidence, chosen_ids)
        beside = hops.witnesses(text, values)
        citations = checked((*gathered(values), *beside), hops.sources)
        return Answer(
            values=tuple(value.text for value in values),
            sentence=self._saying.tell(text, values, hops.sources),
            sources=chosen_ids or cited_sources(citations),
            citations=citations,
            rationale=rationale_of(best.outcome.hops, citations, hops.sources, others, beside),
            confidence=best.confidence,
            trace=trace,
        )

    def _unlikely(self, text: str, best: Attempt, hops: Hops, others: Sequence[Value]) -> bool:
        """Whether too little is known to say anything; sources that disagree do say something."""
        if best.confidence >= LEAST or not others:
            return best.confidence < LEAST
        first, *rest = best.outcome.values
        whole = min(first.score + sum(other.score for other in others), 1.0)
        told = Outcome((msgspec.structs.replace(first, score=whole), *rest), best.outcome.hops)
        return confidence_of(text, best.plan, told, hops.sources) < LEAST

    def _chosen(
        self, question: Question, text: str, best: Attempt, hops: Hops, trace: dict[str, Any]
    ) -> Answer:
        """One of the choices: there is always a best one, however unsure."""
        values = best.outcome.values or _before_choosing(best)
        sources = list(hops.sources.values())
        choice, confidence = chosen(text, question.choices, values, sources, self._models)
        citations = checked(gathered(values[:1]), hops.sources)
        return Answer(
            values=() if self._scored else (question.choices[choice],),
            sentence=self._saying.say(text, [question.choices[choice]]),
            choice=choice,
            sources=cited_sources(citations),
            citations=citations,
            rationale=rationale_of(best.outcome.hops, citations, hops.sources),
            confidence=confidence,
            trace=trace,
        )

    def _completed(self, question: Question) -> Answer:
        """A cloze question: the choice that fits the procedure best."""
        fit = fitted(question, self._models)
        trace = {"planner": "cloze", "chances": list(fit.chances)}
        if not fit.seen and self._abstain:
            return _without_answer("What the choices show cannot be seen.", trace, 0.0)
        value = question.choices[fit.choice]
        sources = {source.id: source for source in question.candidates}
        citations = checked((fit.citation,) if fit.citation else (), sources)
        return Answer(
            values=() if self._scored else (value,),
            sentence=self._saying.say(asked(question.text), [value]),
            choice=fit.choice,
            sources=cited_sources(citations),
            citations=citations,
            rationale=rationale_of((), citations, sources),
            confidence=max(fit.chances),
            trace=trace,
        )


def _before_choosing(best: Attempt) -> tuple[Value, ...]:
    """What the last hop found, where no choice shares a word with it."""
    return best.outcome.hops[-1].found if best.outcome.hops else ()


def _without_answer(
    why: str,
    trace: dict[str, Any],
    confidence: float = 0.0,
    sources: tuple[str, ...] = (),
) -> Answer:
    return Answer(
        sentence=NOT_SAID,
        rationale=why,
        sources=sources,
        confidence=confidence,
        abstained=True,
        trace=trace,
    )


def asked(text: str) -> str:
    """One line; of a text that is too long, the last question in it, or else its beginning.

    Example: ``asked("  When did it\\nopen ? ")`` → ``"When did it open?"``
    """
    text = _LOOSE_END.sub("", " ".join(text.replace("\0", " ").split()))
    if len(text) <= LONGEST:
        return text
    questions = [
        found.strip()
        for found in _SENTENCE.findall(text)
        if found.endswith("?") and len(found.split()) > 2 and len(found) <= LONGEST
    ]
    return questions[-1] if questions else text[:LONGEST].rsplit(" ", 1)[0]


def open_planner(name: str, models: Models) -> Planner:
    """The planner of a name; ``explicit`` is written by the model where one is configured.

    Example: ``open_planner("implicit", models)``
    """
    from manyhop import planners

    if name == "written" or (name == "explicit" and isinstance(models, WritingModels)):
        return planners.WrittenPlanner(models.generator, planners.ExplicitPlanner(models))
    if name == "explicit":
        return planners.ExplicitPlanner(models)
    if name == "implicit":
        return planners.ImplicitPlanner(models)
    if name == "routing":
        return planners.Routing(models)
    raise ManyhopError(
        f"there is no planner {name!r}; choose explicit, implicit, routing or written"
    )
