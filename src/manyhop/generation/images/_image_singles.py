"""All the questions that the pictures of a topic can be asked."""

import random
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from pathlib import PurePath

from manyhop.english import plural
from manyhop.generation._query import Shown
from manyhop.generation._single import Single
from manyhop.generation._topic import Thing, Topic
from manyhop.generation.images._attached import ASKED, Facts
from manyhop.generation.images._attached_wording import with_hole
from manyhop.generation.images._colours import COLOURING, PLAIN, Palette, palette_of
from manyhop.generation.images._evidence import facts as known_facts
from manyhop.generation.images._evidence import pixels_of
from manyhop.generation.images._nouns import Noun, noun_for
from manyhop.generation.images._several_pictures import in_name, questions_over
from manyhop.generation.images._wording import Asked, asked
from manyhop.programs import Value
from manyhop.sources import Image, Region, is_person


def image_singles(
    topic: Topic,
    chance: random.Random,
    *,
    looking: bool = True,
    dropped: Counter[str] | None = None,
) -> list[Single]:
    """Questions about one picture (ImageQ), and over the pictures of a column (ImageListQ).

    Only things with exactly one picture are asked about, and lists are asked for only where every
    cell of the column has one. ``dropped`` counts what that took away. Without ``looking``, only
    what people attached, captions and text that was read before are used, and no model runs.

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
        if not topic.covers(column) or len(things) < len(_in_column(topic, column)):
            if dropped is not None:
                dropped["column not wholly pictured"] += 1
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


# Questions about the picture of one thing.


def questions_about(
    thing: Thing, image: Image, facts: Facts, picture: str, chance: random.Random
) -> Iterator[Single]:
    """A question for each thing that is known of a picture and not told by the thing's name.

    Example: "What is the main colour of the poster for [answer]?" → red
    """
    for property, values in facts.items():
        if any(in_name(value, thing.name) for value in values):
            continue
        said = ""
        if property.startswith(ASKED):
            if property.removeprefix(ASKED) in image.meta.get("listed", ()):
                continue
            names = (thing.name, image.title)
            question, said = with_hole(property.removeprefix(ASKED), names, picture)
            words: Asked | None = Asked(question, "", "")
        else:
            words = asked(property, values[0], picture, chance)
        if words is not None:
            yield _single(thing, image, property, values, words, said)


def _single(
    thing: Thing, image: Image, property: str, values: tuple[str, ...], words: Asked, said: str
) -> Single:
    return Single(
        leaf="ImageQ",
        question=words.question,
        phrase=words.phrase,
        noun=words.noun,
        pseudo=words.question[:1].lower() + words.question[1:].rstrip("?"),
        subject=thing.name,
        subject_said=said,
        subject_entity=thing.key,
        query=Shown(image.id, property),
        values=tuple(Value(text, citations=(image.cite(Region()),)) for text in values),
        entities=("",) * len(values),
    )


_SAID = re.compile(r"\b(poster|logo|flag|cover|crest|badge|emblem|portrait|painting)\b")
_FOR = {
    "poster": re.compile(r"\b(?:film|movie)\b"),
    "cover": re.compile(r"\b(?:album|single|song|ep|record|book|novel|magazine|comic|game)\b"),
    "logo": re.compile(
        r"\b(?:team|club|company|airline|channel|network|broadcaster|label|manufacturer|brand"
        r"|organi[sz]ation|party|university|college|school|side|opponent|league)\b"
    ),
    "flag": re.compile(r"\b(?:country|nation)\b"),
}
_DRAWN = (".png", ".svg", ".gif")


def picture_word(noun: str, images: Sequence[Image], *, looking: bool = True) -> str:
    """The one word that fits each of some pictures of things that a noun names.

    Captions may say it. Otherwise the noun proposes it and the pictures must have the shape for
    it: upright for a poster, a plain or clear background for a logo.

    Example: ``picture_word("film", posters)`` → ``"poster"``, but ``"picture"`` if one is a still
    """
    said = {found[1] if (found := _SAID.search(i.caption.lower())) else "" for i in images}
    if len(said) == 1 and (word := said.pop()):
        return word
    for word, nouns in _FOR.items():
        if nouns.search(noun) and looking and all(_fits(word, image) for image in images):
            return word
    return "picture"


def _fits(word: str, image: Image) -> bool:
    pixels = pixels_of(image)
    if pixels is None:
        return False
    seen = palette_of(pixels)
    ratio = seen.width / seen.height
    match word:
        case "poster":
            return 0.58 <= ratio <= 0.82
        case "cover":
            return 0.65 <= ratio <= 1.15
        case "flag":
            return 1.2 <= ratio <= 2.2 and PurePath(image.path).suffix.lower() in _DRAWN
        case _:
            return _is_drawn(image, seen)


def _is_drawn(image: Image, seen: Palette) -> bool:
    plain = seen.clear or seen.ground == "white"
    return plain and (not image.path or PurePath(image.path).suffix.lower() in _DRAWN)
