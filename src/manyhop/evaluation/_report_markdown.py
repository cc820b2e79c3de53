"""A report's tables as Markdown, for a README or a paper's notes."""

from collections.abc import Iterable, Sequence

from manyhop.evaluation._report_confidence import COLUMNS, silence_cells
from manyhop.evaluation._report_parts import Groups, Paired, Report
from manyhop.evaluation._report_plots import decimal, said
from manyhop.evaluation._statistics import Estimate

_SPECIAL = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_<>|#$~"})


def to_markdown(report: Report) -> str:
    """Facts, notes and every table; no plots and no examples."""
    parts = [
        f"# {_plain(report.title)}",
        *(f"**{_plain(remark)}**" for remark in report.remarks),
        _facts(report),
        _notes(report),
        "## Results",
        _metrics(report),
    ]
    if report.differences:
        parts += ["## Paired differences", _differences(report)]
    for name, groups in report.breakdowns.items():
        parts += [f"## By {_plain(name)}", _groups(report, name, groups)]
    if any(report.calibrations):
        parts += ["## Confidence", _calibrations(report)]
    if report.silences:
        parts += ["## Abstention", _table(COLUMNS, map(silence_cells, report.silences))]
    return "\n\n".join(filter(None, parts)) + "\n"


def _facts(report: Report) -> str:
    columns = [dict(run.facts) for run in report.runs]
    names = list(dict.fromkeys(name for facts in columns for name in facts))
    rows = [[name, *(facts.get(name, "–") for facts in columns)] for name in names]
    listed = [
        "; ".join(f"{name} ({size}) {sum_}" for name, size, sum_ in r.files) for r in report.runs
    ]
    rows.append(["files", *listed])
    return _table(["", *(f"{run.letter} · {run.name}" for run in report.runs)], rows)


def _notes(report: Report) -> str:
    notes = dict.fromkeys(note for run in report.runs for note in run.notes)
    return "\n".join(f"- {_plain(note)}" for note in notes)


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


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(_plain(cell) for cell in cells) + " |"


def _plain(text: str) -> str:
    return " ".join(text.split()).translate(_SPECIAL).replace("](", "]\\(")
