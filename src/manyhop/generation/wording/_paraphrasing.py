"""Other words for a question, from a language model, taken only where the answer stays the same."""

import re
from collections.abc import Sequence

import msgspec

from manyhop.answering import Answerer, Question
from manyhop.generation._built import BuiltQuestion
from manyhop.metrics import mmqa
from manyhop.models import Generator
from manyhop.sources import AnySource

_ASKING = """Rewrite the question as a person would ask it, in other words. Keep every name, \
number and date exactly as it stands, and ask for exactly the same thing. Do not answer it. \
Reply with the question alone.

Question: {question}"""
_LEAST_DISTANCE = 0.15  # a paraphrase nearer than this says nothing new
_KEPT = re.compile(r"[0-9][0-9.,:/–-]*|(?<!^)(?<![.?!] )\b[A-ZÀ-Þ][\w'’-]+")
_LONGEST = 120  # tokens


class Paraphrase(msgspec.Struct, frozen=True):
    """What a model wrote for a question; ``fault`` says why it was not taken."""

    question: BuiltQuestion
    words: str
    fault: str = ""


def paraphrase(
    built: BuiltQuestion,
    sources: Sequence[AnySource],
    generator: Generator,
    answerer: Answerer,
    *,
    seed: int = 0,
) -> Paraphrase:
    """The question in a model's words, if an answerer that reads its sources gives the gold answer.

    ``sources`` are those that the question is to be answered from. Where the paraphrase is not
    taken, the question stays as it was.
    """
    prompt = _ASKING.format(question=built.question)
    reply = generator.complete(
        [{"role": "user", "content": prompt}], max_tokens=_LONGEST, temperature=0.7, seed=seed
    )
    words = _first_question(reply.text)
    if fault := fault_of(words, built):
        return Paraphrase(built, words, fault)
    asked = Question(id=built.id, text=words, candidates=tuple(sources))
    answer = answerer.answer(asked)
    if mmqa.exact_match(list(answer.values), list(built.answers)) < 1:
        given = ", ".join(answer.values) or "nothing"
        return Paraphrase(built, words, f"the executed answer became {given}")
    reworded = msgspec.structs.replace(built, question=words, paraphrase_of=built.question)
    return Paraphrase(reworded, words)


def fault_of(words: str, built: BuiltQuestion) -> str:
    """What is wrong with a paraphrase on its face; empty where nothing is."""
    if not words.endswith("?"):
        return "it is no question"
    missing = [name for name in _KEPT.findall(built.question) if name.lower() not in words.lower()]
    if missing:
        return f"it leaves out {missing[0]}"
    said = f" {words.lower()} "
    for answer in built.answers:
        stands = answer.lower() in built.question.lower()
        if not stands and len(answer) > 2 and answer.lower() in said:
            return f"it tells the answer {answer}"
    if edit_distance(words, built.question) < _LEAST_DISTANCE:
        return "it says the same words again"
    return ""


def _first_question(reply: str) -> str:
    line = next((line for line in reply.splitlines() if line.strip()), "").strip()
    line = line.removeprefix("Question:").strip().strip('"“”')
    return line[: line.find("?") + 1] if "?" in line else line


_BRACKETS = re.compile(r"[\[\]{}()]")


def edit_distance(one: str, other: str) -> float:
    """Letters to change, put in or take out, as a share of the longer text; brackets aside.

    Example: ``edit_distance("Who won?", "who [won]")`` → ``0.25``
    """
    ours, theirs = (_BRACKETS.sub("", text) for text in (one, other))
    if not ours and not theirs:
        return 0.0
    return _changes(ours, theirs) / max(len(ours), len(theirs))


def _changes(one: str, other: str) -> int:
    previous = list(range(len(other) + 1))
    for row, letter in enumerate(one, start=1):
        current = [row]
        for column, wanted in enumerate(other, start=1):
            change = previous[column - 1] + (letter != wanted)
            current.append(min(previous[column] + 1, current[-1] + 1, change))
        previous = current
    return previous[-1]
