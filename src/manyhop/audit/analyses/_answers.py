"""What counts as the answer of a question, and as the same answer."""

from collections import Counter

from manyhop.benchmarks import Gold
from manyhop.evaluation import Sample


def same(text: str) -> str:
    """A text as answers are compared: small letters, single spaces.

    Example: ``same("New  York")`` → ``"new york"``
    """
    return " ".join(text.casefold().split())


def the_answer(gold: Gold, choices: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The one right answer, in as many texts as must be given together.

    Of several people's answers it is the most common, the first of equals, as in A-OKVQA's Table 6.
    """
    if gold.answers:
        return (Counter(map(same, gold.answers)).most_common(1)[0][0],)
    if gold.values:
        return tuple(map(same, gold.values))
    if gold.keywords:
        return (same(gold.keywords),)
    if gold.choice is not None and gold.choice < len(choices):
        return (same(choices[gold.choice]),)
    return tuple(map(same, gold.sentences[:1]))


def said_answers(gold: Gold, choices: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Every answer that counts when training answers are counted: all that people gave."""
    return tuple(map(same, gold.answers)) or the_answer(gold, choices)


def given_answer(sample: Sample, metric: str) -> tuple[str, ...]:
    """What a run said, as votes are counted; nothing where it said nothing."""
    answer = sample.answer
    if "choice" in metric and answer.choice is not None:
        return (str(answer.choice),)
    said = answer.values or ((answer.sentence,) if answer.sentence else ())
    return tuple(sorted(map(same, said)))
