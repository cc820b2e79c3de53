"""The engine by name, as a benchmark runs it."""

from collections.abc import Callable

from manyhop.answering import Engine, open_planner
from manyhop.baselines._blind_reading import BlindReading
from manyhop.collection import Collection
from manyhop.errors import ManyhopError
from manyhop.models import Endpoint, open_models

ENGINE = "manyhop"
PLANNERS = ("explicit", "implicit", "routing", "written", BlindReading.name)


def open_engine(
    name: str,
    model: str = "embedded",
    *,
    abstain: bool = False,
    collection: Collection | None = None,
    endpoint: Callable[[str], Endpoint] = Endpoint,
) -> Engine:
    """The engine with the planner that follows the colon, or else the explicit one.

    Its name says what decides its answers, so that a run is not resumed with other models.
    Example: ``open_engine("manyhop:implicit").name`` → ``"manyhop:implicit(embedded)"``
    """
    planner = name.removeprefix(ENGINE).removeprefix(":") or "explicit"
    if planner not in PLANNERS:
        known = ", ".join(f"{ENGINE}:{one}" for one in PLANNERS)
        raise ManyhopError(f"there is no answerer {name!r}; choose from {ENGINE}, {known}")
    models = open_models(model, endpoint=endpoint)
    silence = ", abstains" * abstain
    return Engine(
        BlindReading(models) if planner == BlindReading.name else open_planner(planner, models),
        models,
        collection=collection,
        name=f"{ENGINE}:{planner}({model}{silence})",
        abstain=abstain,
    )
