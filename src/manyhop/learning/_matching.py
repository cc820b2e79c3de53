"""A-OKVQA's contrastive systems: the answer whose vector is nearest to that of what is asked."""

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from manyhop.answering import Answer, Question
from manyhop.benchmarks import Example
from manyhop.errors import ManyhopError
from manyhop.learning._learner import Defaults, Learner
from manyhop.learning._options import Options
from manyhop.learning._photographs import Eyes, right_answers, vocabulary_of


class ZeroShot(Learner):
    """Takes the answer most like the words and the photograph, whose vectors are added.

    Nothing is learnt but which answers there are, where no choices are shown.
    """

    defaults = Defaults(epochs=0)

    def __init__(self, options: Options, vocabulary: Sequence[str]) -> None:
        super().__init__(options)
        self.vocabulary = list(vocabulary)
        self.eyes = Eyes(options)
        self.network: nn.Module = nn.Identity()
        self._told = torch.from_numpy(self.eyes.texts.encode(self.vocabulary))

    @classmethod
    def begin(cls, options: Options, examples: Sequence[Example]) -> "ZeroShot":
        """With the vocabulary of a file, or of the examples."""
        return cls(options, vocabulary_of(options, examples))

    @classmethod
    def reopen(cls, options: Options, state: dict[str, Any]) -> "ZeroShot":
        """With the vocabulary it was fitted with."""
        return cls(options, state["vocabulary"])

    @property
    def state(self) -> dict[str, Any]:
        """The vocabulary."""
        return {"vocabulary": self.vocabulary}

    def lessons(self, examples: Sequence[Example]) -> Sequence[Any]:
        """None."""
        return []

    def loss(self, lessons: Sequence[Any]) -> Tensor:
        """Never asked for."""
        raise NotImplementedError

    def answers(self, questions: Sequence[Question]) -> list[Answer]:
        """The choice, or else the answer of the vocabulary, with the highest cosine."""
        asked = functional.normalize(self._asked(questions), dim=1)
        return [self._answer(question, row) for question, row in zip(questions, asked, strict=True)]

    def _answer(self, question: Question, row: Tensor) -> Answer:
        if not question.choices:
            return Answer(values=(self.vocabulary[int((self._told @ row).argmax())],))
        told = torch.from_numpy(self.eyes.texts.encode(question.choices))
        chosen = int((told @ row).argmax())
        return Answer(choice=chosen)

    def _asked(self, questions: Sequence[Question]) -> Tensor:
        parts = self.eyes.parts(questions)
        if len({part.shape[1] for part in parts}) > 1:
            raise ManyhopError(
                "words and photographs are matched in one space; name the same CLIP folder for "
                "--texts and --pictures"
            )
        return torch.from_numpy(sum(parts))


class Contrastive(ZeroShot):
    """The same after one layer that is fitted: each question to its answer, not to the others'."""

    defaults = Defaults(epochs=500, batch=128, rate=0.01, patience=50)

    def __init__(self, options: Options, vocabulary: Sequence[str]) -> None:
        super().__init__(options, vocabulary)
        self.network = nn.Linear(self.eyes.width, self.eyes.texts.dimension)
        self._steepness = 20.0

    def lessons(self, examples: Sequence[Example]) -> list[tuple[Tensor, Tensor]]:
        """A question's vector and that of its right choice, or else its first answer."""
        known = [(example, right_answers(example)) for example in examples]
        known = [(example, right) for example, right in known if right]
        asked = torch.from_numpy(self.eyes.vectors([example.question for example, _ in known]))
        told = torch.from_numpy(self.eyes.texts.encode([right[0] for _, right in known]))
        return list(zip(asked, told, strict=True))

    def loss(self, lessons: Sequence[Any]) -> Tensor:
        """Cross-entropy over the batch's answers, by cosine."""
        asked = self.network(torch.stack([one for one, _ in lessons]).to(self.device))
        told = torch.stack([other for _, other in lessons]).to(self.device)
        alike = functional.normalize(asked, dim=1) @ functional.normalize(told, dim=1).T
        return functional.cross_entropy(
            self._steepness * alike, torch.arange(len(lessons), device=self.device)
        )

    def _asked(self, questions: Sequence[Question]) -> Tensor:
        found: Tensor = self.network(
            torch.from_numpy(self.eyes.vectors(questions)).to(self.device)
        ).cpu()
        return found
