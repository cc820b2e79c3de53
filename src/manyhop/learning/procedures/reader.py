"""The readers of procedures as systems that are fitted on RecipeQA's files, and answer them."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from manyhop.answering import BLANK, Answer, Question
from manyhop.benchmarks import Example
from manyhop.errors import ManyhopError
from manyhop.generation.procedures import ClozeItem, ContextStep, Task
from manyhop.learning._backbones import open_texts
from manyhop.learning._learner import Defaults, Learner
from manyhop.learning._options import Options
from manyhop.learning.procedures._arrays import (
    MOST_STEPS,
    TextArrays,
    TextNumbers,
    WordTable,
    learn_words,
    question_arrays,
    rarity_of,
    sentence_arrays,
    word_arrays,
)
from manyhop.learning.procedures._networks import (
    Batch,
    ChoiceOnly,
    HastyStudent,
    ImpatientReader,
    OrderReader,
    Texts,
    UnorderedReader,
)
from manyhop.learning.procedures._settings import ReaderSettings
from manyhop.sources import Procedure

TASK: Task = "textual_cloze"
WORD2VEC = "word2vec"
_RARE = 20_000  # stems whose rarity is kept


class _Laid(NamedTuple):
    """Questions as the networks take them, with the texts that they number."""

    texts: Texts
    batch: Batch
    answers: Tensor


class ProcedureReader(Learner):
    """A reader of titles and steps over Word2Vec of the training titles, or sentence vectors.

    It reads the textual cloze: four titles in order, one of them missing.
    """

    defaults = Defaults(epochs=100, batch=64, rate=5e-4, patience=20)
    kind: type[nn.Module] = ChoiceOnly

    def __init__(self, options: Options, words: WordTable | None, rarity: dict[str, float]) -> None:
        super().__init__(options)
        self._words, self._rarity = words, rarity
        width = words.vectors.shape[1] if words else self._encoder.dimension
        empty = TextArrays(
            np.zeros((1, 1), np.int64),
            np.zeros((1, width), np.float32),
            np.zeros((1, width), np.float32),
        )
        self._held = _texts(empty)
        settings = ReaderSettings(hidden=options.hidden or 100, seed=options.seed)
        self.network = self.kind(self._held, settings)
        self._learnt: _Laid | None = None

    @cached_property
    def _encoder(self) -> Any:
        return open_texts(self.options.texts)

    @classmethod
    def begin(cls, options: Options, examples: Sequence[Example]) -> "ProcedureReader":
        """With the words of the training titles, and how rare words are in the steps."""
        items = [_item(example.question) for example in examples]
        words = None
        if options.texts in ("", WORD2VEC):
            titles = [str(text) for item in items for text in (*item.question, *item.choice_list)]
            words = learn_words([title for title in dict.fromkeys(titles) if title != BLANK])
        rarity = rarity_of(step.body for item in items for step in item.context)
        commonest = sorted(rarity.items(), key=lambda one: (one[1], one[0]))[:_RARE]
        return cls(options, words, dict(commonest))

    @classmethod
    def reopen(cls, options: Options, state: dict[str, Any]) -> "ProcedureReader":
        """With the same words."""
        words = None
        if state["words"]:
            vectors = np.array(state["vectors"], np.float32)
            words = WordTable(state["words"], vectors, state["scale"])
        return cls(options, words, state["rarity"])

    @property
    def state(self) -> dict[str, Any]:
        """The words with their vectors, and how rare stems are."""
        words = self._words
        return {
            "words": words.words if words else [],
            "vectors": words.vectors.tolist() if words else [],
            "scale": words.scale if words else 1.0,
            "rarity": self._rarity,
        }

    @classmethod
    def reads(cls, example: Example) -> bool:
        """The textual cloze alone."""
        return example.category == TASK

    def lessons(self, examples: Sequence[Example]) -> Sequence[Any]:
        """The number of each question."""
        items = [_item(one.question, one.gold.choice or 0) for one in examples if one.gold]
        self._learnt = self._laid(items)
        return range(len(items))

    def loss(self, lessons: Sequence[Any]) -> Tensor:
        """Cross-entropy over the choices."""
        assert self._learnt
        rows = torch.tensor(lessons, device=self.device)
        batch = Batch(*(array[rows] for array in self._learnt.batch))
        return functional.cross_entropy(
            self._scores(self._learnt.texts, batch), self._learnt.answers[rows]
        )

    def answers(self, questions: Sequence[Question]) -> list[Answer]:
        """The choice with the highest score; its chance as the confidence."""
        for question in questions:
            if BLANK not in question.parts or len(question.parts) != 4:
                raise ManyhopError(
                    f"question {question.id} is no textual cloze of four titles; ask with "
                    f"--where task={TASK}"
                )
        laid = self._laid([_item(question) for question in questions])
        chances = self._scores(laid.texts, laid.batch).softmax(dim=-1).cpu()
        return [Answer(choice=int(row.argmax()), confidence=float(row.max())) for row in chances]

    def _scores(self, texts: Texts, batch: Batch) -> Tensor:
        """The network reads texts by their number: it is lent those that these questions have."""
        for name in ("tokens", "vectors", "pooled"):
            setattr(self._held, name, getattr(texts, name))
        scores: Tensor = self.network(batch)
        return scores

    def _laid(self, items: Sequence[ClozeItem]) -> _Laid:
        numbers = TextNumbers()
        found = question_arrays(items, numbers, self._rarity)
        texts = numbers.texts
        arrays = (
            word_arrays(texts, self._words)
            if self._words
            else sentence_arrays(texts, self._encoder)
        )
        longest = int(found.lengths.max(initial=1))
        batch = Batch(
            *(
                torch.from_numpy(array).to(self.device)
                for array in (
                    found.shown,
                    found.hole,
                    found.choices,
                    found.steps[:, :longest],
                    found.lengths,
                    found.matches[..., :longest],
                )
            )
        )
        answers = torch.from_numpy(found.answers).to(self.device)
        return _Laid(_texts(arrays).to(self.device), batch, answers)


class HastyChoice(ProcedureReader):
    """Hasty Student (choice only)."""


class Hasty(ProcedureReader):
    """Hasty Student."""

    kind = HastyStudent


class Impatient(ProcedureReader):
    """Impatient Reader."""

    kind = ImpatientReader


class Ordered(ProcedureReader):
    """Our reader of steps in order."""

    kind = OrderReader


class Unordered(ProcedureReader):
    """The same without the order."""

    kind = UnorderedReader


def _texts(arrays: TextArrays) -> Texts:
    return Texts(*(torch.from_numpy(array) for array in vars(arrays).values()))


def _item(question: Question, answer: int = 0) -> ClozeItem:
    recipe = next((one for one in question.candidates if isinstance(one, Procedure)), None)
    steps = recipe.steps[:MOST_STEPS] if recipe else ()
    return ClozeItem(
        recipe_id="",
        split="train",
        task=TASK,
        qid=question.id,
        title="",
        context=tuple(
            ContextStep(id=number, body=step.text) for number, step in enumerate(steps, start=1)
        ),
        question_text=question.text,
        question=question.parts,
        choice_list=question.choices,
        answer=answer,
        context_modality=("body",),
        question_modality=("title",),
    )
