"""The page's tables as Markdown, for a README or a paper's notes."""

from collections.abc import Iterator, Sequence

from manyhop.audit.analyses import Figures
from manyhop.audit.page._page import Page, Part, file_name
from manyhop.audit.page._saying import bests, common_n, interval, value

_SPECIAL = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_<>|#$~"})


def to_markdown(page: Page) -> str:
    """Every table with its caption; no plots.

    Example: ``Path("audit.md").write_text(to_markdown(page), encoding="utf-8")``
    """
    parts = [f"# {_plain(page.title)}"]
    for part in page.parts:
        parts += _part(part)
    return "\n\n".join(filter(None, parts)) + "\n"


def _part(part: Part) -> Iterator[str]:
    yield f"## {_plain(part.title)}"
    yield _plain(part.lead)
    yield "\n".join(f"- **{_plain(name)}**: {_plain(full)}" for name, full in part.runs)
    yield "\n".join(f"- {_plain(note)}" for note in part.notes)
    for figures in part.figures:
        yield f"### {_plain(figures.title)}"
        yield table(figures)
        yield f"{_plain(figures.caption)} Figures: `{file_name(part, figures)}`."


def table(figures: Figures) -> str:
    """One table as Markdown."""
    counts, highest = common_n(figures), bests(figures)
    heads = [
        f"{column.name} (n = {n:,})" if n is not None else column.name
        for column, n in zip(figures.columns, counts, strict=True)
    ]
    lines = [_row([figures.corner, *heads]), "| --- |" + " ---: |" * len(heads)]
    for row in figures.rows:
        cells = []
        for column, cell, n, best in zip(figures.columns, row.cells, counts, highest, strict=True):
            if cell is None:
                cells.append("–")
                continue
            said = value(column, cell)
            bold = best is not None and cell.value == best
            own = f", n = {cell.n:,}" if n is None else ""
            cells.append(f"{f'**{said}**' if bold else said} {interval(column, cell)}{own}")
        lines.append(f"| {_plain(row.label)} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(map(_plain, cells)) + " |"


def _plain(text: str) -> str:
    return " ".join(text.split()).translate(_SPECIAL).replace("](", "]\\(")
