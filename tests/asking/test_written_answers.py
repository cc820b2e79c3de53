"""What a large reader says becomes proposals, where it stands somewhere; what it thinks, signs.

The model is scripted here: what it reads and how well is measured elsewhere.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from manyhop.answering import InCollection, Question
from manyhop.asking import WAYS, WRITTEN, Asker, Chooser, LargeReading, Look, Proposal, look
from manyhop.collection import Collection, index_paths
from manyhop.models import Generated, Models

HUT = """# Lantern Hut

The hut stands at 1,840 m, two hours above Torrel. It has 24 beds and a wood stove.

# Rules

Guests bring a sleeping bag, a torch and slippers. Dogs sleep in the shed, never in the rooms.
"""
BOATS = "Name,Port,Built\nIda,Wick,1931\nTern,Leith,1948\nGull,Wick,1972\n" + "".join(
    f"Boat {n},Leith,{1900 + n}\n" for n in range(30)
)


class Scripted:
    """Says what it was told to, and keeps what it was asked."""

    def __init__(self, reading: str, queries: Sequence[str] = (), yes: float = 0.9) -> None:
        self.reading, self.queries, self.yes = reading, list(queries), yes
        self.asked: list[str] = []

    def tokens(self, text: str) -> list[int]:
        return [{"yes": 0, "Yes": 1, "no": 2, "No": 3}.get(text, 4)]

    def chat(self, messages: Any, opening: str = "") -> list[int]:
        self.asked.append(messages[-1]["content"])
        return [4]

    def generate(self, prompt: Any, max_tokens: int, stop: Any = (), allowed: Any = None) -> Any:
        querying = self.asked[-1].startswith(("Tables:", "That fails"))
        text = (self.queries.pop(0) if self.queries else "") if querying else self.reading
        return Generated(text, [4] * 5, [-0.1] * 5, np.zeros(5, np.float32), 9, True)

    def log_chances(self, prompt: Any, told: Any) -> Any:
        return np.full(len(told), np.log(self.yes))

    def next_chances(self, prompt: Any) -> Any:
        return np.log(np.array([self.yes, 1e-6, 1 - self.yes, 1e-6, 1e-6]))


class Scribe(Models):
    """The embedded models with a scripted large reader."""

    def __init__(self, script: Scripted) -> None:
        super().__init__()
        self.__dict__["large"] = script


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Collection:
    folder = tmp_path_factory.mktemp("hut")
    Path(folder / "hut.md").write_text(HUT)
    Path(folder / "boats.csv").write_text(BOATS)
    collection = Collection.open(tmp_path_factory.mktemp("index"), create=True)
    index_paths(collection, [folder])
    return collection


def proposed(collection: Collection, script: Scripted, text: str) -> tuple[Look, list[Proposal]]:
    models = Scribe(script)
    seen = look(Question(id="1", text=text), text, InCollection(collection, models), models)
    reader = LargeReading.open(models)
    assert reader is not None
    return seen, list(reader(seen))


def by_way(proposals: Sequence[Proposal], way: str) -> Proposal:
    (found,) = (each for each in proposals if each.way == way)
    return found


def test_a_value_is_cited_where_it_stands_word_for_word(collection: Collection) -> None:
    script = Scripted("1] 1,840 m")
    _, found = proposed(collection, script, "How high is the Lantern Hut?")
    best = by_way(found, "reader")
    assert best.values_text == ("1,840 m",)
    assert best.values[0].citations[0].quote == "1,840 m"
    assert best.signs["verbatim"] == best.signs["support"] == 1.0
    assert "[1] " in script.asked[0]
    assert "Question: How high is the Lantern Hut?" in script.asked[0]


def test_what_stands_nowhere_is_dropped(collection: Collection) -> None:
    _, found = proposed(collection, Scripted("1] 2,975 kilometres of motorway"), "How high is it?")
    assert not [each for each in found if each.way == "reader"]


def test_a_list_keeps_the_items_that_stand_there(collection: Collection) -> None:
    reply = Scripted("2] a sleeping bag; a torch; an ice axe; slippers")
    _, found = proposed(collection, reply, "What do guests of the hut bring?")
    best = by_way(found, "reader list")
    assert best.values_text == ("a sleeping bag", "a torch", "slippers")
    assert best.signs["kept"] == 0.75
    assert [value.citations[0].quote for value in best.values] == list(best.values_text)


def test_yes_and_no_come_with_the_sentence(collection: Collection) -> None:
    reply = Scripted("2] No: dogs sleep in the shed.")
    _, found = proposed(collection, reply, "Do dogs sleep in the rooms of the hut?")
    best = by_way(found, "reader polar")
    assert best.values_text == ("no",)
    assert best.sentence.startswith("No: dogs")
    assert "sleep in the shed" in best.values[0].citations[0].quote


def test_a_query_is_run_and_cites_its_rows(collection: Collection) -> None:
    script = Scripted("", ["SELECT count(*) FROM boats WHERE \"Port\" = 'Wick'"])
    _, found = proposed(collection, script, "How many boats are from Wick?")
    best = by_way(found, "written query")
    assert best.values_text == ("2",)
    assert {citation.quote for citation in best.values[0].citations} == {"Wick"}
    assert best.detail["sql"].startswith("SELECT count(*)")
    assert best.signs["retried"] == 0.0


def test_a_query_that_fails_is_mended_once(collection: Collection) -> None:
    wrong, right = 'SELECT "Harbour" FROM boats', '```sql\nSELECT max("Built") FROM boats;'
    script = Scripted("", [wrong, right])
    _, found = proposed(collection, script, "When was the newest of the boats built?")
    best = by_way(found, "written query")
    assert best.values_text == ("1972",)
    assert best.signs["retried"] == 1.0
    assert "Harbour" in script.asked[-1]
    _, none = proposed(collection, Scripted("", [wrong, wrong]), "When was the newest boat built?")
    assert not [each for each in none if each.way == "written query"]


def test_it_judges_its_own_and_the_best_of_the_others(collection: Collection) -> None:
    script = Scripted("1] 1,840 m")
    seen, mine = proposed(collection, script, "How high is the Lantern Hut?")
    others = [proposal for way in WAYS for proposal in way(seen)]
    reader = LargeReading.open(seen.models)
    assert reader is not None
    judged = reader.judged(seen, [*others, *mine])
    assert len(judged) == len(others) + len(mine)
    asked = [each for each in judged if each.signs["reader asked"]]
    assert {each.way for each in asked} >= {"reader"}
    assert len({each.values_text for each in asked}) < len({each.values_text for each in judged})
    assert all(each.signs["reader agrees"] > 0 for each in asked)
    count = len(script.asked)
    again = reader.judged(seen, judged)
    assert [each.signs for each in again] == [each.signs for each in judged]
    assert len(script.asked) == count


def test_its_opinion_decides(collection: Collection) -> None:
    question = Question(id="1", text="How high is the Lantern Hut?")
    chances = [
        Asker(Scribe(Scripted("1] 1,840 m", yes=yes)), collection, abstain=False).answer(question)
        for yes in (0.99, 0.01)
    ]
    assert chances[0].confidence is not None
    assert chances[1].confidence is not None
    assert chances[0].confidence > chances[1].confidence
    assert chances[0].values == ("1,840 m",)


def test_its_chooser_knows_its_ways() -> None:
    fast, large = Chooser.load(), Chooser.load(large=True)
    proposals = [
        Proposal(way=way, values=(), program=by_way_program(), signs={"reader agrees": agrees})
        for way in sorted(WRITTEN)
        for agrees in (-2.0, 2.0)
    ]
    *drives, _ = large.drives("How high is it?", proposals, Models().sentence_encoder)
    assert all(no < yes for no, yes in zip(drives[::2], drives[1::2], strict=True))
    *drives, _ = fast.drives("How high is it?", proposals, Models().sentence_encoder)
    assert set(drives) == {-5.0}


def by_way_program() -> Any:
    from manyhop.programs import TextQ

    return TextQ("How high is it?")
