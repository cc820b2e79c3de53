"""People's part in a set: flows, queues of items, decisions, agreement, export."""

from manyhop.annotation._agreement import Agreement, agreement, fleiss_kappa, krippendorff_alpha
from manyhop.annotation._decisions import Decision, Decisions
from manyhop.annotation._exporting import ANNOTATIONS, export
from manyhop.annotation._filling import new_queue, question_items, read_tests, source_items
from manyhop.annotation._flow import Field, Flow, Stage, Values, flow_named, flows
from manyhop.annotation._helping import Hints, hints, too_easy
from manyhop.annotation._queue import ABOUT, Item, Queue, Standing

__all__ = [
    "ABOUT",
    "ANNOTATIONS",
    "Agreement",
    "Decision",
    "Decisions",
    "Field",
    "Flow",
    "Hints",
    "Item",
    "Queue",
    "Stage",
    "Standing",
    "Values",
    "agreement",
    "export",
    "fleiss_kappa",
    "flow_named",
    "flows",
    "hints",
    "krippendorff_alpha",
    "new_queue",
    "question_items",
    "read_tests",
    "source_items",
    "too_easy",
]
