"""Questions to one kind of source, in forms that larger questions are put together from."""

from typing import Literal

import msgspec

from manyhop.generation._query import Query
from manyhop.programs import Value

LeafName = Literal["TextQ", "TableQ", "ImageQ", "ImageListQ", "ProcedureQ"]


class Single(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A question to one kind of source, its query, and the answer that the query derives.

    The words come in forms that fit into each other; ``[answer]`` marks the place of the subject
    in each of them, where the question has one::

        Single(
            leaf="TextQ",
            question="When did [answer] open?",      # a whole question
            phrase="the year in which [answer] opened",  # stands for the answer in another question
            clause="",                                # of lists: "opened in 1937", after "that"
            noun="year",                              # what kind of thing the answer is
            pseudo="when did [answer] open",          # the paper's bracketed language
            subject="Humber Bridge",
            subject_entity="humber bridge",
            query=Said("3f2a…", "opened-in", subject="Humber Bridge"),
            values=(Value("1981", citations=(…,)),),
            entities=("",),                           # 1981 is no thing that has a page
        )

    ``entities`` are the keys (see ``linking``) of the values, in order, "" where a value is none.
    A question without a subject has no hole. ``phrase`` is empty where no natural one exists, and
    ``noun`` is singular and without an article.
    """

    leaf: LeafName
    question: str
    query: Query
    values: tuple[Value, ...]
    entities: tuple[str, ...]
    pseudo: str
    noun: str
    phrase: str = ""
    clause: str = ""
    subject: str = ""
    subject_entity: str = ""

    @property
    def answers(self) -> tuple[str, ...]:
        """What the values say."""
        return tuple(value.text for value in self.values)
