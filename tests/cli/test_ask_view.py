"""How an answer looks, with answers made by hand."""

import io
from pathlib import Path

import msgspec
import pytest
from PIL import Image as Pillow
from rich.console import Console

from manyhop.answering import Answer
from manyhop.cli.views import cited_sentences, in_words, sentences, show_answer, thumbnail
from manyhop.errors import ManyhopError
from manyhop.programs import Outcome, Program, Value, execute, parse_program, print_program
from manyhop.sources import (
    AnySource,
    Cell,
    CellAt,
    Citation,
    Column,
    Image,
    Procedure,
    Region,
    Snippet,
    Span,
    Step,
    StepAt,
    Table,
)

FERRY = Snippet(
    id="ferry",
    title="The ferry",
    origin="alder.txt",
    text="Alder lies on a river. The ferry has run since 1850. It is pulled by hand.",
)
MILLS = Table(
    id="mills",
    title="Mills",
    origin="mills.csv",
    columns=(Column("Mill"), Column("Built", "date"), Column("Stones", "number")),
    rows=(
        (Cell("Alder"), Cell("1802"), Cell("2")),
        (Cell("Wren"), Cell("1790"), Cell("4")),
        (Cell("Rye"), Cell("1811"), Cell("3")),
    ),
)
KNOT = Procedure(
    id="knot",
    title="A knot",
    origin="knot.md",
    steps=(Step(text="Form a loop."), Step("Pull", "Pull it tight. Then rest.", images=("photo",))),
)
PHOTO = Image(
    id="photo", title="mill", origin="mill.png", path="/pictures/mill.png", caption="A red mill."
)
SOURCES: dict[str, AnySource] = {source.id: source for source in (FERRY, MILLS, KNOT, PHOTO)}
SINCE = FERRY.cite(Span(47, 51))


def look_up(id: str) -> AnySource:
    if id not in SOURCES:
        raise ManyhopError(f"there is no source {id!r}")
    return SOURCES[id]


def terminal(colours: str | None = "truecolor") -> Console:
    return Console(
        file=io.StringIO(),
        width=100,
        force_terminal=colours is not None,
        color_system="truecolor" if colours else None,
        highlight=False,
        record=True,
    )


def shown(answer: Answer, *, verbose: bool = False, choices: tuple[str, ...] = ()) -> list[str]:
    """What a pipe gets, line by line."""
    console = terminal(None)
    show_answer(answer, look_up, console, choices=choices, verbose=verbose)
    return [line.rstrip() for line in console.export_text().splitlines()]


def citing(*citations: Citation) -> list[str]:
    return shown(Answer(sentence="Yes.", citations=citations))[2:]


class TestTheAnswer:
    def test_the_sentence_comes_first_and_says_how_sure_it_is(self) -> None:
        lines = shown(Answer(sentence="It opened in 1850.", confidence=0.78, rationale="Said so."))
        assert lines == ["It opened in 1850.  likely, 78%", "Said so."]

    @pytest.mark.parametrize(
        ("confidence", "words"),
        [
            (1.0, "almost certain, 100%"),
            (0.5, "more likely than not, 50%"),
            (0.3, "doubtful, 30%"),
            (0.0, "hardly more than a guess, 0%"),
        ],
    )
    def test_confidence_in_words(self, confidence: float, words: str) -> None:
        assert in_words(confidence) == words

    def test_values_without_a_sentence(self) -> None:
        assert shown(Answer(values=("Alder", "Wren"))) == ["Alder, Wren"]

    def test_choices(self) -> None:
        lines = shown(Answer(sentence="It is red.", choice=1), choices=("blue", "red"))
        assert lines[1] == "( ) blue  (•) red"

    def test_who_abstains_is_not_sure_of_anything(self) -> None:
        answer = Answer(sentence="No answer was found.", abstained=True, confidence=0.2)
        assert shown(answer) == ["No answer was found."]

    def test_markup_is_text(self) -> None:
        assert shown(Answer(sentence="It is [bold]."))[0] == "It is [bold]."


class TestCitations:
    def test_a_span_in_its_sentence(self) -> None:
        assert citing(SINCE) == [
            "[1] The ferry  snippet  alder.txt",
            "    … The ferry has run since «1850». …",
        ]

    def test_several_spans_of_one_source_stand_together(self) -> None:
        lines = citing(FERRY.cite(Span(59, 65)), FERRY.cite(Span(0, 5)))
        assert lines[1:] == ["    «Alder» lies on a river. … It is «pulled» by hand."]

    def test_cells_in_their_rows(self) -> None:
        assert citing(MILLS.cite(CellAt(1, 1)), MILLS.cite(CellAt(0, 1))) == [
            "[1–2] Mills  table  mills.csv",
            "    Mill   Built   Stones",
            "    Alder  «1802»       2",
            "    Wren   «1790»       4",
        ]

    def test_a_wide_table_shows_what_is_cited(self) -> None:
        wide = Table(
            id="wide",
            columns=tuple(Column(f"c{number}") for number in range(20)),
            rows=(tuple(Cell(f"v{number}") for number in range(20)),),
        )
        console = terminal(None)
        answer = Answer(sentence="Yes.", citations=(wide.cite(CellAt(0, 17)),))
        show_answer(answer, lambda _: wide, console)
        assert console.export_text().splitlines()[-1].split() == ["v0", "v1", "v2", "v3", "«v17»"]

    def test_a_step_with_its_number_and_a_picture_of_it(self) -> None:
        assert citing(KNOT.cite(StepAt(1, Span(0, 4))), KNOT.cite(StepAt(1, image=0))) == [
            "[1–2] A knot  procedure  knot.md",
            "    Step 2 of 2  Pull: «Pull» it tight. …",
            "    A red mill.",
            "    /pictures/mill.png",
        ]

    def test_a_whole_step(self) -> None:
        assert citing(KNOT.cite(StepAt(0)))[1] == "    Step 1 of 2  «Form a loop.»"

    def test_a_picture_by_its_path(self) -> None:
        assert citing(PHOTO.cite(Region())) == [
            "[1] mill  image  mill.png",
            "    A red mill.",
            "    /pictures/mill.png",
        ]

    def test_a_source_that_has_gone(self) -> None:
        assert citing(Citation("gone", Span(0, 2), "It")) == ["[1] gone    It"]

    def test_the_numbers_are_those_of_the_citations(self) -> None:
        lines = citing(SINCE, MILLS.cite(CellAt(0, 0)), FERRY.cite(Span(0, 5)))
        heads = [line for line in lines if line.startswith("[")]
        assert heads[0].startswith("[1] [3] The ferry")
        assert heads[1].startswith("[2] Mills")


class TestSentences:
    @pytest.mark.parametrize(
        ("text", "parts"),
        [
            ("One. Two.", ["One. ", "Two."]),
            ("John A. Roebling came. He saw.", ["John A. Roebling came. ", "He saw."]),
            ("It is 3.5 m long. Why?", ["It is 3.5 m long. ", "Why?"]),
            ("A heading\n\nThen text.", ["A heading\n\n", "Then text."]),
            ("", []),
        ],
    )
    def test_where_they_end(self, text: str, parts: list[str]) -> None:
        assert [text[start:end] for start, end in sentences(text)] == parts

    def test_of_an_endless_sentence_what_is_around_the_span(self) -> None:
        text = "word " * 400 + "here " + "word " * 400
        line = cited_sentences(text, [Span(2000, 2004)], terminal(None)).plain
        assert "«here»" in line
        assert line.startswith("… word")
        assert line.endswith("word …")
        assert len(line) < 400


class TestThumbnails:
    @pytest.fixture
    def flag(self, tmp_path: Path) -> Image:
        picture = Pillow.new("RGB", (60, 40), "#ff0000")
        picture.paste("#0000ff", (0, 20, 60, 40))
        picture.save(tmp_path / "flag.png")
        return Image(path=str(tmp_path / "flag.png"))

    def test_two_points_in_every_character(self, flag: Image) -> None:
        drawn = thumbnail(flag, terminal())
        assert drawn is not None
        lines = drawn.plain.splitlines()
        assert lines == ["▀" * 24] * 8
        assert str(drawn.spans[0].style) == "#ff0000 on #ff0000"
        assert str(drawn.spans[-1].style) == "#0000ff on #0000ff"

    def test_not_without_colours(self, flag: Image) -> None:
        assert thumbnail(flag, terminal(None)) is None

    def test_not_without_pixels(self) -> None:
        assert thumbnail(PHOTO, terminal()) is None

    def test_one_pixel(self) -> None:
        file = io.BytesIO()
        Pillow.new("L", (1, 1)).save(file, "PNG")
        drawn = thumbnail(Image(data=file.getvalue()), terminal())
        assert drawn is not None
        assert drawn.plain

    def test_stands_beside_the_caption(self, flag: Image) -> None:
        console = terminal()
        answer = Answer(sentence="Red.", citations=(Citation("flag", Region(), ""),))
        show_answer(answer, lambda _: flag.with_changes(caption="A flag."), console)
        assert "▀  A flag." in console.export_text()


COMPARE = parse_program("""Compare(earliest,
    Compose(TableQ("When was [answer] built?"), Known("Alder")),
    Compose(TableQ("When was [answer] built?"), ImageListQ("Which mill is red?")))""")


def run(program: Program) -> Outcome:
    found = {
        "Which mill is red?": [Value("Wren", 0.8, (PHOTO.cite(Region()),)), Value("Rye", 0.3)],
        "Which mills are there?": [Value("Alder", 0.9), Value("Wren", 0.9)],
        "When was Alder built?": [Value("1802", 0.9, (MILLS.cite(CellAt(0, 1)),))],
        "When was Wren built?": [Value("1790", 0.9, (MILLS.cite(CellAt(1, 1)),))],
    }
    return execute(program, lambda leaf, question, given: found.get(question, []))


def traced(program: Program) -> Answer:
    outcome = run(program)
    plan = {"program": print_program(program), "chance": 0.75, "score": 0.5}
    trace = {
        "planner": "explicit",
        "program": print_program(program),
        "plans": [plan],
        "hops": msgspec.to_builtins(outcome.hops),
        "values": msgspec.to_builtins(outcome.values),
    }
    return Answer(sentence="Wren.", trace=trace)


class TestTheProgram:
    def test_is_a_tree_in_the_order_of_asking(self) -> None:
        assert shown(traced(COMPARE))[2:] == [
            "Compare earliest → Wren 0.65",
            "├── Compose → 1802 0.90",
            '│   ├── Known "Alder"',
            "│   └── TableQ When was Alder built? → 1802 0.90",
            "└── Compose → 1790 0.72",
            "    ├── ImageListQ Which mill is red? → Wren 0.80 · Rye 0.30",
            "    └── TableQ When was Wren built? → 1790 0.90",
        ]

    def test_verbose_shows_every_candidate_and_plan(self) -> None:
        text = "\n".join(shown(traced(COMPARE), verbose=True))
        assert "0.80 Wren  “A red mill.”" in text
        assert "0.30 Rye\n" in text
        assert "When was Rye built? → nothing" in text
        assert "The explicit planner's programs:\n  0.75  answered 0.50  Compare(" in text

    def test_one_leaf(self) -> None:
        leaf = parse_program('ProcedureQ("Form a loop", next)')
        assert shown(traced(leaf))[2:] == ["ProcedureQ next Form a loop → nothing"]

    def test_a_question_that_was_asked_of_several_things(self) -> None:
        several = parse_program("""Compose(TableQ("When was [answer] built?"),
            TextQ("Which mills are there?"))""")
        assert shown(traced(several))[-2:] == [
            "    ├── When was Alder built? → 1802 0.90",
            "    └── When was Wren built? → 1790 0.90",
        ]

    def test_what_was_never_asked(self) -> None:
        sum_of = parse_program('Arithmetic(sum, TextQ("How old is it?"), TextQ("And that?"))')
        assert shown(traced(sum_of))[2:] == [
            "Arithmetic sum",
            "├── TextQ How old is it? → nothing",
            "└── TextQ And that?  not asked",
        ]

    def test_the_hops_of_an_implicit_program(self) -> None:
        question = "When was the red mill built?"
        implicit = parse_program(f'Implicit("Compose(TableQ,ImageListQ)", "{question}")')
        assert shown(traced(implicit))[2:] == [
            "Implicit Compose(TableQ,ImageListQ)",
            f"├── ImageListQ {question} → nothing",
            f"└── TableQ {question}  not asked",
        ]

    def test_an_answerer_without_a_program_shows_none(self) -> None:
        assert shown(Answer(sentence="Yes.", trace={"prompt": "…"})) == ["Yes."]
