"""What MultiModalQA's paper looks at inside an answer: how good its first hop was."""

from typing import Any

import msgspec

from manyhop.answering import Answer
from manyhop.benchmarks._example import Gold
from manyhop.metrics import mmqa
from manyhop.programs import Value, accepted


def first_hop_f1(answer: Answer, gold: Gold) -> float | None:
    """List F1 of what the first hop gave to the next against the gold on the way.

    An intersection or a comparison has two lists on the way, and either may be asked for first:
    the one that fits better counts. None where the answer took fewer than two hops, or does not
    say which: a router has no first hop that could be wrong.
    Example: ``first_hop_f1(answer, Gold(values=("1981",), intermediate=(("Humber Bridge",),)))``
    """
    hops: list[dict[str, Any]] = answer.trace.get("hops", [])
    if len(hops) < 2 or not gold.intermediate:
        return None
    passed_on = msgspec.convert(hops[0].get("passed_on", ()), tuple[Value, ...])
    texts = [value.text for value in accepted(passed_on)]
    return max(mmqa.f1(texts, step) for step in gold.intermediate)
