"""How a question is taken apart: by one hop, by MultiModalQA's types, or into sub-questions."""

from manyhop.planners._explicit import ExplicitPlanner
from manyhop.planners._whole_questions import ImplicitPlanner, Plan, Planner, Routing
from manyhop.planners._written import WrittenPlanner

__all__ = ["ExplicitPlanner", "ImplicitPlanner", "Plan", "Planner", "Routing", "WrittenPlanner"]
