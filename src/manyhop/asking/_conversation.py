"""A conversation: questions that lean on those before, answered by models that stay open."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

import msgspec

from manyhop.answering import Answer, Answerer, Question
from manyhop.asking._asker import Asker
from manyhop.asking._following import Told, Understood, understand
from manyhop.asking._opening import named_models, opened
from manyhop.collection import Collection
from manyhop.errors import ManyhopError
from manyhop.models import Generator, LargeModels, Models, WritingModels

_REPLY_TOKENS = 80
_LONGEST = 40  # words of a question that a model wrote


class Turn(msgspec.Struct, frozen=True):
    """What was asked, what it was taken to mean, whether that is sure, and the answer."""

    asked: str
    understood: str
    sure: bool
    answer: Answer

    @property
    def remark(self) -> str:
        """What must be said about the understanding; nothing where the question was plain."""
        if not self.sure:
            return "I am not sure what this refers to, so I asked it as it stands."
        return f"I took this as: {self.understood}" if self.understood != self.asked else ""

    def _repr_html_(self) -> str:
        remark = f"<p><em>{escape(self.remark)}</em></p>" if self.remark else ""
        return remark + self.answer._repr_html_()


class Conversation:
    """Asks a collection and understands follow-ups; ``turns`` is what was said so far.

    Rules fill in what a follow-up leaves out; a model that writes does where one is named.
    Example::

        talk = Conversation("notes")
        talk.ask("How long is the Humber Bridge?").answer.sentence
        talk.ask("And what did it cost?").understood  # "What did the Humber Bridge cost?"
    """

    def __init__(
        self,
        collection: str | Path | Collection | None = None,
        *,
        model: str | Models = "embedded",
        answerer: Answerer | None = None,
    ) -> None:
        models = named_models(model) if isinstance(model, str) else model
        self.models = models
        self._collection = opened(collection)
        self._answerer = answerer or Asker(models, self._collection)
        writes = isinstance(models, WritingModels | LargeModels)
        self._writer = models.generator if writes else None
        self.turns: list[Turn] = []

    def ask(self, question: str) -> Turn:
        """Answer a question as it is meant after the ones before."""
        question = " ".join(question.split())
        told = [self._told(turn) for turn in self.turns]
        meant = rewritten(question, told, self._writer) or understand(question, told)
        number = str(len(self.turns) + 1)
        answer = self._answerer.answer(Question(id=number, text=meant.question))
        turn = Turn(question, meant.question, meant.sure, answer)
        self.turns.append(turn)
        return turn

    def _told(self, turn: Turn) -> Told:
        titles = (self._title(id) for id in turn.answer.sources)
        return Told(
            question=turn.understood,
            values=turn.answer.values,
            titles=tuple(dict.fromkeys(filter(None, titles))),
        )

    def _title(self, id: str) -> str:
        try:
            return self._collection.get(id).title
        except ManyhopError:  # gone since
            return ""


def rewritten(question: str, told: Sequence[Told], writer: Generator | None) -> Understood | None:
    """What a model makes of a follow-up; nothing where there is none or it makes no question."""
    if writer is None or not told:
        return None
    asked = [{"role": "user", "content": rewriting_prompt(question, told)}]
    try:
        reply = writer.complete(asked, max_tokens=_REPLY_TOKENS)
    except ManyhopError:
        return None
    found = accepted(reply.text)
    return Understood(found) if found else None


def rewriting_prompt(question: str, told: Sequence[Told]) -> str:
    """What asks a model to do the same."""
    before = "\n".join(f"Q: {each.question}\nA: {', '.join(each.values)}" for each in told[-3:])
    return (
        "Rewrite the last question so that it can be understood alone. Replace words such as it, "
        "he or there by what they mean, and keep everything else. Reply with the question only.\n\n"
        f"{before}\nLast question: {question}"
    )


def accepted(reply: str) -> str:
    """A model's reply where it is one question of a sensible length, else nothing."""
    lines = [line.strip().strip('"“”') for line in reply.splitlines() if line.strip()]
    if len(lines) != 1 or not lines[0].endswith("?"):
        return ""
    return lines[0] if 3 <= len(lines[0].split()) <= _LONGEST else ""
