"""An audit as one HTML page that needs nothing else: no network, no scripts, no other file."""

from html import escape
from importlib.resources import files

from manyhop.audit.analyses import Figures
from manyhop.audit.page._layout import Label, Set, lay_out
from manyhop.audit.page._page import Page, Part, file_name
from manyhop.audit.page._plots import letter, plot
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
    if figures.plot == "rows" and len(figures.columns) == 1:
        return ""  # the plot has every figure in it
    found = lay_out(figures)
    heads = "".join(f'<th class="number">{_label(head)}</th>' for head in found.heads)
    shaded = figures.plot == "matrix"
    rows = "".join(
        f'<tr><th scope="row" class="run">{_label(label)}</th>'
        + "".join(_cell(cell, shaded) for cell in cells)
        + "</tr>"
        for label, cells in found.rows
    )
    return (
        f'<div class="wide"><table class="stacked"><thead><tr><th>{escape(found.corner)}</th>'
        f"{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _label(label: Label) -> str:
    symbol = mark(label.run) if label.run is not None else ""
    n = "" if label.n is None else f'<span class="count">n = {label.n:,}</span>'
    return f"{symbol}{_breakable(label.text)}{n}"


def _cell(cell: Set, shaded: bool) -> str:
    said = f"<b>{escape(cell.value)}</b>" if cell.bold else escape(cell.value)
    own = f"n = {cell.n:,}" if cell.n is not None else ""
    ends = ", ".join(filter(None, (cell.interval, own)))
    under = f'<span class="interval-text">{escape(ends)}</span>' if ends else ""
    if shaded:
        return f'<td class="number shaded" style="--share: {cell.share:.2f}">{said}{under}</td>'
    return f'<td class="number">{said}{under}</td>'


def _breakable(name: str) -> str:
    """A long name that may go on in the next line after a dot, an underscore or a bracket."""
    return escape(name).replace(".", ".<wbr>").replace("_", "_<wbr>").replace("(", "<wbr>(")
