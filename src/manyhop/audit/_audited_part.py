"""Questions of one kind: who cheats at them, how they are judged, and what no cheating gives."""

from collections.abc import Iterable, Sequence

from manyhop.answering import Answer
from manyhop.audit._cheater import Cheater
from manyhop.audit._cross_validation import Guessed, cross_validated
from manyhop.audit._item import Item, choice_items, free_items
from manyhop.audit.cheaters import (
    AnyAnswer,
    CommonAnswer,
    choice_cheaters,
    free_cheaters,
    position,
    shuffled_context,
)
from manyhop.benchmarks import Benchmark, Example
from manyhop.errors import ManyhopError
from manyhop.evaluation import paired_difference

_LEAST = 40  # questions to learn from and ask
_METRICS = {
    "mmqa": ("mmqa.f1",),
    "hybridqa": ("hybridqa.f1",),
    "webqa": ("webqa.accuracy", "webqa.approximate_accuracy"),
    "aokvqa": ("aokvqa.multiple_choice", "aokvqa.direct_answer"),
    "recipeqa": ("recipeqa.accuracy",),
    "own": ("own.accuracy", "own.f1"),
}


class AuditedPart:
    """Questions that are of one kind, how they are judged, and who cheats at them."""

    def __init__(
        self, name: str, benchmark: Benchmark, items: list[Item], examples: dict[str, Example]
    ) -> None:
        self.name, self.items = name, items
        self._benchmark, self._examples = benchmark, examples
        self.choosing = items[0].candidates[:1] != () and items[0].candidates[0].kind == "choice"
        self.metric = ", else ".join(
            _METRICS.get(benchmark.name, ("accuracy",))[: 1 if self.choosing else 2]
        )
        self.readable = (
            any(item.context for item in items)
            if self.choosing
            else any(len(item.candidates) > 2 for item in items)
        )
        self.worded = any(one.text for item in items for one in item.candidates)
        self._levels: dict[str, list[float]] = {}

    def cheaters(self, only: Sequence[str]) -> list[Cheater]:
        """Fresh cheaters, all that can be run here or those named."""
        make = choice_cheaters if self.choosing else free_cheaters
        every = make(context=self.readable) if self.worded else [position()]
        return [one for one in every if not only or one.name in only]

    def mark(self, row: int, guess: Guessed) -> float:
        """How good a guess is, by the benchmark's own metric."""
        item = self.items[row]
        if self.choosing:
            return float(guess == item.answer)
        said = (item.candidates[guess].text,) if isinstance(guess, int) else guess
        scores = self._benchmark.score(
            self._examples[item.id], Answer(values=said, sentence=", ".join(said))
        )
        names = _METRICS.get(self._benchmark.name, tuple(scores))
        return next((scores[name] for name in names if name in scores), 0.0)

    def level(self, cheater: Cheater, folds: int, seeds: Sequence[int]) -> tuple[list[float], str]:
        """What each question gives without any cheating, and what that is called."""
        if self.choosing:
            return [1 / len(item.candidates) for item in self.items], "chance"
        below: Cheater = AnyAnswer() if cheater.name == "most-common" else CommonAnswer()
        if below.name not in self._levels:
            self._levels[below.name] = cross_validated(
                below, self.items, self.mark, folds=folds, seeds=seeds
            )
        names = {"any-answer": "any answer", "most-common": "the most common answer"}
        return self._levels[below.name], names[below.name]

    def in_order(self, shuffled: Sequence[float], folds: int, seeds: Sequence[int]) -> str:
        """What the same reader gains where the context stands in order."""
        if not self.choosing:
            return ""
        reader = shuffled_context(order=True)
        scores = cross_validated(reader, self.items, self.mark, folds=folds, seeds=seeds)
        gain = paired_difference(shuffled, scores, [item.group for item in self.items])
        return (
            f"with the context in order it gets {100 * gain.b:.1f}%: {100 * gain.difference:+.1f} "
            f"points ({100 * gain.low:+.1f} to {100 * gain.high:+.1f})"
        )


def audited_parts(
    benchmark: Benchmark, examples: Iterable[Example] | None
) -> tuple[list[AuditedPart], tuple[str, ...]]:
    """Choices by task where there are several, free answers all together."""
    found = list(examples if examples is not None else benchmark.examples())
    known = {example.question.id: example for example in found}
    tasks: dict[str, list[Example]] = {}
    for example in found:
        task = example.category if benchmark.name == "recipeqa" else ""
        tasks.setdefault(task, []).append(example)
    parts, notes = [], []
    for task, some in tasks.items():
        items = choice_items(some) or free_items(some)
        said = f"{task}: " if task else ""
        if len(items) < _LEAST:
            notes.append(
                f"{said}{len(items)} questions with a known answer are too few; {_LEAST} are needed"
            )
            continue
        part = AuditedPart(task if len(tasks) > 1 else "", benchmark, items, known)
        if not part.worded:
            notes.append(f"{said}the choices are pictures, of which only the position is seen")
        elif not part.readable:
            notes.append(f"{said}the questions come without texts, so nobody cheats with those")
        parts.append(part)
    if not parts:
        raise ManyhopError(
            f"{benchmark.name} can't be audited: {'; '.join(notes) or 'no questions'}"
        )
    return parts, tuple(notes)
