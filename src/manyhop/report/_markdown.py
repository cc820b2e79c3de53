"""Reports and pages of figures as Markdown, for a README or a paper's notes."""

from collections.abc import Iterable, Iterator, Sequence

from manyhop.evaluation import Estimate
from manyhop.report._figures import Figures
from manyhop.report._layout import Label, Set, lay_out
from manyhop.report._page import Page, Part, file_name
from manyhop.report._plots import decimal, said
from manyhop.report._shapes import SILENCE_COLUMNS, Groups, Paired, Report

_SPECIAL = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_<>|#$~"})


def to_markdown(found: Report | Page) -> str:
    """Facts, notes and every table; no plots and no examples.

    Example: ``Path("audit.md").write_text(to_markdown(page), encoding="utf-8")``
    """
    parts = _report(found) if isinstance(found, Report) else _page(found)
    return "\n\n".join(filter(None, parts)) + "\n"


def table(figures: Figures) -> str:
    """One table of figures as Markdown."""
    found = lay_out(figures)
    head = _row([found.corner, *map(_label, found.heads)])
    rows = [_row([_label(side)], *map(_cell, cells)) for side, cells in found.rows]
    return "\n".join([head, "| --- |" + " ---: |" * len(found.heads), *rows])


def _page(page: Page) -> Iterator[str]:
    yield f"# {_plain(page.title)}"
    for part in page.parts:
        yield from _part(part)


def _part(part: Part) -> Iterator[str]:
    yield f"## {_plain(part.title)}"
    yield _plain(part.lead)
    yield "\n".join(f"- **{_plain(name)}**: {_plain(full)}" for name, full in part.runs)
    yield "\n".join(f"- {_plain(note)}" for note in part.notes)
    for figures in part.figures:
        yield f"### {_plain(figures.title)}"
        yield table(figures)
        yield f"{_plain(figures.caption)} Figures: `{file_name(part, figures)}`."


def _label(label: Label) -> str:
    return label.text if label.n is None else f"{label.text} (n = {label.n:,})"


def _cell(cell: Set) -> str:
    said = f"**{cell.value}**" if cell.bold else cell.value
    return f"{said} {cell.under}".rstrip()


def _report(report: Report) -> Iterator[str]:
    yield f"# {_plain(report.title)}"
    yield from (f"**{_plain(remark)}**" for remark in report.remarks)
    yield _facts(report)
    yield "\n".join(f"- {_plain(note)}" for _, note in report.notes)
    yield "## Results"
    yield _metrics(report)
    if report.differences:
        yield "## Paired differences"
        yield _differences(report)
    for name, groups in report.breakdowns.items():
        yield f"## By {_plain(name)}"
        yield _groups(report, name, groups)
    if any(report.calibrations):
        yield "## Confidence"
        yield _calibrations(report)
    if report.silences:
        yield "## Abstention"
        yield _table(SILENCE_COLUMNS, [silence.cells for silence in report.silences])


def _facts(report: Report) -> str:
    rows = [[name, *values] for name, values in report.facts]
    listed = [
        "; ".join(f"{name} ({size}) {sum_}" for name, size, sum_ in r.files) for r in report.runs
    ]
    rows.append(["files", *listed])
    return _table(["", *(f"{run.letter} · {run.name}" for run in report.runs)], rows)


def _metrics(report: Report) -> str:
    rows = [
        [name, run.letter, *_cells(score)]
        for name, scores in report.metrics.items()
        for run, score in zip(report.runs, scores, strict=True)
    ]
    return _table(["metric", "run", "n", "value", "95% interval"], rows)


def _differences(report: Report) -> str:
    head = ["metric", "runs", "n", "difference", "95% interval", "p", "test"]
    return _table(head, [_difference(paired) for paired in report.differences])


def _difference(paired: Paired) -> list[str]:
    found = paired.difference
    ends = f"[{decimal(found.low)}, {decimal(found.high)}]"
    runs = f"{paired.second} − {paired.first}"
    figures = [f"{found.n:,}", decimal(found.difference), ends, f"{found.p:.3g}"]
    return [paired.metric, runs, *figures, found.test]


def _groups(report: Report, name: str, groups: Groups) -> str:
    metrics = [metric for metric in report.metrics if any(metric in row for row in groups.values())]
    rows = []
    for group, scores in groups.items():
        for place, run in enumerate(report.runs):
            mine = [scores[metric][place] if metric in scores else None for metric in metrics]
            count = max((score.n for score in mine if score), default=0)
            figures = [said(score) if score else "–" for score in mine]
            rows.append([group, run.letter, f"{count:,}", *figures])
    return _table([name, "run", "n", *metrics], rows)


def _calibrations(report: Report) -> str:
    rows = [
        [run.letter, f"{each.low:.1f}–{each.high:.1f}", f"{each.n:,}", *map(decimal, figures)]
        for run, found in zip(report.runs, report.calibrations, strict=True)
        if found
        for each in found.bins
        for figures in [(each.confidence, each.score)]
    ]
    errors = [
        f"- {run.letter}: expected calibration error {decimal(found.error)}, n = {found.n:,}"
        for run, found in zip(report.runs, report.calibrations, strict=True)
        if found
    ]
    metric = next(found.metric for found in report.calibrations if found)
    return "\n".join(errors) + "\n\n" + _table(["run", "sure", "n", "confidence", metric], rows)


def _cells(score: Estimate | None) -> tuple[str, str, str]:
    if score is None:
        return "–", "–", "–"
    ends = f"[{decimal(score.low)}, {decimal(score.high)}]"
    return f"{score.n:,}", decimal(score.value), ends


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [_row(head), "|" + " --- |" * len(head), *(_row(row) for row in rows)]
    return "\n".join(lines)


def _row(cells: Sequence[str], *figures: str) -> str:
    """A row; ``figures`` are our own and keep their marks."""
    return "| " + " | ".join([*map(_plain, cells), *figures]) + " |"


def _plain(text: str) -> str:
    return " ".join(text.split()).translate(_SPECIAL).replace("](", "]\\(")
