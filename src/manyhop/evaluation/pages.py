"""What pages are drawn with: the frame, the dot plots, the markers and the ways to say a score."""

from manyhop.evaluation._report_page import whole_page
from manyhop.evaluation._report_plots import (
    MARKERS,
    decimal,
    dot_plot,
    hundredths,
    in_percent,
    mark,
    marker,
    said,
)

__all__ = [
    "MARKERS",
    "decimal",
    "dot_plot",
    "hundredths",
    "in_percent",
    "mark",
    "marker",
    "said",
    "whole_page",
]
