"""All cheaters on a benchmark; two such audits side by side."""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from manyhop.answering import Answer
from manyhop.audit._cheater import Cheater, Guessed, cross_validated
from manyhop.audit._item import Item, choice_items, free_items
from manyhop.audit._leaks import Leak, find_leaks
from manyhop.audit._verdict import (
    Finding,
    Verdict,
    above_zero,
    holm,
    overall,
    sentence_of,
    verdict_of,
)
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
from manyhop.evaluation import (
    Difference,
    Estimate,
    estimate,
    paired_difference,
    unpaired_difference,
)

FOLDS = 5
SEEDS = 3

OnProgress = Callable[[str, int, int], None]
"""Told what is going on, how much is done, and of how much."""


class Audit(msgspec.Struct, frozen=True, kw_only=True):
    """What was found in a benchmark.

    ``leaks`` say what stands in training too, where there is training. ``scores`` has each
    cheater's on each question, by ``part/cheater`` and question id, in the mean over the seeds;
    ``groups`` the document of each question.
    """

    benchmark: str
    questions: int
    documents: int
    folds: int
    seeds: int
    seed: int
    verdict: Verdict
    findings: tuple[Finding, ...]
    leaks: tuple[Leak, ...] = ()
    notes: tuple[str, ...] = ()
    scores: dict[str, dict[str, float]] = {}
    groups: dict[str, str] = {}

    def finding(self, cheater: str, part: str = "") -> Finding:
        """One cheater's finding: ``audit.finding("choice-only")``."""
        for one in self.findings:
            if one.cheater == cheater and part in ("", one.part):
                return one
        raise ManyhopError(f"no cheater {cheater!r} was run on {part or self.benchmark}")


class _Raw(msgspec.Struct):
    cheater: Cheater
    part: str
    items: list[Item]
    scores: list[float]
    level: list[float]
    level_name: str
    metric: str
    note: str = ""


def audit(
    benchmark: Benchmark,
    examples: Iterable[Example] | None = None,
    *,
    only: Sequence[str] = (),
    folds: int = FOLDS,
    seeds: int = SEEDS,
    seed: int = 0,
    training: Sequence[Example] = (),
    on_progress: OnProgress = lambda stage, done, total: None,
) -> Audit:
    """Train and run every cheater, or those named in ``only``, and judge them together.

    Questions that ``training`` has as well are looked for.
    Example: ``audit(RecipeQA(Path("val.json"))).verdict``
    """
    if folds < 2 or seeds < 1:
        raise ManyhopError(f"{folds} folds and {seeds} seeds can't be run; give 2 and 1 or more")
    examples = list(examples if examples is not None else benchmark.examples())
    parts, notes = audited_parts(benchmark, examples)
    work = [(part, cheater) for part in parts for cheater in part.cheaters(only)]
    if not work:
        raise ManyhopError(
            f"none of the cheaters {', '.join(only)} can be run here; choose from "
            f"{', '.join(dict.fromkeys(one.name for part in parts for one in part.cheaters(())))}"
        )
    total, done = len(work) * folds * seeds, 0
    raw: list[_Raw] = []
    for part, cheater in work:
        label = f"{part.name} {cheater.name}".strip()

        def advance(label: str = label) -> None:
            nonlocal done
            done += 1
            on_progress(label, done, total)

        on_progress(label, done, total)
        run = range(seed, seed + seeds)
        scores = cross_validated(
            cheater, part.items, part.mark, folds=folds, seeds=run, on_fold=advance
        )
        level, name = part.level(cheater, folds, run)
        note = part.in_order(scores, folds, run) if cheater.name == "shuffled-context" else ""
        raw.append(_Raw(cheater, part.name, part.items, scores, level, name, part.metric, note))
    findings = _findings(raw, seed)
    questions = {item.id: item.group for part in parts for item in part.items}
    return Audit(
        benchmark=benchmark.name,
        questions=len(questions),
        documents=len(set(questions.values())),
        folds=folds,
        seeds=seeds,
        seed=seed,
        verdict=overall(findings),
        findings=findings,
        leaks=_leaks(examples, training, seed),
        notes=(*(benchmark.notes if benchmark.name == "own" else ()), *notes),
        scores={
            f"{one.part}/{one.cheater.name}": {
                item.id: score for item, score in zip(one.items, one.scores, strict=True)
            }
            for one in raw
        },
        groups=questions,
    )


def _leaks(examples: Sequence[Example], training: Sequence[Example], seed: int) -> tuple[Leak, ...]:
    """What of the examples that are no training themselves training has as well."""
    learnt = set(map(id, training))
    asked = [example for example in examples if id(example) not in learnt]
    return find_leaks(asked, training, seed) if training and asked else ()


def _findings(raw: Sequence[_Raw], seed: int) -> tuple[Finding, ...]:
    adjusted = holm(
        [
            above_zero(
                [a - b for a, b in zip(one.scores, one.level, strict=True)],
                [item.group for item in one.items],
            )
            for one in raw
        ]
    )
    return tuple(_finding(one, p, seed) for one, p in zip(raw, adjusted, strict=True))


def _finding(raw: _Raw, p: float, seed: int) -> Finding:
    groups = [item.group for item in raw.items]
    score: Estimate = estimate(raw.scores, groups, seed)
    difference: Difference = paired_difference(raw.level, raw.scores, groups, seed)
    verdict = verdict_of(score, difference, p, shallow=raw.cheater.shallow)
    return Finding(
        cheater=raw.cheater.name,
        sees=raw.cheater.sees,
        part=raw.part,
        metric=raw.metric,
        score=score,
        level=difference.a,
        level_name=raw.level_name,
        difference=difference,
        p=round(p, 6),
        verdict=verdict,
        sentence=sentence_of(raw.cheater.sees, score, difference.a, raw.level_name, p, verdict),
        clues=tuple(one for one in raw.cheater.clues() if one.right.low > difference.a),
        note=raw.note,
    )


# Questions of one kind: who cheats at them, how they are judged, and what no cheating gives.

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


# Two audits side by side.


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One cheater before and after; ``change`` is negative where it got harder to cheat.

    ``paired`` says whether the change is over the questions that both have, one by one, or that
    of the two means, which it must be where questions were left out for being easy.
    """

    cheater: str
    part: str
    before: Estimate
    after: Estimate
    level: float
    change: Estimate
    paired: bool
    verdict_before: Verdict
    verdict_after: Verdict


def changes(before: Audit, after: Audit, *, paired: bool = True) -> list[Change]:
    """What became of each cheater that both audits ran.

    Example: ``changes(audit(old), audit(new))[0].change.high < 0``
    """
    found = []
    for then in before.findings:
        now = next(
            (one for one in after.findings if (one.cheater, one.part) == (then.cheater, then.part)),
            None,
        )
        if now is None:
            continue
        key = f"{then.part}/{then.cheater}"
        shared = [id for id in after.scores[key] if id in before.scores[key]] if paired else []
        change = _paired(before, after, key, shared) if shared else _apart(before, after, key)
        found.append(
            Change(
                cheater=then.cheater,
                part=then.part,
                before=then.score,
                after=now.score,
                level=now.level,
                change=change,
                paired=bool(shared),
                verdict_before=then.verdict,
                verdict_after=now.verdict,
            )
        )
    return found


def _paired(before: Audit, after: Audit, key: str, shared: Sequence[str]) -> Estimate:
    then, now = before.scores[key], after.scores[key]
    groups = [after.groups[id] for id in shared]
    one = paired_difference([then[id] for id in shared], [now[id] for id in shared], groups)
    return Estimate(one.difference, one.low, one.high, one.n)


def _apart(before: Audit, after: Audit, key: str) -> Estimate:
    then, now = before.scores[key], after.scores[key]
    values = [*now.values(), *then.values()]
    first = [True] * len(now) + [False] * len(then)
    groups = [after.groups[id] for id in now] + [before.groups[id] for id in then]
    change = unpaired_difference(values, first, groups)
    assert change is not None
    return change
