"""A-OKVQA: questions about a photograph that take knowledge of the world."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

from manyhop.answering import Answer, Question
from manyhop.benchmarks._benchmark import Example, Gold
from manyhop.benchmarks._json_files import convert, decode, read_bytes, read_object, write_text
from manyhop.errors import ManyhopError
from manyhop.metrics import aokvqa, rationale, vqa
from manyhop.models import StaticEncoder
from manyhop.sources import Image

CHOICES = "choices"  # in an example's meta, where they are not shown
_LIST = "give a list of objects with question_id, image_id, question and choices"


class _Record(msgspec.Struct):
    question_id: str
    image_id: int
    question: str
    choices: list[str]
    split: str = ""
    correct_choice_idx: int | None = None
    direct_answers: list[str] | str | None = None
    difficult_direct_answer: bool = False
    rationales: list[str] | str | None = None


class AOKVQA:
    """The official annotations, with COCO's 2017 photographs where ``images`` holds them.

    An answer without a choice is judged by its first value, which is wrong where it is no choice,
    so that multiple choice is never a mean over only those that hit one; an answer that says
    nothing scores 0.
    With ``direct``, the choices are not shown, so that what is said is an answer of one's own; for
    multiple choice it is then mapped to the nearest choice. Whoever saw the choices has no direct
    answer.
    Example: ``AOKVQA(Path("aokvqa_v1p0_val.json"), images=Path("coco"))``
    """

    name = "aokvqa"

    def __init__(
        self, annotations: Path, images: Path | None = None, *, direct: bool = False
    ) -> None:
        self._annotations = Path(annotations)
        self._images = None if images is None else Path(images)
        self._direct = direct

    @property
    def notes(self) -> tuple[str, ...]:
        """How the direct answers are counted, and METEOR if it can't be had."""
        notes: tuple[str, ...] = (
            "aokvqa.direct_answer compares raw strings and leaves out difficult questions, as the "
            "official script; vqa.accuracy is the standard one, with normalisation, on the same",
        )
        if self._direct:
            notes += (
                "the choices were not shown; aokvqa.multiple_choice is that of the choice nearest "
                f"to the direct answer, by the vectors of {_encoder().name} (the official script "
                "takes GloVe's)",
            )
        if not _has_meteor():
            notes += ("rationale.meteor not computed; pip install 'manyhop[meteor]'",)
        return notes

    def examples(self) -> Iterator[Example]:
        """The questions in the order of the file."""
        path, seen = self._annotations, dict[str, int]()
        rows = decode(read_bytes(path), list[msgspec.Raw], str(path), _LIST)
        for number, row in enumerate(rows, start=1):
            where = f"{path}, item {number}"
            record = decode(row, _Record, where, _LIST)
            first = seen.setdefault(record.question_id, number)
            if first != number:
                raise ManyhopError(
                    f"{where}: question_id {record.question_id} was item {first} already; "
                    "remove one of the two"
                )
            further = _further(decode(row, dict[str, Any], where, _LIST))
            yield self._example(record, further, where)

    def score(self, example: Example, answer: Answer) -> dict[str, float]:
        """Multiple choice, direct answer in both ways of counting, and the rationale's METEOR."""
        gold, scores = example.gold, dict[str, float]()
        if gold is None:
            return scores
        choices, written = _choices(example), text_of(answer)
        chosen = self._mapped(choices, answer) if self._direct else choice_of(choices, answer)
        if gold.choice is not None and chosen is not None:
            scores["aokvqa.multiple_choice"] = aokvqa.multiple_choice(chosen, choices, gold.choice)
        if gold.answers and written is not None and not _is_difficult(example):
            scores["aokvqa.direct_answer"] = aokvqa.direct_answer(written, gold.answers)
            scores["vqa.accuracy"] = vqa.accuracy(written, gold.answers)
        if answer.rationale and gold.rationales and _has_meteor():
            scores["rationale.meteor"] = max(
                rationale.meteor(reference, answer.rationale) for reference in gold.rationales
            )
        return scores

    def breakdowns(self, example: Example) -> dict[str, str]:
        """Whether people's answers differed too much for a direct answer to be scored."""
        return {"difficult": "yes" if _is_difficult(example) else "no"}

    def read_predictions(self, path: Path) -> dict[str, Answer]:
        """An answer for each question of the annotations, abstained where the file has none.

        A text that is none of the choices is wrong, and kept in ``trace["multiple_choice"]``.
        """
        choices = {example.question.id: _choices(example) for example in self.examples()}
        return read_answers(path, choices)

    def write_predictions(
        self, examples: Iterable[Example], answers: Mapping[str, Answer], path: Path
    ) -> None:
        """Texts of choices and direct answers by question id, of the questions answered."""
        if self._direct:
            examples = list(examples)
            answers = {**answers, **dict(self._with_choices(examples, answers))}
        write_answers(path, examples, answers)

    def _with_choices(
        self, examples: Iterable[Example], answers: Mapping[str, Answer]
    ) -> Iterator[tuple[str, Answer]]:
        """Direct answers with the choices that they are mapped to."""
        for example in examples:
            answer, choices = answers.get(example.question.id), _choices(example)
            if answer is not None and (mapped := self._mapped(choices, answer)) in choices:
                chosen = msgspec.structs.replace(answer, choice=choices.index(mapped))
                yield example.question.id, chosen

    def _mapped(self, choices: tuple[str, ...], answer: Answer) -> str | None:
        """The choice nearest to a direct answer; a choice that was made stays what it is."""
        written = text_of(answer)
        if written is None or answer.choice is not None:
            return choice_of(choices, answer)
        if not written:
            return ""
        words = sorted({word for text in (written, *choices) for word in text.lower().split()})
        vectors = dict(zip(words, _encoder().encode(words).tolist(), strict=True))
        return aokvqa.map_to_choices({"": written}, {"": choices}, vectors)[""]

    def _example(self, record: _Record, further: dict[str, Any], where: str) -> Example:
        correct = record.correct_choice_idx
        if correct is not None and not 0 <= correct < len(record.choices):
            raise ManyhopError(
                f"{where}, field correct_choice_idx: {correct} is none of the "
                f"{len(record.choices)} choices, which count from 0; correct it"
            )
        answers = _texts(record.direct_answers, f"{where}, field direct_answers")
        reasons = _texts(record.rationales, f"{where}, field rationales")
        known = correct is not None or answers
        return Example(
            question=Question(
                id=record.question_id,
                text=record.question,
                choices=() if self._direct else tuple(record.choices),
                image=self._image(record),
            ),
            gold=Gold(choice=correct, answers=answers, rationales=reasons) if known else None,
            category="difficult" if record.difficult_direct_answer else "not difficult",
            group=str(record.image_id),
            meta=further | ({CHOICES: record.choices} if self._direct else {}),
        )

    def _image(self, record: _Record) -> Image:
        """The photograph, or its id alone where the folder does not hold it."""
        name = f"{record.image_id:012d}.jpg"
        if self._images is not None:
            for path in (self._images / f"{record.split}2017" / name, self._images / name):
                if path.is_file():
                    return Image(id=str(record.image_id), path=str(path))
        return Image(id=str(record.image_id))


def read_vocabulary(path: Path) -> tuple[str, ...]:
    """The answers a classifier may give, from ``large_vocab_train.csv``: one on each line.

    The released file begins with an empty answer, which counts, as line numbers are classes.
    """
    text = read_bytes(path).decode("utf-8", "replace")
    return tuple(line.removesuffix("\r") for line in text.removesuffix("\n").split("\n"))


def _further(row: dict[str, Any]) -> dict[str, Any]:
    """What an example does not say elsewhere: split, difficulty, and fields we don't know."""
    said = set(_Record.__struct_fields__) - {"split", "difficult_direct_answer"}
    return {key: value for key, value in row.items() if key not in said}


def _texts(value: list[str] | str | None, where: str) -> tuple[str, ...]:
    """A list of texts; some re-hosted copies hold it as a string in Python's notation."""
    if isinstance(value, str):
        try:
            value = convert(ast.literal_eval(value), list[str], where, "write a list of strings")
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            raise ManyhopError(f"{where}: not a list; write a list of strings") from None
    return tuple(value or ())


def _choices(example: Example) -> tuple[str, ...]:
    """The choices, shown or not."""
    return example.question.choices or tuple(example.meta.get(CHOICES, ()))


@cache
def _encoder() -> StaticEncoder:
    return StaticEncoder.load()


def _is_difficult(example: Example) -> bool:
    return bool(example.meta.get("difficult_direct_answer"))


@cache
def _has_meteor() -> bool:
    """Whether the extra ``meteor`` is installed."""
    return all(find_spec(name) for name in ("nltk", "wn"))


# A-OKVQA's predictions: the text of a choice, a direct answer, or both.
#
# The official script scores a setting only where some prediction of the file is of that kind, and
# then counts a question without one as wrong. Both can be seen only with the whole file at hand: so
# whoever reads it gives every question an answer, with an empty text where the file says nothing in
# a setting that it has, and ``trace["multiple_choice"]`` None where it makes no choices at all.

_REMEDY = 'write {"<question id>": {"multiple_choice": "…", "direct_answer": "…"}}'
_CHOICE = "multiple_choice"

Choices = tuple[str, ...]


class _Prediction(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    multiple_choice: str | None = None
    direct_answer: str | None = None


def read_answers(path: Path, choices: Mapping[str, Choices]) -> dict[str, Answer]:
    """An answer for each question that ``choices`` has, and for those that only the file has."""
    found = {
        id: convert(value, _Prediction, f"{path}, {id!r}", _REMEDY)
        for id, value in read_object(path, _REMEDY).items()
    }
    choosing = any(one.multiple_choice is not None for one in found.values())
    writing = any(one.direct_answer is not None for one in found.values())
    return {
        id: _answer(found.get(id), choices.get(id, ()), choosing, writing)
        for id in {**choices, **found}
    }


def write_answers(path: Path, examples: Iterable[Example], answers: Mapping[str, Answer]) -> None:
    """Write what was answered, by question id."""
    predictions = {
        example.question.id: _prediction(_choices(example), answer)
        for example in examples
        if (answer := answers.get(example.question.id)) and not _says_nothing(answer)
    }
    content = msgspec.json.format(msgspec.json.encode(predictions), indent=1)
    write_text(path, f"{content.decode()}\n")


def choice_of(choices: Choices, answer: Answer) -> str | None:
    """The text that is judged as a choice; None where the answer's file makes no choices."""
    if answer.choice is not None:
        return choices[answer.choice] if 0 <= answer.choice < len(choices) else ""
    if _CHOICE in answer.trace:
        text = answer.trace[_CHOICE]
        return text if isinstance(text, str) else None
    return answer.values[0] if answer.values else ""


def text_of(answer: Answer) -> str | None:
    """The text that is judged as a direct answer; None where there is only a choice."""
    if answer.values:
        return answer.values[0]
    return None if _chooses(answer) else ""


def _chooses(answer: Answer) -> bool:
    return answer.choice is not None or _CHOICE in answer.trace


def _says_nothing(answer: Answer) -> bool:
    return answer.abstained and answer.choice is None and not any(answer.values)


def _answer(found: _Prediction | None, choices: Choices, choosing: bool, writing: bool) -> Answer:
    prediction = found or _Prediction()
    text = (prediction.multiple_choice or "") if choosing else None
    choice = choices.index(text) if text and text in choices else None
    return Answer(
        choice=choice,
        values=(prediction.direct_answer or "",) if writing else (),
        abstained=found is None,
        trace={_CHOICE: text} if choice is None else {},
    )


def _prediction(choices: Choices, answer: Answer) -> _Prediction:
    direct = answer.values[0] if answer.values else None
    text = choice_of(choices, answer)
    return _Prediction(text if _chooses(answer) or text in choices else None, direct)
