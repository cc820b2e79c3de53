"""All cheaters on a benchmark."""

from collections.abc import Callable, Iterable, Sequence

import msgspec

from manyhop.audit._audited_part import audited_parts
from manyhop.audit._cheater import Cheater
from manyhop.audit._cross_validation import cross_validated
from manyhop.audit._item import Item
from manyhop.audit._leaks import Leak, find_leaks
from manyhop.audit._significance import above_zero, holm
from manyhop.audit._verdict import Finding, Verdict, overall, sentence_of, verdict_of
from manyhop.benchmarks import Benchmark, Example
from manyhop.errors import ManyhopError
from manyhop.evaluation import Difference, Estimate, estimate, paired_difference

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
