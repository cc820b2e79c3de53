"""Made-up examples in the manner of the four benchmarks."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from manyhop.answering import Answer, Question
from manyhop.benchmarks import Example, Gold
from manyhop.sources import Cell, Column, Image, Procedure, Snippet, Step, Table


class Made:
    """A benchmark of examples that are in memory; its one metric is the right choice."""

    notes = ()

    def __init__(self, name: str, examples: Iterable[Example]) -> None:
        self.name = name
        self._examples = tuple(examples)

    def examples(self) -> Iterator[Example]:
        return iter(self._examples)

    def score(self, example: Example, answer: Answer) -> dict[str, float]:
        right = example.gold is not None and answer.choice == example.gold.choice
        return {"right": float(right)}

    def breakdowns(self, example: Example) -> dict[str, str]:
        return {}

    def read_predictions(self, path: Path) -> dict[str, Answer]:
        return {}

    def write_predictions(
        self, examples: Iterable[Example], answers: Mapping[str, Answer], path: Path
    ) -> None:
        pass


BRIDGES = (
    Snippet(id="s1", title="Humber Bridge", text="It spans the Humber. It opened in 1981."),
    Snippet(id="s2", title="Forth Bridge", text="A railway bridge. Its steel is painted red."),
    Snippet(id="s3", title="Tea", text="A drink. It is often poured hot."),
    Image(id="i1", title="Humber", caption="The towers of the Humber Bridge at dusk"),
    Image(id="i2", title="Kettle", caption="A kettle on a stove"),
)
TABLE = Table(
    id="t1",
    title="Bridges",
    columns=(Column("Name"), Column("Country"), Column("Opened")),
    rows=(
        (Cell("Humber"), Cell("England"), Cell("1981")),
        (Cell("Severn"), Cell("England"), Cell("1966")),
        (Cell("Forth"), Cell("Scotland"), Cell("1890")),
    ),
)
RECIPE = Procedure(
    id="tea",
    title="tea",
    steps=(
        Step(text="Boil fresh water in a kettle.", images=("tea_1_0.jpg",)),
        Step(text="Warm the pot. Pour the boiling water over the leaves."),
        Step(title="Serve"),
    ),
)


def webqa(n: int = 40) -> Made:
    return Made("webqa", map(_webqa, range(n)))


def _webqa(number: int) -> Example:
    shade = ("red", "red", "grey")[number % 3]
    return Example(
        question=Question(
            id=f"w{number}", text="When did the Humber Bridge open?", candidates=BRIDGES
        ),
        gold=Gold(sentences=(f"It is {shade}.",), keywords=shade, sources=("s1",)),
        category=("text", "color")[number % 2],
        group=f"w{number}",
    )


def mmqa(n: int = 40) -> Made:
    return Made("mmqa", map(_mmqa, range(n)))


def _mmqa(number: int) -> Example:
    return Example(
        question=Question(
            id=f"m{number}", text="When did the Severn bridge open?", candidates=(TABLE, *BRIDGES)
        ),
        gold=Gold(values=(("1966",), ("yes",), ("Humber", "Severn"))[number % 3], sources=("t1",)),
        category=("TableQ", "TextQ")[number % 2],
        group=f"t{number // 2}",
    )


def aokvqa(n: int = 40) -> Made:
    return Made("aokvqa", map(_aokvqa, range(n)))


def _aokvqa(number: int) -> Example:
    right = number % 4
    choices = ("red", "blue", "green", "grey")
    return Example(
        question=Question(
            id=f"a{number}",
            text="What colour is the boat?",
            choices=choices[-right:] + choices[:-right] if right else choices,
            image=Image(id=str(number)),
        ),
        gold=Gold(choice=right, answers=("red",) * 8 + ("maroon",) * 2),
        category="not difficult",
        group=str(number),
    )


def recipeqa(n: int = 40) -> Made:
    return Made("recipeqa", map(_recipeqa, range(n)))


def _recipeqa(number: int) -> Example:
    words = ("Paint the fence", "Boil water", "Sharpen a saw", "Knit a scarf")
    pictures = ("tea_1_0.jpg", "tea_2_0.jpg", "saw_1_0.jpg", "tea_3_0.jpg")
    textual = number % 2 == 0
    return Example(
        question=Question(
            id=f"r{number}",
            text="Choose the best title for the missing blank.",
            parts=("@placeholder", "Warm the pot", "Pour", "Serve"),
            choices=words if textual else pictures,
            candidates=(RECIPE,),
        ),
        gold=Gold(choice=1 if textual else 2),
        category="textual_cloze" if textual else "visual_coherence",
        group=f"recipe {number // 4}",
    )


ALL = (webqa, mmqa, aokvqa, recipeqa)
