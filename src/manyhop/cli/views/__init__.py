"""How answers, citations and sources look in a terminal."""

from manyhop.cli.views._answers import Replay, brief_view, in_words, show_answer
from manyhop.cli.views._citations import Lookup, cited_sentences, sentences, thumbnail
from manyhop.cli.views._sources import excerpt, telling, view

__all__ = [
    "Lookup",
    "Replay",
    "brief_view",
    "cited_sentences",
    "excerpt",
    "in_words",
    "sentences",
    "show_answer",
    "telling",
    "thumbnail",
    "view",
]
