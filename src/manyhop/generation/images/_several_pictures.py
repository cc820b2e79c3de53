"""Questions over the pictures of a column: which of the things have a picture that shows it."""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from manyhop.generation._query import ShownIn
from manyhop.generation._single import Single
from manyhop.generation._topic import Thing
from manyhop.generation.images._attached import ASKED, Facts
from manyhop.generation.images._attached_wording import list_forms
from manyhop.generation.images._colours import SHAPE
from manyhop.generation.images._evidence import decided, writing_in
from manyhop.generation.images._nouns import Noun
from manyhop.generation.images._wording import place_in, says
from manyhop.generation.images._writing import WORD, clear_words
from manyhop.programs import Value
from manyhop.sources import Region

LEAST_PICTURES = 3
_MOST_WORDS = 2  # that are asked for of each picture with writing in it
_ENOUGH = 3  # questions with several answers, so that nobody need ask for a picture's shape


def questions_over(
    things: Sequence[Thing],
    facts: Sequence[Facts],
    noun: Noun,
    picture: str,
    chance: random.Random,
    *,
    looking: bool = True,
) -> Iterator[Single]:
    """A question for each property that some of the pictures have and others surely have not.

    ``facts`` are those of each thing's only picture. One picture that leaves it open is enough for
    the question not to be asked: nobody could say whether the list of answers is whole.

    Example: "Which films have a poster that is mainly red?"
    """
    if len(things) < LEAST_PICTURES:
        return
    asked_of_several = 0
    for property, value in _candidates(things, facts, chance, looking):
        if property == SHAPE and asked_of_several >= _ENOUGH:
            continue
        members = _members(things, property, value)
        if not 0 < len(members) < len(things):
            continue
        if any(in_name(value, thing.name) for thing in things):
            continue
        asked_of_several += len(members) > 1
        yield _single(things, members, property, value, noun, picture, chance)


def _candidates(
    things: Sequence[Thing], facts: Sequence[Facts], chance: random.Random, looking: bool
) -> list[tuple[str, str]]:
    """What at least one picture shows, each once; a picture's shape comes last."""
    found = [
        (property, value)
        for known in facts
        for property, values in known.items()
        if property != WORD and (values == ("yes",) or not property.startswith(ASKED))
        for value in values
    ]
    found += [(WORD, word) for word in _words(things, chance, looking)]
    return sorted(dict.fromkeys(found), key=lambda candidate: candidate[0] == SHAPE)


def _words(things: Sequence[Thing], chance: random.Random, looking: bool) -> list[str]:
    """A few words of each picture, and all those that stand in several."""
    written = [
        clear_words(
            read.plain if (read := writing_in(thing.images[0], looking=looking)) else "",
            f"{thing.name} {thing.images[0].title}",
        )
        for thing in things
    ]
    times = Counter(word for words in written for word in words)
    few = (chance.sample(words, min(len(words), _MOST_WORDS)) for words in written)
    return [word for word in times if times[word] > 1] + [word for words in few for word in words]


def _members(things: Sequence[Thing], property: str, value: str) -> list[Thing]:
    """The things whose pictures show it; none where a picture leaves it open."""
    members = []
    for thing in things:
        so = decided(thing.images[0], property, value)
        if so is None:
            return []
        if so:
            members.append(thing)
    return members


def _single(
    things: Sequence[Thing],
    members: Sequence[Thing],
    property: str,
    value: str,
    noun: Noun,
    picture: str,
    chance: random.Random,
) -> Single:
    if property.startswith(ASKED):
        question, relative, predicate = list_forms(property.removeprefix(ASKED))
        pseudo = question[:1].lower() + question[1:].rstrip("?")
    else:
        clause = says(property, value, picture)
        relative = chance.choice(_relatives(picture, clause))
        predicate = f"have {chance.choice(_with(picture, clause, 'their'))}"
        pseudo = f"which [{noun.one}](s) have a {picture} that [{clause}]"
        question = _question(noun, picture, clause, len(members), chance)
    return Single(
        leaf="ImageListQ",
        question=question,
        phrase=f"the {noun.one} {relative}" if relative else "",
        noun=noun.one,
        nouns=noun.more,
        relative=relative,
        predicate=predicate,
        person=noun.person,
        pseudo=pseudo,
        query=ShownIn(property, value, tuple((t.images[0].id, t.name) for t in things)),
        values=tuple(Value(t.name, citations=(t.images[0].cite(Region()),)) for t in members),
        entities=tuple(thing.key for thing in members),
    )


def in_name(value: str, name: str) -> bool:
    """Whether a value is a word of a name, so that nobody needs the picture to tell it.

    Example: ``in_name("red", "The Red Shoes")``
    """
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", name, re.IGNORECASE) is not None


def _question(noun: Noun, picture: str, clause: str, members: int, chance: random.Random) -> str:
    if members > 1:
        one = chance.choice(_with(picture, clause, "their"))
        forms = f"Which {noun.more} have {one}?", f"Which of the {noun.more} have {one}?"
    else:
        one = chance.choice(_with(picture, clause, "their" if noun.person else "its"))
        forms = f"Which {noun.one} has {one}?", f"Which {noun.one}'s {picture} {clause}?"
    return chance.choice(forms)


def _with(picture: str, clause: str, its: str) -> tuple[str, ...]:
    """What a thing has whose picture is so.

    Example: ``_with("crest", "shows a lion", "its")`` → "a crest that shows a lion", "a crest
    showing a lion", "a lion on its crest"
    """
    verb, _, rest = clause.partition(" ")
    whole = f"a {picture} that {clause}"
    if verb == "shows":
        return whole, f"a {picture} showing {rest}", f"{rest} {place_in(picture)} {its} {picture}"
    return (whole, f"a {picture} with {rest}") if verb == "has" else (whole,)


def _relatives(picture: str, clause: str) -> tuple[str, ...]:
    """What follows the noun of such a thing: "whose crest shows a lion", "with a lion on the …"."""
    verb, _, rest = clause.partition(" ")
    whose = f"whose {picture} {clause}"
    return (
        (whose, f"with {rest} {place_in(picture)} the {picture}") if verb == "shows" else (whose,)
    )
