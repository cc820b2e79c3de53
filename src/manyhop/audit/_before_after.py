"""Two audits side by side."""

from collections.abc import Sequence

import msgspec

from manyhop.audit._audit import Audit
from manyhop.audit._verdict import Verdict
from manyhop.evaluation import Estimate, paired_difference, unpaired_difference


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One cheater before and after; ``change`` is negative where it got harder to cheat.

    ``paired`` says whether the change is over the questions that both have, one by one, or that
    of the two means, which it must be where questions were left out for being easy.
    """

    cheater: str
    part: str
    before: Estimate
    after: Estimate
    level: float
    change: Estimate
    paired: bool
    verdict_before: Verdict
    verdict_after: Verdict


def changes(before: Audit, after: Audit, *, paired: bool = True) -> list[Change]:
    """What became of each cheater that both audits ran.

    Example: ``changes(audit(old), audit(new))[0].change.high < 0``
    """
    found = []
    for then in before.findings:
        now = next(
            (one for one in after.findings if (one.cheater, one.part) == (then.cheater, then.part)),
            None,
        )
        if now is None:
            continue
        key = f"{then.part}/{then.cheater}"
        shared = [id for id in after.scores[key] if id in before.scores[key]] if paired else []
        change = _paired(before, after, key, shared) if shared else _apart(before, after, key)
        found.append(
            Change(
                cheater=then.cheater,
                part=then.part,
                before=then.score,
                after=now.score,
                level=now.level,
                change=change,
                paired=bool(shared),
                verdict_before=then.verdict,
                verdict_after=now.verdict,
            )
        )
    return found


def _paired(before: Audit, after: Audit, key: str, shared: Sequence[str]) -> Estimate:
    then, now = before.scores[key], after.scores[key]
    groups = [after.groups[id] for id in shared]
    one = paired_difference([then[id] for id in shared], [now[id] for id in shared], groups)
    return Estimate(one.difference, one.low, one.high, one.n)


def _apart(before: Audit, after: Audit, key: str) -> Estimate:
    then, now = before.scores[key], after.scores[key]
    values = [*now.values(), *then.values()]
    first = [True] * len(now) + [False] * len(then)
    groups = [after.groups[id] for id in now] + [before.groups[id] for id in then]
    change = unpaired_difference(values, first, groups)
    assert change is not None
    return change
