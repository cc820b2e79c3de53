"""A debiased benchmark's figures: what cheaters got before, and get now."""

from pathlib import Path

import msgspec

from manyhop.audit._before_after import Change
from manyhop.audit._findings_page import changes_part, findings_part
from manyhop.audit._folder import said
from manyhop.audit._verdict import Finding, Verdict
from manyhop.audit.remedies import Debiased
from manyhop.evaluation import write_whole
from manyhop.report import Page, write_page

JSON = "debias.json"


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
    write_whole(folder / JSON, msgspec.json.format(msgspec.json.encode(summary), indent=2))
    name = before.benchmark
    rename = msgspec.structs.replace
    parts = (
        changes_part(done.changes, name),
        rename(findings_part(after), name=f"{name}-after", title=f"After: {after.verdict}"),
        rename(findings_part(before), name=f"{name}-before", title=f"Before: {before.verdict}"),
    )
    pages = write_page(Page(title=f"{name} debiased", parts=parts), folder)
    return summary, [folder / JSON, *pages]
