"""Two audits side by side."""

import msgspec

from manyhop.audit._audit import Audit
from manyhop.audit._verdict import Verdict
from manyhop.evaluation import Estimate, paired_difference, unpaired_difference

_SHARED = 0.5  # of the later questions, from which on they are compared one by one


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One cheater before and after; ``change`` is negative where it got harder to cheat.

    ``paired`` says whether the change is over the questions that both have, one by one, or that
    of the two means.
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


def changes(before: Audit, after: Audit) -> list[Change]:
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
        change, paired = _change(before, after, key)
        found.append(
            Change(
                cheater=then.cheater,
                part=then.part,
                before=then.score,
                after=now.score,
                level=now.level,
                change=change,
                paired=paired,
                verdict_before=then.verdict,
                verdict_after=now.verdict,
            )
        )
    return found


def _change(before: Audit, after: Audit, key: str) -> tuple[Estimate, bool]:
    then, now = before.scores[key], after.scores[key]
    shared = [id for id in now if id in then]
    if len(shared) >= _SHARED * len(now) and shared:
        groups = [after.groups[id] for id in shared]
        one = paired_difference([then[id] for id in shared], [now[id] for id in shared], groups)
        return Estimate(one.difference, one.low, one.high, one.n), True
    values = [*now.values(), *then.values()]
    first = [True] * len(now) + [False] * len(then)
    groups = [after.groups[id] for id in now] + [before.groups[id] for id in then]
    change = unpaired_difference(values, first, groups)
    assert change is not None
    return change, False
