"""Look first, then plan: what a collection can say to a question, and which of it is right."""

from manyhop.asking._look import Look, look
from manyhop.asking._proposal import Proposal, Way

__all__ = ["Look", "Proposal", "Way", "look"]
