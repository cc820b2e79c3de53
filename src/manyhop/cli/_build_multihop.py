"""manyhop build multihop: questions over tables, texts and pictures, with proven answers."""

import shlex
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.progress import MofNCompleteColumn
from rich.progress import Progress as Bar
from rich.table import Table as Grid

from manyhop.answering import Engine, open_planner
from manyhop.cli._console import (
    CollectionOption,
    JsonOption,
    err,
    is_interactive,
    open_collection,
    out,
    print_json,
    progress_bar,
)
from manyhop.cli._options import BaseUrlOption
from manyhop.collection import DEFAULT_FOLDER
from manyhop.errors import ManyhopError
from manyhop.generation import Benchmark, BuildSettings, Rewording, make_benchmark
from manyhop.generation.splits import SPLITS
from manyhop.generation.wording import read_review, review_rows, reviewed
from manyhop.generation.writing import (
    About,
    add_to_list,
    write_hugging_face,
    write_mmqa,
    write_webqa,
)
from manyhop.models import Endpoint, open_models


class Format(StrEnum):
    """The layouts that a benchmark can be written in."""

    MMQA = "mmqa"
    WEBQA = "webqa"
    HUGGING_FACE = "huggingface"


def multihop(
    folder: Annotated[Path, typer.Option("--out", "-o", help="The benchmark's folder.")],
    collection: CollectionOption = DEFAULT_FOLDER,
    count: Annotated[int, typer.Option(min=1, help="Questions wanted.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="What chance comes from.")] = 0,
    share: Annotated[
        list[str] | None,
        typer.Option(metavar="TYPE=NUMBER", help='"paper", or a type\'s share; repeatable.'),
    ] = None,
    questions: Annotated[
        list[Path] | None,
        typer.Option(exists=True, help="What people asked of texts (SQuAD, HotpotQA, NQ, MMQA)."),
    ] = None,
    picture_questions: Annotated[
        list[Path] | None,
        typer.Option(exists=True, help="What people asked about pictures (JSON Lines, MMQA)."),
    ] = None,
    texts: Annotated[int, typer.Option(min=1, help="Paragraphs each question has.")] = 10,
    images: Annotated[int, typer.Option(min=0, help="Pictures it has at most.")] = 15,
    split: Annotated[
        tuple[float, float, float],
        typer.Option(metavar="TRAIN DEV TEST", help="The splits' shares; apart by document."),
    ] = (0.8, 0.1, 0.1),
    adversarial: Annotated[
        bool,
        typer.Option(
            "--adversarial",
            help="Divide as WebQA: training's answers do not help in the test.",
        ),
    ] = False,
    formats: Annotated[
        list[Format] | None,
        typer.Option("--format", help="Its layout; repeatable.", show_default="mmqa"),
    ] = None,
    paraphrase: Annotated[
        str, typer.Option(metavar="MODEL", help="Reword with openai:MODEL or hf:FOLDER.")
    ] = "",
    base_url: BaseUrlOption = None,
    review: Annotated[
        bool, typer.Option("--review", help="Also write review.jsonl, for people.")
    ] = False,
    reviewed: Annotated[
        Path | None,
        typer.Option(exists=True, dir_okay=False, help="A review.jsonl that people went through."),
    ] = None,
    name: Annotated[str, typer.Option(help="The benchmark's name.", show_default="OUT")] = "",
    licence: Annotated[str, typer.Option("--license", help="For the card.")] = "",
    attribution: Annotated[
        list[str] | None, typer.Option(help="Whose sources these are; repeatable.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace what is there.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Build a benchmark of multi-hop questions from a collection, every answer proven.

    Several formats go into folders of their own inside the benchmark's folder.

    Examples:

        manyhop build multihop --out bridges-qa --count 500

        manyhop build multihop -o qa --share paper --share TextQ=0 --format mmqa --format webqa

        manyhop build multihop -o qa --questions squad.json --paraphrase openai:gpt-5-mini
    """
    from manyhop.generation import BuildSettings, shares_from
    from manyhop.generation.writing import About, check_free

    wanted = list(dict.fromkeys(formats or [Format.MMQA]))
    targets = {str(each): folder if len(wanted) == 1 else folder / each for each in wanted}
    for target in targets.values():
        check_free(target, force=force)
    made = built_benchmark(
        collection,
        BuildSettings(count=count, seed=seed, shares=shares_from(share or ())),
        contexts=(texts, images),
        split=split,
        adversarial=adversarial,
        asked=(questions or (), picture_questions or ()),
        paraphrase=(paraphrase, base_url),
        reviewed_in=reviewed,
    )
    about = About(
        name=name or folder.resolve().name,
        command=shlex.join(("manyhop", *sys.argv[1:])),
        seed=seed,
        licence=licence,
        attributions=tuple(attribution or ()),
        texts=texts,
        images=images,
        apart=not adversarial,
    )
    write_built(made, targets, about, force=force, review=folder if review else None)
    if as_json:
        print_json(facts_of(made, targets))
    else:
        show_built(made, targets)


# What manyhop build does: make a benchmark with a progress bar, write it, and say what it is.

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
    with progress_bar(MofNCompleteColumn()) as bar:
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
        with (
            err.status(f"writing {format}")
            if is_interactive()
            else progress_bar(MofNCompleteColumn())
        ):
            _WRITERS[format](target, made.questions, made.sources, about, force=force)
    if review:
        waiting = review / f".{REVIEW}"
        rows = review_rows(made.questions, made.paraphrases)
        waiting.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
        waiting.replace(review / REVIEW)
        add_to_list(review, REVIEW)


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


def _shown_in(bar: Bar) -> Callable[[str, int, int], None]:
    tasks: dict[str, Any] = {}

    def progress(stage: str, done: int, total: int) -> None:
        if stage not in tasks:
            tasks[stage] = bar.add_task(stage, total=total)
        bar.update(tasks[stage], completed=done, total=total)

    return progress
