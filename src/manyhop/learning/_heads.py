"""A-OKVQA's discriminative systems: a classifier over an answer vocabulary."""

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from manyhop.answering import Answer, Question
from manyhop.benchmarks import Example
from manyhop.learning._learner import Defaults, Learner
from manyhop.learning._options import Options
from manyhop.learning._photographs import Eyes, nearest_choice, right_answers, vocabulary_of
from manyhop.models import StaticEncoder


class Heads(Learner):
    """One hidden layer and a sigmoid for each answer, on vectors that stay as they are.

    It says the answer that scores highest; among choices, the one nearest to that by the mean of
    word vectors, as the paper does with GloVe's.
    """

    defaults = Defaults(epochs=500, batch=128, rate=0.01, patience=50)

    def __init__(self, options: Options, vocabulary: Sequence[str]) -> None:
        super().__init__(options)
        self.vocabulary = list(vocabulary)
        self.eyes = Eyes(options)
        hidden = options.hidden or 512
        self.network = nn.Sequential(
            nn.Linear(self.eyes.width, hidden), nn.ReLU(), nn.Linear(hidden, len(self.vocabulary))
        )
        self._words = StaticEncoder.load()
        self._places = {answer: place for place, answer in enumerate(self.vocabulary)}

    @classmethod
    def begin(cls, options: Options, examples: Sequence[Example]) -> "Heads":
        """With the vocabulary of a file, or of the examples."""
        return cls(options, vocabulary_of(options, examples))

    @classmethod
    def reopen(cls, options: Options, state: dict[str, Any]) -> "Heads":
        """With the vocabulary it was fitted with."""
        return cls(options, state["vocabulary"])

    @property
    def state(self) -> dict[str, Any]:
        """The vocabulary."""
        return {"vocabulary": self.vocabulary}

    def lessons(self, examples: Sequence[Example]) -> list[tuple[Tensor, list[int]]]:
        """A question's vector and the places of its right answers, where it has any."""
        seen = torch.from_numpy(self.eyes.vectors([example.question for example in examples]))
        placed = [
            [self._places[answer] for answer in right_answers(example) if answer in self._places]
            for example in examples
        ]
        return [(vector, places) for vector, places in zip(seen, placed, strict=True) if places]

    def loss(self, lessons: Sequence[Any]) -> Tensor:
        """Binary cross-entropy over the vocabulary."""
        scores = self.network(torch.stack([vector for vector, _ in lessons]).to(self.device))
        wanted = torch.zeros_like(scores)
        for row, (_, places) in enumerate(lessons):
            wanted[row, places] = 1
        return functional.binary_cross_entropy_with_logits(scores, wanted, reduction="sum") / len(
            lessons
        )

    def answers(self, questions: Sequence[Question]) -> list[Answer]:
        """The answer that scores highest, and the nearest choice where there are choices."""
        seen = torch.from_numpy(self.eyes.vectors(questions)).to(self.device)
        scores = self.network(seen).sigmoid().cpu()
        found = []
        for question, row in zip(questions, scores, strict=True):
            place = int(row.argmax())
            said, sure = self.vocabulary[place], float(row[place])
            if question.choices:
                chosen = nearest_choice(said, question.choices, self._words)
                found.append(Answer(choice=chosen, confidence=sure))
            else:
                found.append(Answer(values=(said,), confidence=sure))
        return found
