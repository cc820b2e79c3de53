"""Reports: everything is there, nothing is markup that should be text, nothing is fetched."""

import base64
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from PIL import Image as Pillow

from manyhop.answering import Answer, Question
from manyhop.benchmarks import Example, Gold
from manyhop.cli import main
from manyhop.errors import ManyhopError
from manyhop.evaluation import Estimate, Sample, paired_difference, run
from manyhop.report import (
    Bad,
    Described,
    Given,
    Paired,
    Report,
    Shown,
    choose_worst,
    dot_plot,
    gather_report,
    marked,
    to_html,
    to_markdown,
)
from manyhop.sources import (
    AnySource,
    Cell,
    CellAt,
    Citation,
    Column,
    Image,
    Place,
    Procedure,
    Region,
    Snippet,
    Span,
    Step,
    StepAt,
    Table,
)

HOSTILE = (
    "<script>alert('x')</script><img src=http://evil.example/a.png onerror=go()>\" onload=go() '&"
)
QUESTIONS = 30


def drawing(width: int = 640, height: int = 400) -> bytes:
    kept = io.BytesIO()
    Pillow.linear_gradient("L").resize((width, height)).convert("RGB").save(kept, "PNG")
    return kept.getvalue()


def sources(number: int) -> tuple[AnySource, ...]:
    rows = tuple((Cell(f"Bridge {row} {HOSTILE}"), Cell(str(1900 + row))) for row in range(40))
    return (
        Snippet(id=f"s{number}", title=HOSTILE, text=f"Ferry & bridge {HOSTILE} opened in 1981."),
        Table(
            id=f"t{number}", columns=(Column("name"), Column(HOSTILE)), rows=rows, caption=HOSTILE
        ),
        Image(id=f"i{number}", title="A drawing", data=drawing(), caption=HOSTILE, text=HOSTILE),
        Procedure(id=f"p{number}", steps=(Step(text="Boil."), Step(title=HOSTILE, text=HOSTILE))),
        Snippet(id=f"n{number}", text="Nobody needs this one."),
    )


class Bridges:
    """A small benchmark with all four kinds of source, whose every text is hostile."""

    name = "bridges"
    notes = ("FL not computed", f"lemmatiser: none {HOSTILE}")

    def examples(self) -> Iterator[Example]:
        for number in range(QUESTIONS):
            given = sources(number)
            yield Example(
                question=Question(
                    id=f"q{number}", text=f"When? {number} {HOSTILE}", candidates=given
                ),
                gold=Gold(values=("1937", HOSTILE), sources=(given[0].id, given[1].id)),
                category=HOSTILE if number % 2 else "plain",
                group=f"g{number // 2}",
            )

    def score(self, example: Example, answer: Answer) -> dict[str, float]:
        return {
            "bridges.right": float(answer.values == ("1937",)),
            "bridges.length": min(1.0, len(" ".join(answer.values)) / 10),
        }

    def breakdowns(self, example: Example) -> dict[str, str]:
        return {"type": example.category}

    def read_predictions(self, path: Path) -> dict[str, Answer]:
        raise NotImplementedError

    def write_predictions(
        self, examples: Iterable[Example], answers: Mapping[str, Answer], path: Path
    ) -> None:
        raise NotImplementedError


class Citing:
    """Is right on every third question or every fifth, and cites a place in each source."""

    def __init__(self, every: int) -> None:
        self.name = f"citing(every={every}) {HOSTILE}"
        self._every = every

    def answer(self, question: Question) -> Answer:
        number = int(question.id[1:])
        places: tuple[Place, ...] = (
            Span(0, 5),
            CellAt(37, 1),
            Region((0.1, 0.2, 0.5, 0.75)),
            StepAt(0),
        )
        cited = zip(question.candidates, places, strict=False)
        return Answer(
            values=("1937",) if number % self._every == 0 else (HOSTILE,),
            citations=tuple(source.cite(place) for source, place in cited),
        )


class Page(HTMLParser):
    """The tags and attributes of a page, as a browser would see them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    root = tmp_path_factory.mktemp("runs")
    for every in (3, 5):
        run(Bridges(), Citing(every), root / f"every-{every}")
    return [root / "every-3", root / "every-5"]


@pytest.fixture(scope="module")
def one(folders: list[Path]) -> str:
    return to_html(gather_report(folders[:1], Bridges()))


@pytest.fixture(scope="module")
def two(folders: list[Path]) -> str:
    return to_html(gather_report(folders, Bridges()))


def test_facts_results_and_notes_are_on_the_page(one: str) -> None:
    text = Page(one).text
    for expected in ("bridges: 30 questions", "restricted", "FL not computed", "bridges.right"):
        assert expected in text
    assert "0.333[" in text  # ten of thirty, with an interval after it
    assert "By type" in text
    assert one.count('<svg class="plot"') == 2
    assert "Paired differences" not in text


def test_the_worst_examples_show_their_sources_with_cited_places_marked(one: str) -> None:
    page = Page(one)
    assert page.tags.count("article") == 20
    assert "<mark>Ferry</mark> &amp; bridge" in one
    assert '<td class="cited"><mark>1937</mark></td>' in one
    assert '<li value="1" dir="auto"><mark>Boil.</mark>' in one
    assert '<rect x="10.00" y="20.00" width="40.00" height="55.00"/>' in one
    assert "Nobody needs this one." not in one
    assert "1 more candidate source not shown" in one


def test_hostile_text_stays_text(two: str) -> None:
    page = Page(two)
    assert "script" not in page.tags
    assert HOSTILE in page.text
    assert not [name for name, _ in page.attributes if name.startswith("on")]


def wholly_hostile(runs: int) -> Report:
    """A report in which every text that there can be is hostile."""
    pair = ((HOSTILE, HOSTILE),)
    cited = Span(len(HOSTILE), 2 * len(HOSTILE))
    score = (Estimate(0.5, 0.4, 0.6, 9),) * runs
    described = Described(
        letter=HOSTILE,
        name=HOSTILE,
        answerer=HOSTILE,
        facts=pair,
        files=((HOSTILE, HOSTILE, HOSTILE),),
        notes=(HOSTILE,),
    )
    difference = msgspec.structs.replace(
        paired_difference([0, 0, 1], [1, 0, 1], ["", "", ""]), test=HOSTILE
    )
    image = Image(id=HOSTILE, title=HOSTILE, data=drawing(), text=HOSTILE, meta={"a": HOSTILE})
    steps = (Step(title=HOSTILE, text=HOSTILE, images=(HOSTILE,)),)
    shown: tuple[AnySource, ...] = (
        Snippet(id=HOSTILE, title=HOSTILE, text=2 * HOSTILE, headings=(2 * HOSTILE,)),
        image,
        Procedure(id=HOSTILE, title=HOSTILE, steps=steps, materials=(HOSTILE,)),
    )
    bad = Bad(
        id=HOSTILE,
        text=HOSTILE,
        groups=pair,
        choices=(HOSTILE,),
        parts=(HOSTILE,),
        image=image,
        gold=pair,
        given=(Given(letter=HOSTILE, lines=pair, metrics={HOSTILE: 0.0}),),
        sources=tuple(Shown(source=source, badges=(HOSTILE,), places=(cited,)) for source in shown),
    )
    return Report(
        title=HOSTILE,
        main=HOSTILE,
        runs=(described,) * runs,
        metrics={HOSTILE: score},
        breakdowns={HOSTILE: {HOSTILE: {HOSTILE: score}}},
        differences=(Paired(metric=HOSTILE, first=HOSTILE, second=HOSTILE, difference=difference),),
        worst=(bad,),
        remarks=(HOSTILE,),
        apology=HOSTILE,
    )


@pytest.mark.parametrize("runs", [1, 2])
def test_wherever_a_text_stands_it_stays_text(runs: int) -> None:
    report = wholly_hostile(runs)
    page = Page(to_html(report))
    assert "script" not in page.tags
    assert not [name for name, _ in page.attributes if name.startswith("on")]
    assert page.tags.count("img") == 2  # the question's and the source's
    assert not re.search(r"(?<!\\)<", to_markdown(report))


def test_nothing_outside_the_page_is_referred_to(two: str) -> None:
    page = Page(two)
    assert not {"link", "iframe", "object", "embed", "base", "a", "use"} & set(page.tags)
    addresses = [value for name, value in page.attributes if name in ("src", "href", "srcset")]
    assert addresses
    assert all(re.match(r"data:image/(png|jpeg);base64,", value) for value in addresses)
    style = two[two.index("<style>") : two.index("</style>")]
    assert "url(" not in style
    assert "@import" not in style


def test_pictures_are_small_and_so_is_the_page(one: str) -> None:
    (address, *_) = re.findall(r'src="data:image/\w+;base64,([^"]+)"', one)
    with Pillow.open(io.BytesIO(base64.b64decode(address))) as picture:
        assert picture.size == (320, 200)
    assert len(one) < 3_000_000


def test_the_same_runs_give_the_same_bytes(folders: list[Path], two: str) -> None:
    assert to_html(gather_report(folders, Bridges())) == two


def test_several_runs_stand_side_by_side_with_their_differences(two: str) -> None:
    text = Page(two).text
    assert "2 runs side by side" in text
    assert "A · every-3" in text
    assert "B · every-5" in text
    assert "bridges.right, B − A" in text
    assert "\N{MINUS SIGN}0.133[" in text  # six of thirty less ten of thirty
    assert "cited by A, B" in text


def test_without_the_data_the_page_says_so_and_goes_on(folders: list[Path]) -> None:
    text = Page(to_html(gather_report(folders[:1]))).text
    assert "The sources are not shown: the data was not found; name it with --data." in text
    assert "When? 1 " in text


def test_data_that_cannot_be_read_again_is_tolerated(folders: list[Path]) -> None:
    class Gone(Bridges):
        def examples(self) -> Iterator[Example]:
            raise ManyhopError("bridges.json is gone; put it back")

    text = Page(to_html(gather_report(folders[:1], Gone()))).text
    assert "The sources are not shown: bridges.json is gone; put it back" in text


def test_other_data_is_not_taken_for_the_run_s(folders: list[Path]) -> None:
    class Renamed(Bridges):
        def examples(self) -> Iterator[Example]:
            for example in super().examples():
                other = msgspec.structs.replace(example.question, text="Something else?")
                yield msgspec.structs.replace(example, question=other)

    report = gather_report(folders[:1], Renamed())
    assert "20 are not shown: they are not in the data" in report.apology
    assert not any(bad.sources for bad in report.worst)


def test_an_unfinished_run_is_reported_as_such(folders: list[Path], tmp_path: Path) -> None:
    half = tmp_path / "half"
    half.mkdir()
    (half / "run.json").write_bytes((folders[0] / "run.json").read_bytes())
    lines = (folders[0] / "samples.jsonl").read_bytes().splitlines(keepends=True)
    (half / "samples.jsonl").write_bytes(b"".join(lines[:12]))
    report = gather_report([half])
    assert report.remarks == ("The run in half is not finished: 12 of 30 questions.",)
    assert report.metrics["bridges.right"][0] is not None


def test_a_blind_run_has_a_page_too(folders: list[Path], tmp_path: Path) -> None:
    class Blind(Bridges):
        def score(self, example: Example, answer: Answer) -> dict[str, float]:
            return {}

    run(Blind(), Citing(3), tmp_path / "blind")
    page = to_html(gather_report([tmp_path / "blind"], Blind()))
    assert "nothing is scored" in page
    assert to_markdown(gather_report([tmp_path / "blind"]))


def test_markdown_has_the_tables_and_no_markup_from_the_data(folders: list[Path]) -> None:
    text = to_markdown(gather_report(folders))
    assert "| bridges.right | A | 30 | 0.333 | [" in text
    assert "## Paired differences" in text
    assert "## By type" in text
    assert not re.search(r"(?<!\\)<", text)
    rows = [line for line in text.splitlines() if line.startswith("| bridges.right | A")]
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 6 for row in rows)


def test_an_unknown_metric_is_named_with_the_known_ones(folders: list[Path]) -> None:
    with pytest.raises(ManyhopError, match=r"'f2' is not a metric .* bridges\.right"):
        gather_report(folders, metric="f2")


def test_the_worst_are_the_lowest_and_never_the_right_ones() -> None:
    def sample(id: str, main: float, other: float) -> Sample:
        return Sample(id=id, question="?", metrics={"main": main, "other": other})

    run = {s.id: s for s in (sample("a", 0.5, 0), sample("b", 0, 1), sample("c", 0, 0))}
    run["d"] = sample("d", 0.999995, 0)
    assert choose_worst([run], "main", 10) == ["c", "b", "a"]
    assert choose_worst([run], "main", 1) == ["c"]


def test_long_texts_are_cut_around_what_is_cited() -> None:
    text = "a" * 2000 + "HERE" + "b" * 2000
    shown = marked(text, [Span(2000, 2004)], limit=300)
    assert "<mark>HERE</mark>" in shown
    assert shown.startswith("… a")
    assert shown.endswith("b …")
    assert len(shown) < 350


def test_overlapping_spans_are_marked_once() -> None:
    shown = marked("<one> two", [Span(0, 5), Span(3, 9), Span(50, 60)])
    assert shown == "<mark>&lt;one&gt;</mark><mark> two</mark>"


def test_a_plot_puts_each_dot_where_its_value_is() -> None:
    def dot(value: float) -> float:
        plot = dot_plot([("x", (Estimate(value, 0.0, 1.0, 9),))], [""], "x")
        (place,) = re.findall(r'<circle cx="([\d.]+)"', plot)
        return float(place)

    assert dot(0.5) == pytest.approx((dot(0.0) + dot(1.0)) / 2, abs=0.1)
    assert dot(0.25) < dot(0.5) < dot(1.0)


def test_a_plot_says_where_there_is_no_value() -> None:
    assert ">B –<" in dot_plot([("x", (Estimate(0.5, 0.4, 0.6, 9), None))], ["A", "B"], "x")


def test_citations_of_sources_that_are_not_at_hand_are_quoted(tmp_path: Path) -> None:
    class Elsewhere:
        name = "elsewhere"

        def answer(self, question: Question) -> Answer:
            return Answer(citations=(Citation("far-1", Span(0, 4), "from a collection"),))

    run(Bridges(), Elsewhere(), tmp_path / "far", limit=2)
    text = Page(to_html(gather_report([tmp_path / "far"], Bridges()))).text
    assert "“from a collection” (far-1)" in text


def test_the_command_writes_a_page_or_markdown(
    folders: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def manyhop(*arguments: object) -> None:
        monkeypatch.setattr("sys.argv", ["manyhop", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            main()
        assert not end.value.code

    manyhop("report", *folders, "--out", tmp_path / "page.html", "--worst", 3)
    assert (tmp_path / "page.html").read_text("utf-8").count("<article>") == 3
    manyhop("report", folders[0], "--format", "markdown", "--out", tmp_path / "page.md")
    assert (tmp_path / "page.md").read_text("utf-8").startswith("# bridges: 30 questions")
