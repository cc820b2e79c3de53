from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manyhop.errors import ManyhopError
from manyhop.sources import AnySource, Procedure, Snippet, Step
from manyhop.sources.reading._plain import read_plain


def read(tmp_path: Path, text: str | bytes, name: str = "my_notes.txt") -> list[AnySource]:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(read_plain(path, name))


def test_the_first_short_line_is_the_title(tmp_path: Path) -> None:
    (snippet,) = read(tmp_path, "Humber Bridge\n\nIt opened in 1981.\n\nIt is grey.\n")
    assert isinstance(snippet, Snippet)
    assert snippet.title == "Humber Bridge"
    assert snippet.text == "It opened in 1981.\nIt is grey."
    assert snippet.origin == "my_notes.txt"


def test_otherwise_the_name_of_the_file_is(tmp_path: Path) -> None:
    (snippet,) = read(tmp_path, "It opened in 1981, and people came to see it.\n")
    assert snippet.title == "my notes"


def test_a_single_line_is_not_lost_to_the_title(tmp_path: Path) -> None:
    (snippet,) = read(tmp_path, "Buy milk")
    assert snippet.passage == "Buy milk"


def test_wiki_headings_are_read_and_a_header_is_not(tmp_path: Path) -> None:
    header = "Content-Type: text/x-wiki\nCreation-Date: 2009-07-08\n\n"
    found = read(tmp_path, f"{header}====== Bugs ======\n\n===== Reports =====\nWrite to us.\n")
    assert [(source.title, source.passage) for source in found] == [
        ("Bugs", "Reports\nWrite to us.")
    ]


def test_lines_wrapped_by_hand_are_joined_and_others_kept(tmp_path: Path) -> None:
    wrapped = "The bridge was opened by the Queen in the summer of 1981\nand was the longest."
    poem = "Roses are red\nBridges are grey"
    (snippet,) = read(tmp_path, f"{wrapped}\n\n{poem}\n")
    assert isinstance(snippet, Snippet)
    assert snippet.text == wrapped.replace("\n", " ") + "\n" + poem


def test_underlined_headings(tmp_path: Path) -> None:
    text = (
        "Bridges\n=======\n\nHistory\n-------\nOld.\n\n"
        "Opening\n~~~~~~~\nIn 1981.\n\nUse\n---\nCars."
    )
    found = read(tmp_path, text, "a.rst")
    assert [source.title for source in found] == ["Bridges"] * 3
    assert [source.headings for source in found if isinstance(source, Snippet)] == [
        ("History",),
        ("History", "Opening"),
        ("Use",),
    ]


def test_a_numbered_how_to_is_a_procedure(tmp_path: Path) -> None:
    text = (
        "How to mend a puncture\n\nIt is easy.\n\nYou will need:\n- a patch\n- glue\n\n"
        "1. Take the wheel off.\n2. Find the hole,\n   with water.\n3. Glue the patch on.\n"
    )
    procedure, snippet = read(tmp_path, text)
    assert isinstance(procedure, Procedure)
    assert procedure.title == "How to mend a puncture"
    assert procedure.materials == ("a patch", "glue")
    assert [step.text for step in procedure.steps] == [
        "Take the wheel off.",
        "Find the hole, with water.",
        "Glue the patch on.",
    ]
    assert snippet.passage == "It is easy."


def test_steps_that_are_called_steps(tmp_path: Path) -> None:
    text = "Tea\n\nStep 1: Boil\n\nBoil the water.\n\nStep 2: Pour\n\nPour it on the leaves.\n"
    (procedure,) = read(tmp_path, text)
    assert isinstance(procedure, Procedure)
    assert procedure.steps == (
        Step("Boil", "Boil the water."),
        Step("Pour", "Pour it on the leaves."),
    )


def test_references_and_other_numbered_things_are_text(tmp_path: Path) -> None:
    text = (
        "Bridges\n\n1. red\n2. green\n3. blue\n\n"
        "REFERENCES\n\n1. Smith (1990). Bridges.\n2. Lee (1991).\n"
    )
    found = read(tmp_path, text)
    assert [source.kind for source in found] == ["snippet", "snippet"]
    assert found[0].passage == "1. red\n2. green\n3. blue"


def test_clauses_of_a_licence_are_no_procedure(tmp_path: Path) -> None:
    clauses = "1. Copies of the source must say so.\n2. You may sell it.\n3. No warranty is given."
    text = f"Licence\n\n{clauses}\n"
    (snippet,) = read(tmp_path, text)
    assert isinstance(snippet, Snippet)


def test_a_number_at_the_start_of_a_line_does_not_start_a_list(tmp_path: Path) -> None:
    text = "The bridge is long and was opened in the presence of some\n12. It is said to be grey."
    (snippet,) = read(tmp_path, text)
    assert "some 12. It" in snippet.passage


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\x00\x01\x02"])
def test_empty_and_binary_files_are_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(ManyhopError, match=r"empty|binary"):
        read(tmp_path, content)


def test_twenty_megabytes_of_one_letter(tmp_path: Path) -> None:
    assert sum(len(source.passage) for source in read(tmp_path, b"a" * 20_000_000)) == 20_000_000


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200) | st.text("1. Step:-=\nab", max_size=80).map(str.encode))
def test_any_bytes_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    try:
        found = read(tmp_path_factory.mktemp("plain"), content)
    except ManyhopError:
        return
    assert found
    assert all(source.to_json() for source in found)


def test_indented_lines_say_what_a_step_is(tmp_path: Path) -> None:
    (procedure,) = read(
        tmp_path,
        "MEND A SOLE\n===========\n\nTools: cleaning wipes, shoe sole glue\n\n"
        "Step 1: Clean\n  1. Wipe it.\n  Let it dry.\n\nStep 2: Glue\n\n",
    )
    assert isinstance(procedure, Procedure)
    assert procedure.materials == ("cleaning wipes", "shoe sole glue")
    assert procedure.steps == (Step("Clean", "1. Wipe it.\nLet it dry."), Step("Glue"))


def test_a_step_that_lists_the_ingredients_fills_the_materials_too(tmp_path: Path) -> None:
    (procedure,) = read(
        tmp_path,
        "Buns\n====\n\nStep 1: Gather the ingredients\n  500 g flour\n  1 egg\n\n"
        "Step 2: Bake\n  Bake them.\n",
    )
    assert isinstance(procedure, Procedure)
    assert procedure.materials == ("500 g flour", "1 egg")
    assert len(procedure.steps) == 2


def test_sentences_that_state_something_are_no_steps(tmp_path: Path) -> None:
    (snippet,) = read(
        tmp_path,
        "Installs\n========\n\n1. When packages conflict, they are ignored.\n"
        "2. Pip will not do it in an environment.\n3. In a new one, pip does nothing.\n",
    )
    assert isinstance(snippet, Snippet)


def test_numbered_lines_above_text_are_headings(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        "House manual\n\n1. Arrival\n\nThe key is in the safe.\n\n2. Heating\n\n"
        "2.1 Wood stove\n\nUse only beech.\n\n2.2 Boiler\n\nThe boiler is in the cellar.\n\n"
        "3. Rubbish\n\nGlass is collected on Tuesdays.\n",
    )
    assert [(source.headings, source.text) for source in found if isinstance(source, Snippet)] == [
        (("1. Arrival",), "The key is in the safe."),
        (("2. Heating", "2.1 Wood stove"), "Use only beech."),
        (("2. Heating", "2.2 Boiler"), "The boiler is in the cellar."),
        (("3. Rubbish",), "Glass is collected on Tuesdays."),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Tea\n\n1. Boil the water\n\nIt takes a while.\n\n2. Warm the pot\n\nHot water does.\n",
        "Colours\n\n1. red\n\n2. green\n\nBoth are fine.\n",
        "Teams\n\n3. Kingsmere\n\nThey came third.\n\n5. Tamsel\n\nThey came fifth.\n",
    ],
)
def test_other_numbered_lines_are_no_headings(tmp_path: Path, text: str) -> None:
    snippets = [source for source in read(tmp_path, text) if isinstance(source, Snippet)]
    assert not any(snippet.headings for snippet in snippets)
