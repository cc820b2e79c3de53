"""WebQA: open questions over snippets and images, answered in a sentence."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from manyhop.answering import Answer
from manyhop.benchmarks import _webqa_predictions as predictions
from manyhop.benchmarks._example import SOURCES_UNKNOWN, Example, Gold
from manyhop.benchmarks._json_files import read_records, write_text
from manyhop.benchmarks._webqa_pixels import WebQAPixels
from manyhop.benchmarks._webqa_records import example_from_record, modality
from manyhop.errors import ManyhopError
from manyhop.metrics import webqa
from manyhop.sources import Image


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
