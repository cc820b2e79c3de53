"""What a report holds, in plain values that any rendering can take."""

import msgspec

from manyhop.evaluation._calibration import Abstention, Calibration
from manyhop.evaluation._statistics import Difference, Estimate
from manyhop.sources import AnySource, Image, Place

Scores = tuple[Estimate | None, ...]  # one for each run of the report, in its order
Groups = dict[str, dict[str, Scores]]  # group → metric → scores


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


class Silence(msgspec.Struct, frozen=True, kw_only=True):
    """How well one answerer abstains: the letters of its runs with and without the gold sources."""

    answerable: str
    unanswerable: str
    abstention: Abstention


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
