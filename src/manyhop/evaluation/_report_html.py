"""A report as one HTML page that needs nothing else: no network, no scripts, no other file."""

from collections.abc import Sequence
from html import escape

from manyhop.evaluation._report_confidence import abstention_section, confidence_section
from manyhop.evaluation._report_examples import example_article
from manyhop.evaluation._report_facts import facts_table
from manyhop.evaluation._report_page import whole_page
from manyhop.evaluation._report_parts import Groups, Paired, Report, Scores
from manyhop.evaluation._report_plots import decimal, dot_plot, mark
from manyhop.evaluation._statistics import Estimate

_ABREAST = 2  # with more metrics than this, intervals go under their values


def to_html(report: Report) -> str:
    """The page.

    Example: ``Path("report.html").write_text(to_html(report), encoding="utf-8")``
    """
    sections = [
        _heading(report),
        facts_table(report),
        _results(report),
        _differences(report),
        *(_breakdown(report, name, groups) for name, groups in report.breakdowns.items()),
        confidence_section(report),
        abstention_section(report),
        _worst(report),
    ]
    return whole_page(report.title, "\n".join(filter(None, sections)))


def _heading(report: Report) -> str:
    count = len(report.runs)
    lead = report.runs[0].answerer if count == 1 else f"{count} runs side by side"
    remarks = "".join(f"<p><strong>{escape(remark)}</strong></p>" for remark in report.remarks)
    return f'<h1>{escape(report.title)}</h1>\n<p class="lead">{escape(lead)}</p>{remarks}'


def _results(report: Report) -> str:
    rows = list(report.metrics.items())
    if not rows:
        return "<h2>Results</h2><p>No question has gold, so that nothing is scored.</p>"
    plot = dot_plot(rows, _letters(report), "Every metric with its 95% interval")
    lines = [
        _scored(report, name, place, [score])
        for name, scores in rows
        for place, score in enumerate(scores)
    ]
    return f"<h2>Results</h2>{_key(report)}{plot}{_table(report, 'metric', ['value'], lines)}"


def _breakdown(report: Report, name: str, groups: Groups) -> str:
    metrics = [metric for metric in report.metrics if any(metric in row for row in groups.values())]
    main = report.main if report.main in metrics else metrics[0] if metrics else ""
    none: Scores = (None,) * len(report.runs)
    rows = [(group, scores.get(main, none)) for group, scores in groups.items()]
    plot = dot_plot(rows, _letters(report), f"{main} by {name}")
    lines = [
        _scored(report, group, place, [scores.get(metric, none)[place] for metric in metrics])
        for group, scores in groups.items()
        for place in range(len(report.runs))
    ]
    return (
        f"<h2>By {escape(name)}</h2>{_key(report)}"
        f'<p class="soft">{escape(main)}</p>{plot}{_table(report, name, metrics, lines)}'
    )


def _table(report: Report, first: str, columns: Sequence[str], lines: Sequence[str]) -> str:
    run = "<th>run</th>" if len(report.runs) > 1 else ""
    numbers = "".join(f'<th class="number">{_breakable(column)}</th>' for column in columns)
    head = f'<th>{escape(first)}</th>{run}<th class="number">n</th>{numbers}'
    shape = ' class="stacked"' * (len(columns) > _ABREAST)
    return (
        f'<div class="wide"><table{shape}><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table></div>"
    )


def _scored(report: Report, name: str, place: int, scores: Sequence[Estimate | None]) -> str:
    most = max((score.n for score in scores if score), default=0)
    letter = escape(report.runs[place].letter)
    run = f'<td class="run">{mark(place)}{letter}</td>' if len(report.runs) > 1 else ""
    cells = "".join(f'<td class="number">{_score(score, most)}</td>' for score in scores)
    label = f'<th scope="row">{escape(name)}</th>' if not place else "<td></td>"
    row = '<tr class="same">' if place else "<tr>"
    return f'{row}{label}{run}<td class="number">{most:,}</td>{cells}</tr>'


def _score(score: Estimate | None, most: int) -> str:
    if score is None:
        return "–"
    fewer = f", n={score.n:,}" if score.n != most else ""
    ends = f"[{decimal(score.low)}, {decimal(score.high)}]{fewer}"
    return f'{decimal(score.value)}<span class="interval-text">{ends}</span>'


def _differences(report: Report) -> str:
    if not report.differences:
        return ""
    rows = [(f"{p.metric}, {p.second} − {p.first}", (_gain(p),)) for p in report.differences]
    title = "Paired differences with their 95% intervals"
    lines = "".join(map(_difference, report.differences))
    return (
        "<h2>Paired differences</h2>"
        '<p class="soft">Over the examples that both runs scored, drawn group by group; '
        "95% intervals.</p>"
        f"{dot_plot(rows, [''], title, signed=True)}"
        '<div class="wide"><table><thead><tr><th>metric</th><th>runs</th><th class="number">n</th>'
        '<th class="number">difference</th><th class="number">better / worse</th>'
        '<th class="number">groups</th><th class="number">p</th><th>test</th></tr></thead>'
        f"<tbody>{lines}</tbody></table></div>"
    )


def _difference(paired: Paired) -> str:
    found, runs = paired.difference, f"{paired.second} − {paired.first}"
    cells = (
        f"{found.n:,}",
        _score(_gain(paired), found.n),
        f"{found.better:,} / {found.worse:,}",
        f"{found.groups:,}",
        _p(found.p),
    )
    numbers = "".join(f'<td class="number">{cell}</td>' for cell in cells)
    return (
        f'<tr><th scope="row">{escape(paired.metric)}</th><td class="run">{escape(runs)}</td>'
        f'{numbers}<td class="run">{escape(found.test)}</td></tr>'
    )


def _gain(paired: Paired) -> Estimate:
    found = paired.difference
    return Estimate(found.difference, found.low, found.high, found.n)


def _p(p: float) -> str:
    return f"{p:.3f}" if p >= 0.001 else "&lt; 0.001" if p >= 0 else "–"


def _worst(report: Report) -> str:
    if not report.worst:
        return ""
    several = len(report.runs) > 1
    chosen = f"The {len(report.worst)} with the lowest {report.main}"
    chosen += ", averaged over the runs" if several else ""
    articles = "\n".join(example_article(bad, several=several) for bad in report.worst)
    sorry = f"<p><strong>{escape(report.apology)}</strong></p>" if report.apology else ""
    ties = "ties go by the other metrics, then by a hash of the id"
    return (
        f'<h2>Worst examples</h2><p class="soft">{escape(chosen)}; {ties}.</p>{sorry}\n{articles}'
    )


def _key(report: Report) -> str:
    if len(report.runs) == 1:
        return ""
    items = "".join(
        f"<li>{mark(place)}{escape(run.letter)} · {escape(run.answerer)}</li>"
        for place, run in enumerate(report.runs)
    )
    return f'<ul class="key">{items}</ul>'


def _breakable(name: str) -> str:
    """A metric's name that may go on in the next line after a dot or an underscore."""
    return escape(name).replace(".", ".<wbr>").replace("_", "_<wbr>")


def _letters(report: Report) -> list[str]:
    return [run.letter for run in report.runs]
