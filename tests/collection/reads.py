"""Run by the test of readers beside a writer: searches so many times, and says what went wrong."""

import json
import random
import sys
import time
from collections import Counter
from typing import get_args

from manyhop.collection import Collection, Mode

RIVERS = "Aire Avon Clyde Dee Don Exe Forth Humber Mersey Ouse Severn Tay Tees Thames Tyne Wye"
FOR_A_COMMIT = 8  # searches before the next one is waited for
KEPT = 7  # of so many sources all but one are kept; that one is removed soon after
SOON = 5


def text(number: int) -> str:
    """The words of a source: one that only it has, and some that others have too."""
    rivers = random.Random(number).sample(RIVERS.split(), 6)
    return f"word{number} tells of {' '.join(rivers)}"


def is_removed(number: int, latest: int) -> bool:
    return number % KEPT == SOON and number + SOON <= latest


def latest_in(collection: Collection) -> int:
    return int(collection.get("latest").passage.split()[-1])


def wait_for_a_commit(collection: Collection) -> None:
    seen = latest_in(collection)
    while latest_in(collection) == seen:
        time.sleep(0.005)


def search(collection: Collection, rng: random.Random) -> str | None:
    """One search for a source that is there; what is wrong with its hits."""
    latest = latest_in(collection)
    wanted = rng.randrange(latest + 1)
    while wanted % KEPT == SOON:
        wanted = rng.randrange(latest + 1)
    mode: Mode = rng.choice(get_args(Mode))
    hits = collection.search(text(wanted), 3, mode=mode)
    if hits[0].source.id != str(wanted):
        return f"{mode} search for {wanted} found {[hit.source.id for hit in hits]}"
    for hit in hits:
        number = hit.source.id
        if number != "latest" and hit.source.passage != text(int(number)):
            return f"{number} says {hit.source.passage!r}"
        if number != "latest" and is_removed(int(number), latest):
            return f"{number} was removed before {latest}"
    return None


def main(folder: str, searches: int, seed: int) -> None:
    rng = random.Random(seed)
    wrong: list[str] = []
    errors: Counter[str] = Counter()
    with Collection.open(folder) as collection:
        for number in range(searches):
            try:
                if number % FOR_A_COMMIT == 0:
                    wait_for_a_commit(collection)
                fault = search(collection, rng)
                wrong += [fault] if fault else []
            except Exception as error:
                errors[repr(error)] += 1
    print(json.dumps({"searches": searches, "wrong": wrong, "errors": errors}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
