"""All the questions that the pictures of a topic can be asked."""

import random
from collections.abc import Collection, Sequence

from manyhop.generation._single import Single
from manyhop.generation._topic import Thing, Topic
from manyhop.generation.images._attached import Facts
from manyhop.generation.images._colours import COLOURING, PLAIN
from manyhop.generation.images._evidence import facts as known_facts
from manyhop.generation.images._nouns import Noun, noun_for, plural
from manyhop.generation.images._one_picture import questions_about
from manyhop.generation.images._picture_word import picture_word
from manyhop.generation.images._several_pictures import questions_over
from manyhop.sources import is_person


def image_singles(topic: Topic, chance: random.Random, *, looking: bool = True) -> list[Single]:
    """Questions about one picture (ImageQ), and over the pictures of a column (ImageListQ).

    Only things with exactly one picture are asked about. Without ``looking``, only what people
    attached, captions and text that was read before are used, and no model runs.

    Example: ``image_singles(topic, random.Random(7))[0].whole`` →
    ``"What is the main colour of the logo of FK Sava?"``
    """
    pictured = [thing for thing in topic.things if len(thing.images) == 1]
    if not pictured:
        return []
    facts = {thing.key: known_facts(thing.images[0], looking=looking) for thing in pictured}
    nouns = {column: _noun(topic, column, pictured) for column in _columns(topic)}
    singles: list[Single] = []
    for thing in pictured:
        columns = dict.fromkeys(cell.column for cell in thing.cells) if topic.table else (0,)
        called = [nouns[column] for column in columns if column in nouns]
        if called and not any(called):
            continue
        first = next((noun.one for noun in called if noun), "")
        word = picture_word(first, thing.images, looking=looking)
        asked = _worth_asking(facts[thing.key], facts.values(), chance)
        singles += questions_about(thing, thing.images[0], asked, word, chance)
    for column, noun in nouns.items():
        things = [t for t in _in_column(topic, column) if len(t.images) == 1]
        if noun is None or not things:
            continue
        word = picture_word(noun.one, [t.images[0] for t in things], looking=looking)
        known = [facts[thing.key] for thing in things]
        singles += questions_over(things, known, noun, word, chance, looking=looking)
    return singles


def _columns(topic: Topic) -> Sequence[int]:
    """The table's columns; without a table, whose title is a noun, all things are column 0."""
    return range(len(topic.table.columns)) if topic.table else (0,)


def _in_column(topic: Topic, column: int) -> list[Thing]:
    return topic.column(column) if topic.table else list(topic.things)


def _noun(topic: Topic, column: int, pictured: Sequence[Thing]) -> Noun | None:
    if topic.table is None:
        return Noun(topic.title, plural(topic.title), is_person(topic.title))
    places = [thing for thing in pictured if any(cell.column == column for cell in thing.cells)]
    titles = [thing.images[0].title or thing.name for thing in places]
    return noun_for(topic.table, column, titles)


def _worth_asking(facts: Facts, all_facts: Collection[Facts], chance: random.Random) -> Facts:
    """Whether a picture is in colour is asked of about as many that are as that are not."""
    plain = sum(PLAIN in others.get(COLOURING, ()) for others in all_facts)
    coloured = sum(COLOURING in others for others in all_facts) - plain
    if PLAIN in facts.get(COLOURING, ()) or chance.random() * coloured < plain:
        return facts
    return {name: values for name, values in facts.items() if name != COLOURING}
