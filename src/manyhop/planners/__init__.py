"""How a question is taken apart: by one hop, by MultiModalQA's types, or into sub-questions."""

from manyhop.planners._planner import Plan, Planner

__all__ = ["Plan", "Planner"]
