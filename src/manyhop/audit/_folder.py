"""An audit as a folder: JSON, a page, and every figure as CSV."""

import csv
import io
from collections.abc import Sequence
from pathlib import Path

import msgspec

from manyhop.audit._audit import Audit, Change
from manyhop.audit._leaks import Leak
from manyhop.audit._verdict import Finding, Verdict
from manyhop.audit.remedies import Debiased
from manyhop.evaluation import Estimate, write_whole
from manyhop.report import Column, Figures, Page, Part, Row, write_page

JSON, SCORES = "audit.json", "scores.csv"
CHANGES_JSON = "debias.json"
_EXAMPLES = 2


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


# A debiased benchmark's figures: what cheaters got before, and get now.


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What ``debias.json`` says."""

    benchmark: str
    questions_before: int
    questions_after: int
    verdict_before: Verdict
    verdict_after: Verdict
    remedies: tuple[str, ...]
    changes: tuple[Change, ...]
    before: tuple[Finding, ...]
    after: tuple[Finding, ...]


def write_before_after(done: Debiased, folder: Path) -> tuple[Summary, list[Path]]:
    """Write ``debias.json`` and the page of both audits."""
    before, after = said(done.before), said(done.after)
    summary = Summary(
        benchmark=before.benchmark,
        questions_before=before.questions,
        questions_after=after.questions,
        verdict_before=before.verdict,
        verdict_after=after.verdict,
        remedies=done.notes,
        changes=done.changes,
        before=before.findings,
        after=after.findings,
    )
    write_whole(folder / CHANGES_JSON, msgspec.json.format(msgspec.json.encode(summary), indent=2))
    name = before.benchmark
    rename = msgspec.structs.replace
    parts = (
        changes_part(done.changes, name),
        rename(findings_part(after), name=f"{name}-after", title=f"After: {after.verdict}"),
        rename(findings_part(before), name=f"{name}-before", title=f"Before: {before.verdict}"),
    )
    pages = write_page(Page(title=f"{name} debiased", parts=parts), folder)
    return summary, [folder / CHANGES_JSON, *pages]


# What the cheaters found, as a part of the audit's page.


def findings_part(audit: Audit) -> Part:
    """The verdicts, the cheaters' scores, and what each went by."""
    parts = list(dict.fromkeys(finding.part for finding in audit.findings))
    return Part(
        name=audit.benchmark,
        title=f"{audit.benchmark}: {audit.verdict}",
        lead=f"{audit.questions:,} questions on {audit.documents:,} documents. Every question was "
        f"answered by cheaters that learnt from other documents ({audit.folds} folds, "
        f"{audit.seeds} seeds). Intervals are 95%; verdicts are corrected for the number of "
        "cheaters.",
        notes=(
            *(_said(finding) for finding in audit.findings),
            *(f"Leakage: {leak.sentence}{_twins(leak)}" for leak in audit.leaks),
            *audit.notes,
        ),
        figures=tuple(
            figures for part in parts for figures in _figures(audit.findings, part, len(parts) > 1)
        ),
    )


def changes_part(found: Sequence[Change], name: str) -> Part:
    """Every cheater before and after."""
    names = [f"{one.part} {one.cheater}".strip() for one in found]
    return Part(
        name=f"{name}-debias",
        title="Before and after",
        lead="The change is over the questions that both have, one by one, unless a note says "
        "that it is between the two means.",
        notes=tuple(
            f"{one.cheater}: {one.verdict_before} before, {one.verdict_after} after"
            + ("" if one.paired else "; the change is between the means")
            for one in found
        ),
        figures=(
            Figures(
                name="before-after",
                title="Cheaters before and after",
                caption="Scores, and the level without cheating.",
                corner="",
                columns=tuple(map(Column, names)),
                rows=(
                    Row("before", tuple(one.before for one in found)),
                    Row("after", tuple(one.after for one in found)),
                    Row("level", tuple(_plain(one.level) for one in found)),
                ),
                plot="dots",
            ),
            Figures(
                name="change",
                title="What the remedies changed",
                caption="After less before, in points.",
                corner="cheater",
                columns=(Column("change", signed=True),),
                rows=tuple(
                    Row(label, (one.change,)) for label, one in zip(names, found, strict=True)
                ),
                plot="rows",
            ),
        ),
    )


def _figures(findings: Sequence[Finding], part: str, named: bool) -> list[Figures]:
    some = [finding for finding in findings if finding.part == part]
    suffix, of = (f"-{part}", f" at {part}") if named and part else ("", "")
    scores = Figures(
        name=f"cheaters{suffix}",
        title=f"What cheaters get{of}",
        caption=f"Scored by {some[0].metric}. The level is {_levels(some)}.",
        corner="cheater",
        columns=(Column("score"), Column("level"), Column("difference", signed=True)),
        rows=tuple(
            Row(
                one.cheater,
                (
                    one.score,
                    _plain(one.level),
                    Estimate(
                        one.difference.difference,
                        one.difference.low,
                        one.difference.high,
                        one.difference.n,
                    ),
                ),
            )
            for one in some
        ),
        plot="rows",
    )
    clues = [
        Figures(
            name=f"clues-{one.cheater}{suffix}",
            title=f"What {one.cheater} goes by{of}",
            caption="How often what the clue points to is right, strongest clue first.",
            corner="clue",
            columns=(Column("right"),),
            rows=tuple(Row(clue.feature, (clue.right,)) for clue in one.clues),
            plot="rows",
        )
        for one in some
        if one.clues and one.verdict in ("biased", "shortcut")
    ]
    return [scores, *clues]


def _said(finding: Finding) -> str:
    where = f"{finding.part}: " if finding.part else ""
    note = f" ({finding.note})" if finding.note else ""
    if finding.verdict not in ("biased", "shortcut") or not finding.clues:
        return f"{where}{finding.sentence}{note}"
    first = finding.clues[0]
    shown = "; ".join(f"{one.id}: “{one.text}”" for one in first.examples[:_EXAMPLES])
    return f"{where}{finding.sentence}{note}. Strongest clue: {first.feature}" + (
        f" ({shown})" if shown else ""
    )


def _twins(leak: Leak) -> str:
    shown = "; ".join(
        f"{one.id}: “{one.question}” and {one.training_id}: “{one.training}”"
        for one in leak.examples[:_EXAMPLES]
    )
    return f" ({shown})" if shown else ""


def _levels(findings: Sequence[Finding]) -> str:
    return " or ".join(dict.fromkeys(finding.level_name for finding in findings))


def _plain(value: float) -> Estimate:
    return Estimate(value, value, value, 0)
