"""How a question is taken apart: by one hop, by MultiModalQA's types, or into sub-questions."""

from manyhop.planners._explicit import ExplicitPlanner
from manyhop.planners._implicit import ImplicitPlanner
from manyhop.planners._planner import Plan, Planner
from manyhop.planners._routing import Routing
from manyhop.planners._written import WrittenPlanner

__all__ = ["ExplicitPlanner", "ImplicitPlanner", "Plan", "Planner", "Routing", "WrittenPlanner"]
