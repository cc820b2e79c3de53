from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manyhop.sources import Procedure, Step, content_id
from manyhop.sources.reading._jsonld import procedures_from_jsonld, procedures_from_text

PNG = b"\x89PNG\r\n\x1a\n..."


def read(data: Any, base: Path = Path()) -> list[Procedure]:
    return procedures_from_jsonld(data, "page.html", base)


def recipe(instructions: Any) -> dict[str, Any]:
    return {"@type": "Recipe", "name": "Tea", "recipeInstructions": instructions}


def test_a_recipe_with_sections_in_a_graph(tmp_path: Path) -> None:
    (tmp_path / "boil.png").write_bytes(PNG)
    steps = [
        {"@type": "HowToStep", "name": "Boil", "text": "Heat the water.", "image": "boil.png"},
        {"@type": "HowToStep", "text": "Add &amp; stir.", "image": {"url": "https://x.org/a.png"}},
    ]
    data = {
        "@context": "https://schema.org",
        "@graph": [
            {"@type": "WebSite", "name": "Teas"},
            {
                **recipe([{"@type": "HowToSection", "name": "Brew", "itemListElement": steps}]),
                "@type": ["NewsArticle", "https://schema.org/Recipe"],
                "recipeIngredient": ["1 cup water", "2 leaves"],
            },
        ],
    }
    (tea,) = read(data, tmp_path)
    assert (tea.title, tea.origin) == ("Tea", "page.html")
    assert tea.materials == ("1 cup water", "2 leaves")
    assert tea.steps == (
        Step("Brew: Boil", "Heat the water.", (content_id(PNG),)),
        Step("", "Add & stir.", ("https://x.org/a.png",)),
    )


@pytest.mark.parametrize(
    "instructions",
    [
        "Boil water. Add tea.",
        "Boil water.\nAdd tea.",
        "1. Boil water. 2. Add tea.",
        "<ol><li>Boil water.</li><li>Add tea.</li></ol>",
        ["Boil water.", "Add tea."],
        ["1. Boil water.\n2. Add tea."],
        {"@type": "ItemList", "itemListElement": [{"text": "Boil water."}, "Add tea."]},
        {"@list": ["Boil water.", "Add tea."]},
        [{"text": "Add tea.", "position": 2}, {"text": "Boil water.", "position": "1"}],
        [{"@type": "HowToStep", "name": "Boil water."}, {"name": "Add tea.", "text": "Add tea."}],
    ],
)
def test_every_shape_of_instructions(instructions: Any) -> None:
    (tea,) = read(recipe(instructions))
    assert [(step.title, step.text) for step in tea.steps] == [
        ("", "Boil water."),
        ("", "Add tea."),
    ]


def test_a_how_to_with_supplies_and_tools() -> None:
    data = {
        "@type": "HowTo",
        "name": "Hang a picture",
        "supply": [{"name": "nails", "requiredQuantity": {"value": 2, "unitText": "pieces"}}],
        "tool": "hammer",
        "step": {"@type": "HowToStep", "itemListElement": [{"text": "Hit."}, {"text": "Softly."}]},
    }
    (procedure,) = read([[data]])
    assert procedure.materials == ("2 pieces nails", "hammer")
    assert procedure.steps == (Step(text="Hit. Softly."),)


@pytest.mark.parametrize(
    "data", [None, 3, "Recipe", [], {"@type": "Recipe"}, recipe([]), recipe(7)]
)
def test_what_has_no_steps_is_no_procedure(data: Any) -> None:
    assert read(data) == []


@pytest.mark.parametrize("text", ["", "{broken", "[" * 100_000, '{"@type": "Recipe",}'])
def test_broken_json_is_no_procedure(text: str) -> None:
    assert procedures_from_text(text, "page.html", Path()) == []


def test_endless_nesting_ends() -> None:
    data: Any = "Boil."
    for _ in range(3000):
        data = {"itemListElement": data}
    assert read(recipe(data)) == []


keys = st.sampled_from(["@type", "name", "text", "step", "itemListElement", "image", "position"])
values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text() | st.sampled_from(["HowTo", "HowToStep"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4),
)


@settings(max_examples=100, deadline=None)
@given(values)
def test_any_data_is_read(value: Any) -> None:
    for procedure in read([value, recipe(value), {"@type": "HowTo", "step": value}]):
        assert procedure.steps
        assert procedure.to_json()
