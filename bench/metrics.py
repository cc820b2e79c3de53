"""How fast answers are scored on one core: python -m bench.metrics

100,000 MultiModalQA answer pairs and 100,000 WebQA answers, made up of common words with some
numbers, lists and punctuation among them. WebQA is scored without a lemmatiser.
"""

import random
import time
from collections.abc import Callable

from manyhop.metrics import mmqa, webqa

PAIRS = 100_000
VOCABULARY = (
    "the a red blue tower bridge river yes no seven 12 1,000 first round square painting museum "
    "of in on and is taller than church San Marco window statue birds two hundred olympic games"
)
WORDS = VOCABULARY.split()


def sentence(chance: random.Random, longest: int) -> str:
    words = chance.choices(WORDS, k=chance.randint(1, longest))
    return " ".join(words).capitalize() + chance.choice(["", ".", "!", " ."])


def spans(chance: random.Random) -> list[str]:
    """One answer mostly, sometimes a list, as in the data set."""
    count = 1 if chance.random() < 0.85 else chance.randint(2, 8)
    return [sentence(chance, 4) for _ in range(count)]


def per_second(score: Callable[[], object]) -> float:
    start = time.process_time()
    score()
    return PAIRS / (time.process_time() - start)


def main() -> None:
    chance = random.Random(0)
    golds = [spans(chance) for _ in range(PAIRS)]
    answers = [gold if chance.random() < 0.4 else spans(chance) for gold in golds]
    categories = chance.choices(webqa.CATEGORIES, k=PAIRS)
    candidates = [sentence(chance, 20) for _ in range(PAIRS)]
    keywords = [sentence(chance, 3) for _ in range(PAIRS)]

    def score_mmqa() -> None:
        for answer, gold in zip(answers, golds, strict=True):
            mmqa.exact_match(answer, gold)
            mmqa.f1(answer, gold)

    def score_webqa() -> None:
        for category, candidate, keyword in zip(categories, candidates, keywords, strict=True):
            webqa.accuracy(category, candidate, keyword)

    print(f"{'metric':<28}{'questions per second per core':>30}")
    print(f"{'mmqa exact match and F1':<28}{per_second(score_mmqa):>30,.0f}")
    print(f"{'webqa accuracy':<28}{per_second(score_webqa):>30,.0f}")


if __name__ == "__main__":
    main()
