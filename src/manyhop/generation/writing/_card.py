"""A dataset card, written from the facts."""

import json
from collections.abc import Mapping

from manyhop.generation.writing._about import About
from manyhop.generation.writing._facts import Facts

_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
_COLUMNS = {
    "id": "the question's id",
    "question": "its words",
    "answers": "all of its answers, as a list",
    "type": "its type, as MultiModalQA names types",
    "pseudo_language": "the bracketed language that the question was worded from",
    "hops": "what each hop passes on, as JSON: a list of values for each",
    "program": "the program that gives the answers, as JSON",
    "queries": "by the question of each hop, the query that answers it, as JSON",
    "gold": "ids of the sources that the answers rest on",
    "context": "ids of all sources to answer from, in an order that tells nothing",
    "table": "id of the topic's table, if it has one",
    "topic": "id of the topic",
    "paraphrase_of": "id of the question that this one puts in other words, if any",
}


def card(about: About, facts: Facts, *, has_sources: bool = True) -> str:
    """The text of ``README.md``: front matter that the Hugging Face hub reads, then the facts.

    Example: ``card(About(name="bridges"), facts)``
    """
    return "\n".join((*_front_matter(about, facts, has_sources), "", *_body(about, facts), ""))


def _front_matter(about: About, facts: Facts, has_sources: bool) -> list[str]:
    size = next((name for limit, name in _SIZES if facts.questions < limit), "n>1M")
    lines = [
        "---",
        f"pretty_name: {json.dumps(about.name)}",
        f"license: {json.dumps(about.licence or 'unknown')}",
        "language:",
        "- en",
        "task_categories:",
        "- question-answering",
        "tags:",
        "- multi-hop",
        "- multimodal",
        "- manyhop",
        "size_categories:",
        f"- {size}",
        "configs:",
        "- config_name: questions",
        "  default: true",
        "  data_files:",
    ]
    for split in facts.by_split:
        lines += [f"  - split: {split}", f"    path: data/{split}-*.parquet"]
    if has_sources:
        lines += [
            "- config_name: sources",
            "  data_files:",
            "  - split: sources",
            "    path: sources/sources-*.parquet",
        ]
    return [*lines, "---"]


def _body(about: About, facts: Facts) -> list[str]:
    return [
        f"# {about.name}",
        "",
        f"{facts.questions:,} questions over several sources each, made from a collection with "
        f"Manyhop {about.version}. Every answer follows from its program and the sources, and can "
        "be derived again.",
        "",
        *_table("split", "questions", facts.by_split),
        "",
        "## Questions",
        "",
        *_table("type", "questions", facts.by_type),
        "",
        f"- Words in a question: {facts.question_words:.1f} on average, median "
        f"{facts.question_words_median:g}.",
        f"- Answers to a question: {facts.answers:.2f}; words in an answer: "
        f"{facts.answer_words:.1f}.",
        f"- Sources to answer from: {facts.context:.1f} a question.",
        f"- Diversity: two questions are {facts.diversity:.3f} apart on average (cosine distance "
        "of the static encoder's vectors).",
        f"- Normalised edit distance to the pseudo-language: {facts.distance:.2f} on average.",
        "",
        "## Topics",
        "",
        f"{facts.topics:,} topics; those with most questions:",
        "",
        *_table("topic", "questions", facts.top_topics),
        "",
        "## Columns",
        "",
        "| column | what it holds |",
        "|---|---|",
        *(f"| `{name}` | {meaning} |" for name, meaning in _COLUMNS.items()),
        "",
        "The configuration `sources` has every source by `id`: `kind`, `title`, `origin`, its "
        "words in `text`, all of it as JSON in `source`, and the pixels of pictures in `picture`.",
        "",
        "## Made by",
        "",
        "```console",
        f"$ {about.command or 'manyhop build'}",
        "```",
        "",
        f"Seed {about.seed}.",
        "",
        "## Licence and origin",
        "",
        f"Licence: {about.licence or 'not stated by whoever built this'}.",
        *(["", *(f"- {each}" for each in about.attributions)] if about.attributions else []),
    ]


def _table(name: str, number: str, counts: Mapping[str, int]) -> list[str]:
    rows = (f"| {_cell(key)} | {count:,} |" for key, count in counts.items())
    return [f"| {name} | {number} |", "|---|---:|", *rows]


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
