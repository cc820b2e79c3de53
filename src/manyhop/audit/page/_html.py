"""An audit as one HTML page that needs nothing else: no network, no scripts, no other file."""

from html import escape
from importlib.resources import files

from manyhop.audit.analyses import Column, Figures, Row
from manyhop.audit.page._page import Page, Part, file_name
from manyhop.audit.page._plots import letter, plot
from manyhop.audit.page._saying import bests, common_n, interval, value
from manyhop.evaluation import Estimate
from manyhop.evaluation.pages import mark, whole_page


def to_html(page: Page, folder: str = "") -> str:
    """The page; ``folder`` is where its CSV files lie, to be named beside each figure.

    Example: ``Path("audit.html").write_text(to_html(page), encoding="utf-8")``
    """
    style = (files("manyhop.audit.page") / "style.css").read_text(encoding="utf-8")
    several = len(page.parts) > 1
    body = [f"<h1>{escape(page.title)}</h1>"]
    if several:
        body.append(_contents(page))
    body += [_part(part, folder) for part in page.parts]
    return whole_page(page.title, "\n".join(body), style)


def _contents(page: Page) -> str:
    items = "".join(
        f'<li><a href="#{escape(part.name)}">{escape(part.title)}</a></li>' for part in page.parts
    )
    return f'<ul class="contents">{items}</ul>'


def _part(part: Part, folder: str) -> str:
    key = "".join(
        f"<li>{mark(place)}<b>{letter(place)} · {escape(name)}</b> "
        f'<span class="soft">{escape(full)}</span></li>'
        for place, (name, full) in enumerate(part.runs)
    )
    notes = "".join(f"<li>{escape(note)}</li>" for note in part.notes)
    return (
        f'<section id="{escape(part.name)}"><h2 class="part">{escape(part.title)}</h2>'
        f'<p class="lead">{escape(part.lead)}</p>'
        + (f'<ul class="runs">{key}</ul>' if key else "")
        + (f'<ul class="notes">{notes}</ul>' if notes else "")
        + "\n".join(_figures(part, figures, folder) for figures in part.figures)
        + "</section>"
    )


def _figures(part: Part, figures: Figures, folder: str) -> str:
    path = f"{folder}/{file_name(part, figures)}" if folder else file_name(part, figures)
    return (
        f'<figure><h3>{escape(figures.title)}</h3><p class="soft">{escape(figures.caption)}</p>'
        f"{_key(part, figures)}{plot(figures)}{_table(figures)}"
        f'<p class="more"><a href="{escape(path)}">{escape(path)}</a></p></figure>'
    )


def _key(part: Part, figures: Figures) -> str:
    if figures.plot != "dots" or len(part.runs) < 2:
        return ""
    items = "".join(
        f"<li>{mark(place)}{letter(place)} · {escape(name)}</li>"
        for place, (name, _) in enumerate(part.runs)
    )
    return f'<ul class="key">{items}</ul>'


def _table(figures: Figures) -> str:
    counts, highest = common_n(figures), bests(figures)
    heads = "".join(
        f'<th class="number">{_breakable(column.name)}'
        + (f'<span class="count">n = {n:,}</span>' if n is not None else "")
        + "</th>"
        for column, n in zip(figures.columns, counts, strict=True)
    )
    rows = "".join(_row(figures, row, counts, highest) for row in figures.rows)
    return (
        f'<div class="wide"><table class="stacked"><thead><tr><th>{escape(figures.corner)}</th>'
        f"{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _row(figures: Figures, row: Row, counts: list[int | None], highest: list[float | None]) -> str:
    symbol = mark(row.run) if row.run is not None else ""
    cells = "".join(
        _cell(figures, column, cell, n, best)
        for column, cell, n, best in zip(figures.columns, row.cells, counts, highest, strict=True)
    )
    return f'<tr><th scope="row" class="run">{symbol}{escape(row.label)}</th>{cells}</tr>'


def _cell(
    figures: Figures, column: Column, cell: Estimate | None, n: int | None, best: float | None
) -> str:
    if cell is None:
        return '<td class="number">–</td>'
    said = escape(value(column, cell))
    if best is not None and cell.value == best:
        said = f"<b>{said}</b>"
    own = f", n = {cell.n:,}" if n is None else ""
    shade = ""
    if figures.plot == "matrix":
        shade = f' style="--share: {min(max(cell.value, 0.0), 1.0):.2f}"'
    kind = "number shaded" if shade else "number"
    ends = f'<span class="interval-text">{escape(interval(column, cell) + own)}</span>'
    return f'<td class="{kind}"{shade}>{said}{ends}</td>'


def _breakable(name: str) -> str:
    """A long name that may go on in the next line after a dot, an underscore or a bracket."""
    return escape(name).replace(".", ".<wbr>").replace("_", "_<wbr>").replace("(", "<wbr>(")
