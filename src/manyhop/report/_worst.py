"""The worst examples of one run or several, with what a reader needs to see why."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import fsum

import msgspec

from manyhop.answering import Answer
from manyhop.benchmarks import Example, Gold
from manyhop.evaluation import Sample
from manyhop.report._shapes import Bad, Given, Shown
from manyhop.sources import AnySource, Place, content_id

_RIGHT = 0.9999  # some official metrics give a perfect answer a hair less than 1
_SOURCES = 6
_PICTURES = 4
_UNCITED = 2

ById = Mapping[str, Sample]


def choose_worst(runs: Sequence[ById], main: str, count: int) -> list[str]:
    """Ids of the lowest mean of ``main`` over the runs; none that every run got right.

    Ties go by the mean of all metrics, then by a hash of the id, which favours no part of a file.
    """
    ids = [id for id in runs[0] if all(id in run and main in run[id].metrics for run in runs)]

    def rank(id: str) -> tuple[float, float, str]:
        every = [value for run in runs for value in run[id].metrics.values()]
        mean = fsum(run[id].metrics[main] for run in runs) / len(runs)
        return mean, fsum(every) / len(every), content_id(id.encode())

    wrong = [id for id in ids if rank(id)[0] < _RIGHT]
    return sorted(wrong, key=rank)[:count]


def show_example(
    id: str, runs: Sequence[ById], letters: Sequence[str], example: Example | None
) -> Bad:
    """One example with every run's answer; without ``example`` there are no sources to show."""
    samples = [run[id] for run in runs]
    first = samples[0]
    question = example.question if example else None
    candidates = question.candidates if question else ()
    names = list(letters) if len(runs) > 1 else [""]
    sources = _shown(candidates, first.gold, [sample.answer for sample in samples], names)
    found = {source.id for source in candidates}
    return Bad(
        id=id,
        text=first.question,
        groups=tuple(first.breakdowns.items()) or (("category", first.category),),
        choices=first.choices,
        parts=question.parts if question else (),
        image=question.image if question else None,
        gold=tuple(_gold_lines(first.gold, first.choices)) if first.gold else (),
        given=tuple(
            Given(letter=letter, lines=tuple(_lines(sample, found)), metrics=sample.metrics)
            for letter, sample in zip(letters, samples, strict=True)
        ),
        sources=sources,
        left_out=len(candidates) - len(sources),
    )


def _gold_lines(gold: Gold, choices: Sequence[str]) -> Iterator[tuple[str, str]]:
    if gold.values:
        yield "gold", " · ".join(gold.values)
    if gold.choice is not None:
        yield "gold choice", _choice(gold.choice, choices)
    if gold.answers:
        counted = Counter(gold.answers).most_common()
        yield "people said", ", ".join(f"{text} ×{n}" if n > 1 else text for text, n in counted)
    if gold.keywords:
        yield "gold keywords", gold.keywords
    for sentence in gold.sentences:
        yield "gold sentence", sentence
    if gold.program:
        yield "gold program", gold.program
    if gold.intermediate:
        yield "on the way", " → ".join(", ".join(values) for values in gold.intermediate)
    for rationale in gold.rationales[:1]:
        yield "gold rationale", rationale


def _lines(sample: Sample, found: set[str]) -> Iterator[tuple[str, str]]:
    answer = sample.answer
    if sample.error:
        yield "failed", sample.error
    chosen = ""
    if answer.choice is not None:
        yield "chosen", _choice(answer.choice, sample.choices)
        chosen = dict(enumerate(sample.choices)).get(answer.choice, "")
    said = answer.sentence or " · ".join(answer.values)
    if said != chosen or answer.choice is None:
        yield "answer", said or ("(abstained)" if answer.abstained else "(nothing)")
    values = " · ".join(answer.values)
    if answer.sentence and values not in ("", said):
        yield "values", values
    if answer.rationale:
        yield "rationale", answer.rationale
    for citation in answer.citations:
        if citation.source_id not in found:
            yield "cites", f"“{citation.quote}” ({citation.source_id})"


def _choice(number: int, choices: Sequence[str]) -> str:
    return f"({number + 1}) {choices[number]}" if 0 <= number < len(choices) else f"({number + 1})"


def _shown(
    candidates: Sequence[AnySource],
    gold: Gold | None,
    answers: Sequence[Answer],
    names: Sequence[str],
) -> tuple[Shown, ...]:
    """Gold sources first, then those an answer rests on; the first few where there is neither."""
    right = set(gold.sources) if gold else set()
    words = tuple(_words(gold)) if gold else ()
    shown = []
    for source in candidates:
        users = [n for n, answer in zip(names, answers, strict=True) if _uses(answer, source.id)]
        if source.id in right or users:
            badge = (f"cited by {', '.join(users)}" if any(users) else "cited",) if users else ()
            places = tuple(place for answer in answers for place in _places(answer, source.id))
            one = Shown(source=source, gold=source.id in right, badges=badge, places=places)
            shown.append(msgspec.structs.replace(one, words=words))
    shown.sort(key=lambda one: not one.gold)
    return tuple(_few(shown or [Shown(source=source) for source in candidates[:_UNCITED]]))


def _words(gold: Gold) -> Iterator[str]:
    yield from gold.values
    for values in gold.intermediate:
        yield from values


def _few(shown: Sequence[Shown]) -> Iterator[Shown]:
    pictures = 0
    for one in shown[:_SOURCES]:
        pictures += one.source.kind == "image"
        if one.source.kind != "image" or pictures <= _PICTURES:
            yield one


def _uses(answer: Answer, id: str) -> bool:
    return id in answer.sources or any(citation.source_id == id for citation in answer.citations)


def _places(answer: Answer, id: str) -> list[Place]:
    return [citation.place for citation in answer.citations if citation.source_id == id]
