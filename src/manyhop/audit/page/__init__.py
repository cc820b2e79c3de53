"""The audit's page: tables and plots that a person would put in a paper."""

from manyhop.audit.page._csv import to_csv
from manyhop.audit.page._html import to_html
from manyhop.audit.page._layout import Label, Layout, Set, lay_out
from manyhop.audit.page._markdown import table, to_markdown
from manyhop.audit.page._page import Page, Part, file_name, part_of
from manyhop.audit.page._writing import FIGURES, HTML, MARKDOWN, write_page

__all__ = [
    "FIGURES",
    "HTML",
    "MARKDOWN",
    "Label",
    "Layout",
    "Page",
    "Part",
    "Set",
    "file_name",
    "lay_out",
    "part_of",
    "table",
    "to_csv",
    "to_html",
    "to_markdown",
    "write_page",
]
