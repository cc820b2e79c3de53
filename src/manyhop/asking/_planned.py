"""The planner's answer as one proposal among others: programs of several hops come from there."""

from collections.abc import Iterator

import msgspec

from manyhop.answering import Engine
from manyhop.asking._chooser import log_odds
from manyhop.asking._look import Look
from manyhop.asking._proposal import Proposal
from manyhop.programs import Hop, Value, parse_program, walk
from manyhop.sources import AnySource


class Planned:
    """A way that asks an engine, which always answers, and says how sure that was.

    Example: ``list(Planned(engine)(look))``
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def __call__(self, look: Look) -> Iterator[Proposal]:
        """One proposal, or none where no plan led anywhere."""
        answer = self._engine.answer(look.question)
        if answer.abstained or not answer.values:
            return
        program = parse_program(answer.trace["program"])
        hops = msgspec.convert(answer.trace.get("hops", []), list[Hop])
        sources: list[AnySource] = []
        for id in dict.fromkeys(citation.source_id for citation in answer.citations):
            source = look.finder.get(id)
            if source is not None:
                sources.append(source)
        kinds = {source.kind for source in sources}
        yield Proposal(
            way="planned",
            values=tuple(Value(value, 1.0, answer.citations) for value in answer.values),
            program=program,
            signs={
                "confidence": log_odds(answer.confidence or 0.0),
                "hops": float(len(hops) > 1),
                "nodes": len(list(walk(program))) / 4,
                "table": float("table" in kinds),
                "picture": float("image" in kinds),
                "procedure": float("procedure" in kinds),
                "text": float("snippet" in kinds),
                "values": float(len(answer.values) > 1),
            },
            sources=tuple(sources),
            hops=tuple(hops),
            sentence=answer.sentence,
        )
