"""What a thing of the table did, as the pages of what it did tell: "What did [answer] host?"."""

from collections.abc import Iterable

from manyhop.generation._query import SaidOf
from manyhop.generation._single import Single
from manyhop.generation.linking._naming import without_aside
from manyhop.generation.texts._deriving import same_value, values_saying
from manyhop.generation.texts._facts import Fact, reading
from manyhop.generation.texts._mentions_names import Called, ColumnName
from manyhop.generation.texts._mentions_sense import means
from manyhop.generation.texts._nouns import plural
from manyhop.sources import Snippet

_DEEDS = {
    "directed-by": "direct",
    "written-by": "write",
    "produced-by": "produce",
    "composed-by": "compose the music of",
    "created-by": "create",
    "designed-by": "design",
    "hosted-by": "host",
    "edited-by": "edit",
    "performed-by": "record",
    "founded-by": "found",
    "discovered-by": "discover",
    "developed-by": "develop",
    "stars": "star in",
}
_OTHERWISE = {"host": "present"}  # where the noun says it already: "what did the host host"
_MOST = 4  # things that somebody did; of more, some are likely to be missing


def deed_singles(name: ColumnName, what: Called, snippets: Iterable[Snippet]) -> list[Single]:
    """Questions of a person for the subjects of snippets that tell what the person did to them.

    Example: of "Mira Holt", where a snippet says "The Last Ferry is a film directed by Mira Holt":
    "Which film did [answer] direct?"
    """
    told: dict[str, list[tuple[Snippet, Fact]]] = {}
    for snippet in snippets if what.person else ():
        for fact in reading(snippet).facts:
            same = same_value(fact.value) == same_value(name.text)
            if fact.relation in _DEEDS and same and means(name, what, snippet, fact.span.start):
                told.setdefault(fact.relation, []).append((snippet, fact))
    return [
        single
        for relation, found in told.items()
        if len(found) <= _MOST and (single := _single(name, what, relation, found))
    ]


def _single(
    name: ColumnName, what: Called, relation: str, found: list[tuple[Snippet, Fact]]
) -> Single | None:
    among = tuple((snippet.id, without_aside(snippet.title)) for snippet, _ in found)
    titles = [title for _, title in among]
    if not all(titles) or any(name.text.casefold() in title.casefold() for title in titles):
        return None
    query = SaidOf(relation, found[0][1].value, among)
    values = values_saying(query, {snippet.id: snippet for snippet, _ in found})
    noun, deed = _noun([snippet for snippet, _ in found]), _DEEDS[relation]
    if what.noun.endswith(deed):
        deed = _OTHERWISE.get(deed, deed)
    which = f"Which {noun if len(values) == 1 else plural(noun)}" if noun else "What"
    return Single(
        leaf="TextQ",
        question=f"{which} did [answer] {deed}?",
        noun=noun or "work",
        pseudo=f"what did [answer] {deed}",
        subject=name.text,
        subject_said=name.text,
        subject_entity=name.key,
        query=query,
        values=values,
        entities=("",) * len(values),
    )


def _noun(snippets: Iterable[Snippet]) -> str:
    """What the subjects are, where all snippets begin with it in one word."""
    leads = [reading(snippet).lead for snippet in snippets]
    nouns = {lead.noun.rpartition(" ")[2] if lead and not lead.person else "" for lead in leads}
    return nouns.pop() if len(nouns) == 1 else ""
