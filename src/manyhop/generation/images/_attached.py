"""What people put on record for a picture: in ``meta["shows"]`` and ``meta["questions"]``."""

from collections.abc import Iterable, Mapping
from pathlib import Path, PurePath
from typing import Any

import msgspec

from manyhop.benchmarks import read_records
from manyhop.errors import ManyhopError
from manyhop.sources import Image

ASKED = "question: "

Facts = dict[str, tuple[str, ...]]


def attached_facts(image: Image) -> Facts:
    """The properties that ``shows`` gives a picture, and what its ``questions`` are answered.

    Example: an image with ``meta={"shows": {"number of towers": 2, "statue": True}}`` →
    ``{"number of towers": ("2",), "statue": ("yes",)}``
    """
    shows = image.meta.get("shows")
    facts = {
        name: values
        for name, value in (shows if isinstance(shows, dict) else {}).items()
        if (values := _values(value))
    }
    asked = image.meta.get("questions")
    for entry in asked if isinstance(asked, list) else []:
        if isinstance(entry, dict) and isinstance(question := entry.get("question"), str):
            values = _values(entry.get("answers", entry.get("answer")))
            if values and question.strip():
                facts.setdefault(ASKED + " ".join(question.split()), values)
    return facts


def _values(value: Any) -> tuple[str, ...]:
    if isinstance(value, list):
        return tuple(text for item in value for text in _values(item))
    if isinstance(value, bool):
        return ("yes" if value else "no",)
    if isinstance(value, float) and value.is_integer():
        return (str(int(value)),)
    text = " ".join(str(value).split()) if isinstance(value, str | int | float) else ""
    return (text,) if text else ()


# Files of questions that people asked of pictures: one's own JSON Lines, or MultiModalQA's.

_REMEDY = 'write {"image": …, "question": …, "answer": …}, or a record as in MMQA_dev.jsonl'


class AttachedQuestion(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question to one picture with its answers; or with ``among``, to several.

    Pictures are named by id, path, file name or title. Of several, ``images`` are those of which
    the question is true and ``among`` all of them.
    """

    question: str
    images: tuple[str, ...]
    answers: tuple[str, ...] = ()
    among: tuple[str, ...] = ()


def attached_image_questions(path: Path) -> list[AttachedQuestion]:
    """The questions about pictures in a file; records about anything else are passed over.

    A line of one's own is ``{"image": "humber.png", "question": "How many towers are there?",
    "answer": "2"}``; of MultiModalQA's question files, ImageQ and ImageListQ are taken.

    Example: ``attached_image_questions(Path("dataset/MMQA_dev.jsonl.gz"))``
    """
    found = []
    for where, _, row in read_records(path):
        if not isinstance(row, dict) or not isinstance(row.get("question"), str):
            raise ManyhopError(f"{where}, field question: it is missing; {_REMEDY}")
        question = _from_mmqa(row) if "metadata" in row else _own(where, row)
        if question is not None:
            found.append(question)
    return found


def attach(images: Iterable[Image], questions: Iterable[AttachedQuestion]) -> list[Image]:
    """The images with the questions on record in ``meta["questions"]``, where they are theirs.

    Whoever derives the answers again must attach the same questions first.
    Example: ``attach(images, attached_image_questions(Path("asked.jsonl")))``
    """
    asked: dict[str, list[dict[str, Any]]] = {}
    listed: dict[str, list[str]] = {}
    for question in questions:
        entry = {"question": question.question, "answers": list(question.answers)}
        if not question.among:
            for name in question.images:
                asked.setdefault(name, []).append(entry)
        for name in question.among:
            so = "yes" if name in question.images else "no"
            asked.setdefault(name, []).append({"question": question.question, "answers": [so]})
            listed.setdefault(name, []).append(question.question)
    return [_with(image, asked, listed) for image in images]


def _with(
    image: Image,
    asked: Mapping[str, list[dict[str, Any]]],
    listed: Mapping[str, list[str]],
) -> Image:
    names = dict.fromkeys((image.id, image.path, PurePath(image.path).name, image.title))
    entries = [entry for name in names if name for entry in asked.get(name, ())]
    if not entries:
        return image
    lists = [question for name in names if name for question in listed.get(name, ())]
    meta = dict(image.meta)
    meta["questions"] = [*meta.get("questions", ()), *entries]
    if lists:
        meta["listed"] = [*meta.get("listed", ()), *lists]
    return image.with_changes(meta=meta)


def _own(where: str, row: Mapping[str, Any]) -> AttachedQuestion | None:
    image, answer = row.get("image"), row.get("answers", row.get("answer"))
    if not isinstance(image, str) or not image:
        raise ManyhopError(f"{where}, field image: it is missing; {_REMEDY}")
    answers = answer if isinstance(answer, list) else [answer]
    if not answers or not all(
        isinstance(text, str | int | float) and text != "" for text in answers
    ):
        raise ManyhopError(f"{where}, field answer: it is missing or no text; {_REMEDY}")
    said = ("yes" if text is True else "no" if text is False else str(text) for text in answers)
    return AttachedQuestion(row["question"], (image,), tuple(said))


def _from_mmqa(row: Mapping[str, Any]) -> AttachedQuestion | None:
    metadata = row["metadata"]
    answers, support = row.get("answers"), row.get("supporting_context")
    kind = metadata.get("type") if isinstance(metadata, dict) else None
    if kind not in ("ImageQ", "ImageListQ") or not answers or not support:
        return None
    images = tuple(
        dict.fromkeys(part["doc_id"] for part in support if part.get("doc_part") == "image")
    )
    said = tuple(str(answer["answer"]) for answer in answers)
    if kind == "ImageQ":
        return AttachedQuestion(row["question"], images[:1], said) if len(images) == 1 else None
    among = tuple(metadata.get("image_doc_ids", ()))
    return AttachedQuestion(row["question"], images, said, among) if images and among else None
