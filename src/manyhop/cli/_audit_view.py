"""What audit and debias print, over benchmarks and over runs."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.progress import MofNCompleteColumn
from rich.table import Table
from rich.text import Text

from manyhop.audit import Audit, Change, Dataset, Finding, Leak, OnProgress, open_dataset
from manyhop.audit import audit as audit_benchmark
from manyhop.audit.analyses import (
    Analysis,
    Labels,
    Similar,
    TrainingData,
    analyse,
    part_of,
    read_labels,
    read_training,
    similar,
)
from manyhop.cli._console import out, print_json, progress_bar, shorten
from manyhop.cli._options import Encoder
from manyhop.errors import ManyhopError
from manyhop.evaluation import Run, Selection, load_run
from manyhop.models import SentenceEncoder, StaticEncoder, TextEncoder
from manyhop.report import HTML, MARKDOWN, Figures, Label, Page, Set, lay_out, write_page

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
    with progress_bar(MofNCompleteColumn()) as bar:
        task = bar.add_task("reading", total=None)

        def advance(stage: str, done: int, total: int) -> None:
            bar.update(task, description=stage, completed=done, total=total)

        yield advance


def show_audit(audit: Audit) -> None:
    """The verdict, a table of cheaters, and what they went by."""
    style = _STYLES.get(audit.verdict, "bold")
    counts = f"  ({audit.questions:,} questions, {audit.documents:,} documents)"
    out.print(Text.assemble(f"{audit.benchmark}: ", (audit.verdict, style), counts))
    out.print(_cheaters(audit.findings))
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


def _cheaters(findings: Sequence[Finding]) -> Table:
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


# manyhop audit over runs: the papers' analyses, printed and on one page.


def audit_runs(
    folders: Sequence[Path],
    *,
    to: Path | None = None,
    training: Sequence[str] = (),
    labels: Path | None = None,
    metric: str | None = None,
    similar_to: str | None = None,
    encoder: Encoder = Encoder.STATIC,
    seed: int = 0,
    as_json: bool = False,
) -> None:
    """Analyse runs, benchmark by benchmark, print the tables and write the page into ``to``.

    Example: ``audit_runs([Path("runs/bm25"), Path("runs/random")], to=Path("audit"))``
    """
    by_benchmark: dict[str, list[Run]] = {}
    for run in map(load_run, folders):
        by_benchmark.setdefault(run.configuration.benchmark, []).append(run)
    known = _training(training, list(by_benchmark))
    opened: TextEncoder = (
        SentenceEncoder.load() if encoder is Encoder.SENTENCE else StaticEncoder.load()
    )
    if similar_to is not None:
        _show_similar(_most_similar(similar_to, by_benchmark, known, opened), as_json)
        return
    given = read_labels(labels) if labels else None
    analyses = [
        analyse(
            runs,
            training=known.get(name),
            labels=_of_these(given, runs),
            metric=metric,
            encoder=opened,
            seed=seed,
        )
        for name, runs in by_benchmark.items()
    ]
    written = write_page(_page(analyses), to) if to else []
    if as_json:
        print_json(analyses)
        return
    for analysis in analyses:
        show_analysis(analysis)
    if written and to:
        count = len(written) - 2
        out.print(f"Wrote {to / HTML}, {MARKDOWN} and {count} CSV files.", soft_wrap=True)


def _page(analyses: Sequence[Analysis]) -> Page:
    names = ", ".join(analysis.benchmark for analysis in analyses)
    return Page(title=f"Analyses over runs: {names}", parts=tuple(map(part_of, analyses)))


def _training(given: Sequence[str], benchmarks: Sequence[str]) -> dict[str, TrainingData]:
    found = {}
    for each in given:
        name, equals, file = each.partition("=")
        if not (equals and name in benchmarks):
            if len(benchmarks) > 1:
                raise ManyhopError(
                    f"--training {each}: the runs are on {', '.join(benchmarks)}; "
                    f"say whose it is, as {benchmarks[0]}={each}"
                )
            name, file = benchmarks[0], each
        found[name] = read_training(Path(file), name)
    return found


def _of_these(labels: Labels | None, runs: Sequence[Run]) -> Labels | None:
    """The labels, if any of them is of these questions or can be learnt from."""
    ids = {sample.id for run in runs for sample in run.samples}
    return labels if labels and (labels.by_text or ids & set(labels.by_id)) else None


def _most_similar(
    question: str,
    runs: dict[str, list[Run]],
    training: dict[str, TrainingData],
    encoder: TextEncoder,
) -> list[Similar]:
    texts: dict[str, str] = {}
    for run in (run for some in runs.values() for run in some):
        for sample in run.samples:
            texts.setdefault(sample.question, sample.id)
    for name, known in training.items():
        for part in known.parts:
            for text in part.questions:
                texts.setdefault(text, f"training of {name}")
    found = similar(question, list(texts), encoder)
    return [Similar(each.text, each.similarity, texts[each.text]) for each in found]


def _show_similar(found: Sequence[Similar], as_json: bool) -> None:
    if as_json:
        print_json(found)
        return
    for each in found:
        out.print(f"{each.similarity:.3f}  {each.text}  ({each.id})", soft_wrap=True)


# Analyses on the terminal: a table for each, as a paper would set it.


def show_analysis(analysis: Analysis) -> None:
    """Every table under its title, and what must be said about it."""
    about = (
        f", {analysis.questions:,} questions, {analysis.metric}; scores and shares in per cent "
        "with 95% intervals"
    )
    out.print(Text.assemble((analysis.benchmark, "bold"), about))
    for note in analysis.notes:
        out.print(f"Note: {note}", style="dim", soft_wrap=True)
    for figures in analysis.figures:
        out.print()
        out.print(figures.title, style="bold")
        out.print(_table(figures))
        out.print(figures.caption, style="dim", soft_wrap=True)
    out.print()


def _table(figures: Figures) -> Table:
    found = lay_out(figures)
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(found.corner, overflow="fold")
    for head in found.heads:
        table.add_column(_label(head), justify="right", overflow="fold")
    for label, cells in found.rows:
        table.add_row(_label(label), *map(_cell, cells))
    return table


def _label(label: Label) -> Text:
    return _over(label.text, f"n = {label.n:,}" if label.n is not None else "")


def _cell(cell: Set) -> Text:
    own = f"n = {cell.n:,}" if cell.n is not None else ""
    under = " ".join(filter(None, (cell.interval, own)))
    return _over(cell.value, under, "bold" if cell.bold else "")


def _over(said: str, under: str, style: str = "") -> Text:
    return Text.assemble((said, style), (f"\n{under}" if under else "", "dim"))
