"""Says a question's answer as one sentence that holds exactly the values and no other fact."""

import math
from collections.abc import Sequence
from typing import Protocol

from manyhop.english import (
    faults,
    listed,
    lowered,
    rationale,
    statement,
    sub_questions,
    tidy,
    tidy_value,
)
from manyhop.models.embedded._prompts import saying_prompt

NOTHING = "No answer was found."
MAX_TOKENS = 96
ODD = 0.6  # by so much a token's mean log chance must fall short, or exceed the other's
_LONGEST = 2_000  # letters; longer questions are left to the rules


class Written(Protocol):
    """What a language model wrote."""

    @property
    def text(self) -> str:
        """The words themselves."""
        ...


class Writer(Protocol):
    """A language model adapted to the wordings of `_prompts`."""

    def generate(self, prompt: str, max_tokens: int) -> Written:
        """What follows the prompt."""
        ...

    def log_chance(self, prompt: str, text: str) -> float:
        """How likely a text is after the prompt: the mean log-probability of its tokens."""
        ...


class Verbaliser:
    """Rules, and a language model that speaks up where the rules' sentence is odd or wanting.

    What either says must pass the check. Rules go first: the model reads better now and then, but
    twists the facts in ways that no check of words can see.

    Example: ``Verbaliser().say("When did the tunnel open?", ["1994"])`` is
    ``"The tunnel opened in 1994."``
    """

    def __init__(self, generator: Writer | None = None) -> None:
        self._generator = generator

    def say(self, question: str, values: Sequence[str]) -> str:
        """One sentence with every value."""
        told = list(dict.fromkeys(value for each in values if (value := tidy_value(each))))
        if not told:
            return NOTHING
        ruled = statement(question, listed(told)) or ""
        if faults(ruled, question, told):
            ruled = ""
        return self._better(question, told, ruled) or framed(question, told)

    def explain(self, question: str, values: Sequence[str], pieces: Sequence[str]) -> str:
        """The sentence with its reasons: what each piece of evidence says.

        Example: ``explain("Is it old?", ["yes"], ["It was built in 1890."])``
        """
        return rationale(self.say(question, values), pieces)

    def split(self, question: str) -> list[str]:
        """The simpler questions behind a question, in the order to answer them."""
        return sub_questions(question)

    def _better(self, question: str, values: Sequence[str], ruled: str) -> str:
        """The rules' sentence, unless the model finds it odd and has a much likelier one."""
        model, prompt = self._generator, saying_prompt(tidy(question), values)
        if model is None or len(prompt) > _LONGEST:
            return ruled
        chance = model.log_chance(prompt, f" {ruled}") if ruled else -math.inf
        if chance > -ODD:
            return ruled
        said = written(model, question, values)
        if faults(said, question, values):
            return ruled
        return said if model.log_chance(prompt, f" {said}") > chance + ODD else ruled


def written(writer: Writer, question: str, values: Sequence[str]) -> str:
    """The first line that a language model writes for a question and its values, unchecked."""
    text = writer.generate(saying_prompt(tidy(question), values), MAX_TOKENS).text
    return text.strip().split("\n")[0].strip()


def framed(question: str, values: Sequence[str]) -> str:
    """The plainest sentence: right about every value, whatever the question.

    Example: ``framed("Colour of the roof?", ["red"])``
    """
    asked, answer = tidy(question), lowered(listed(values))
    closed = answer if answer.endswith((".", "!", "?")) else answer + "."
    if not asked:
        return closed[:1].upper() + closed[1:]
    return f"The answer to “{asked}” is {closed}"
