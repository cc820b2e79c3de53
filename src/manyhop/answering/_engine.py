"""The engine: plan, find, read, combine, say."""

from manyhop.answering._answer import Answer
from manyhop.answering._question import Question
from manyhop.collection import Collection
from manyhop.models import Models
from manyhop.planners import Planner


class Engine:
    """Answers from an image, from given candidates, or from a collection, all on one path.

    A question's own image goes before its candidates, and these before the collection. Without
    ``abstain`` the best guess is always given, as the benchmarks' metrics want it.
    Example: ``Engine(Routing(models), models, collection=mine).answer(question).sentence``
    """

    def __init__(
        self,
        planner: Planner,
        models: Models,
        *,
        collection: Collection | None = None,
        name: str = "",
        abstain: bool = True,
        plans: int = 3,
    ) -> None:
        self._planner = planner
        self._models = models
        self._collection = collection
        self._name = name or planner.name
        self._abstain = abstain
        self._plans = plans

    @property
    def name(self) -> str:
        """What a report calls it: ``implicit``."""
        return self._name

    def answer(self, question: Question) -> Answer:
        """Answer one question; may be called from several threads."""
        raise NotImplementedError
