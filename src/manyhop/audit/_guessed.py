"""Something that could be the answer."""

import msgspec

from manyhop.audit._choice_features import words_of
from manyhop.benchmarks import Gold


class Guess(msgspec.Struct, frozen=True):
    """A candidate: its words, what stands around it, of what kind it is, where and how often.

    Example: ``Guess("1981", around="Humber Bridge 1981 Opened", kind="number", place=4)``
    """

    text: str
    around: str = ""
    kind: str = ""
    place: int = 0
    times: int = 1

    def answers(self, gold: Gold) -> bool:
        """Whether these are the words of the right answer, or a yes or no that begins it."""
        key = words_of(self.text)
        if any(key == words_of(value) for value in (*gold.values, *gold.answers, gold.keywords)):
            return True
        if gold.values or gold.keywords:
            return False
        said = [words_of(sentence) for sentence in gold.sentences]
        if self.kind in ("yes", "no"):
            return any(sentence.split()[:1] == [key] for sentence in said)
        return any(f" {key} " in f" {sentence} " for sentence in said)
