"""Programs said in words, in many ways, as people say them."""

import random
import re
from collections.abc import Sequence

from manyhop.english import plural
from manyhop.generation.tables._header_words import (
    comparative,
    own_superlative,
    superlative,
    verb_for,
)
from manyhop.generation.tables._phrases import Phrases
from manyhop.generation.tables._programs import (
    Beside,
    Better,
    Commonest,
    Condition,
    Ending,
    Extreme,
    Pair,
    Peers,
    Program,
    Where,
)
from manyhop.generation.tables._table_view import TableView
from manyhop.sources import is_person, is_rank, is_spot

_SPACE = re.compile(r"\s+")


def word(program: Program, view: TableView, chance: random.Random) -> str:
    """A question whose answer is the program's outcome.

    Example: ``word(Program(Extreme(1, highest=True), 0), view, chance)`` →
    ``"which mountain has the greatest height?"``
    """
    text = Phrases(view, chance).with_title(_question(program, view, chance))
    if chance.random() < 0.12:
        text = text.replace(" the ", " ", 1)
    text = _SPACE.sub(" ", text).strip()
    return text + ("?" if chance.random() < 0.8 else "")


def _question(program: Program, view: TableView, chance: random.Random) -> str:
    figures = FigureQuestions(view, chance)
    match program.operation:
        case "cells":
            return _cell_question(program, view, chance)
        case "count":
            return figures.count(program)
        case "difference":
            return figures.difference(program)
        case "check":
            return figures.check(program)
        case _:
            return figures.total(program)


def _cell_question(program: Program, view: TableView, chance: random.Random) -> str:
    asked = program.column
    matching, order = MatchingQuestions(view, chance), OrderQuestions(view, chance)
    match program.selection:
        case Where(conditions):
            return matching.where(asked, conditions)
        case Extreme(column, highest, conditions):
            return order.extreme(asked, column, highest, conditions)
        case Ending(last, conditions):
            return order.ending(asked, last, conditions)
        case Beside(named, row, step):
            return order.beside(asked, named, row, step)
        case Better(named, rows, column, highest):
            return order.better(named, rows, column, highest)
        case Commonest(column):
            return matching.commonest(column)
        case Peers(named, row, column):
            return matching.peers(named, row, column)
        case Pair(named, rows):
            return matching.pair(asked, named, rows)


class FigureQuestions(Phrases):
    """Asks how many rows there are, what cells come to together, and whether one says so.

    Example: ``FigureQuestions(view, chance).count(program)`` → ``"how many players are listed"``
    """

    def count(self, program: Program) -> str:
        noun = plural(self.name(program.column))
        conditions = program.selection.conditions if isinstance(program.selection, Where) else ()
        if not conditions:
            return self.one_of(
                (
                    f"how many {noun} are listed",
                    f"what is the total number of {noun}",
                    f"how many {noun} are there in total",
                    f"how many {noun} are on the list",
                )
            )
        clauses, bare = self.clauses(conditions), self.bare(conditions)
        of = self.one_of(("in", "from", "with", "by", "at", ""))
        return self.one_of(
            (
                f"how many {noun} had {bare}",
                f"how many {noun} have {clauses}",
                f"how many {noun} were {of} {bare}",
                f"how many {noun} are there {self.one_of(('for', 'in', 'with'))} {bare}",
                f"how many times {self.was()} {clauses}",
                f"how many times does {bare} appear",
                f"what is the number of {noun} with {clauses}",
                f"what is the total number of {noun} for {bare}",
                f"in how many {noun} was {clauses}",
                f"number of {noun} with {bare}",
            )
        )

    def check(self, program: Program) -> str:
        assert isinstance(program.selection, Where)
        conditions = program.selection.conditions
        noun, claim = self.name(program.column), self.value(program.claim, program.column)
        clauses, bare = self.clauses(conditions), self.bare(conditions)
        verb = self.one_of(("was", "is"))
        return self.one_of(
            (
                f"{verb} {claim} the {noun} when {clauses}",
                f"{verb} {claim} the {noun} of {bare}",
                f"{verb} the {noun} of {bare} {claim}",
                f"did {bare} have {claim} as {noun}",
                f"did {claim} have {bare}",
                f"{verb} {claim} {self.one_of(('in', 'with', 'for', 'of', 'by'))} {bare}",
                f"when {clauses}, {verb} the {noun} {claim}",
                f"does {bare} go with {claim}",
            )
        )

    def total(self, program: Program) -> str:
        noun = self.name(program.column)
        words: tuple[str, ...]
        if program.operation == "sum":
            words = ("total", "combined", "sum of the", "total number of", "overall")
        else:
            words = ("average", "mean", "average number of")
        amount = f"{self.one_of(words)} {noun}"
        match program.selection:
            case Pair(named, rows):
                rest = f"{self.one_of(('of', 'for', 'by', 'from'))} {self.both(named, rows)}"
            case Where(conditions) if conditions:
                rest = self.one_of(
                    (f"for {self.bare(conditions)}", f"when {self.clauses(conditions)}")
                )
            case _:
                rest = self.one_of(("", "of all", "in the table", "for all listed"))
        asked = self.one_of(("what is the", "what was the", "give the", "how much is the", ""))
        if program.operation == "sum" and self.chance.random() < 0.3:
            return f"how many {noun} {rest} in total"
        return f"{asked} {amount} {rest}"

    def difference(self, program: Program) -> str:
        noun = self.name(program.column)
        assert isinstance(program.selection, Pair)
        named, (one, other) = program.selection.named, program.selection.rows
        keys = self.view.keys[program.column]
        if (keys[one] or 0) < (keys[other] or 0):
            one, other = other, one
        much, little = self.naming(one, named), self.naming(other, named)
        verb = verb_for(self.view.names[program.column], self.chance)
        greater = self.one_of(("higher", "larger", "greater"))
        return self.one_of(
            (
                f"how many more {noun} {verb} {much} than {little}",
                f"how many more {noun} did {much} have than {little}",
                f"how many fewer {noun} did {little} have than {much}",
                f"what is the difference in {noun} between {much} and {little}",
                f"what {self.was()} the difference between the {noun} of {little} and {much}",
                f"how much {greater} is the {noun} of {much} than {little}",
            )
        )


class MatchingQuestions(Phrases):
    """Asks for the cells of rows that say something.

    Example: ``MatchingQuestions(view, chance).commonest(2)`` → ``"which team appears the most"``
    """

    def where(self, asked: int, conditions: Sequence[Condition]) -> str:
        clauses, bare = self.clauses(conditions), self.bare(conditions)
        what, which, noun = self.what(asked), self.which(asked), self.name(asked)
        place = self.view.names[asked]
        frames = [
            f"{what} when {clauses}",
            f"{what} of {bare}",
            f"{what} for {bare}",
            f"{what} where {clauses}",
            f"{which} had {bare}",
            f"{which} has {clauses}",
            f"{which} {self.was()} {bare}",
            f"{which} goes with {bare}",
            f"what {noun} did {bare} have",
            f"{bare} {self.was()} of what {noun}",
            f"{bare} had which {noun}",
            f"in what {noun} {self.was()} {bare}",
            f"when {clauses}, {what}",
            f"for {bare}, {what}",
            f"{noun} of {bare}",
        ]
        if self.view.kinds[asked] == "date":
            frames += [
                f"when {self.was()} {bare}",
                f"when did {bare} happen",
                f"what year {self.was()} {bare}",
            ]
        if is_spot(place):
            frames += [f"where {self.was()} {bare}", f"where did {bare} take place"]
        if is_person(place):
            frames += [f"who {self.was()} in {bare}", f"who {self.was()} {bare}", f"who did {bare}"]
        if self.view.kinds[asked] == "number" and not is_rank(place):
            frames += [f"how many {noun} did {bare} have", f"how many {noun} for {bare}"] * 2
        return self.one_of(frames)

    def pair(self, asked: int, named: int, rows: Sequence[int]) -> str:
        return f"{self.what(asked)} of {self.both(named, rows)}"

    def commonest(self, column: int) -> str:
        noun = self.name(column)
        return self.one_of(
            (
                f"which {noun} appears the most",
                f"what {noun} is listed most often",
                f"which {noun} has the most entries",
                f"what {self.was()} the most common {noun}",
                f"{self.which(column)} is listed the most times",
                f"which {noun} occurs more than any other",
            )
        )

    def peers(self, named: int, row: int, column: int) -> str:
        value, noun, same = self.naming(row, named), self.name(named), self.name(column)
        return self.one_of(
            (
                f"which other {noun} has the same {same} as {value}",
                f"besides {value}, which {plural(noun)} have {self.value(row, column)} as {same}",
                f"other than {value}, which {noun} has {self.value(row, column)}",
                f"who else has the same {same} as {value}",
                f"which {plural(noun)} share a {same} with {value}",
                f"name another {noun} with the same {same} as {value}",
            )
        )


class OrderQuestions(Phrases):
    """Asks for the cells of the highest, the last, the next or the better row.

    Example: ``OrderQuestions(view, chance).ending(0, True, ())`` → ``"which player comes last"``
    """

    def extreme(
        self, asked: int, column: int, highest: bool, conditions: Sequence[Condition]
    ) -> str:
        raw, noun = self.view.names[column], self.name(column)
        among = (
            f" {self.one_of(('with', 'for', 'in', 'of', 'among'))} {self.bare(conditions)}"
            if conditions
            else ""
        )
        kind = self.view.kinds[column]
        best = superlative(kind, highest, self.chance)
        if is_rank(raw):
            words = (
                ("worst", "lowest ranked", "last") if highest else ("best", "top", "highest ranked")
            )
            best, noun = self.one_of(words), self.one_of(("", noun))
        if asked == column:
            return self.one_of(
                (
                    f"what {self.was()} the {best} {noun}{among}",
                    f"what {self.was()} the {best} {noun} listed{among}",
                    f"{best} {noun}{among}",
                )
            )
        which, what, verb = self.which(asked), self.what(asked), verb_for(raw, self.chance)
        own = own_superlative(raw, highest, self.chance) if kind == "number" else None
        frames = [
            f"{which}{among} {verb} the {best} {noun}",
            f"{which} {verb} the {best} {noun}{among}",
            f"{which} {verb} the {best} {noun}{among}",
            f"{what} with the {best} {noun}{among}",
            f"the {best} {noun}{among} belongs to {which}",
            f"which {self.name(asked)} {self.was()} {best} in {noun}{among}",
        ]
        if own:
            frames += [
                f"{which} {self.was()} the {own}{among}",
                f"what {self.was()} the {own} {self.name(asked)}{among}",
            ] * 2
        if kind == "date":
            frames += [
                f"what {self.was()} the {best} {self.name(asked)}{among}",
                f"{which} {self.was()} the {best}{among}",
                f"{which} came {'last' if highest else 'first'}{among}",
            ]
        return self.one_of(frames)

    def ending(self, asked: int, last: bool, conditions: Sequence[Condition]) -> str:
        end = self.one_of(("last", "final", "last") if last else ("first", "first", "initial"))
        edge = "bottom" if last else "top"
        noun, bare = self.name(asked), self.bare(conditions)
        if conditions:
            of = self.one_of(("with", "for", "in", "of"))
            return self.one_of(
                (
                    f"what {self.was()} the {end} {noun} {of} {bare}",
                    f"{self.which(asked)} {self.was()} the {end} {of} {bare}",
                    f"{self.what(asked)} the {end} time {self.clauses(conditions)}",
                    f"{self.which(asked)} {self.was()} listed {end} for {bare}",
                )
            )
        return self.one_of(
            (
                f"what {self.was()} the {end} {noun}",
                f"what {self.was()} the {end} {noun} listed",
                f"{self.which(asked)} {self.was()} listed {end}",
                f"what {noun} is at the {edge} of the {self.sheet()}",
                f"{self.which(asked)} comes {end}",
                f"who or what is the {end} {noun} on the {self.sheet()}",
            )
        )

    def beside(self, asked: int, named: int, row: int, step: int) -> str:
        after = ("after", "next after", "right after", "immediately after", "below", "following")
        before = (
            "before",
            "right before",
            "immediately before",
            "above",
            "prior to",
            "previous to",
        )
        to = self.one_of(after if step > 0 else before)
        near = "next" if step > 0 else "previous"
        name, noun = self.naming(row, named), self.name(asked)
        comes, sheet = self.one_of(("comes", "came", "is", "was")), self.sheet()
        return self.one_of(
            (
                f"{self.which(asked)} {comes} {to} {name}",
                f"what {self.was()} the {noun} {to} {name}",
                f"{to} {name}, {self.what(asked)}",
                f"what {self.was()} the {near} {noun} {'after' if step > 0 else 'before'} {name}",
                f"{self.which(asked)} is {to} {name} on the {sheet}",
                f"what {noun} {'follows' if step > 0 else 'precedes'} {name}",
            )
        )

    def better(self, named: int, rows: Sequence[int], column: int, highest: bool) -> str:
        raw, noun = self.view.names[column], self.name(column)
        more = comparative(raw, self.view.kinds[column], highest, self.chance)
        if is_rank(raw):
            more = self.one_of(("a worse", "a lower") if highest else ("a better", "a higher"))
        either, which = self.both(named, rows, "or"), self.which(named)
        verb = verb_for(raw, self.chance)
        frames = [
            f"{which} {verb} {more} {noun}, {either}",
            f"{which} {verb} {more} {noun}: {either}",
            f"did {either} have {more} {noun}",
            f"{self.one_of(('who', 'which'))} {verb} {more} {noun}, {either}",
            f"was {either} the one with {more} {noun}",
        ]
        if self.view.kinds[column] == "date":
            frames += [
                f"{which} came {'later' if highest else 'first'}, {either}",
                f"{which} was {more}, {either}",
                f"was {either} {'later' if highest else 'earlier'}",
            ]
        return self.one_of(frames)
