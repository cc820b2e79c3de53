"""The report's pages about confidence: is it believable, and is silence well placed?"""

from html import escape

from manyhop.evaluation._report_parts import Report, Silence
from manyhop.evaluation._report_plots import decimal
from manyhop.evaluation._report_reliability import reliability_plot


def confidence_section(report: Report) -> str:
    """The reliability diagram, where any run says how sure it was."""
    metric = next((each.metric for each in report.calibrations if each), "")
    if not metric:
        return ""
    plot = reliability_plot(report.calibrations, [run.letter for run in report.runs])
    return (
        "<h2>Confidence</h2>"
        f'<p class="soft">Answers by how sure they were, against {escape(metric)}; on the dashed '
        "line, what is said to be so many per cent sure is right as often. Answers that were held "
        f"back are left out.</p>{plot}"
    )


def abstention_section(report: Report) -> str:
    """Precision and recall of abstaining, where the same answerer was asked with and without."""
    if not report.silences:
        return ""
    lines = "".join(map(_line, report.silences))
    heads = "".join(f'<th class="number">{name}</th>' for name in COLUMNS[1:])
    return (
        "<h2>Abstention</h2>"
        '<p class="soft">The same answerer asked with all candidates and without the right '
        "ones. Separation: how often an answer that can be right is surer than one that can't."
        "</p>"
        f'<div class="wide"><table><thead><tr><th>{COLUMNS[0]}</th>{heads}</tr></thead>'
        f"<tbody>{lines}</tbody></table></div>"
    )


COLUMNS = ("runs", "answerable", "unanswerable", "precision", "recall", "separation")


def silence_cells(silence: Silence) -> list[str]:
    """A row in words, for any table: ``["A, B", "72", "72", "0.810", "0.640", "0.790"]``."""
    found = silence.abstention
    shares = (found.precision, found.recall, found.separation)
    return [
        f"{silence.answerable}, {silence.unanswerable}",
        f"{found.answerable:,}",
        f"{found.unanswerable:,}",
        *("–" if share is None else decimal(share) for share in shares),
    ]


def _line(silence: Silence) -> str:
    runs, *figures = silence_cells(silence)
    cells = "".join(f'<td class="number">{figure}</td>' for figure in figures)
    return f'<tr><th scope="row">{escape(runs)}</th>{cells}</tr>'
