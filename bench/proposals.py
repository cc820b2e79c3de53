"""What is proposed to questions with known answers: is the evidence found, the answer proposed?

    python -m bench.proposals STORE --set training/asking/questions-docs-a.jsonl FOLDER [--set …]

For every kind of question: how often the evidence stands in what the look found, and in the first
four texts; how often a right answer is among the proposals, among the eight or twelve that the
shipped chooser likes best, and first; then by way, how often it proposes, how often one of its
proposals is right and how often its first one; and the processor time of a question. ``STORE``
keeps the collections; ``--ways texts`` asks only one family of ways.
"""

import argparse
import collections
import re
import statistics
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from manyhop.asking import (
    PICTURE_WAYS,
    Asker,
    Chooser,
    Look,
    Proposal,
    Way,
    answer_from_procedures,
    answer_from_tables,
    answer_from_texts,
    gather_texts,
)
from manyhop.models import Models
from manyhop.sources import Procedure, Snippet
from training.asking.gathering import Verdict, fast_models, opened, question_of, scorer

WAYS: dict[str, tuple[Way, ...]] = {
    "texts": (answer_from_texts,),
    "procedures": (answer_from_procedures,),
    "tables": (answer_from_tables,),
    "pictures": PICTURE_WAYS,
}
FIRST_TEXTS = 4
_WORDS = re.compile(r"\w+")


def plain(text: str) -> str:
    """A text by its words alone."""
    return " ".join(_WORDS.findall(text.lower()))


def evidence_of(row: dict[str, Any]) -> list[str]:
    """The stretches of the sources that a question's answer was written from."""
    said = re.sub(r"\([^()]*\)\s*$", "", row.get("evidence") or "")
    return [part for each in re.split(r" … |\.\.\.", said) if (part := plain(each))]


def holds(parts: Sequence[str], texts: Sequence[str]) -> float:
    """The share of the evidence that stands in the texts."""
    if not parts:
        return 0.0
    said = [plain(text) for text in texts]
    return sum(any(part in each for each in said) for part in parts) / len(parts)


def measure(
    row: dict[str, Any], asker: Asker, models: Models, folder: Path, verdict: Verdict
) -> dict[str, Any]:
    """What was found and proposed for one question, and what is right of it."""
    began = time.process_time()
    seen, found = asker.propose(question_of(row, folder), planned=False)
    seconds = time.process_time() - began
    parts = evidence_of(row)
    texts = gather_texts(seen)
    ranked = Chooser.load().rank(row["question"], found, models.sentence_encoder)
    places = {id(choice.proposal): place for place, choice in enumerate(ranked)}
    return {
        "id": row["id"],
        "kind": row["kind"],
        "question": row["question"],
        "answers": row["answers"][:1],
        "evidence": row.get("evidence"),
        "unanswerable": row["unanswerable"],
        "seconds": seconds,
        "found": holds(parts, _found_texts(seen)),
        "first texts": holds(parts, [f"{t.context} {t.text}" for t in texts[:FIRST_TEXTS]]),
        "proposals": [
            {
                "way": proposal.way,
                "values": list(proposal.values_text[:20]),
                "right": is_right(row, proposal, verdict),
                "place": places.get(id(proposal)),
                "signs": dict(proposal.signs),
            }
            for proposal in found
        ],
    }


def is_right(row: dict[str, Any], proposal: Proposal, verdict: Verdict) -> bool:
    """Whether the shared scorer takes it, and yes or no is said where it is asked for."""
    if row["unanswerable"] or (proposal.way == "polar") != (row["kind"] in ("yes/no", "yes_no")):
        return False
    told = {"values": proposal.values_text, "sentence": proposal.sentence, "abstained": False}
    return verdict(row, told) == "right"


def _found_texts(seen: Look) -> list[str]:
    texts = [each.searchable for each in seen.sources("snippet") if isinstance(each, Snippet)]
    return texts + [
        each.searchable for each in seen.sources("procedure") if isinstance(each, Procedure)
    ]


def print_table(name: str, rows: Sequence[dict[str, Any]]) -> None:
    """A line a kind, then a line a way."""
    known = [row for row in rows if not row["unanswerable"]]
    print(
        f"\n{name:16}{'n':>5}{'found':>7}{'in 4':>6}{'any':>6}{'in 12':>7}{'in 8':>6}{'first':>7}"
    )
    kinds = collections.defaultdict(list)
    for row in known:
        kinds[row["kind"]].append(row)
    for kind, mine in [*sorted(kinds.items()), ("all", known)]:
        right = [[each["place"] for each in row["proposals"] if each["right"]] for row in mine]
        best = [min((p for p in places if p is not None), default=99) for places in right]
        print(
            f"{kind:16}{len(mine):5}{sum(row['found'] == 1 for row in mine):7}"
            f"{sum(row['first texts'] == 1 for row in mine):6}{sum(map(bool, right)):6}"
            f"{sum(b < 12 for b in best):7}{sum(b < 8 for b in best):6}{sum(b < 1 for b in best):7}"
        )
    print(f"\n{'way':20}{'asked':>6}{'each':>6}{'some right':>12}{'first right':>12}")
    ways = collections.defaultdict(list)
    for row in known:
        mine_by = collections.defaultdict(list)
        for each in row["proposals"]:
            mine_by[each["way"]].append(each["right"])
        for way, flags in mine_by.items():
            ways[way].append(flags)
    for way, flags in sorted(ways.items(), key=lambda pair: -len(pair[1])):
        print(
            f"{way:20}{len(flags):6}{sum(map(len, flags)) / len(flags):6.1f}"
            f"{sum(map(any, flags)):12}{sum(each[0] for each in flags):12}"
        )
    many = [len(row["proposals"]) for row in rows]
    seconds = [row["seconds"] for row in rows]
    print(
        f"proposals a question {statistics.mean(many):.1f}, most {max(many)}; processor seconds: "
        f"median {statistics.median(seconds):.2f}, mean {statistics.mean(seconds):.2f}, "
        f"most {max(seconds):.2f}"
    )


def chosen(path: Path, most: int) -> Iterator[dict[str, Any]]:
    """Questions of a file, evenly taken."""
    lines = path.read_text().splitlines()
    step = max(1.0, len(lines) / most)
    for number in range(min(most, len(lines))):
        yield msgspec.json.decode(lines[int(step * number)])


def main() -> None:
    """Ask, count, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("store", type=Path)
    parser.add_argument("--set", nargs=2, action="append", required=True, type=Path)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--most", type=int, default=10_000, help="questions of each set")
    parser.add_argument("--ways", nargs="+", choices=list(WAYS), default=list(WAYS))
    parser.add_argument("--out", type=Path, help="a line a question, with its proposals")
    options = parser.parse_args()
    verdict, models = scorer(options.shared), fast_models()
    ways = [way for name in options.ways for way in WAYS[name]]
    written = []
    for questions, folder in options.set:
        store = options.store / f"{'-'.join(folder.resolve().parts[-2:])}.collection"
        with opened(folder, store) as collection:
            asker = Asker(models, collection, ways=ways)
            rows = [
                measure(row, asker, models, folder, verdict)
                for row in chosen(questions, options.most)
            ]
        print_table(folder.name, rows)
        written += rows
    if options.out:
        options.out.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in written))


if __name__ == "__main__":
    main()
