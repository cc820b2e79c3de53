"""How well people do: each one's answers, or each reference judged by the others."""

from collections.abc import Mapping, Sequence
from statistics import fmean

import msgspec

from manyhop.answering import Answer
from manyhop.benchmarks import Benchmark, Example
from manyhop.evaluation import Estimate, estimate
from manyhop.report import Column, Figures, Row


def people(benchmark: Benchmark, examples: Sequence[Example]) -> Figures | None:
    """Every reference answer in turn judged by the others of its question, as WebQA does.

    None where no question has several references.
    Example: ``people(benchmark, examples).cell("people", "webqa.accuracy")``
    """
    found: dict[str, dict[str, list[float]]] = {}
    for example in examples:
        for name, score in _scores(benchmark, example).items():
            found.setdefault(name, {}).setdefault(example.question.id, []).append(score)
    if not found:
        return None
    groups = {example.question.id: example.group for example in examples}
    cells = tuple(_estimate(scores, groups) for scores in found.values())
    return Figures(
        name="people",
        title="How well people do",
        caption="Each person's answer judged by the others' to the same question; the mean over "
        "the people of a question counts once. Intervals over groups.",
        corner="",
        columns=tuple(map(Column, found)),
        rows=(Row("people", cells),),
    )


def _estimate(scores: Mapping[str, Sequence[float]], groups: Mapping[str, str]) -> Estimate:
    values = [fmean(some) for some in scores.values()]
    return estimate(values, [groups[id] or id for id in scores])


def _scores(benchmark: Benchmark, example: Example) -> dict[str, float]:
    """The mean of every metric over the people who answered a question."""
    gold = example.gold
    if gold is None:
        return {}
    found: dict[str, list[float]] = {}
    for field in ("sentences", "answers"):
        said: tuple[str, ...] = getattr(gold, field)
        if len(said) < 2:
            continue
        for place, text in enumerate(said):
            rest = msgspec.structs.replace(gold, **{field: (*said[:place], *said[place + 1 :])})
            judged = msgspec.structs.replace(example, gold=rest)
            answer = Answer(values=(text,), sentence=text if field == "sentences" else "")
            for name, score in benchmark.score(judged, answer).items():
                if "source" not in name and "multiple_choice" not in name:
                    found.setdefault(name, []).append(score)
    return {name: fmean(scores) for name, scores in found.items()}
