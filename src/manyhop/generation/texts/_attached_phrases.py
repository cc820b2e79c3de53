"""Words that stand for the answer of a question that people wrote."""

import re

_ASKS_OBJECT = "did|do|does|has|have|had|will|would|can|could|should|shall|may|might|am"
_VERB = (
    "is|was|are|were|has|had|won|wrote|sang|played|made|became|began|held|led|built|beat|gave|took"
    "|ran|sold|plays|wins|makes|stars|sings|[a-z]+(?<!e)ed"
)
_FORMS = (
    (re.compile(r"who(?:'s|\s(?:is|was))\s(?P<rest>the\s.+)", re.IGNORECASE), "{rest}"),
    (
        re.compile(
            rf"who\s(?P<rest>(?!(?:{_ASKS_OBJECT}|is|was|are|were)\s)[a-z].+)", re.IGNORECASE
        ),
        "the person who {rest}",
    ),
    (
        re.compile(rf"(?:which|what)\s(?P<noun>[a-z]+)\s(?P<rest>(?:{_VERB})\s.+)", re.IGNORECASE),
        "the {noun} that {rest}",
    ),
)
_TWO_PARTS = re.compile(r"\s(?:or|and\swho|and\swhat|and\swhen)\s|[,;:]")
_PEOPLE = re.compile(
    r"[a-z]*(?:actor|actress|singer|player|person|director|writer|driver|artist|member|man|woman)$"
)
_MOST_WORDS = 14


def phrase_of(question: str) -> str:
    """The phrase for a question's answer; "" where the question is of no form that gives one.

    Example: ``phrase_of("Who drew the Moss Bridge?")`` → ``"the person who drew the Moss Bridge"``
    """
    asked = question.strip().rstrip(" ?.")
    if len(asked.split()) > _MOST_WORDS or _TWO_PARTS.search(asked):
        return ""
    for form, phrase in _FORMS:
        if found := form.fullmatch(asked):
            said = phrase.format(**found.groupdict())
            noun = found.groupdict().get("noun", "")
            return said.replace(" that ", " who ", 1) if _PEOPLE.fullmatch(noun) else said
    return ""
