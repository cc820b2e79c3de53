"""Questions without an answer, made by taking the gold sources away; and whether to believe."""

from collections.abc import Iterator

from bench.answering_mmqa import slice_of
from bench.answering_runs import Measuring, mean, shown, table
from bench.answering_webqa import val50
from manyhop.evaluation import abstention, calibration


def unanswerable(measuring: Measuring) -> Iterator[str]:
    planner = measuring.planners[0]
    sets = {"mmqa": slice_of(measuring.data), "webqa": val50(measuring.data)}
    silence, belief = [], []
    for name, (benchmark, files) in sets.items():
        answerable, without = (
            measuring.samples(
                benchmark,
                f"manyhop:{planner}",
                f"silence/{name}-{setting}",
                files=files,
                setting=setting,
                abstain=True,
            )
            for setting in ("restricted", "without-gold")
        )
        found = abstention(answerable, without)
        kept = [sample for sample in answerable if not sample.answer.abstained]
        metric = "mmqa.f1" if name == "mmqa" else "webqa.approximate_accuracy"
        shares = (found.precision, found.recall, found.separation)
        silence.append(
            [name, f"{found.answerable} + {found.unanswerable}"]
            + ["–" if each is None else f"{100 * each:.1f}" for each in shares]
            + [shown(mean(answerable, metric)), shown(mean(kept, metric))]
        )
        guesses = measuring.samples(
            benchmark,
            f"manyhop:{planner}",
            f"{name}/manyhop-{planner}" if name == "mmqa" else f"{name}/{planner}",
            files=files,
        )
        if said := calibration(guesses):
            belief += [
                [name, f"{one.low:.1f}–{one.high:.1f}", str(one.n)]
                + [f"{100 * each:.1f}" for each in (one.confidence, one.score)]
                for one in said.bins
            ]
            belief.append(
                [name, f"*error, {said.metric}*", str(said.n), "", f"{100 * said.error:.1f}"]
            )
    heads = ["set", "n, with + without gold", "precision", "recall", "separation"]
    heads += ["score, abstentions as 0", "score where answered"]
    yield table(f"Abstention ({planner})", heads, silence)
    yield table(f"Confidence ({planner})", ["set", "sure", "n", "confidence", "score"], belief)
