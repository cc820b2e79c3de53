"""Right, wrong and refused on ordinary folders: documentation, tables, photos, how-tos.

    python -m bench.ordinary FOLDER                       # the four shared folders, 240 questions
    python -m bench.ordinary FOLDER --reader small        # with the small language model
    python -m bench.ordinary FOLDER --reader large --sample 15   # with the large reader, 60 of them
    python -m bench.ordinary FOLDER --questions Q.jsonl --own docs-a   # a folder of one's own

Builds the folders by the shared scripts where they are missing, indexes them, asks every question
and prints the shared scorer's table, then intervals, calibration, seconds and whether every quote
stands where it is said to. Answers go to FOLDER/answers-READER.jsonl, one line as soon as it is
there; ``--resume`` keeps those that are.
"""

import argparse
import json
import runpy
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from manyhop.answering import Answer, Question
from manyhop.asking import Asker
from manyhop.collection import Collection, index_paths
from manyhop.errors import ManyhopError
from manyhop.models import Models, open_models
from training.asking.gathering import fast_models, question_of

NAMES = ("docs", "howtos", "photos", "tables")
READERS = ("fast", "small", "large", "openai:MODEL")
SAMPLES = 2000  # of the bootstrap


def build(name: str, shared: Path, into: Path) -> None:
    """Make a shared folder by its own script, where it is not there yet."""
    if into.exists() and any(into.iterdir()):
        return
    scripts = shared / "ordinary"
    if name in {"docs", "tables"}:
        command = ["bash", str(scripts / f"make_{name}.sh"), str(into)]
    else:
        command = [
            sys.executable,
            str(scripts / f"make_{name}.py"),
            str(shared / "data"),
            str(into),
        ]
    print(f"making {into}", file=sys.stderr)
    subprocess.run(command, check=True, stdout=sys.stderr)


def ask_all(
    rows: Sequence[dict[str, Any]], folder: Path, collection: Collection, models: Models
) -> Iterator[dict[str, Any]]:
    """An answer to each question, as the scorer wants it, with what else is measured."""
    asker = Asker(models, collection)
    for row in rows:
        began = time.perf_counter()
        question = question_of(row, folder)
        answer = asker.answer(question)
        yield {
            "id": row["id"],
            "values": list(answer.values),
            "sentence": answer.sentence,
            "abstained": answer.abstained,
            "confidence": answer.confidence,
            "way": answer.trace.get("way", ""),
            "seconds": time.perf_counter() - began,
            "citations": len(answer.citations),
            "held": held(answer, question, collection),
            "near": near(row, collection),
        }


def held(answer: Answer, question: Question, collection: Collection) -> int:
    """How many citations quote what stands at their place."""
    found = 0
    given = question.image
    for citation in answer.citations:
        try:
            mine = given is not None and given.id == citation.source_id
            source = given if given and mine else collection.get(citation.source_id)
            found += source.quote(citation.place) == citation.quote
        except ManyhopError:
            continue
    return found


def near(row: dict[str, Any], collection: Collection) -> bool:
    """Whether one of the answer's files is among the first three hits."""
    hits = collection.search(row["question"], 3)
    return any(
        str(hit.source.origin).split(",")[0].endswith(source.rsplit("/", 1)[-1])
        for hit in hits
        for source in row["sources"]
    )


def print_rest(
    rows: Sequence[dict[str, Any]], answers: Sequence[dict[str, Any]], verdict: Any
) -> None:
    """What the scorer's table does not tell."""
    import numpy as np

    told = {answer["id"]: answer for answer in answers}
    rows = [row for row in rows if row["id"] in told]
    results = [verdict(row, told[row["id"]]) for row in rows]
    rng = np.random.default_rng(0)
    for word in ("right", "wrong", "refused"):
        flags = np.array([result == word for result in results], float)
        drawn = rng.choice(flags, (SAMPLES, len(flags))).mean(1)
        low, high = np.percentile(drawn, [2.5, 97.5])
        share = f"{100 * flags.mean():.1f}% ({100 * low:.1f}–{100 * high:.1f})"
        print(f"{word:8} {share}, n = {len(flags)}")
    given = [
        (told[row["id"]]["confidence"] or 0.0, result == "right")
        for row, result in zip(rows, results, strict=True)
        if not told[row["id"]]["abstained"]
    ]
    if given:
        given.sort()
        bins = [part for part in np.array_split(np.array(given, float), 5) if len(part)]
        error = sum(len(b) * abs(b[:, 0].mean() - b[:, 1].mean()) for b in bins) / len(given)
        print(f"calibration error of given answers {100 * error:.1f}, n = {len(given)}")
    kinds = [
        (row, result)
        for row, result in zip(rows, results, strict=True)
        if row["collection"].startswith(("docs", "howtos")) and told[row["id"]]["near"]
    ]
    if kinds:
        refused = sum(result == "refused" for _, result in kinds)
        print(f"source of docs and how-tos in three hits: {refused} refused of {len(kinds)}")
    seconds = [answer["seconds"] for answer in answers]
    print(f"seconds: median {statistics.median(seconds):.2f}, most {max(seconds):.2f}")
    quotes = sum(answer["citations"] for answer in answers)
    print(
        f"quotes that stand where they are said to: {sum(a['held'] for a in answers)} of {quotes}"
    )


def main() -> None:
    """Build, index, ask, score."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where folders, collections and answers are kept")
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--only", nargs="+", choices=NAMES, default=NAMES)
    parser.add_argument("--reader", default="fast", help=", ".join(READERS))
    parser.add_argument("--questions", type=Path, help="questions of a folder of one's own")
    parser.add_argument("--own", type=Path, help="that folder")
    parser.add_argument("--limit", type=int, help="questions of each folder, the first ones")
    parser.add_argument("--sample", type=int, help="questions of each folder, evenly spaced")
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--wrong", action="store_true", help="list what was not right")
    options = parser.parse_args()
    if not (options.shared / "ordinary" / "score.py").exists():
        sys.exit(f"there is no {options.shared}/ordinary; name the shared folder with --shared")
    readers = {"fast": fast_models, "small": Models}
    named = readers.get(options.reader)
    models = named() if named else open_models(options.reader)
    sets = [
        (options.shared / "ordinary" / f"questions-{name}.jsonl", options.folder / name)
        for name in options.only
    ]
    if options.questions:
        sets = [(options.questions, options.own)]
    options.folder.mkdir(parents=True, exist_ok=True)
    name = options.reader.replace(":", "-").replace("/", "-")
    out = options.folder / f"answers-{name}.jsonl"
    known = [json.loads(line) for line in out.open()] if options.resume and out.exists() else []
    done = {answer["id"] for answer in known}
    rows: list[dict[str, Any]] = []
    sets_asked: list[Path] = []
    with out.open("a" if options.resume else "w") as file:
        for questions, folder in sets:
            mine = [json.loads(line) for line in questions.open()][: options.limit]
            if options.sample:
                step = max(1.0, len(mine) / options.sample)
                mine = [mine[int(step * n)] for n in range(min(options.sample, len(mine)))]
            rows += mine
            asked = options.folder / f"asked-{questions.stem}.jsonl"
            asked.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in mine))
            sets_asked.append(asked)
            if not options.questions:
                build(folder.name, options.shared, folder)
            with Collection.open(
                options.folder / f"{folder.name}.collection", create=True
            ) as held_in:
                report = index_paths(held_in, [folder])
                for skipped in report.skipped:
                    print(f"skipped {skipped.where}: {skipped.reason}", file=sys.stderr)
                left = [row for row in mine if row["id"] not in done]
                for answer in ask_all(left, folder, held_in, models):
                    known.append(answer)
                    file.write(json.dumps(answer, ensure_ascii=False) + "\n")
                    file.flush()
    scorer = options.shared / "ordinary" / "score.py"
    command = [sys.executable, str(scorer), *map(str, sets_asked), "--answers", str(out)]
    subprocess.run(command + ["--wrong"] * options.wrong, check=True)
    print()
    print_rest(rows, known, runpy.run_path(str(scorer))["verdict"])


if __name__ == "__main__":
    main()
