"""A page over tables: parts, each with what it is about, its notes and its figures."""

import msgspec

from manyhop.report._figures import Figures


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


def file_name(part: Part, figures: Figures) -> str:
    """The CSV of a table: ``aokvqa-answer-frequency.csv``."""
    return f"{part.name}-{figures.name}.csv"
