"""What manyhop build does: make a benchmark with a progress bar, write it, and say what it is."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.table import Table as Grid

from manyhop.answering import Engine, open_planner
from manyhop.cli._console import err, is_interactive, open_collection, out
from manyhop.cli._screen import words_column
from manyhop.errors import ManyhopError
from manyhop.generation import Benchmark, BuildSettings, Rewording, make_benchmark
from manyhop.generation.splits import SPLITS
from manyhop.generation.wording import read_review, review_rows, reviewed
from manyhop.generation.writing import About, write_hugging_face, write_mmqa, write_webqa
from manyhop.models import Endpoint, open_models

REVIEW = "review.jsonl"
_WRITERS: dict[str, Callable[..., Any]] = {
    "mmqa": write_mmqa,
    "webqa": write_webqa,
    "huggingface": write_hugging_face,
}


def built_benchmark(
    folder: Path,
    settings: BuildSettings,
    *,
    contexts: tuple[int, int],
    split: tuple[float, float, float],
    adversarial: bool,
    asked: tuple[Sequence[Path], Sequence[Path]],
    paraphrase: tuple[str, str | None],
    reviewed_in: Path | None,
) -> Benchmark:
    """The benchmark of a collection; ``contexts`` are paragraphs and pictures per question."""
    decided = read_review(reviewed_in) if reviewed_in else {}
    with open_collection(folder) as opened:
        sources = list(opened)
    if not sources:
        raise ManyhopError(f"{folder} is empty; fill it with: manyhop index FILES")
    model, base_url = paraphrase
    with _bar() as bar:
        made = make_benchmark(
            sources,
            settings,
            texts=contexts[0],
            images=contexts[1],
            splits=dict(zip(SPLITS, split, strict=True)),
            adversarial=adversarial,
            question_sets=asked[0],
            picture_questions=asked[1],
            rewording=_rewording(model, base_url) if model else None,
            progress=_shown_in(bar),
        )
    kept = list(reviewed(made.questions, decided))
    return msgspec.structs.replace(made, questions=kept)


def write_built(
    made: Benchmark,
    targets: Mapping[str, Path],
    about: About,
    *,
    force: bool,
    review: Path | None = None,
) -> None:
    """Write a benchmark in each of its formats, and a queue for people where it is wanted."""
    for format, target in targets.items():
        with err.status(f"writing {format}") if is_interactive() else _bar():
            _WRITERS[format](target, made.questions, made.sources, about, force=force)
    if review:
        waiting = review / f".{REVIEW}"
        rows = review_rows(made.questions, made.paraphrases)
        waiting.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
        waiting.replace(review / REVIEW)


def facts_of(made: Benchmark, targets: Mapping[str, Path]) -> dict[str, Any]:
    """What was built, for programs."""
    return {
        "questions": len(made.questions),
        "topics": made.topics,
        "types": dict(Counter(built.type for built in made.questions).most_common()),
        "splits": dict(Counter(built.split for built in made.questions)),
        "dropped": dict(made.dropped.most_common()),
        "reworded": sum(bool(built.paraphrase_of) for built in made.questions),
        "folders": {format: str(path) for format, path in targets.items()},
    }


def show_built(made: Benchmark, targets: Mapping[str, Path]) -> None:
    """What was built, for people: each type with an example."""
    facts = facts_of(made, targets)
    grid = Grid("type", "questions", "for example", box=None, padding=(0, 2, 0, 0))
    first = {built.type: built for built in reversed(made.questions)}
    for kind, number in facts["types"].items():
        example = f"{first[kind].question} → {', '.join(first[kind].answers)}"
        grid.add_row(kind, f"{number:,}", example)
    out.print(grid)
    splits = ", ".join(f"{number:,} {name}" for name, number in facts["splits"].items())
    out.print(f"{facts['questions']:,} questions over {made.topics:,} topics: {splits}.")
    if made.dropped:
        reasons = ", ".join(f"{number:,} {why}" for why, number in facts["dropped"].items())
        out.print(f"Dropped on the way: {reasons}.")
    if made.paraphrases:
        out.print(f"{facts['reworded']:,} are in the model's words.")
    for path in targets.values():
        out.print(f"Written to {path}; check it with: manyhop validate {path}")


def _rewording(model: str, base_url: str | None) -> Rewording:
    models = open_models(model, endpoint=partial(Endpoint, base_url=base_url))
    engine = Engine(open_planner("explicit", models), models, abstain=False)
    return Rewording(models.generator, engine)


def _bar() -> Bar:
    columns = (
        words_column("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    return Bar(*columns, console=err, transient=True, disable=not is_interactive())


def _shown_in(bar: Bar) -> Callable[[str, int, int], None]:
    tasks: dict[str, Any] = {}

    def progress(stage: str, done: int, total: int) -> None:
        if stage not in tasks:
            tasks[stage] = bar.add_task(stage, total=total)
        bar.update(tasks[stage], completed=done, total=total)

    return progress
