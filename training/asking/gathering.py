"""What the ways of answering propose to questions with known answers, as lessons for the chooser.

    python -m training.asking.gathering OUT --set QUESTIONS.jsonl FOLDER [--set …]

Each folder is indexed (beside OUT, once) and asked; OUT gets a line a question: its kind, and every
proposal with its way, its signs, its values and whether the shared scorer calls them right.
"""

import argparse
import runpy
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

import msgspec

from manyhop.answering import Question
from manyhop.asking import Asker, Chooser, shown
from manyhop.collection import Collection as Kept
from manyhop.collection import index_paths
from manyhop.models import LargeModels, Models
from manyhop.sources import Image

Verdict = Callable[[dict[str, Any], dict[str, Any]], str]


def scorer(shared: Path) -> Verdict:
    """The shared scorer's verdict on one answer: right, wrong or refused."""
    found: Verdict = runpy.run_path(str(shared / "ordinary" / "score.py"))["verdict"]
    return found


def fast_models() -> Models:
    """The embedded models without the language model, whether it is installed or not."""
    from manyhop.models import CascadeReader, CrossEncoder, SpanReader

    judge = CrossEncoder.load()
    return Models(text_reader=CascadeReader(judge, SpanReader.load()), reranker=judge)


def opened(folder: Path, store: Path) -> Kept:
    """The collection of a folder, indexed where that was not done before."""
    collection = Kept.open(store, create=True)
    index_paths(collection, [folder], ocr="photos" in folder.name)
    return collection


def question_of(row: dict[str, Any], folder: Path) -> Question:
    """A question of the file, with its picture where one is given."""
    image = None
    if row.get("image"):
        path = next(folder.rglob(Path(row["image"]).name))
        image = Image(path=str(path), title=path.name, origin=path.name)
    return Question(
        id=row["id"], text=row["question"], choices=tuple(row.get("choices") or ()), image=image
    )


def gather(
    questions: Path,
    folder: Path,
    store: Path,
    verdict: Verdict,
    models: Models,
    most: int,
    done: Collection[str] = (),
) -> Iterator[dict[str, Any]]:
    """A row for each question: what was proposed, and what is right of it."""
    with opened(folder, store) as collection:
        asker = Asker(models, collection, chooser=Chooser.none())
        lines = questions.read_text().splitlines()
        step = max(1.0, len(lines) / most)
        for line in (lines[int(step * number)] for number in range(min(most, len(lines)))):
            row = msgspec.json.decode(line)
            if row["id"] in done:
                continue
            proposals = []
            began = time.process_time()
            _, found = asker.propose(question_of(row, folder))
            seconds = time.process_time() - began
            for proposal in found:
                values = [value.text for value in proposal.values]
                told = {"values": values, "sentence": proposal.sentence, "abstained": False}
                right = not row["unanswerable"] and verdict(row, told) == "right"
                proposals.append(
                    {
                        "way": proposal.way,
                        "signs": dict(proposal.signs),
                        "values": values[:20],
                        "sentence": proposal.sentence,
                        "files": sorted({source.origin for source in proposal.sources}),
                        "right": right,
                        "shown": shown(proposal),
                    }
                )
            yield {
                "id": row["id"],
                "collection": row["collection"],
                "question": row["question"],
                "kind": row["kind"],
                "unanswerable": row["unanswerable"],
                "answers": row["answers"][:1],
                "seconds": seconds,
                "proposals": proposals,
            }


def main() -> None:
    """Gather what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out", type=Path)
    parser.add_argument("--set", nargs=2, action="append", required=True, type=Path)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--most", type=int, default=10_000, help="questions of each set")
    parser.add_argument("--language-model", action="store_true", help="let it read as well")
    parser.add_argument("--large", action="store_true", help="let the large reader read and judge")
    parser.add_argument("--resume", action="store_true", help="keep what OUT holds")
    options = parser.parse_args()
    verdict = scorer(options.shared)
    models = LargeModels() if options.large else fast_models()
    models = Models() if options.language_model else models
    options.out.parent.mkdir(parents=True, exist_ok=True)
    done: set[str] = set()
    if options.resume and options.out.exists():
        done = {msgspec.json.decode(line)["id"] for line in options.out.read_bytes().splitlines()}
    with options.out.open("ab" if options.resume else "wb") as file:
        for questions, folder in options.set:
            store = options.out.parent / f"{folder.name}.collection"
            for row in gather(questions, folder, store, verdict, models, options.most, done):
                file.write(msgspec.json.encode(row) + b"\n")
                file.flush()


if __name__ == "__main__":
    main()
