"""What an audit's page holds: parts, each with its tables."""

import msgspec

from manyhop.audit.analyses import Analysis, Figures


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """A chapter of the page: what it is about, facts and notes, and its figures.

    ``name`` begins the names of its CSV files; ``runs`` are short names with their full ones.
    """

    name: str
    title: str
    lead: str = ""
    runs: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    figures: tuple[Figures, ...] = ()


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """One page over any number of parts.

    Example: ``to_html(Page(title="Audit", parts=(part_of(analysis),)))``
    """

    title: str
    parts: tuple[Part, ...]


def part_of(analysis: Analysis) -> Part:
    """The part of a page that shows an analysis."""
    count = len(analysis.runs)
    runs = f"{count} run{'s' * (count != 1)}"
    return Part(
        name=analysis.benchmark,
        title=f"{analysis.benchmark}: {analysis.questions:,} questions, {runs}",
        lead=f"Scored by {analysis.metric} unless a table says otherwise. Scores and "
        "shares are in per cent; every figure has its 95% interval.",
        runs=analysis.runs,
        notes=analysis.notes,
        figures=analysis.figures,
    )


def file_name(part: Part, figures: Figures) -> str:
    """The CSV of a table: ``aokvqa-answer-frequency.csv``."""
    return f"{part.name}-{figures.name}.csv"
