"""What the large reader is told and shown before a question: rules and worked examples.

They were chosen on folders of our own. What stays the same stands first, so that it is read once.
"""

from collections.abc import Sequence

READING = (
    "You answer questions from numbered passages. Begin with the number of the passage that "
    "answers, in square brackets, then give the answer itself in the words of the passage: a bare "
    "value for a fact, all items separated by semicolons for a list, one or two sentences for an "
    "explanation or instruction, Yes or No with the reason where that is asked. Say nothing else."
)
_EXAMPLES = (
    (
        ("Lantern Hut › Getting there\nThe hut stands at 1,840 m, two hours above Torrel.",
         "Lantern Hut › Rules\nGuests bring a sleeping bag. Beds are given out at six. To pay, put "
         "24 francs into the box at the door and write your name into the book."),
        (("How high is the Lantern Hut?", "[1] 1,840 m"),
         ("How do I pay for a night?",
          "[2] Put 24 francs into the box at the door and write your name into the book.")),
    ),
    (
        ("pelt › Options\n-q, --quiet: print errors only. --jobs N: files at once (default 4). "
         "Symbolic links are never followed.",
         "pelt › Formats\npelt reads TOML, YAML and INI files and writes JSON."),
        (("Does pelt follow symbolic links?", "[1] No: symbolic links are never followed."),
         ("Which formats can pelt read?", "[2] TOML; YAML; INI")),
    ),
)  # fmt: skip

QUERYING = (
    "You write one DuckDB SELECT statement that answers the question from the given tables. Use "
    "only the tables and columns listed, with column names in double quotes. Select the value that "
    "is asked for, and nothing else. Compare texts with ILIKE. Use ORDER BY and LIMIT 1 for the "
    "largest or smallest. Reply with the SQL only."
)
_QUERIES = (
    (
        'boats (212 rows):\n  "Name" VARCHAR: \'Ida\', \'Tern\'\n  "Home port" VARCHAR: \'Leith\', '
        '\'Wick\'\n  "Built" DOUBLE from 1921 to 2011\n  "Crew" DOUBLE from 2 to 31',
        (("How many boats from Wick were built before 1950?",
          'SELECT count(*) FROM boats WHERE "Home port" ILIKE \'Wick\' AND "Built" < 1950'),
         ("Which port has the most boats?",
          'SELECT "Home port" FROM boats GROUP BY "Home port" ORDER BY count(*) DESC LIMIT 1'),
         ("Is the Tern older than the Ida?",
          'SELECT (SELECT "Built" FROM boats WHERE "Name" ILIKE \'Tern\') < '
          '(SELECT "Built" FROM boats WHERE "Name" ILIKE \'Ida\')')),
    ),
)  # fmt: skip

JUDGING = "Is that the right and complete answer to the question? Reply yes or no."

Messages = list[dict[str, str]]


def reading(passages: Sequence[object], question: str) -> Messages:
    """A conversation that ends with a question about numbered passages."""
    found = [{"role": "system", "content": READING}]
    for shown, asked in _EXAMPLES:
        for number, (example, reply) in enumerate(asked):
            ahead = numbered(shown) + "\n\n" if number == 0 else ""
            found.append({"role": "user", "content": f"{ahead}Question: {example}"})
            found.append({"role": "assistant", "content": reply})
    told = f"{numbered(passages)}\n\nQuestion: {question}"
    return [*found, {"role": "user", "content": told}]


def querying(tables: str, question: str) -> Messages:
    """A conversation that ends with a question about tables."""
    found = [{"role": "system", "content": QUERYING}]
    for shown, asked in _QUERIES:
        for number, (example, reply) in enumerate(asked):
            ahead = f"Tables:\n{shown}\n\n" if number == 0 else ""
            found.append({"role": "user", "content": f"{ahead}Question: {example}"})
            found.append({"role": "assistant", "content": reply})
    return [*found, {"role": "user", "content": f"Tables:\n{tables}\n\nQuestion: {question}"}]


def mended(asked: Messages, sql: str, error: str) -> Messages:
    """The same after a query that failed."""
    return [
        *asked,
        {"role": "assistant", "content": sql},
        {"role": "user", "content": f"That fails: {error}\nReply with the corrected SQL only."},
    ]


def judging(asked: Messages, answer: str, evidence: str) -> Messages:
    """The question about passages, a proposed answer, and whether it is right."""
    rests = f"It rests on: {evidence}\n" if evidence else ""
    return [
        *asked,
        {"role": "assistant", "content": answer},
        {"role": "user", "content": f"{rests}{JUDGING}"},
    ]


def numbered(passages: Sequence[object]) -> str:
    """Passages with their numbers, as the reader cites them."""
    return "\n\n".join(f"[{number}] {each}" for number, each in enumerate(passages, 1))
