"""Questions that name their rows by what stands in them."""

from collections.abc import Sequence

from manyhop.generation.tables._header_words import plural
from manyhop.generation.tables._phrases import Phrases
from manyhop.generation.tables._programs import Condition
from manyhop.sources import is_person, is_rank, is_spot


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
