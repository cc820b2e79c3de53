"""Whether a name in a text means what the table means by it: "Orange County" may be no film."""

import re

from manyhop.generation.linking import key_of
from manyhop.generation.linking._naming import words_in
from manyhop.generation.texts._mentions_names import Called, ColumnName
from manyhop.generation.texts._words import words
from manyhop.sources import Snippet

_SETTLED = words("city town village municipality state country nation province")
_PEOPLE_OR_TEAMS = words("champion winner runner-up opponent competitor")
_WORK = (
    "films?|movies?|series|shows?|songs?|singles?|albums?|novels?|books?|games?|sitcoms?|musicals?"
    "|documentary|documentaries|plays?|episodes?|soundtracks?|tracks?"
)
_NAMED_AS_WORK = re.compile(
    rf"(?:[\"“‘]|\b(?:{_WORK})(?:\s?,?\s(?:including|such\sas|like|titled|called))?\s)$"
)
_DATED = re.compile(r"\s?\((?:[^()]{0,30}\s)?(?:1[89]|20)[0-9]{2}")


def means(name: ColumnName, what: Called, snippet: Snippet, at: int) -> bool:
    """Whether the name at this place of a snippet's text is that of the column's thing.

    People are known by two words, and so are places that have pages; works must be marked as such,
    by quotes, a year, or a word before the title. Of anything else the text must also say what
    stands beside it in the table.
    """
    several = " " in name.text.removeprefix("The ")
    noun = what.noun.rpartition(" ")[2]
    if what.person and noun not in _PEOPLE_OR_TEAMS:
        return several
    if noun in _SETTLED or (what.sort == "place" and several and not name.key.startswith("=")):
        return True
    if what.sort == "work":
        before = snippet.text[max(0, at - 30) : at]
        after = snippet.text[at + len(name.text) : at + len(name.text) + 40]
        return bool(_NAMED_AS_WORK.search(before) or _DATED.match(after))
    text = f" {' '.join(words_in(key_of(f'{snippet.title} . {snippet.text}')))} "
    return any(f" {' '.join(words_in(other))} " in text for other in name.beside)
