"""What is kept back for later measurement: nothing learns from it or reports on it."""

import hashlib
from pathlib import Path


def kept_back_tables(data: Path) -> set[str]:
    """Ids of HybridQA's and OTT-QA's tables."""
    return _listed(data, "table")


def is_kept_back(question: str, data: Path) -> bool:
    """Whether a HotpotQA question is one of those."""
    return hashlib.sha256(question.encode()).hexdigest()[:16] in _listed(data, "hotpotqa")


def _listed(data: Path, kind: str) -> set[str]:
    rows = (data / "kept-back.txt").read_text(encoding="utf-8").splitlines()
    return {name for row in rows for first, _, name in [row.partition(" ")] if first == kind}
