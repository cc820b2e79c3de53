"""Writing built questions in the official formats, and reading them again."""

from manyhop.generation.writing._about import About, read_about
from manyhop.generation.writing._card import card
from manyhop.generation.writing._facts import Facts, FactsOf
from manyhop.generation.writing._hugging_face import write_hugging_face
from manyhop.generation.writing._mmqa import read_contexts, read_questions, write_mmqa
from manyhop.generation.writing._published import (
    Published,
    Record,
    differences,
    read_published,
)
from manyhop.generation.writing._webqa import write_webqa
from manyhop.generation.writing._whole_folder import add_to_list, check_free, whole_folder

__all__ = [
    "About",
    "Facts",
    "FactsOf",
    "Published",
    "Record",
    "add_to_list",
    "card",
    "check_free",
    "differences",
    "read_about",
    "read_contexts",
    "read_published",
    "read_questions",
    "whole_folder",
    "write_hugging_face",
    "write_mmqa",
    "write_webqa",
]
