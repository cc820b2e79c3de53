"""WebQA: open questions over snippets and images, answered in a sentence."""

import base64
import binascii
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from manyhop.answering import Answer, Question
from manyhop.benchmarks import _webqa_predictions as predictions
from manyhop.benchmarks._benchmark import SOURCES_UNKNOWN, Example, Gold
from manyhop.benchmarks._json_files import Record, convert, read_records, write_text
from manyhop.errors import ManyhopError
from manyhop.metrics import webqa
from manyhop.metrics.webqa import CATEGORIES
from manyhop.sources import AnySource, Image, content_id
from manyhop.sources.reading.official import (
    IMAGE_FACTS,
    TEXT_FACTS,
    image_from_fact,
    snippet_from_fact,
)


class WebQA:
    """The questions of the official files: train, val or test, or rows with gold source ids.

    Accuracy depends on the lemmatiser, so that its name goes into the notes. ``images`` is
    ``imgs.tsv`` or a folder of pictures called after their ids, for candidates with pixels.
    Example: ``WebQA([Path("WebQA_train_val.json")], lemmatize=spacy, lemmatizer_name="spaCy 3")``
    """

    name = "webqa"

    def __init__(
        self,
        paths: Sequence[Path],
        *,
        lemmatize: webqa.Lemmatizer | None = None,
        lemmatizer_name: str = "none",
        bartscore: webqa.LogScorer | None = None,
        images: Path | None = None,
    ) -> None:
        self.paths = tuple(paths)
        self.lemmatize = lemmatize
        self.lemmatizer_name = lemmatizer_name
        self.bartscore = bartscore
        self.pixels = WebQAPixels(images) if images else None
        for path in self.paths:
            if not path.is_file():
                raise ManyhopError(f"{path} is no file; give WebQA's question files")

    @property
    def notes(self) -> tuple[str, ...]:
        """The lemmatiser, and whether fluency was computed."""
        lemmatizer = f"webqa.accuracy: lemmatiser {self.lemmatizer_name}"
        if self.bartscore:
            return (lemmatizer,)
        return (lemmatizer, "FL not computed: no BARTScore checkpoint was given")

    def examples(self) -> Iterator[Example]:
        """The questions in the order of the files."""
        seen: set[str] = set()
        for path in self.paths:
            for record in read_records(path):
                example = example_from_record(record)
                if example.question.id in seen:
                    raise ManyhopError(
                        f"{record.where} repeats the Guid {example.question.id}; remove one"
                    )
                seen.add(example.question.id)
                yield self._shown(example) if self.pixels else example

    def _shown(self, example: Example) -> Example:
        assert self.pixels
        show = self.pixels.shown
        candidates = tuple(
            show(source) if isinstance(source, Image) else source
            for source in example.question.candidates
        )
        question = msgspec.structs.replace(example.question, candidates=candidates)
        return msgspec.structs.replace(example, question=question)

    def score(self, example: Example, answer: Answer) -> dict[str, float]:
        """Accuracy against the keywords, or approximately against the references; sources; FL."""
        gold = example.gold
        if gold is None:
            return {}
        text = predictions.said(answer)
        scores = self._accuracy(example.category, text, gold)
        if gold.sources and SOURCES_UNKNOWN not in answer.trace:
            found = webqa.retrieval(answer.sources, gold.sources)
            scores["webqa.source_precision"] = found.precision
            scores["webqa.source_recall"] = found.recall
            scores["webqa.source_f1"] = found.f1
        if self.bartscore and gold.sentences:
            fluency = webqa.fluency(text, gold.sentences, self.bartscore)
            scores["webqa.fluency"] = fluency
            if "webqa.accuracy" in scores:
                scores["webqa.fluency_x_accuracy"] = fluency * scores["webqa.accuracy"]
        return scores

    def _accuracy(self, category: str, text: str, gold: Gold) -> dict[str, float]:
        if category not in webqa.CATEGORIES:  # an image question of unknown kind has no rule
            return {}
        if gold.keywords:
            return {"webqa.accuracy": webqa.accuracy(category, text, gold.keywords, self.lemmatize)}
        if not gold.sentences:
            return {}
        values = (
            webqa.approximate_accuracy(category, text, sentence, self.lemmatize)
            for sentence in gold.sentences
        )
        return {"webqa.approximate_accuracy": max(values)}

    def breakdowns(self, example: Example) -> dict[str, str]:
        """By category, and by what the question is about, image or text."""
        return {"category": example.category, "modality": modality(example.category)}

    def read_predictions(self, path: Path, column: str = "") -> dict[str, Answer]:
        """A leaderboard submission, an evaluation TSV (``.tsv``), or a column of released outputs.

        The column may also follow the path: ``Path("qrels.jsonl.gz#baseline_oracle_vinvl")``.
        """
        if not column and "#" in path.name and not path.exists():
            name, _, column = path.name.rpartition("#")
            path = path.with_name(name)
        if column:
            entries = predictions.read_column(path, column)
        elif predictions.is_evaluation_table(path):
            entries = predictions.read_evaluation_table(path)
        else:
            entries = predictions.read_submission(path)
        answers: dict[str, Answer] = {}
        for where, guid, answer in entries:
            if guid in answers:
                raise ManyhopError(f"{where} answers {guid} a second time; remove one")
            answers[guid] = answer
        return answers

    def write_predictions(
        self, examples: Iterable[Example], answers: Mapping[str, Answer], path: Path
    ) -> None:
        """A leaderboard submission, or an evaluation TSV where the name ends in ``.tsv``."""
        if predictions.is_evaluation_table(path):
            write_text(path, predictions.evaluation_table(examples, answers))
            return
        ids = [example.question.id for example in examples]
        write_text(path, predictions.submission({id: answers[id] for id in ids if id in answers}))


# WebQA's records as examples.

UNKNOWN_IMAGE_CATEGORY = "image"
_FACTS = (*TEXT_FACTS, *IMAGE_FACTS)
_REMEDY = "make it a record as in WebQA_train_val.json"
_NO_KEYWORDS = ("", "TBD")  # the baseline writes TBD where there are none


class _Fields(msgspec.Struct):
    Q: str
    Guid: str = ""
    A: list[str] | None = None
    Keywords_A: str | None = None
    Qcate: str = ""
    gold_sources: list[str | int] = []


def example_from_record(record: Record) -> Example:
    """The example, its quotation marks gone as in the official baseline.

    The candidates stand in the order of the file, in which right ones may come first. ``meta`` has
    the record's own fields untouched, and of each list of facts the ids.
    """
    where, key, row = record
    fields = convert(row, _Fields, where, _REMEDY)
    if key and fields.Guid not in ("", key):
        raise ManyhopError(f"{where} has another Guid, {fields.Guid!r}; make it the key's")
    facts = {name: _facts(where, name, row[name]) for name in row if name in _FACTS}
    guid = fields.Guid or key or content_id(msgspec.json.encode(row, order="sorted"))
    gold = _gold(where, fields, facts)
    return Example(
        question=Question(
            id=guid,
            text=_unquoted(fields.Q),
            candidates=tuple(fact for several in facts.values() for fact in several),
        ),
        gold=gold,
        category=fields.Qcate or _modality(fields, facts),
        group=_shared_picture(gold) or guid,
        meta={name: value for name, value in row.items() if name not in _FACTS}
        | {name: [fact.id for fact in several] for name, several in facts.items()},
    )


def _facts(where: str, name: str, value: Any) -> list[AnySource]:
    rows = convert(value or [], list[dict[str, Any]], f"{where}, {name}", _REMEDY)
    read = snippet_from_fact if name in TEXT_FACTS else image_from_fact
    facts: list[AnySource] = []
    for number, row in enumerate(rows):
        try:
            facts.append(read(row, ""))
        except msgspec.ValidationError as error:
            raise ManyhopError(f"{where}, {name}[{number}]: {error}; {_REMEDY}") from error
    return facts


def _gold(where: str, fields: _Fields, facts: dict[str, list[AnySource]]) -> Gold | None:
    if fields.A is None:
        return None
    if fields.Qcate not in (*CATEGORIES, UNKNOWN_IMAGE_CATEGORY, ""):
        raise ManyhopError(
            f"{where} has the Qcate {fields.Qcate!r}; make it one of {', '.join(CATEGORIES)}"
        )
    keywords = _unquoted(fields.Keywords_A or "")
    positive = facts.get(f"{'txt' if _modality(fields, facts) == 'text' else 'img'}_posFacts", [])
    return Gold(
        sentences=tuple(map(_unquoted, fields.A)),
        keywords="" if keywords in _NO_KEYWORDS else keywords,
        sources=tuple(map(str, fields.gold_sources)) or tuple(fact.id for fact in positive),
    )


def _shared_picture(gold: Gold | None) -> str:
    """Several questions are asked of one picture; a snippet belongs to its question alone."""
    first = gold.sources[0] if gold and gold.sources else ""
    return first if first.isdecimal() else ""


def _modality(fields: _Fields, facts: dict[str, list[AnySource]]) -> str:
    if fields.Qcate:
        return modality(fields.Qcate)
    return "image" if facts.get("img_posFacts") else "text"


def modality(category: str) -> str:
    """What a question is about: ``modality("YesNo")`` is ``"image"``."""
    return "text" if category == "text" else "image"


def _unquoted(text: str) -> str:
    return text.replace('"', "")


_FIRST_ID = 10_000_000  # ids begin at a multiple of it; the rest is the number of the line
_PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".gif")


class WebQAPixels:
    """Gives images their pixels, from ``imgs.tsv`` beside its ``imgs.lineidx``, or from a folder.

    In a folder a picture is called after its id: ``30000001.jpg``, or ``any_30000001.jpg``. An
    image that is not there stays as it is.
    Example: ``WebQAPixels(Path("imgs.tsv")).shown(image).pixels()``
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._offsets = None if path.is_dir() else _offsets(path)
        self._files = _files(path) if path.is_dir() else {}

    def shown(self, image: Image) -> Image:
        """The image with its pixels, or a path to them."""
        if self._offsets is None:
            path = self._files.get(image.id)
            return image.with_changes(path=str(path)) if path else image
        data = self._line(image.id) if image.id.isdecimal() else b""
        return image.with_changes(data=data) if data else image

    def _line(self, id: str) -> bytes:
        number = int(id) % _FIRST_ID
        if self._offsets is None or number >= len(self._offsets):
            return b""
        with self.path.open("rb") as stream:
            stream.seek(self._offsets[number])
            found, _, encoded = stream.readline().strip().partition(b"\t")
        if found != id.encode():
            raise ManyhopError(
                f"{self.path}:{number + 1} should hold image {id}; fetch imgs.lineidx again"
            )
        try:
            return base64.b64decode(encoded, validate=True)
        except binascii.Error as error:
            raise ManyhopError(f"{self.path}:{number + 1} is not base64; fetch it again") from error


def _offsets(path: Path) -> "array[int]":
    index = path.with_suffix(".lineidx")
    try:
        return array("Q", map(int, index.read_bytes().split()))
    except OSError as error:
        raise ManyhopError(f"{index} can't be read; it belongs beside {path}") from error
    except (ValueError, OverflowError) as error:
        raise ManyhopError(f"{index} must hold a byte offset on each line") from error


def _files(folder: Path) -> dict[str, Path]:
    files = (path.absolute() for path in sorted(folder.iterdir()))
    return {
        path.stem.rpartition("_")[2]: path for path in files if path.suffix.lower() in _PICTURES
    }
