"""How well questions and values are said as sentences, against WebQA's own.

    python -m bench.models --only saying
    python -m bench.models_saying --show 60     # sentences to judge by eye

A sentence must hold the value, pass the check, and read well. How it reads is judged offline by the
unadapted SmolLM2: the mean log chance of its tokens after the question, against that of the
sentence a person wrote, as min(1, exp(ours - theirs)); 100 is as fluent as the person. Beside it
stands chrF, the overlap of letters with the person's sentence. The baseline is the plain frame.
"""

import argparse
import math
import re
import string
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from sacrebleu import sentence_chrf

from bench.model_rows import Row, scored_row
from bench.saying_judge import Judge
from bench.saying_pairs import DEV, Pair, read_pairs
from manyhop.english import faults, statement, tidy, tidy_value
from manyhop.errors import ManyhopError
from manyhop.models.embedded._language_model import LanguageModel
from manyhop.models.embedded._verbaliser import Verbaliser, Writer, framed, written

CAPABILITY = "saying"
Maker = Callable[[Pair], str]


def rows(data: Path, limit: int | None) -> Iterator[Row]:
    """Every maker's figures on the development pairs."""
    pairs = read_pairs(data)[:DEV][:limit]
    writer, judge = _models()
    plain = [framed(pair.question, [tidy_value(pair.value)]) for pair in pairs]
    people = [pair.reference for pair in pairs]
    frames = fluencies(judge, pairs, plain) if judge else []
    for name, maker in makers(writer).items():
        said = [maker(pair) for pair in pairs]
        yield scored_row(
            CAPABILITY,
            f"{name}: holds the value",
            _scores(holds, pairs, said),
            baseline=_scores(holds, pairs, people),
            trial=86,
            aim=99,
            note="baseline: what people wrote",
        )
        yield scored_row(CAPABILITY, f"{name}: passes the check", _scores(passes, pairs, said))
        if judge:
            fluent = fluencies(judge, pairs, said)
            yield scored_row(
                CAPABILITY, f"{name}: fluency", fluent, baseline=frames, note="baseline: frame"
            )
        yield scored_row(
            CAPABILITY,
            f"{name}: chrF to a person's",
            _scores(overlap, pairs, said),
            baseline=_scores(overlap, pairs, plain),
            note="baseline: frame",
        )


def makers(writer: Writer | None) -> dict[str, Maker]:
    """The ways to make a sentence that are compared."""
    found: dict[str, Maker] = {
        "rules alone": lambda pair: statement(pair.question, tidy_value(pair.value)) or "",
        "rules and frame": lambda pair: Verbaliser().say(pair.question, [pair.value]),
    }
    if writer is not None:
        found |= {
            "model alone": lambda pair: written(writer, pair.question, [tidy_value(pair.value)]),
            "model, then rules": lambda pair: _model_first(writer, pair),
            "rules, weighed by the model": lambda pair: Verbaliser(writer).say(
                pair.question, [pair.value]
            ),
        }
    return found


def _model_first(writer: Writer, pair: Pair) -> str:
    value = tidy_value(pair.value)
    said = written(writer, pair.question, [value])
    passed = not faults(said, pair.question, [value])
    return said if passed else Verbaliser().say(pair.question, [value])


def holds(pair: Pair, said: str) -> float:
    """Whether a sentence holds the value, as the first trial counted it."""
    return float(f" {_plain(pair.value)} " in f" {_plain(said)} ")


def passes(pair: Pair, said: str) -> float:
    """Whether nothing is wrong with a sentence."""
    return float(bool(said) and not faults(said, pair.question, [pair.value]))


def overlap(pair: Pair, said: str) -> float:
    """chrF with the sentence of a person, 0..1."""
    return float(sentence_chrf(said, [pair.reference]).score) / 100


def fluencies(judge: Judge, pairs: Sequence[Pair], said: Sequence[str]) -> list[float]:
    """How likely each sentence is against a person's: 1 is as likely or more."""
    prompts = [f"Question: {tidy(pair.question)}\nAnswer:" for pair in pairs]
    ours = judge.log_chances(prompts, said)
    theirs = judge.log_chances(prompts, [pair.reference for pair in pairs])
    return [
        min(1.0, math.exp(mine - other)) if text else 0.0
        for mine, other, text in zip(ours, theirs, said, strict=True)
    ]


def _scores(
    measure: Callable[[Pair, str], float], pairs: Sequence[Pair], said: Sequence[str]
) -> list[float]:
    return [measure(*each) for each in zip(pairs, said, strict=True)]


def _plain(text: str) -> str:
    text = "".join(letter for letter in text.lower() if letter not in string.punctuation)
    return " ".join(word for word in text.split() if word not in {"a", "an", "the"})


def _models() -> tuple[Writer | None, Judge | None]:
    """The adapted language model and the plain one, where they are installed."""
    if not LanguageModel.available():
        return None, None
    judge = Judge(LanguageModel.load(adapter=None))
    try:
        return LanguageModel.load(), judge
    except ManyhopError:  # before the adapter was trained
        return None, judge


def main() -> None:
    """Print sentences of the development pairs, to be judged by eye."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--show", type=int, default=60)
    parser.add_argument("--maker", default="rules and frame")
    given = parser.parse_args()
    maker = makers(_models()[0])[given.maker]
    for number, pair in enumerate(read_pairs(given.data)[: given.show], 1):
        value = re.sub(r"\s+", " ", pair.value)
        print(f"{number:3} [{value}] {maker(pair)}")


if __name__ == "__main__":
    main()
