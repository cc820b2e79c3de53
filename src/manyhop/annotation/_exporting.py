"""Finished items in the official formats, and every decision with who and when."""

import base64
import io
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import msgspec
from PIL import Image as Pillow

from manyhop.annotation._queue import Queue, Standing
from manyhop.errors import ManyhopError
from manyhop.sources import AnySource, Image, Snippet

ANNOTATIONS = "annotations.jsonl"
_FIRST_IMAGE = 30_000_000  # where WebQA's picture numbers begin


def export(queue: Queue, target: Path) -> Path:
    """Write a folder in the format of the queue's flow, with ``annotations.jsonl`` beside it.

    Gives the file that ``eval``, ``audit`` or ``build --reviewed`` reads. What was rejected stays
    out (in a review it says so); decisions that were taken back are in the annotations only.
    Example: ``export(Queue.open(Path("queues/qa")), Path("qa"))``
    """
    if target.exists():
        raise ManyhopError(f"{target} is there already; choose another folder")
    target.parent.mkdir(parents=True, exist_ok=True)
    scratch = Path(mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    try:
        making = scratch / "new"
        making.mkdir()
        written = _written(queue, making)
        making.rename(target)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return target / written.name


def _written(queue: Queue, making: Path) -> Path:
    """The file of the format, with the annotations beside it."""
    every = [each for each in queue.standings().values() if not each.item.known]
    done = [each for each in every if each.state == "finished"]
    match queue.flow.export:
        case "review":
            written = _review(every, making)
        case "mmqa":
            written = _mmqa(done, making)
        case "aokvqa":
            written = _aokvqa(queue, done, making)
        case "webqa":
            written = _webqa(queue, done, making)
    _lines(making / ANNOTATIONS, queue.decisions.all())
    return written


def _review(every: Iterable[Standing], folder: Path) -> Path:
    from manyhop.generation.wording import ReviewRow  # takes seconds to import

    def rows() -> "Iterator[ReviewRow]":
        for each in every:
            item = each.item
            edited = each.values.get("verdict") == ["edit"] and each.values.get("question")
            yield ReviewRow(
                id=item.id,
                question=edited[0] if edited else item.question,
                answers=item.answers,
                evidence=item.evidence,
                pseudo=item.pseudo,
                keep={"finished": True, "rejected": False}.get(each.state),
            )

    return _lines(folder / "review.jsonl", rows())


def _mmqa(done: Iterable[Standing], folder: Path) -> Path:
    rows = (
        {"qid": each.item.id, "question": each.values["question"][0], **each.item.record}
        for each in done
    )
    return _lines(folder / "MMQA_dev.jsonl", rows)


def _aokvqa(queue: Queue, done: Iterable[Standing], folder: Path) -> Path:
    rows = []
    (folder / "images").mkdir()
    for number, each in enumerate(done, start=1):
        values = each.values
        picture = queue.sources[each.item.gold[0]]
        assert isinstance(picture, Image)
        with Pillow.open(io.BytesIO(picture.pixels())) as opened:
            opened.convert("RGB").save(folder / "images" / f"{number:012d}.jpg", quality=92)
        answers = values["answers"]
        rows.append(
            {
                "split": "val",
                "image_id": number,
                "question_id": each.item.id,
                "question": values["question"][0],
                "choices": values["choices"],
                "correct_choice_idx": int(values["right"][0]) - 1,
                "direct_answers": answers,
                "difficult_direct_answer": Counter(answers).most_common(1)[0][1] < 3,
                "rationales": values["rationales"],
            }
        )
    return _json(folder / "aokvqa_v1p0_val.json", rows)


def _webqa(queue: Queue, done: Iterable[Standing], folder: Path) -> Path:
    rows: dict[str, Any] = {}
    numbers: dict[str, int] = {}
    for each in done:
        values = each.values
        chosen = set(values["sources"])
        facts: dict[str, list[Any]] = {
            f"{kind}_{side}Facts": [] for kind in ("txt", "img") for side in ("pos", "neg")
        }
        for source in (queue.sources[id] for id in each.item.sources):
            kind = "img" if source.kind == "image" else "txt"
            side = "pos" if source.id in chosen else "neg"
            facts[f"{kind}_{side}Facts"].append(_fact(source, numbers))
        rows[each.item.id] = {
            "Q": values["question"][0],
            "A": [*values["answer"], *values["references"]],
            "Keywords_A": values["keywords"][0],
            "Qcate": values["category"][0],
            "topic": "",
            "split": "val",
            "Guid": each.item.id,
            **facts,
        }
    if numbers:
        with (folder / "imgs.tsv").open("wb") as lines, (folder / "imgs.lineidx").open("wb") as at:
            for id, number in numbers.items():
                picture = queue.sources[id]
                assert isinstance(picture, Image)
                at.write(b"%d\n" % lines.tell())
                lines.write(b"%d\t%s\n" % (number, base64.b64encode(picture.pixels())))
    return _json(folder / "WebQA_train_val.json", rows)


def _fact(source: AnySource, numbers: dict[str, int]) -> dict[str, Any]:
    if isinstance(source, Image):
        number = numbers.setdefault(source.id, _FIRST_IMAGE + len(numbers))
        return {
            "image_id": number,
            "title": source.title,
            "caption": source.caption or source.title,
            "url": source.origin,
            "imgUrl": "",
        }
    text = source.text if isinstance(source, Snippet) else source.passage
    return {"snippet_id": source.id, "title": source.title, "fact": text, "url": source.origin}


def _lines(path: Path, rows: Iterable[Any]) -> Path:
    path.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
    return path


def _json(path: Path, rows: Any) -> Path:
    path.write_bytes(msgspec.json.format(msgspec.json.encode(rows), indent=1) + b"\n")
    return path
