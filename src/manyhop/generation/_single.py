"""Questions to one kind of source, in forms that larger questions are put together from."""

from typing import Literal

import msgspec

from manyhop.generation._query import Query
from manyhop.programs import Value

LeafName = Literal["TextQ", "TableQ", "ImageQ", "ImageListQ", "ProcedureQ"]


class Single(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A question to one kind of source, its query, and the answer that the query derives.

    There are two sorts. One asks for something of a subject, whose place in every form of words is
    marked by ``[answer]``::

        Single(
            leaf="TextQ",
            question="When did [answer] open?",
            phrase="the year in which [answer] opened",  # stands for the answer
            noun="year",
            pseudo="when did [answer] open",
            subject="Humber Bridge",  # how the topic calls it: Thing.name
            subject_said="the Humber Bridge",  # with its article, where it has one
            subject_entity="humber bridge",  # Thing.key
            query=Said("3f2a…", "opened-in"),
            values=(Value("1981", citations=(…,)),),
            entities=("",),
        )

    The other asks which things are so, and has no hole::

        Single(
            leaf="TextQ",
            question="Which bridge opened in 1937?",
            phrase="the bridge that opened in 1937",
            noun="bridge",
            nouns="bridges",
            relative="that opened in 1937",  # follows the noun
            predicate="opened in 1937",  # follows "which bridges": plural where it shows
            pseudo="which [bridge](s) opened in [1937]",
            query=SaidOf("opened-in", "1937", (("3f2a…", "Golden Gate Bridge"), …)),
            values=(Value("Golden Gate Bridge", citations=(…,)),),
            entities=("golden gate bridge",),
        )

    ``entities`` are the keys of the values, in order, "" where a value is no thing of the topic.
    A form of words that has no natural wording is empty, and composing does without it.
    ``person`` says that the values are people. ``tail`` are the words that name the table, where
    the phrase, the relative and the predicate end with them: " in the 2019 season".
    """

    leaf: LeafName
    question: str
    query: Query
    values: tuple[Value, ...]
    entities: tuple[str, ...]
    pseudo: str
    noun: str
    nouns: str = ""
    phrase: str = ""
    relative: str = ""
    predicate: str = ""
    person: bool = False
    tail: str = ""
    subject: str = ""
    subject_said: str = ""
    subject_entity: str = ""

    @property
    def answers(self) -> tuple[str, ...]:
        """What the values say."""
        return tuple(value.text for value in self.values)

    @property
    def whole(self) -> str:
        """The question with its subject in place."""
        return self.question.replace("[answer]", self.subject_said or self.subject)
