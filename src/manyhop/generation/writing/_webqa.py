"""A benchmark in WebQA's official layout."""

import base64
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

import msgspec

from manyhop.generation._built import BuiltQuestion
from manyhop.generation._categories import question_category
from manyhop.generation._contexts import hard_negatives
from manyhop.generation.writing._about import About, write_about
from manyhop.generation.writing._whole_folder import carried_pixels, whole_folder
from manyhop.models import Verbaliser
from manyhop.sources import AnySource, Image, Snippet

_FIRST_IMAGE = 30_000_000


def write_webqa(
    target: Path,
    questions: Iterable[BuiltQuestion],
    sources: Mapping[str, AnySource],
    about: About,
    *,
    force: bool = False,
    texts: int = 15,
    images: int = 15,
) -> Counter[str]:
    """Write the questions whose answers rest on snippets and pictures; how many in each split.

    They get hard negatives in both modalities, ``texts`` and ``images`` in all. The test file has
    its answers too, in the form of the others. Questions that need a table are left out.
    Example: ``write_webqa(Path("bridges-webqa"), questions, sources, About(seed=7))``
    """
    counts: Counter[str] = Counter()
    suiting = [built for built in questions if suits_webqa(built, sources)]
    with whole_folder(target, force=force) as folder:
        numbers: dict[str, int] = {}

        def number_of(image: Image) -> int:
            return _FIRST_IMAGE + numbers.setdefault(image.id, len(numbers))

        with (
            _Object(folder / "WebQA_train_val.json") as known,
            _Object(folder / "WebQA_test.json") as tests,
        ):
            for built in hard_negatives(
                suiting, sources, texts=texts, images=images, seed=about.seed
            ):
                record = webqa_record(built, sources, number_of)
                (tests if record["split"] == "test" else known).add(built.id, record)
                counts[record["split"]] += 1
        if numbers:
            _write_pixels(folder, [sources[id] for id in numbers])
        write_about(folder, about)
    return counts


def _write_pixels(folder: Path, pictures: Iterable[AnySource]) -> None:
    """``imgs.tsv``, an id and base64 on each line, and ``imgs.lineidx``, where each line begins."""
    with (folder / "imgs.tsv").open("wb") as lines, (folder / "imgs.lineidx").open("wb") as index:
        for number, picture in enumerate(pictures):
            index.write(b"%d\n" % lines.tell())
            pixels = base64.b64encode(carried_pixels(picture))
            lines.write(b"%d\t%s\n" % (_FIRST_IMAGE + number, pixels))


class _Object:
    """One JSON object, written member by member; a file without members is not made."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: BinaryIO | None = None

    def add(self, key: str, value: Any) -> None:
        opening = b",\n" if self._file else b"{\n"
        if self._file is None:
            self._file = self._path.open("wb")
        self._file.write(opening + msgspec.json.encode(key) + b": " + msgspec.json.encode(value))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file:
            self._file.write(b"\n}\n")
            self._file.close()


# Built questions as WebQA's records.

_SPLITS = {"train": "train", "dev": "val", "test": "test"}


def suits_webqa(built: BuiltQuestion, sources: Mapping[str, AnySource]) -> bool:
    """Whether the answer rests on snippets and pictures alone: WebQA knows no tables.

    Example: of ``Compose(TextQ,TableQ)``, ``False``
    """
    golden = [sources.get(id) for id in built.gold]
    return bool(golden) and all(isinstance(source, Snippet | Image) for source in golden)


def webqa_record(
    built: BuiltQuestion,
    sources: Mapping[str, AnySource],
    image_number: Callable[[Image], int],
) -> dict[str, Any]:
    """The official fields. ``image_number`` gives pictures the numbers that WebQA calls them by.

    The answer is a sentence that the rules make of question and values. Of facts, ``source_id`` is
    the id that the source has in the collection.
    """
    facts = _Facts(built.id, sources, image_number)
    positive, negative = facts.of(built.gold), facts.of(built.distractors)
    topic = sources.get(built.topic)
    return {
        "Guid": built.id,
        "Q": built.question,
        "A": [Verbaliser().say(built.question, built.answers)],
        "Keywords_A": ", ".join(built.answers),
        "Qcate": question_category(built) if positive["img"] else "text",
        "split": _SPLITS[built.split or "dev"],
        "topic": topic.title if topic else built.topic,
        "img_posFacts": positive["img"],
        "img_negFacts": negative["img"],
        "txt_posFacts": positive["txt"],
        "txt_negFacts": negative["txt"],
    }


class _Facts:
    """The facts of one question; its snippets are numbered through."""

    def __init__(
        self,
        guid: str,
        sources: Mapping[str, AnySource],
        image_number: Callable[[Image], int],
    ) -> None:
        self._guid = guid
        self._sources = sources
        self._image_number = image_number
        self._snippets = 0

    def of(self, ids: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
        found: dict[str, list[dict[str, Any]]] = {"txt": [], "img": []}
        for id in ids:
            match self._sources.get(id):
                case Snippet() as snippet:
                    found["txt"].append(self._text(snippet))
                case Image() as image:
                    found["img"].append(self._image(image))
        return found

    def _text(self, snippet: Snippet) -> dict[str, Any]:
        self._snippets += 1
        return {
            "snippet_id": f"{self._guid}_{self._snippets}",
            "fact": snippet.text,
            "title": snippet.title,
            "url": snippet.origin,
            "source_id": snippet.id,
        }

    def _image(self, image: Image) -> dict[str, Any]:
        return {
            "image_id": self._image_number(image),
            "caption": image.caption or image.title,
            "title": image.title,
            "url": image.origin,
            "imgUrl": "",
            "source_id": image.id,
        }
