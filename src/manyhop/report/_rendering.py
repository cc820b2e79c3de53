"""Pages from templates: whatever comes from data is escaped, and a page needs no other file."""

import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from string import ascii_uppercase

from jinja2 import BaseLoader, ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from manyhop.report._figures import plot
from manyhop.report._layout import lay_out
from manyhop.report._page import Page, file_name
from manyhop.report._plots import decimal, dot_plot, mark
from manyhop.report._reliability import reliability_plot
from manyhop.report._shapes import SILENCE_COLUMNS, Report
from manyhop.report._sources import cut, grid_of, marked, rectangles, spans_of, steps_of
from manyhop.report._thumbnails import thumbnail
from manyhop.sources import Image

_BREAKS = re.compile(r"(?<=[._])|(?=\()")


def to_html(found: Report | Page, folder: str = "") -> str:
    """One page that loads and runs nothing; ``folder`` is where a page's CSV files lie.

    Example: ``Path("report.html").write_text(to_html(report), encoding="utf-8")``
    """
    rendered = {"layout": "frame.html", "title": found.title, "style": Markup(style())}
    if isinstance(found, Report):
        return _standalone().get_template("report.html").render(rendered, report=found)
    return _standalone().get_template("figures.html").render(rendered, page=found, folder=folder)


def style() -> str:
    """The one stylesheet of all pages, in light and dark and on paper."""
    found = files("manyhop.report") / "templates" / "style.css"
    return found.read_text(encoding="utf-8")


def environment(address_of: Callable[[Image], str], more: BaseLoader | None = None) -> Environment:
    """The templates with what they are drawn with; ``address_of`` says where a picture is had.

    ``more`` has templates of one's own, which may extend and import these.
    Example: ``environment(thumbnail).get_template("source.html")``
    """
    ours = PackageLoader("manyhop.report")
    made = Environment(
        loader=ChoiceLoader([more, ours]) if more else ours,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "boxes": rectangles,
        "breakable": _breakable,
        "count": counted,
        "cut": cut,
        "decimal": decimal,
        "letter": lambda run: ascii_uppercase[run % len(ascii_uppercase)],
        "p_value": _p,
        "spans": spans_of,
    }
    made.globals |= {
        "address_of": address_of,
        "dot_plot": lambda *given, **named: Markup(dot_plot(*given, **named)),
        "file_name": file_name,
        "grid_of": grid_of,
        "lay_out": lay_out,
        "mark": lambda place: Markup(mark(place)),
        "marked": marked,
        "plot": lambda figures: Markup(plot(figures)),
        "reliability_plot": lambda *given: Markup(reliability_plot(*given)),
        "silence_columns": SILENCE_COLUMNS,
        "steps_of": steps_of,
    }
    return made


def counted(number: int, noun: str) -> str:
    """``"1 more step"``, ``"1,200 more steps"``."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


@cache
def _standalone() -> Environment:
    return environment(thumbnail)


def _breakable(name: str) -> Markup:
    """A long name that may go on in the next line after a dot or a line, or before a bracket."""
    return Markup("<wbr>").join(map(escape, filter(None, _BREAKS.split(name))))


def _p(p: float) -> str:
    return f"{p:.3f}" if p >= 0.001 else "< 0.001" if p >= 0 else "–"
