"""A guess at what knowledge a question takes, from words in it: a rule, not a measurement.

The four types are those of A-OKVQA's paper. The words were written down from the paper's
definitions, without looking at any benchmark's questions, and nobody has checked the rule against
people's labels: tables made with it say so.
"""

import re

COMMONSENSE = "Commonsense"
KNOWLEDGE_BASE = "Knowledge Base"
PHYSICAL = "Physical Knowledge"
VISUAL = "Visual Knowledge"
TYPES = (COMMONSENSE, KNOWLEDGE_BASE, PHYSICAL, VISUAL)

_WORDS = {
    KNOWLEDGE_BASE: """invented inventor invention country nation continent capital city state
        founded founder company brand manufacturer year century decade species breed genus family
        named famous president king queen religion religious language film movie book author wrote
        born league holiday origin originate originated originally native history historical
        scientific term called known organization vitamin vitamins""",
    PHYSICAL: """temperature weigh weighs weight heavy heavier melt melts freeze freezes boil float
        floats sink burn burns heat hot cold warm wet dry fast faster speed energy electricity
        electric power powered powers fuel force gravity fall falls break breaks material made
        metal liquid solid wind weather season rain temperature light shadow reflection sharp""",
    VISUAL: """color colour colors colours shape pattern look looks style wearing dressed painted
        striped visible seen see shown side left right background foreground many number
        facial expression pose posture design""",
}
_SETS = {type_: frozenset(words.split()) for type_, words in _WORDS.items()}
_WORD = re.compile(r"[a-z]+")


def guessed_knowledge(question: str) -> str:
    """The type with the most of its words in the question; of equals the first, else commonsense.

    Example: ``guessed_knowledge("In which country was this invented?")`` → ``"Knowledge Base"``
    """
    words = _WORD.findall(question.casefold())
    counts = {type_: sum(word in known for word in words) for type_, known in _SETS.items()}
    best = max(counts, key=counts.__getitem__)
    return best if counts[best] else COMMONSENSE
