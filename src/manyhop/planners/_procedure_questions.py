"""Questions about how something is done: after, before or at which step."""

import re

from manyhop.programs import ProcedureQ, Wanted

_DO = (
    r"(?:(?:do|should|must|can|would) (?:i|you|we|one)(?: have to| need to)?(?: do)?|is done|to do)"
)
_COMES = r"(?:comes?|happens?|follows?|is done|is)"
_STEP = r"(?:(?:steps?|thing|instruction)\b)"
_WORDINGS: tuple[tuple[Wanted, str], ...] = (
    ("next", rf"what {_DO}(?: next)?,? (?:right |just |immediately |directly )?(?:after|once)"),
    ("next", rf"(?:what|which {_STEP}|what {_STEP})(?: {_COMES})?(?: next| right| just)* after"),
    ("next", rf"(?:what|which {_STEP}|what {_STEP}) follows?"),
    ("next", rf"what(?:'s| is)(?: the)? next(?: {_STEP})?,? (?:after|once|when)"),
    ("next", rf"(?:what|which) (?:is )?(?:the )?(?:next|following) {_STEP} after"),
    ("previous", rf"what {_DO}(?: first)?,? (?:right |just |immediately |directly )?before"),
    ("previous", rf"(?:what|which {_STEP}|what {_STEP})(?: {_COMES})?(?: right| just)* before"),
    ("previous", rf"(?:what|which {_STEP}|what {_STEP}) precedes?"),
    ("step", rf"(?:in |at |during )?(?:which|what) {_STEP}"),
    ("step", rf"when {_DO}"),
    ("picture", r"which (?:picture|photo|image) (?:shows?|belongs? to|goes with) (?:the )?step"),
    ("answer", r"how (?:do|can|should|would|to) (?:i|you|we|one)?"),
    ("answer", r"how to\b"),
    (
        "answer",
        r"(?:what|which) (?:tools?|ingredients?|materials?|supplies|parts?) "
        r"(?:do|does|will|should|are|is|go|goes)",
    ),
    (
        "answer",
        rf"what (?:is|are) the (?:first|last|final|second|third|fourth|fifth|next|main) {_STEP}",
    ),
    ("answer", r"what (?:is|happens in|comes in) (?:the )?(?:step \d+|\d+(?:st|nd|rd|th) step)"),
    ("answer", r"(?:give me )?(?:the )?(?:instructions|steps) (?:for|to)\b"),
)
_PATTERNS = tuple(
    (wanted, re.compile(rf"{wording}\b\s*(?P<rest>.+?)\W*$", re.IGNORECASE))
    for wanted, wording in _WORDINGS
)
_HAPPENED = re.compile(r"\b(?:opened|built|founded|born|died|war|century|\d{4})\b", re.IGNORECASE)


def procedure_question(question: str) -> ProcedureQ | None:
    """The procedure leaf of a question that is worded as one; None for all others.

    Example: ``procedure_question("What do I do after forming a loop?")`` →
    ``ProcedureQ("forming a loop", next)``
    """
    for wanted, pattern in _PATTERNS:
        found = pattern.match(question)
        if not found or (wanted in {"next", "previous"} and _HAPPENED.search(found["rest"])):
            continue
        if wanted in {"next", "previous"}:
            return ProcedureQ(found["rest"], wanted)
        return ProcedureQ(question, wanted)
    return None
