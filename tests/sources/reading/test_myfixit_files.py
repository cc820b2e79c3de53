import json
import tarfile
from pathlib import Path

import pytest

from manyhop.sources import Procedure, Step
from manyhop.sources.reading import read_file

DATA = Path(__file__).parents[3] / "../shared/data/procedural/myfixit.tar.gz"


def test_a_manual_is_a_procedure_in_the_order_of_its_steps(tmp_path: Path) -> None:
    manual = {
        "Title": "Kettle Lid Replacement",
        "Guidid": 12,
        "Category": "Kettle",
        "Ancestors": ["Kitchen", "Root"],
        "Toolbox": [{"Name": "spudger", "Url": "/x", "Thumbnail": ""}],
        "Url": "https://example.org/kettle/12",
        "Steps": [
            {"Order": 1, "Text_raw": "Lift the lid off.", "Images": [], "StepId": 8},
            {"Order": 0, "Text_raw": "Empty the kettle. ", "Images": ["a.jpg"], "StepId": 7},
        ],
    }
    path = tmp_path / "Kitchen.jsonl"
    path.write_text(json.dumps(manual))
    assert list(read_file(path, path.name)) == [
        Procedure(
            id="myfixit-12",
            title="Kettle Lid Replacement",
            steps=(Step("", "Empty the kettle.", ("a.jpg",)), Step("", "Lift the lid off.")),
            materials=("spudger",),
            origin="https://example.org/kettle/12",
            meta={"category": "Kettle", "ancestors": ["Kitchen", "Root"]},
        )
    ]


@pytest.mark.skipif(not DATA.exists(), reason="the MyFixit manuals are not here")
def test_every_real_manual_is_read(tmp_path: Path) -> None:
    with tarfile.open(DATA) as archive:
        archive.extractall(tmp_path, filter="data")
    files = sorted((tmp_path / "myfixit").glob("*.jsonl"))
    manuals = [source for file in files for source in read_file(file, file.name)]
    assert len(manuals) == 1708
    assert all(isinstance(manual, Procedure) and manual.steps for manual in manuals)
