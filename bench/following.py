"""How many follow-up questions are understood: ``python -m bench.following [--wrong]``.

``follow_ups.json`` holds conversations of our own writing: ``tuned`` ones, by which the rules were
made, and ``kept`` ones, written afterwards and by which nothing was changed. A follow-up is
understood where the rewritten question holds everything in ``means``; where it ``stays``, it must
come back as it was; where it is ``unsure``, that must be said.
"""

import argparse
from pathlib import Path

import msgspec

from manyhop.asking import Told, understand

PAIRS = Path(__file__).with_name("follow_ups.json")


class FollowUp(msgspec.Struct, frozen=True):
    """What was told before, what is asked, and what it means."""

    told: tuple[Told, ...]
    asked: str
    means: tuple[str, ...] = ()
    stays: bool = False
    unsure: bool = False

    def is_understood(self) -> bool:
        """Whether the rules take it as it was meant."""
        found = understand(self.asked, self.told)
        if self.unsure:
            return not found.sure
        if self.stays:
            return found.question == self.asked and found.sure
        said = found.question.lower()
        return found.sure and all(part.lower() in said for part in self.means)


def load() -> dict[str, list[FollowUp]]:
    """The conversations by part."""
    return msgspec.json.decode(PAIRS.read_bytes(), type=dict[str, list[FollowUp]])


def main() -> None:
    """Print the counts, and with ``--wrong`` what was taken otherwise."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--wrong", action="store_true", help="show what was taken otherwise")
    wanted = parser.parse_args()
    print(f"{'part':<8}{'what':<16}{'understood':>12}{'n':>6}")
    for part, pairs in load().items():
        groups = {
            "rewritten": [pair for pair in pairs if pair.means],
            "left as it is": [pair for pair in pairs if pair.stays],
            "said unsure": [pair for pair in pairs if pair.unsure],
        }
        for name, group in groups.items():
            right = sum(pair.is_understood() for pair in group)
            print(f"{part:<8}{name:<16}{right:>12}{len(group):>6}")
        for pair in pairs:
            if wanted.wrong and not pair.is_understood():
                found = understand(pair.asked, pair.told)
                doubt = "" if found.sure else " (unsure)"
                print(f"  {pair.told[-1].question} / {pair.asked} → {found.question}{doubt}")


if __name__ == "__main__":
    main()
