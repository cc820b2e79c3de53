"""What the runs of a report were: settings, versions, files with their hashes, and notes."""

from collections.abc import Iterable, Sequence
from html import escape

from manyhop.evaluation._report_parts import Report
from manyhop.evaluation._report_plots import mark


def facts_table(report: Report) -> str:
    """A row for each fact, a column for each run, and the notes under them."""
    names = list(dict.fromkeys(name for run in report.runs for name, _ in run.facts))
    columns = [dict(run.facts) for run in report.runs]
    lines = []
    for name in names:
        values = [facts.get(name, "–") for facts in columns]
        lines.append(_line(name, values))
    lines += [_line("files", [_files(run.files) for run in report.runs], ready=True)]
    head = ""
    if len(report.runs) > 1:
        head = "".join(
            f'<th scope="col">{mark(place)}{escape(run.letter)} · {escape(run.name)}</th>'
            for place, run in enumerate(report.runs)
        )
        head = f"<thead><tr><td></td>{head}</tr></thead>"
    return f'<table class="facts">{head}<tbody>{"".join(lines)}</tbody></table>{_notes(report)}'


def _line(name: str, values: Sequence[str], *, ready: bool = False) -> str:
    """A row of facts; what all runs share is said once."""
    shown = values if ready else [escape(value) for value in values]
    if len(set(shown)) == 1:
        cells = f'<td colspan="{len(shown)}">{shown[0]}</td>'
    else:
        cells = "".join(f"<td>{value}</td>" for value in shown)
    return f'<tr><th scope="row">{escape(name)}</th>{cells}</tr>'


def _files(listed: Iterable[tuple[str, str, str]]) -> str:
    each = [
        f"{escape(name)} ({escape(size)}) <code>{escape(sum_)}</code>"
        for name, size, sum_ in listed
    ]
    return "<br>".join(each) or "–"


def _notes(report: Report) -> str:
    said_by: dict[str, list[str]] = {}
    for run in report.runs:
        for note in run.notes:
            said_by.setdefault(note, []).append(run.letter)
    items = []
    for note, letters in said_by.items():
        whose = "" if len(letters) == len(report.runs) else f"{', '.join(letters)}: "
        items.append(f"<li>{escape(whose + note)}</li>")
    return f'<ul class="notes">{"".join(items)}</ul>' if items else ""
