"""Linking: which cells, snippets and pictures of a collection speak of the same thing."""

from manyhop.generation._topic import Thing, Topic
from manyhop.generation.linking._links import LinkedCell, Links, Rule, link
from manyhop.generation.linking._matching import name_in
from manyhop.generation.linking._naming import key_of, tidy
from manyhop.generation.linking._pages import Page, Pages
from manyhop.generation.linking._support import beside
from manyhop.generation.linking._topics import topic_of, topics

__all__ = [
    "LinkedCell",
    "Links",
    "Page",
    "Pages",
    "Rule",
    "Thing",
    "Topic",
    "beside",
    "key_of",
    "link",
    "name_in",
    "tidy",
    "topic_of",
    "topics",
]
