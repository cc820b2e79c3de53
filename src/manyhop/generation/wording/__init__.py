"""The words of built questions: paraphrases, how far they go, and a queue for people."""

from manyhop.generation.wording._paraphrasing import Paraphrase, edit_distance, fault_of, paraphrase
from manyhop.generation.wording._review import ReviewRow, read_review, review_rows, reviewed

__all__ = [
    "Paraphrase",
    "ReviewRow",
    "edit_distance",
    "fault_of",
    "paraphrase",
    "read_review",
    "review_rows",
    "reviewed",
]
