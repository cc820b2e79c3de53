"""manyhop audit over runs: the papers' analyses, printed and on one page."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from manyhop.audit.analyses import (
    Analysis,
    Labels,
    Similar,
    TrainingData,
    analyse,
    part_of,
    read_labels,
    read_training,
    similar,
)
from manyhop.cli._analysis_view import show_analysis
from manyhop.cli._console import out, print_json
from manyhop.errors import ManyhopError
from manyhop.evaluation import Run, load_run
from manyhop.models import SentenceEncoder, StaticEncoder, TextEncoder
from manyhop.report import HTML, MARKDOWN, Page, write_page


class Encoder(StrEnum):
    """What distances between texts are measured with."""

    STATIC = "static"
    SENTENCE = "sentence"


def audit_runs(
    folders: Sequence[Path],
    *,
    to: Path | None = None,
    training: Sequence[str] = (),
    labels: Path | None = None,
    metric: str | None = None,
    similar_to: str | None = None,
    encoder: Encoder = Encoder.STATIC,
    seed: int = 0,
    as_json: bool = False,
) -> None:
    """Analyse runs, benchmark by benchmark, print the tables and write the page into ``to``.

    Example: ``audit_runs([Path("runs/bm25"), Path("runs/random")], to=Path("audit"))``
    """
    by_benchmark: dict[str, list[Run]] = {}
    for run in map(load_run, folders):
        by_benchmark.setdefault(run.configuration.benchmark, []).append(run)
    known = _training(training, list(by_benchmark))
    opened: TextEncoder = (
        SentenceEncoder.load() if encoder is Encoder.SENTENCE else StaticEncoder.load()
    )
    if similar_to is not None:
        _show_similar(_most_similar(similar_to, by_benchmark, known, opened), as_json)
        return
    given = read_labels(labels) if labels else None
    analyses = [
        analyse(
            runs,
            training=known.get(name),
            labels=_of_these(given, runs),
            metric=metric,
            encoder=opened,
            seed=seed,
        )
        for name, runs in by_benchmark.items()
    ]
    written = write_page(_page(analyses), to) if to else []
    if as_json:
        print_json(analyses)
        return
    for analysis in analyses:
        show_analysis(analysis)
    if written and to:
        count = len(written) - 2
        out.print(f"Wrote {to / HTML}, {MARKDOWN} and {count} CSV files.", soft_wrap=True)


def _page(analyses: Sequence[Analysis]) -> Page:
    names = ", ".join(analysis.benchmark for analysis in analyses)
    return Page(title=f"Analyses over runs: {names}", parts=tuple(map(part_of, analyses)))


def _training(given: Sequence[str], benchmarks: Sequence[str]) -> dict[str, TrainingData]:
    found = {}
    for each in given:
        name, equals, file = each.partition("=")
        if not (equals and name in benchmarks):
            if len(benchmarks) > 1:
                raise ManyhopError(
                    f"--training {each}: the runs are on {', '.join(benchmarks)}; "
                    f"say whose it is, as {benchmarks[0]}={each}"
                )
            name, file = benchmarks[0], each
        found[name] = read_training(Path(file), name)
    return found


def _of_these(labels: Labels | None, runs: Sequence[Run]) -> Labels | None:
    """The labels, if any of them is of these questions or can be learnt from."""
    ids = {sample.id for run in runs for sample in run.samples}
    return labels if labels and (labels.by_text or ids & set(labels.by_id)) else None


def _most_similar(
    question: str,
    runs: dict[str, list[Run]],
    training: dict[str, TrainingData],
    encoder: TextEncoder,
) -> list[Similar]:
    texts: dict[str, str] = {}
    for run in (run for some in runs.values() for run in some):
        for sample in run.samples:
            texts.setdefault(sample.question, sample.id)
    for name, known in training.items():
        for part in known.parts:
            for text in part.questions:
                texts.setdefault(text, f"training of {name}")
    found = similar(question, list(texts), encoder)
    return [Similar(each.text, each.similarity, texts[each.text]) for each in found]


def _show_similar(found: Sequence[Similar], as_json: bool) -> None:
    if as_json:
        print_json(found)
        return
    for each in found:
        out.print(f"{each.similarity:.3f}  {each.text}  ({each.id})", soft_wrap=True)
