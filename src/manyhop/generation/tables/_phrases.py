"""Parts of questions about one table: names, values, conditions, what is asked for."""

import random
import re
from collections.abc import Sequence

from manyhop.english import plural
from manyhop.generation.tables._header_words import spoken
from manyhop.generation.tables._programs import Condition
from manyhop.generation.tables._table_view import TableView
from manyhop.sources import is_person, is_rank


class Phrases:
    """The words for one table's columns, cells and conditions, chosen by chance."""

    def __init__(self, view: TableView, chance: random.Random) -> None:
        self.view, self.chance = view, chance
        self.one_of = chance.choice

    def name(self, column: int) -> str:
        return spoken(self.view.names[column], self.chance)

    def value(self, row: int, column: int) -> str:
        return said(self.view, row, column, self.chance)

    def naming(self, row: int, column: int) -> str:
        """A cell's text, with its column's name where the text stands in other columns too."""
        value = self.value(row, column)
        if self.view.stands_only_in(column, value) and self.chance.random() < 0.75:
            return value
        return f"the {self.name(column)} {value}"

    def both(self, named: int, rows: Sequence[int], joint: str = "and") -> str:
        return f" {joint} ".join(self.naming(row, named) for row in rows)

    def which(self, column: int) -> str:
        """Asks for a column's cell as the subject: who, which player."""
        raw, noun = self.view.names[column], self.name(column)
        if is_person(raw) and self.chance.random() < 0.55:
            return self.one_of(("who", "who", "which person", "what person"))
        if self.view.kinds[column] == "date" and self.chance.random() < 0.3:
            return self.one_of(("what year", "which year", "when", "what date"))
        return self.one_of(
            (f"which {noun}", f"what {noun}", f"which {noun}", f"what was the {noun} that")
        )

    def what(self, column: int) -> str:
        """Asks for a column's cell as a property of something."""
        raw, noun = self.view.names[column], self.name(column)
        throw = self.chance.random()
        if is_person(raw) and throw < 0.35:
            return f"who {self.was()} the {noun}"
        if self.view.kinds[column] == "number" and throw < 0.25 and not is_rank(raw):
            return self.one_of((f"how many {noun} were there", f"what is the number of {noun}"))
        return self.one_of(
            (
                f"what {self.was()} the {noun}",
                f"what {self.was()} the {noun}",
                f"what {self.was()} the {noun}",
                f"name the {noun}",
                f"tell me the {noun}",
                f"what are the {plural(noun)}",
                f"which {noun} {self.was()}",
            )
        )

    def sheet(self) -> str:
        return self.one_of(("table", "list", "chart"))

    def was(self) -> str:
        return self.one_of(("is", "was"))

    def clause(self, condition: Condition) -> str:
        """A condition as a half-sentence: "the team was Ajax", "more than 7 goals"."""
        noun = self.name(condition.column)
        value = self.value(condition.row, condition.column)
        if condition.relation == "is":
            return self.one_of(
                (
                    f"the {noun} {self.was()} {value}",
                    f"the {noun} {self.was()} {value}",
                    f"{noun} {self.was()} {value}",
                    f"{value} {self.was()} the {noun}",
                    f"the {noun} {value}",
                )
            )
        if condition.relation == "not":
            return self.one_of(
                (
                    f"the {noun} {self.was()} not {value}",
                    f"a {noun} other than {value}",
                    f"the {noun} {self.was()} anything but {value}",
                )
            )
        return self.bound(condition)

    def bound(self, condition: Condition) -> str:
        noun = self.name(condition.column)
        value = self.view.text(condition.row, condition.column)
        if self.view.kinds[condition.column] == "date":
            words: tuple[str, ...] = {
                "more": ("after", "later than", "after"),
                "less": ("before", "earlier than", "prior to"),
                "from": ("since", "in or after", "from"),
                "to": ("up to", "no later than", "in or before"),
            }[condition.relation]
            said_so = f"{self.one_of(words)} {value}"
            return said_so if self.chance.random() < 0.5 else f"the {noun} {self.was()} {said_so}"
        words = {
            "more": ("more than", "over", "above", "greater than", "higher than", "larger than"),
            "less": ("less than", "under", "below", "fewer than", "lower than", "smaller than"),
            "from": ("at least", "no less than", "or more"),
            "to": ("at most", "no more than", "or less"),
        }[condition.relation]
        chosen = self.one_of(words)
        amount = f"{value} {chosen}" if chosen.startswith("or ") else f"{chosen} {value}"
        return self.one_of(
            (f"{amount} {noun}", f"a {noun} of {amount}", f"{noun} {self.was()} {amount}")
        )

    def clauses(self, conditions: Sequence[Condition]) -> str:
        return " and ".join(self.clause(condition) for condition in conditions)

    def bare(self, conditions: Sequence[Condition]) -> str:
        """Conditions as values alone: "Ajax in 1995"."""
        if any(each.relation != "is" for each in conditions):
            return self.clauses(conditions)
        values = [self.naming(each.row, each.column) for each in conditions]
        joint = self.one_of((" in ", " with ", " and ", " for ", " at ", " "))
        return joint.join(values)

    def with_title(self, text: str) -> str:
        title = self.view.title
        if not title or len(title.split()) > 8 or self.chance.random() > 0.22:
            return text
        return self.one_of(
            (
                f"{text} in {title}",
                f"in {title}, {text}",
                f"{text} for {title}",
                f"{text} of {title}",
            )
        )


_ASIDE = re.compile(r"\s*[(\[][^)\]]*[)\]]")
_NAME_ENDS = frozenset(("jr", "sr", "ii", "iii", "iv", "inc", "ltd", "fc", "afc", "sc"))


def said(view: TableView, row: int, column: int, chance: random.Random) -> str:
    """A cell's text as a question may quote it; never so short that other rows fit too.

    Example: ``said(view, 0, 0, chance)`` → ``"Hillary"`` for a cell "Edmund Hillary"
    """
    text = view.text(row, column)
    short = _shortened(text, chance)
    if short == text:
        return text
    same = view.rows_saying(column, text)
    return short if short and view.rows_with_words(column, short) == same else text


def _shortened(text: str, chance: random.Random) -> str:
    if text.count(",") == 1 and text.replace(",", "").isdigit() and chance.random() < 0.5:
        return text.replace(",", "")
    throw = chance.random()
    if throw < 0.25:
        text = _ASIDE.sub("", text).strip() or text
    words = text.split()
    if len(words) < 2 or throw > 0.45 or any(map(str.isdigit, text)):
        return text
    if throw < 0.1 and words[-1].strip(".").lower() not in _NAME_ENDS and len(words) < 4:
        return words[-1]
    if throw < 0.2:
        return " ".join(words[: max(1, len(words) - 1)])
    if throw < 0.3:
        return " ".join(words[1:])
    if throw < 0.36 and "," in text:
        return text.split(",")[0]
    return text
