"""Opening a planner by its name."""

from manyhop.errors import ManyhopError
from manyhop.models import Models, WritingModels
from manyhop.planners import Planner


def open_planner(name: str, models: Models) -> Planner:
    """The planner of a name; ``explicit`` is written by the model where one is configured.

    Example: ``open_planner("implicit", models)``
    """
    from manyhop import planners

    if name == "written" or (name == "explicit" and isinstance(models, WritingModels)):
        return planners.WrittenPlanner(models.generator, planners.ExplicitPlanner(models))
    if name == "explicit":
        return planners.ExplicitPlanner(models)
    if name == "implicit":
        return planners.ImplicitPlanner(models)
    if name == "routing":
        return planners.Routing(models)
    raise ManyhopError(
        f"there is no planner {name!r}; choose explicit, implicit, routing or written"
    )
