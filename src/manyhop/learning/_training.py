"""Fit a system on a split and use it at once: the way in, with torch and without."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from manyhop.answering import Answer, Answerer, Question
from manyhop.benchmarks import Benchmark, Example
from manyhop.errors import ManyhopError
from manyhop.evaluation import data_files, versions
from manyhop.learning._card import PLAN, Card, Plan, begin, read_card, write_card
from manyhop.learning._options import SYSTEMS, Options, System

if TYPE_CHECKING:
    from manyhop.learning._fitting import Course, Pace
    from manyhop.learning._learner import Learner

OnProgress = Callable[[int, int, dict[str, float]], None]


def train(
    system: System,
    benchmark: Benchmark,
    dev: Benchmark,
    folder: Path,
    options: Options | None = None,
    *,
    files: Iterable[Path] = (),
    dev_files: Iterable[Path] = (),
    resume: bool = False,
    limit: int | None = None,
    on_progress: OnProgress = lambda *_: None,
) -> Card:
    """Fit a system on one benchmark's examples, stopping by another's, and write it to a folder.

    ``files`` and ``dev_files`` are what the benchmarks were read from, for the card. A run that
    was killed goes on with ``resume`` and ends with the same figures.
    Example: ``train("heads", AOKVQA(train), AOKVQA(val), Path("heads"), files=[train])``
    """
    options = options or Options()
    plan = Plan(
        system=system,
        benchmark=benchmark.name,
        options=options,
        files=data_files(files),
        dev_files=data_files(dev_files),
        versions={**versions(), "torch": _torch()},
    )
    begin(folder, plan, resume=resume)
    if resume and is_trained(folder):
        return read_card(folder)
    examples = _with_gold(benchmark, limit)
    judged = _with_gold(dev, limit)
    if not examples or not judged:
        which = "dev" if examples else "what is learnt from"
        raise ManyhopError(f"no question of {which} has an answer; name a split that has them")

    from manyhop.learning._fitting import CHECKPOINT, fit, write_weights

    learner = _begun(system, options, examples)
    lessons = learner.lessons(examples)

    def advance(done: int, total: int, course: "Course") -> None:
        on_progress(done, total, course.epochs[-1].figures)

    course = fit(
        learner,
        lessons,
        lambda: learner.figures(dev, judged),
        _pace(learner, options),
        folder,
        advance,
    )
    write_weights(folder, learner.network)
    card = Card(
        plan=plan,
        name=f"{system}({folder.name})",
        state=learner.state,
        lessons=len(lessons),
        trained_on=len(examples),
        judged_on=len(judged),
        parameters=sum(one.numel() for one in learner.network.parameters() if one.requires_grad),
        epochs=tuple(course.epochs),
        best=course.best,
        figures=course.epochs[course.best].figures,
    )
    write_card(folder, card)
    (folder / CHECKPOINT).unlink(missing_ok=True)
    return card


def is_trained(folder: Path) -> bool:
    """Whether a folder is one of ``train``'s that is finished."""
    return (folder / PLAN).is_file() and (folder / "card.json").is_file()


class Trained:
    """A fitted system as an answerer; its name says what it was fitted from."""

    def __init__(self, card: Card, learner: "Learner") -> None:
        digest = "".join(file.sha256[:4] for file in card.plan.files)
        plan = card.plan
        self.name = f"{plan.system}({digest or plan.benchmark}, seed={plan.options.seed})"
        self._learner = learner

    def answer(self, question: Question) -> Answer:
        """Answer one question."""
        import torch

        with torch.inference_mode():
            return self._learner.answers([question])[0]


def open_trained(folder: Path) -> Answerer:
    """What ``train`` wrote, as an answerer. Example: ``open_trained(Path("heads")).name``"""
    card = read_card(folder)
    _torch()
    from manyhop.learning._fitting import load_weights

    learner = _kind(card.plan.system).reopen(card.plan.options, card.state)
    load_weights(folder, learner.network)
    return Trained(card, learner)


def _with_gold(benchmark: Benchmark, limit: int | None) -> list[Example]:
    return [example for example in benchmark.examples() if example.gold is not None][:limit]


def _begun(system: str, options: Options, examples: Sequence[Example]) -> "Learner":
    import torch

    kind = _kind(system)
    torch.manual_seed(options.seed)
    learner = kind.begin(options, examples)
    if torch.cuda.is_available():
        learner.network.cuda()
    return learner


def _pace(learner: "Learner", options: Options) -> "Pace":
    from manyhop.learning._fitting import Pace

    usual = learner.defaults
    return Pace(
        epochs=usual.epochs if options.epochs is None else options.epochs,
        batch=options.batch or usual.batch,
        rate=options.rate or usual.rate,
        patience=options.patience or usual.patience,
        seed=options.seed,
        keep_every=options.keep_every,
    )


def _torch() -> str:
    try:
        import torch
    except ModuleNotFoundError as error:
        raise ManyhopError("fitting a system needs torch: pip install 'manyhop[train]'") from error
    return str(torch.__version__)


def _kind(system: str) -> "type[Learner]":
    """The class of a system; the heavy libraries are imported here and not before."""
    match system:
        case "heads":
            from manyhop.learning._heads import Heads

            return Heads
        case "zero-shot" | "contrastive":
            from manyhop.learning._matching import Contrastive, ZeroShot

            return ZeroShot if system == "zero-shot" else Contrastive
    raise ManyhopError(f"there is no system {system!r}; choose from {', '.join(SYSTEMS)}")
