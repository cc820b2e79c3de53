"""Questions that name their rows by the order they stand in."""

from collections.abc import Sequence

from manyhop.generation.tables._header_words import (
    comparative,
    own_superlative,
    superlative,
    verb_for,
)
from manyhop.generation.tables._phrases import Phrases
from manyhop.generation.tables._programs import Condition
from manyhop.sources import is_rank


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
