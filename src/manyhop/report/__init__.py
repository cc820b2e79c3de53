"""Pages and tables about runs and audits: shapes, plots, templates, one stylesheet."""

from manyhop.report._figures import Column, Figures, Plot, Row, Unit, to_csv
from manyhop.report._gathering import gather_report
from manyhop.report._layout import Label, Layout, Set, lay_out
from manyhop.report._markdown import table, to_markdown
from manyhop.report._page import Page, Part, file_name
from manyhop.report._plots import dot_plot
from manyhop.report._reliability import reliability_plot
from manyhop.report._rendering import counted, environment, style, to_html
from manyhop.report._shapes import Bad, Described, Given, Paired, Report, Shown, Silence
from manyhop.report._sources import Room, marked
from manyhop.report._thumbnails import small_copy, thumbnail
from manyhop.report._worst import choose_worst, show_example
from manyhop.report._writing import FIGURES, HTML, MARKDOWN, write_page

__all__ = [
    "FIGURES",
    "HTML",
    "MARKDOWN",
    "Bad",
    "Column",
    "Described",
    "Figures",
    "Given",
    "Label",
    "Layout",
    "Page",
    "Paired",
    "Part",
    "Plot",
    "Report",
    "Room",
    "Row",
    "Set",
    "Shown",
    "Silence",
    "Unit",
    "choose_worst",
    "counted",
    "dot_plot",
    "environment",
    "file_name",
    "gather_report",
    "lay_out",
    "marked",
    "reliability_plot",
    "show_example",
    "small_copy",
    "style",
    "table",
    "thumbnail",
    "to_csv",
    "to_html",
    "to_markdown",
    "write_page",
]
