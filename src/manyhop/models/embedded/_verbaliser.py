"""Says a question's answer as one sentence that holds exactly the values and no other fact."""

from collections.abc import Iterator, Sequence
from typing import Literal, Protocol

from manyhop.models.embedded._prompts import saying_prompt
from manyhop.models.embedded.saying import (
    faults,
    listed,
    lowered,
    rationale,
    sentence,
    statement,
    sub_questions,
    tidy,
    tidy_value,
)

NOTHING = "No answer was found."
MAX_TOKENS = 96

Maker = Literal["rules", "model"]


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


class Verbaliser:
    """Rules and, where there is one, a language model; what either says must pass the check.

    Example: ``Verbaliser().say("When did the tunnel open?", ["1994"])`` is
    ``"The tunnel opened in 1994."``
    """

    def __init__(
        self, generator: Writer | None = None, order: Sequence[Maker] = ("rules", "model")
    ) -> None:
        self._generator = generator
        self._order = order

    def say(self, question: str, values: Sequence[str]) -> str:
        """One sentence with every value; the first maker's whose sentence passes the check."""
        told = list(dict.fromkeys(value for each in values if (value := tidy_value(each))))
        if not told:
            return NOTHING
        said = (each for each in self._attempts(question, told))
        passed = (each for each in said if not faults(each, question, told))
        return next(passed, None) or framed(question, told)

    def explain(self, question: str, values: Sequence[str], pieces: Sequence[str]) -> str:
        """The sentence with its reasons: what each piece of evidence says.

        Example: ``explain("Is it old?", ["yes"], ["It was built in 1890."])``
        """
        return rationale(self.say(question, values), pieces)

    def split(self, question: str) -> list[str]:
        """The simpler questions behind a question, in the order to answer them."""
        return sub_questions(question)

    def _attempts(self, question: str, values: Sequence[str]) -> Iterator[str]:
        for maker in self._order:
            if maker == "rules":
                said = statement(question, listed(values))
                if said:
                    yield said
            elif self._generator is not None:
                yield written(self._generator, question, values)


def written(writer: Writer, question: str, values: Sequence[str]) -> str:
    """The first line that a language model writes for a question and its values, unchecked."""
    text = writer.generate(saying_prompt(tidy(question), values), MAX_TOKENS).text
    return text.strip().split("\n")[0].strip()


def framed(question: str, values: Sequence[str]) -> str:
    """The plainest sentence: right about every value, whatever the question.

    Example: ``framed("Colour of the roof?", ["red"])``
    """
    asked, answer = tidy(question), lowered(listed(values))
    if not asked:
        return sentence(answer)
    closed = answer if answer.endswith((".", "!", "?")) else answer + "."
    return f"The answer to “{asked}” is {closed}"
