"""What a picture is called: by the name that its caption begins with."""

from pathlib import Path

import pytest
from PIL import Image as Pillow

from manyhop.sources.reading import read_file
from manyhop.sources.reading._titles import title_from_caption


@pytest.mark.parametrize(
    ("caption", "title"),
    [
        ("The Golden Gate Bridge seen from the bay.", "Golden Gate Bridge"),
        ("Stari Most in Mostar: one high arch.", "Stari Most"),
        ("The Pont du Gard: three tiers.", "Pont du Gard"),
        ("St. Paul's Cathedral, from the south.", "St. Paul's Cathedral"),
        ("Houses of Parliament", "Houses of Parliament"),
        ("A Danish ferry.", ""),
        ("In New York City.", ""),
        ("The end of the rope.", ""),
        ("London by night.", ""),
        ("", ""),
    ],
)
def test_the_name_that_a_caption_begins_with(caption: str, title: str) -> None:
    assert title_from_caption(caption) == title


def test_goes_before_the_name_of_the_file_and_the_page(tmp_path: Path) -> None:
    Pillow.new("RGB", (4, 4)).save(tmp_path / "img-1.png")
    (tmp_path / "img-1.txt").write_text("The Humber Bridge at dusk.")
    (tmp_path / "page.md").write_text("# Bridges\n\n![Tower Bridge, raised.](img-1.png)\n")
    (file,) = read_file(tmp_path / "img-1.png", "img-1.png")
    (page,) = read_file(tmp_path / "page.md", "page.md")
    assert getattr(file, "title", "") == "Humber Bridge"
    assert getattr(page, "title", "") == "Tower Bridge"
