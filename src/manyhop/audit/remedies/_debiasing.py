"""Remedies applied, and the audit before and after."""

from collections.abc import Sequence
from typing import Literal, get_args

import msgspec

from manyhop.audit._audit import FOLDS, SEEDS, Audit, OnProgress, audit
from manyhop.audit._before_after import Change, changes
from manyhop.audit._dataset import Dataset
from manyhop.audit.remedies._remedied import balanced, redrawn, without_easy
from manyhop.benchmarks import Example
from manyhop.errors import ManyhopError

Remedy = Literal["exchange", "budget", "balance", "filter"]
REMEDIES: tuple[Remedy, ...] = get_args(Remedy)


class Debiased(msgspec.Struct, frozen=True, kw_only=True):
    """What the remedies left, and what cheaters get before and after."""

    examples: list[Example]
    notes: tuple[str, ...]
    before: Audit
    after: Audit
    changes: tuple[Change, ...]


def usual(name: str) -> tuple[Remedy, ...]:
    """The remedies for a benchmark when none is named."""
    return ("exchange",) if name == "recipeqa" else ("balance", "filter")


def debias(
    dataset: Dataset,
    remedies: Sequence[Remedy] = (),
    *,
    only: Sequence[str] = (),
    folds: int = FOLDS,
    seeds: int = SEEDS,
    seed: int = 0,
    on_progress: OnProgress = lambda stage, done, total: None,
) -> Debiased:
    """Audit, apply the remedies in their order, and audit again.

    Example: ``debias(open_dataset(["val.json"])).changes[0].change.value``
    """
    files = [list(one.examples()) for one in dataset.benchmarks]
    examples = [example for file in files for example in file]
    kept, notes = examples, []
    chosen = tuple(remedies) or usual(dataset.name)

    def audited(some: Sequence[Example], when: str) -> Audit:
        return audit(
            dataset.benchmark,
            some,
            only=only,
            folds=folds,
            seeds=seeds,
            seed=seed,
            on_progress=lambda stage, done, total: on_progress(f"{when}: {stage}", done, total),
        )

    before = audited(examples, "before")
    for remedy in chosen:
        match remedy:
            case "exchange" | "budget":
                done = redrawn(kept, remedy, seed, apart=_files(files))
            case "balance":
                done = balanced(kept, seed)
            case "filter":
                now = before if kept is examples else audited(kept, "between")
                done = without_easy(kept, now)
        kept = done.examples
        notes.append(f"{remedy}: {done.note}")
    if not kept:
        raise ManyhopError("the remedies leave no questions; try fewer")
    after = audited(kept, "after")
    return Debiased(
        examples=kept,
        notes=tuple(notes),
        before=before,
        after=after,
        changes=tuple(changes(before, after, paired=not _selects(chosen, examples))),
    )


def _files(files: Sequence[Sequence[Example]]) -> dict[str, int]:
    """The file of each question: splits must not lend each other their answers."""
    return {one.question.id: number for number, file in enumerate(files) for one in file}


def _selects(remedies: Sequence[Remedy], examples: Sequence[Example]) -> bool:
    """Whether what is left was chosen by its answers, so that pairs would say nothing."""
    choosing = any(one.question.choices for one in examples)
    return "filter" in remedies or ("balance" in remedies and not choosing)
