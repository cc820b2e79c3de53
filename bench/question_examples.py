"""Ten built questions of each type beside how a person would say them: writes docs/questions.md.

The questions are over an invented island (tests/generation), drawn by a fixed seed and not chosen.
What a person would say stands in question_examples.json, by question.

python -m bench.question_examples
"""

import json
import random
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean

from tests.generation import skerry, skerry_island

from manyhop.generation import BuildSettings, build_questions
from manyhop.generation._built import BuiltQuestion
from manyhop.generation.composing import BEYOND, PAPER
from manyhop.generation.wording import edit_distance

SEED = 2026
EACH = 10
SAID = Path(__file__).with_suffix(".json")
PAGE = Path(__file__).parents[1] / "docs" / "questions.md"
_PIPE = str.maketrans({"|": "\\|"})


def examples(said: Mapping[str, str]) -> dict[str, list[BuiltQuestion]]:
    """By type, ten questions by chance; of those that ask the same in other words, one.

    Questions that an earlier draw gave and somebody worded stay while they are still built, so
    that a change to the rules asks for few new wordings.
    """
    kinds = (*PAPER, *BEYOND)
    settings = BuildSettings(count=4000, seed=SEED, shares=dict.fromkeys(kinds, 1.0))
    built = build_questions([*skerry.sources(), *skerry_island.sources()], settings)
    found: dict[str, list[BuiltQuestion]] = {}
    for kind in kinds:
        of_kind = [each for each in built.questions if built.kinds[each.id] == kind]
        known = sorted(of_kind, key=lambda each: each.question in said)
        different = list({each.pseudo: each for each in known}.values())
        if len(different) < EACH:
            sys.exit(f"{kind}: only {len(different)} questions; give the island more to ask about")
        random.Random(f"{SEED} {kind}").shuffle(different)
        found[kind] = sorted(different, key=lambda each: each.question not in said)[:EACH]
    return found


def page(found: Mapping[str, Sequence[BuiltQuestion]], said: Mapping[str, str]) -> str:
    """The page in Markdown."""
    every = [each for of_kind in found.values() for each in of_kind]
    same = sum(said[each.question] == each.question for each in every)
    apart = fmean(edit_distance(each.question, said[each.question]) for each in every)
    pseudo = fmean(edit_distance(each.question, each.pseudo) for each in every)
    lines = [
        "# Questions, type by type",
        "",
        f"{EACH} built questions of each type beside how a person would say them. They are asked "
        "of an invented island with a football league, films, ferries and recipes "
        "(`tests/generation/skerry.py`, `skerry_island.py`) and drawn by a seed that was fixed "
        "beforehand; none was exchanged for a better one, only for those that the rules no longer "
        "make. The rules of wording were worked on "
        "while looking at questions of this island, so see "
        "[Wording](building.md#wording) for the comparison on other collections. "
        "`python -m bench.question_examples` writes this page; what a person would say was "
        "written by hand into `bench/question_examples.json`.",
        "",
        f"Of the {len(every)} questions, {same} were left as they are. From the built question to "
        f"the person's, {apart:.2f} of the letters change (normalised edit distance); from the "
        f"pseudo-language to the built question, {pseudo:.2f}.",
    ]
    for kind, of_kind in found.items():
        lines += [
            "",
            f"## {kind}",
            "",
            "| built | as a person would say it | answer |",
            "|---|---|---|",
        ]
        lines += [_row(each, said[each.question]) for each in of_kind]
    return "\n".join(lines) + "\n"


def _row(each: BuiltQuestion, said: str) -> str:
    wording = "the same" if said == each.question else said
    cells = (each.question, wording, ", ".join(each.answers))
    return "| " + " | ".join(cell.translate(_PIPE) for cell in cells) + " |"


def main() -> None:
    """Write the page, or say which questions nobody has worded yet."""
    said = json.loads(SAID.read_text(encoding="utf-8")) if SAID.exists() else {}
    found = examples(said)
    asked = [each.question for of_kind in found.values() for each in of_kind]
    if missing := [question for question in asked if not said.get(question)]:
        print(json.dumps(dict.fromkeys(missing, ""), ensure_ascii=False, indent=1))
        sys.exit(f"{len(missing)} questions have no wording in {SAID.name}; add those above")
    PAGE.write_text(page(found, said), encoding="utf-8")
    print(f"{PAGE.name}: {len(asked)} questions")


if __name__ == "__main__":
    main()
