"""What audit and debias print."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.table import Table
from rich.text import Text

from manyhop.audit import Audit, Change, Dataset, Finding, Leak, OnProgress, open_dataset
from manyhop.audit import audit as audit_benchmark
from manyhop.cli._console import err, is_interactive, out, shorten, words_column
from manyhop.evaluation import Selection

_CLUES = 3
_STYLES = {"biased": "bold red", "shortcut": "yellow", "clean": "green"}


def audited(
    dataset: Dataset,
    *,
    where: Sequence[str],
    limit: int | None,
    only: Sequence[str],
    folds: int,
    seeds: int,
    seed: int,
    train: Sequence[Path] = (),
    fields: Mapping[str, str] | None = None,
) -> Audit:
    """Audit a dataset's examples, or some of them, with a progress bar.

    Leaks are looked for in ``train``, or else in the data set's own training split.
    """
    selection = Selection(dataset.benchmark, where)
    examples = [one for one in dataset.examples() if selection.matches(one)][:limit]
    if not examples:
        raise selection.nothing()
    training = [
        example
        for path in train
        for example in open_dataset([dataset.name, str(path)], **fields or {}).examples()
    ] or dataset.training(examples)
    with progress() as advance:
        return audit_benchmark(
            dataset.benchmark,
            examples,
            only=only,
            folds=folds,
            seeds=seeds,
            seed=seed,
            training=training,
            on_progress=advance,
        )


@contextmanager
def progress() -> Iterator[OnProgress]:
    """A bar on a terminal."""
    columns = (words_column("{task.description}"), BarColumn(), MofNCompleteColumn())
    bar = Bar(
        *columns, TimeRemainingColumn(), console=err, transient=True, disable=not is_interactive()
    )
    with bar:
        task = bar.add_task("reading", total=None)

        def advance(stage: str, done: int, total: int) -> None:
            bar.update(task, description=stage, completed=done, total=total)

        yield advance


def show_audit(audit: Audit) -> None:
    """The verdict, a table of cheaters, and what they went by."""
    style = _STYLES.get(audit.verdict, "bold")
    counts = f"  ({audit.questions:,} questions, {audit.documents:,} documents)"
    out.print(Text.assemble(f"{audit.benchmark}: ", (audit.verdict, style), counts))
    out.print(_table(audit.findings))
    for finding in audit.findings:
        if finding.verdict in ("biased", "shortcut"):
            _show_clues(finding)
    for leak in audit.leaks:
        _show_leak(leak)
    for note in audit.notes:
        out.print(f"Note: {note}.", style="dim", soft_wrap=True)


def _show_leak(leak: Leak) -> None:
    interval = f"{percent(leak.share.low)}–{percent(leak.share.high)}"
    said = (
        f"{leak.sentence}: {percent(leak.share.value)} ({interval})"
        if leak.count
        else leak.sentence
    )
    out.print(f"Leakage: {said}", style="bold red" if leak.count else "dim", soft_wrap=True)
    for twin in leak.examples[:2]:
        told = shorten(f"{twin.id}: {twin.question}  |  {twin.training_id}: {twin.training}", 160)
        out.print(f"    {told}", style="dim")


def _table(findings: Sequence[Finding]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    parted = any(finding.part for finding in findings)
    for name in (("part",) if parted else ()) + ("cheater",):
        table.add_column(name, no_wrap=True)
    for name in ("score", "95% interval", "level", "above it", "95% interval", "p"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    for one in findings:
        gain = one.difference
        table.add_row(
            *((one.part,) if parted else ()),
            one.cheater,
            percent(one.score.value),
            f"{percent(one.score.low)}–{percent(one.score.high)}",
            percent(one.level),
            f"{100 * gain.difference:+.1f}",
            f"{100 * gain.low:+.1f} to {100 * gain.high:+.1f}",
            f"{one.p:.4f}" if one.p >= 0.0001 else "<0.0001",
            one.verdict,
            style=_STYLES.get(one.verdict, "") if one.verdict != "clean" else "",
        )
    return table


def _show_clues(finding: Finding) -> None:
    where = f"{finding.part}: " if finding.part else ""
    note = f" ({finding.note})" if finding.note else ""
    out.print(f"\n{where}{finding.sentence}{note}", soft_wrap=True)
    for clue in finding.clues[:_CLUES]:
        right = f"right {percent(clue.right.value)} of {clue.right.n:,}"
        out.print(Text.assemble(f"    {clue.feature}  ", (right, "dim")), soft_wrap=True)
        for example in clue.examples[:1]:
            said = shorten(f"{example.id}: {example.text}", 100)
            out.print(f"        {said}", style="dim")


def show_changes(changes: Sequence[Change], notes: Sequence[str]) -> None:
    """Every cheater before and after."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    parted = any(one.part for one in changes)
    for name in (("part",) if parted else ()) + ("cheater",):
        table.add_column(name, no_wrap=True)
    for name in ("before", "after", "level", "change", "95% interval", "n"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    for one in changes:
        table.add_row(
            *((one.part,) if parted else ()),
            one.cheater,
            percent(one.before.value),
            percent(one.after.value),
            percent(one.level),
            f"{100 * one.change.value:+.1f}",
            f"{100 * one.change.low:+.1f} to {100 * one.change.high:+.1f}",
            f"{one.change.n:,}" + ("" if one.paired else " (not paired)"),
            f"{one.verdict_before} → {one.verdict_after}",
        )
    out.print(table)
    for note in notes:
        out.print(f"{note}.", style="dim", soft_wrap=True)


def show_written(written: Sequence[Path], folder: Path | None) -> None:
    """Where the files are."""
    if written and folder:
        out.print(
            f"Wrote {folder / 'audit.html'} and {len(written) - 1} files beside it.",
            soft_wrap=True,
        )


def percent(share: float) -> str:
    """``41.3%``."""
    return f"{100 * share:.1f}%"
