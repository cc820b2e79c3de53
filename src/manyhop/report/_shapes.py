"""What a report holds, in plain values that any rendering can take."""

import msgspec

from manyhop.evaluation import Abstention, Calibration, Difference, Estimate
from manyhop.report._plots import decimal
from manyhop.sources import AnySource, Image, Place

Scores = tuple[Estimate | None, ...]  # one for each run of the report, in its order
Groups = dict[str, dict[str, Scores]]  # group → metric → scores
SILENCE_COLUMNS = ("runs", "answerable", "unanswerable", "precision", "recall", "separation")


class Described(msgspec.Struct, frozen=True, kw_only=True):
    """A run: the letter that stands for it, what it was, and what must be said about it."""

    letter: str
    name: str
    answerer: str
    facts: tuple[tuple[str, str], ...] = ()
    files: tuple[tuple[str, str, str], ...] = ()  # name, size, content hash
    notes: tuple[str, ...] = ()


class Paired(msgspec.Struct, frozen=True, kw_only=True):
    """One metric of two runs over the examples that both scored: ``second`` less ``first``."""

    metric: str
    first: str
    second: str
    difference: Difference

    @property
    def gain(self) -> Estimate:
        """The difference as an estimate."""
        found = self.difference
        return Estimate(found.difference, found.low, found.high, found.n)


class Silence(msgspec.Struct, frozen=True, kw_only=True):
    """How well one answerer abstains: the letters of its runs with and without the gold sources."""

    answerable: str
    unanswerable: str
    abstention: Abstention

    @property
    def cells(self) -> tuple[str, ...]:
        """A row in words: ``("A, B", "72", "72", "0.810", "0.640", "0.790")``."""
        found = self.abstention
        shares = (found.precision, found.recall, found.separation)
        return (
            f"{self.answerable}, {self.unanswerable}",
            f"{found.answerable:,}",
            f"{found.unanswerable:,}",
            *("–" if share is None else decimal(share) for share in shares),
        )


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """What one run answered, and how it scored."""

    letter: str
    lines: tuple[tuple[str, str], ...]
    metrics: dict[str, float]


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """A source beside an example: whether it is gold, who cites it, and which places.

    ``words`` are the values of the gold and on the way to it: a table shows the rows with them.
    """

    source: AnySource
    gold: bool = False
    badges: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    words: tuple[str, ...] = ()


class Bad(msgspec.Struct, frozen=True, kw_only=True):
    """One of the worst examples, with all that one needs to see why."""

    id: str
    text: str
    groups: tuple[tuple[str, str], ...] = ()
    choices: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    image: Image | None = None
    gold: tuple[tuple[str, str], ...] = ()
    given: tuple[Given, ...] = ()
    sources: tuple[Shown, ...] = ()
    left_out: int = 0


class Part(msgspec.Struct, frozen=True):
    """A breakdown as it is set: its metrics, what is drawn, and a row of each run by group."""

    main: str
    metrics: tuple[str, ...]
    plotted: list[tuple[str, Scores]]
    rows: list[tuple[str, list[Scores]]]


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """Everything on the page.

    ``main`` is the metric that the worst examples are chosen by; ``remarks`` are about the runs,
    ``apology`` says why sources are missing.
    """

    title: str
    main: str
    runs: tuple[Described, ...]
    metrics: dict[str, Scores]
    breakdowns: dict[str, Groups] = msgspec.field(default_factory=dict)
    differences: tuple[Paired, ...] = ()
    calibrations: tuple[Calibration | None, ...] = ()
    silences: tuple[Silence, ...] = ()
    worst: tuple[Bad, ...] = ()
    remarks: tuple[str, ...] = ()
    apology: str = ""

    @property
    def facts(self) -> list[tuple[str, list[str]]]:
        """Each fact with what every run says to it."""
        columns = [dict(run.facts) for run in self.runs]
        names = dict.fromkeys(name for facts in columns for name in facts)
        return [(name, [facts.get(name, "–") for facts in columns]) for name in names]

    @property
    def notes(self) -> list[tuple[str, str]]:
        """Each note once, with the letters of its runs where it is not of all."""
        said_by: dict[str, list[str]] = {}
        for run in self.runs:
            for note in run.notes:
                said_by.setdefault(note, []).append(run.letter)
        return [
            ("" if len(letters) == len(self.runs) else f"{', '.join(letters)}: ", note)
            for note, letters in said_by.items()
        ]

    @property
    def metric_rows(self) -> list[tuple[str, list[Scores]]]:
        """Each metric with a row of one score for every run."""
        return [(name, [(score,) for score in scores]) for name, scores in self.metrics.items()]

    @property
    def gains(self) -> list[tuple[str, Scores]]:
        """The paired differences as they are drawn."""
        return [(f"{p.metric}, {p.second} − {p.first}", (p.gain,)) for p in self.differences]

    @property
    def by_group(self) -> list[tuple[str, Part]]:
        """Every breakdown as it is set."""
        return [(name, self._part(groups)) for name, groups in self.breakdowns.items()]

    def _part(self, groups: Groups) -> Part:
        metrics = [name for name in self.metrics if any(name in row for row in groups.values())]
        main = self.main if self.main in metrics else metrics[0] if metrics else ""
        none: Scores = (None,) * len(self.runs)
        rows = [
            (
                group,
                [
                    tuple(scores.get(name, none)[place] for name in metrics)
                    for place in range(len(self.runs))
                ],
            )
            for group, scores in groups.items()
        ]
        plotted = [(group, scores.get(main, none)) for group, scores in groups.items()]
        return Part(main, tuple(metrics), plotted, rows)
