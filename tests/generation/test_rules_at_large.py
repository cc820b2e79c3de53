"""Every rule on every one of five thousand questions."""

import random

from tests.generation.built import longest_opened

from manyhop.generation._built import BuiltQuestion
from manyhop.generation._contexts import with_distractors
from manyhop.generation._leakage import leaks
from manyhop.generation.distractors import faults
from manyhop.generation.splits import Apart, documents_in, split_by_document
from manyhop.programs import Value
from manyhop.sources import AnySource, Snippet, Span

TOPICS, PAGES, QUESTIONS = 400, 2500, 5000
WORDS = [
    "river",
    "bridge",
    "tower",
    "arch",
    "steel",
    "stone",
    "ferry",
    "mill",
    "market",
    "abbey",
    "castle",
    "harbour",
]


def snippets() -> dict[str, AnySource]:
    """Two paragraphs a page, each with a year; years and words recur all over."""
    chance = random.Random("pages")
    found: dict[str, AnySource] = {}
    for page in range(PAGES):
        for part in range(2):
            words = " ".join(chance.sample(WORDS, 4))
            text = f"The {words} opened in {chance.randrange(1800, 2000)}."
            found[f"p{page}-{part}"] = Snippet(
                id=f"p{page}-{part}", title=f"Page {page}", text=text, origin=f"/{page}"
            )
    return found


def questions(sources: dict[str, AnySource]) -> list[BuiltQuestion]:
    """Most rest on a page of their topic, every tenth on one of a few that all topics use."""
    chance = random.Random("questions")
    made = []
    for number in range(QUESTIONS):
        topic = number % TOPICS
        page = chance.randrange(5) if number % 10 == 0 else 5 + topic * 6 + chance.randrange(6)
        source = sources[f"p{page}-{chance.randrange(2)}"]
        assert isinstance(source, Snippet)
        end = len(source.text) - 1
        value = Value(source.text[-5:-1], citations=(source.cite(Span(end - 4, end)),))
        made.append(
            longest_opened(
                id=f"q{number}",
                question=f"When did the {' by the '.join(chance.sample(WORDS, 2))} open?",
                topic=f"t{topic}",
                table=f"t{topic}",
                gold=(source.id,),
                values=(value,),
                hops=(),
            )
        )
    return made


def test_no_question_of_five_thousand_breaks_a_rule() -> None:
    sources = snippets()
    split = split_by_document(questions(sources), seed=1, document=documents_in(sources))
    assert len(split.questions) + len(split.dropped) == QUESTIONS
    assert len(split.dropped) < 0.03 * QUESTIONS
    check = Apart(documents_in(sources))
    for built in with_distractors(split.questions, sources, seed=1):
        assert faults(built, sources) == []
        assert check.faults(built) == []
        assert leaks(built) == []
