"""An audit as a folder: JSON, a page, and every figure as CSV."""

import csv
import io
from pathlib import Path

import msgspec

from manyhop.audit._audit import Audit
from manyhop.audit._findings_page import findings_part
from manyhop.evaluation import write_whole
from manyhop.report import Page, write_page

JSON, SCORES = "audit.json", "scores.csv"


def write_audit(audit: Audit, folder: Path) -> list[Path]:
    """Write ``audit.json``, ``audit.html``, ``audit.md``, ``scores.csv`` and ``figures/*.csv``.

    ``scores.csv`` has a line for each question and cheater.
    Example: ``write_audit(audit(benchmark), Path("audit"))``
    """
    page = Page(title=f"Audit of {audit.benchmark}", parts=(findings_part(audit),))
    written = write_page(page, folder)
    pretty = msgspec.json.format(msgspec.json.encode(said(audit)), indent=2)
    write_whole(folder / JSON, pretty)
    write_whole(folder / SCORES, scores_csv(audit).encode())
    return [folder / JSON, folder / SCORES, *written]


def said(audit: Audit) -> Audit:
    """The audit without the score of every single question."""
    return msgspec.structs.replace(audit, scores={}, groups={})


def scores_csv(audit: Audit) -> str:
    """Part, cheater, question, document and score, a line each."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("part", "cheater", "question", "document", "score"))
    for key, scores in audit.scores.items():
        part, _, cheater = key.rpartition("/")
        for id, score in scores.items():
            writer.writerow((part, cheater, id, audit.groups[id], f"{score:.6f}"))
    return text.getvalue()
