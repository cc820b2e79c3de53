"""Without the questions that need no reading."""

from collections.abc import Sequence

from manyhop.audit._audit import Audit
from manyhop.audit.remedies._remedied import Remedied
from manyhop.benchmarks import Example

QUESTION_ONLY = "question-only"


def always_right(audit: Audit, cheater: str = QUESTION_ONLY) -> set[str]:
    """The questions that a cheater got right whichever documents it learnt from.

    Example: ``always_right(audit(benchmark, seeds=5))``
    """
    return {
        id
        for key, scores in audit.scores.items()
        if key.endswith(f"/{cheater}")
        for id, score in scores.items()
        if score > 1 - 1e-9
    }


def without_easy(
    examples: Sequence[Example], audit: Audit, cheater: str = QUESTION_ONLY
) -> Remedied:
    """The examples that a cheater did not get right with every seed.

    Chance makes some of its guesses right too, and those go as well: afterwards the cheater may
    do worse than chance. That is why this is the last remedy and not the first.
    """
    easy = always_right(audit, cheater)
    kept = [one for one in examples if one.question.id not in easy]
    gone = len(examples) - len(kept)
    return Remedied(kept, f"{gone:,} questions left out that {cheater} always got right")
