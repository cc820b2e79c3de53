"""Which examples a run asks, and what each question is given along."""

import hashlib
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal, get_args

import msgspec

from manyhop.answering import Question
from manyhop.benchmarks import Benchmark, Example
from manyhop.errors import ManyhopError

Setting = Literal["restricted", "oracle", "without-gold", "full"]
_SHOWN = 12


class Selection:
    """The examples of a benchmark that match every ``key=value``, at most ``limit`` of them.

    A key is ``category`` or one of the benchmark's breakdowns; a key given twice allows either
    value. Example: ``Selection(benchmark, ["type=TextQ", "hop=multi-hop"], limit=100)``
    """

    def __init__(
        self, benchmark: Benchmark, where: Sequence[str] = (), limit: int | None = None
    ) -> None:
        if limit is not None and limit < 1:
            raise ManyhopError(f"the limit is {limit}; ask at least 1 question")
        self._benchmark, self._limit = benchmark, limit
        self._wanted: dict[str, set[str]] = {}
        for condition in where:
            key, equals, value = condition.partition("=")
            if not (key and equals):
                raise ManyhopError(f"'{condition}' is not a condition; write it as type=TextQ")
            self._wanted.setdefault(key, set()).add(value)

    def __iter__(self) -> Iterator[Example]:
        return islice(filter(self.matches, self._benchmark.examples()), self._limit)

    def digest(self) -> tuple[int, str]:
        """How many examples there are, and a hash of what they say; reads them all once.

        So a file that is broken at its end is found before the first question is asked.
        """
        self.check()
        ids: set[str] = set()
        content = hashlib.sha256()
        for example in self:
            question = example.question
            if question.id in ids:
                raise ManyhopError(
                    f"the id '{question.id}' occurs twice in {self._benchmark.name}; "
                    "give every question its own"
                )
            ids.add(question.id)
            candidates = [(source.id, source.passage) for source in question.candidates]
            said = (question.id, question.text, question.choices, question.parts, candidates)
            content.update(msgspec.json.encode((said, example.gold, example.group)))
        if not ids:
            raise self.nothing()
        return len(ids), content.hexdigest()

    def matches(self, example: Example) -> bool:
        """Whether an example meets every condition."""
        if not self._wanted:
            return True
        groups = self._groups(example)
        return all(groups.get(key) in values for key, values in self._wanted.items())

    def _groups(self, example: Example) -> dict[str, str]:
        return {"category": example.category} | self._benchmark.breakdowns(example)

    def nothing(self) -> ManyhopError:
        """Why no example was chosen, and what there is to choose from."""
        return self._mistake() or ManyhopError(
            "no example matches all the conditions; leave one out"
        )

    def check(self) -> None:
        """Refuse a mistyped value that stands beside a right one, which would go unnoticed."""
        if any(len(values) > 1 for values in self._wanted.values()) and (wrong := self._mistake()):
            raise wrong

    def _mistake(self) -> ManyhopError | None:
        seen: dict[str, set[str]] = {}
        for example in self._benchmark.examples():
            for key, value in self._groups(example).items():
                seen.setdefault(key, set()).add(value)
        name = self._benchmark.name
        if not seen:
            return ManyhopError(f"{name} has no examples; check the path")
        for key, values in self._wanted.items():
            if key not in seen:
                return ManyhopError(f"{name} has no '{key}'; ask for one of {_list(set(seen))}")
            if unknown := values - seen[key]:
                return ManyhopError(
                    f"no example has {key}={min(unknown)}; {key} is one of {_list(seen[key])}"
                )
        return None


def check_setting(setting: str) -> Setting:
    """The setting, if it is one."""
    for known in get_args(Setting):
        if setting == known:
            return setting  # type: ignore[return-value]
    raise ManyhopError(f"'{setting}' is not a setting; use one of {', '.join(get_args(Setting))}")


def ask_in(setting: Setting, example: Example) -> Question:
    """The question as it is put in a setting.

    ``restricted``: with the candidates it comes with; ``oracle``: with the gold sources only;
    ``without-gold``: with all others, so that there should be no answer; ``full``: with none, since
    the answerer searches a whole collection.
    """
    question = example.question
    if setting == "restricted":
        return question
    if setting == "full":
        return msgspec.structs.replace(question, candidates=())
    wanted = setting == "oracle"
    if example.gold is None or not (wanted or example.gold.sources):
        raise ManyhopError(
            f"question {question.id} has no gold sources, which the {setting} setting needs; "
            "use another setting"
        )
    gold = set(example.gold.sources)
    candidates = tuple(each for each in question.candidates if (each.id in gold) == wanted)
    return msgspec.structs.replace(question, candidates=candidates)


def _list(values: set[str]) -> str:
    names = sorted(values)
    return ", ".join(names[:_SHOWN]) + (", …" if len(names) > _SHOWN else "")
