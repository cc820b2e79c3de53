"""The report's pages about confidence and abstention."""

import re
from pathlib import Path

import pytest
from tests.evaluation.sums import Sums, write_sums

from manyhop.answering import Answer, Question
from manyhop.evaluation import Bin, Calibration, run
from manyhop.report import gather_report, reliability_plot, to_html, to_markdown


class Sure:
    """Adds rightly where it sees the page's number, and else says that it can't tell."""

    name = "sure"

    def answer(self, question: Question) -> Answer:
        number = question.id.removeprefix("q")
        if f"s{number}-1" not in [source.id for source in question.candidates]:
            return Answer(confidence=0.05, abstained=True)
        a, b = map(int, question.text.split(" + "))
        wrong = int(number) % 4 == 0
        return Answer(values=(str(a + b + wrong),), confidence=0.35 if wrong else 0.85)


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    root = tmp_path_factory.mktemp("runs")
    sums = Sums(write_sums(root / "sums.txt"))
    run(sums, Sure(), root / "with")
    run(sums, Sure(), root / "without", setting="without-gold")
    return [root / "with", root / "without"]


def test_the_page_has_a_diagram_and_the_share_of_silence(folders: list[Path]) -> None:
    page = to_html(gather_report(folders))
    assert "<h2>Confidence</h2>" in page
    assert "0.3–0.4: confidence 0.350, score 0.000, n=10" in page
    assert "calibration error 0.200" in page
    assert "<h2>Abstention</h2>" in page
    row = re.search(r'<th scope="row">A, B</th>(.*?)</tr>', page)
    assert row is not None
    cells = re.findall(r">([^<]+)<", row[1])
    assert cells == ["40", "40", "1.000", "1.000", "1.000"]


def test_markdown_has_the_same_figures(folders: list[Path]) -> None:
    text = to_markdown(gather_report(folders))
    assert "- A: expected calibration error 0.200, n = 40" in text
    assert "| A | 0.8–0.9 | 30 | 0.850 | 1.000 |" in text
    assert "| A, B | 40 | 40 | 1.000 | 1.000 | 1.000 |" in text


def test_one_run_alone_has_no_abstention(folders: list[Path]) -> None:
    page = to_html(gather_report(folders[:1]))
    assert "<h2>Confidence</h2>" in page
    assert "<h2>Abstention</h2>" not in page


def test_a_dot_lies_where_confidence_and_score_say() -> None:
    even = Calibration(metric="exact", error=0, n=5, bins=(Bin(0.4, 0.5, 0.45, 0.45, 5),))
    plot = reliability_plot([even], ["A"])
    dot = re.search(r'<circle cx="([\d.]+)" cy="([\d.]+)"', plot)
    line = re.search(r'class="zero" x1="([\d.]+)" y1="([\d.]+)" x2="([\d.]+)" y2="([\d.]+)"', plot)
    assert dot is not None
    assert line is not None
    left, bottom, right, top = map(float, line.groups())
    assert (float(dot[1]) - left) / (right - left) == pytest.approx(0.45, abs=0.001)
    assert (bottom - float(dot[2])) / (bottom - top) == pytest.approx(0.45, abs=0.001)
