"""manyhop eval-retrieval: what search finds of the sources that questions need."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from rich.progress import track
from rich.table import Table

from manyhop.benchmarks import open_benchmark
from manyhop.cli._console import JsonOption, err, is_interactive, out, print_json
from manyhop.cli._runs import interval
from manyhop.collection import Collection, Mode, index_paths
from manyhop.errors import ManyhopError
from manyhop.evaluation import (
    Judged,
    Retrieval,
    judged,
    judged_questions,
    read_judgements,
    read_questions,
    read_run,
    retrieve,
    score_retrieval,
    sources_of,
    write_judgements,
    write_run,
)

_DEEPEST = 100  # sources retrieved, unless a rank beyond is asked for


def eval_retrieval(
    form: Annotated[str, typer.Argument(help="beir, trec, or a benchmark such as webqa.")],
    path: Annotated[
        Path,
        typer.Argument(help="BEIR's folder, TREC's judgements, or the benchmark's file or folder."),
    ],
    collection: Annotated[
        Path | None,
        typer.Option(
            "--collection",
            "-c",
            exists=True,
            file_okay=False,
            help="What is searched.",
            show_default="the corpus, or all candidates",
        ),
    ] = None,
    questions: Annotated[
        Path | None, typer.Option(exists=True, help="TREC: the questions, 'id<TAB>text'.")
    ] = None,
    run: Annotated[
        Path | None,
        typer.Option(exists=True, help="Score this run in TREC's form; search nothing."),
    ] = None,
    split: Annotated[str, typer.Option(help="BEIR: which judgements.")] = "test",
    mode: Annotated[Mode, typer.Option(help="How to search.")] = "hybrid",
    known: Annotated[
        bool, typer.Option("--modality-known", help="Search the kinds of the right sources only.")
    ] = False,
    rank: Annotated[list[int] | None, typer.Option("-k", min=1, help="A rank; repeatable.")] = None,
    folder: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write run.trec and qrels.trec here.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="What chance comes from.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Search for the sources that questions need, and score what is found.

    Recall and nDCG at each rank, and the reciprocal rank, as trec_eval computes them.

    Examples:

        manyhop eval-retrieval webqa val.json --mode words -k 2 -k 20

        manyhop eval-retrieval webqa val.json --modality-known

        manyhop eval-retrieval beir scifact --out runs/scifact

        manyhop eval-retrieval trec qrels.txt --questions topics.tsv --collection notes

        manyhop eval-retrieval trec qrels.txt --run theirs.trec
    """
    ranks = tuple(rank or (1, 5, 10, 20))
    asked = _asked(form, path, questions, split, with_texts=run is None)
    if run:
        found = read_run(run)
    else:
        with _searched(form, path, collection) as searched:
            deepest = max(_DEEPEST, *ranks)
            shown = track(asked, "searching", console=err, disable=not is_interactive())
            found = retrieve(searched, shown, deepest, mode=mode, known=known)
    scored = score_retrieval(asked, found, ranks, seed)
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        write_run(folder / "run.trec", found)
        write_judgements(folder / "qrels.trec", asked)
    if as_json:
        print_json(scored.metrics)
    else:
        _show(scored, "" if run else f"{mode}, modality {'known' if known else 'unknown'}: ")


def _asked(
    form: str, path: Path, questions: Path | None, split: str, *, with_texts: bool
) -> list[Judged]:
    if form == "beir":
        grades = read_judgements(_there(path / "qrels" / f"{split}.tsv"))
        return judged(read_questions(_there(path / "queries.jsonl")), grades)
    if form == "trec":
        grades = read_judgements(_there(path))
        if not with_texts:
            return [Judged(id, "", found) for id, found in grades.items()]
        if not questions:
            raise ManyhopError("TREC's judgements hold no texts; name --questions, or a --run")
        return judged(read_questions(questions), grades)
    return judged_questions(open_benchmark(form, path))


@contextmanager
def _searched(form: str, path: Path, collection: Path | None) -> Iterator[Collection]:
    """The named collection, or one of the corpus or of all candidates that is thrown away."""
    if collection:
        with Collection.open(collection) as opened:
            yield opened
        return
    if form == "trec":
        raise ManyhopError("name the --collection to search, or a --run to score")
    with TemporaryDirectory(prefix="manyhop-") as folder:
        place = Path(folder) / "collection"
        if form == "beir":
            opened = Collection.open(place, create=True)
            index_paths(opened, [_there(path / "corpus.jsonl")], ocr=False)
        else:
            opened = sources_of(open_benchmark(form, path), place)
        with opened:
            yield opened


def _there(path: Path) -> Path:
    for each in (path, path.with_name(path.name + ".gz")):
        if each.is_file():
            return each
    raise ManyhopError(f"{path} is no file; check the path")


def _show(scored: Retrieval, how: str) -> None:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("metric")
    for name in ("score", "95% interval", "n"):
        table.add_column(name, justify="right", no_wrap=True)
    for name, one in scored.metrics.items():
        table.add_row(name, f"{one.value:.4f}", interval(one.low, one.high), f"{one.n:,}")
    out.print(f"{how}{len(scored.found):,} questions")
    out.print(table)
