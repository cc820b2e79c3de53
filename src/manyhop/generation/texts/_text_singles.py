"""All questions to the texts of a topic."""

import random

from manyhop.generation._single import Single
from manyhop.generation._topic import Topic
from manyhop.generation.texts._forward import forward_singles
from manyhop.generation.texts._reverse import reverse_singles


def text_singles(topic: Topic, chance: random.Random) -> list[Single]:
    """Questions for what snippets say of their subjects, and for the subjects it is said of.

    The second sort asks among the things of one column of the table, or among all things where
    there is no table. Example: ``text_singles(topic, random.Random("1 topic"))``
    """
    keys: dict[str, str] = {}
    for thing in topic.things:
        for name in (thing.name, *(snippet.title for snippet in thing.snippets)):
            keys.setdefault(name.casefold(), thing.key)
    found = [single for thing in topic.things for single in forward_singles(thing, keys, chance)]
    if topic.table is None:
        return found + reverse_singles(topic.things, "", chance)
    for index, column in enumerate(topic.table.columns):
        found += reverse_singles(topic.column(index), column.name, chance)
    return found
