"""Questions, answers, and what turns one into the other."""

from manyhop.answering._answer import Answer, Answerer
from manyhop.answering._asked import asked
from manyhop.answering._candidates import Candidates
from manyhop.answering._citing import checked, cited_sources
from manyhop.answering._cloze import BLANK, is_cloze
from manyhop.answering._engine import Engine
from manyhop.answering._evidence import coverage
from manyhop.answering._finder import Finder
from manyhop.answering._fitting import fits
from manyhop.answering._in_collection import InCollection
from manyhop.answering._opening import open_planner
from manyhop.answering._prompted import PromptedAnswerer
from manyhop.answering._question import Question
from manyhop.answering._rationale import rationale_of
from manyhop.answering._saying import Saying
from manyhop.answering._shots import Shot

__all__ = [
    "BLANK",
    "Answer",
    "Answerer",
    "Candidates",
    "Engine",
    "Finder",
    "InCollection",
    "PromptedAnswerer",
    "Question",
    "Saying",
    "Shot",
    "asked",
    "checked",
    "cited_sources",
    "coverage",
    "fits",
    "is_cloze",
    "open_planner",
    "rationale_of",
]
