"""Questions that are answered by a figure or a yes, not by a cell."""

from manyhop.generation.tables._header_words import plural, verb_for
from manyhop.generation.tables._phrases import Phrases
from manyhop.generation.tables._programs import Pair, Program, Where


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
