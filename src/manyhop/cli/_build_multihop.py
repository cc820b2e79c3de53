"""manyhop build multihop: questions over tables, texts and pictures, with proven answers."""

import shlex
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from manyhop.cli._answerer import BaseUrlOption
from manyhop.cli._console import CollectionOption, JsonOption, print_json
from manyhop.collection import DEFAULT_FOLDER


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
    from manyhop.cli._building import built_benchmark, facts_of, show_built, write_built
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
