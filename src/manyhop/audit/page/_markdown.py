"""The page's tables as Markdown, for a README or a paper's notes."""

from collections.abc import Iterator, Sequence

from manyhop.audit.analyses import Figures
from manyhop.audit.page._layout import Label, Set, lay_out
from manyhop.audit.page._page import Page, Part, file_name

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
    found = lay_out(figures)
    lines = [
        _row([found.corner, *map(_label, found.heads)]),
        "| --- |" + " ---: |" * len(found.heads),
    ]
    for label, cells in found.rows:
        lines.append(f"| {_plain(_label(label))} | {' | '.join(map(_cell, cells))} |")
    return "\n".join(lines)


def _label(label: Label) -> str:
    return label.text if label.n is None else f"{label.text} (n = {label.n:,})"


def _cell(cell: Set) -> str:
    said = f"**{cell.value}**" if cell.bold else cell.value
    own = f"n = {cell.n:,}" if cell.n is not None else ""
    return " ".join(filter(None, (said, ", ".join(filter(None, (cell.interval, own))))))


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(map(_plain, cells)) + " |"


def _plain(text: str) -> str:
    return " ".join(text.split()).translate(_SPECIAL).replace("](", "]\\(")
