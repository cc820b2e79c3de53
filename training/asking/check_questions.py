"""Check the docs and how-tos questions beside this script against the folders built under OUT.

`python check_questions.py OUT` looks for every quotation of `evidence` (they are parted by " … ";
what stands in round brackets at the end is working, not quotation) in the files named in
`sources`, tags removed, white space folded, upper and lower case alike. For a question without an
answer it looks for the words after "no hit in PLACE for:", of which there must be none.
"""

from __future__ import annotations

import collections
import html
import json
import re
import sys
from pathlib import Path
from typing import Any

FIELDS = {"id", "collection", "question", "answers", "kind", "sources", "evidence", "unanswerable"}
MORE_FIELDS = {"items", "optional_items", "ordered", "choices"}


def read_text(path: Path) -> str:
    """Give a file's words as one folded line."""
    if path.suffix == ".docx":
        from docx import Document

        text = " ".join(paragraph.text for paragraph in Document(str(path)).paragraphs)
    elif path.suffix == ".pdf":
        from pypdfium2 import PdfDocument

        text = " ".join(page.get_textpage().get_text_range() for page in PdfDocument(path))
    elif path.suffix == ".xlsx":
        from openpyxl import load_workbook

        rows = [row for sheet in load_workbook(path) for row in sheet.iter_rows(values_only=True)]
        text = " ".join(str(cell) for row in rows for cell in row)
    else:
        text = path.read_text(encoding="utf-8", errors="replace")
        if path.suffix == ".html":
            text = html.unescape(re.sub(r"<[^>]+>", " ", text))
    return fold(text)


def fold(text: str) -> str:
    return " ".join(text.replace("\ufffe", "-").lower().split())


def find_faults(question: dict[str, Any], folder: Path) -> list[str]:
    """Say what is wrong with one question."""
    keys = set(question)
    faults = (
        [f"fields {sorted(keys ^ FIELDS)}"] if not FIELDS <= keys <= FIELDS | MORE_FIELDS else []
    )
    evidence = question["evidence"]
    if question["unanswerable"]:
        if question["sources"] or question["kind"] != "unanswerable":
            faults.append("unanswerable, but has sources or another kind")
        told = re.search(r"no hit in (.*?) for: ([^;]+)", evidence)
        if not told:
            return [*faults, "unanswerable without a search"]
        place = "" if told[1] == "any file" else told[1].strip("/")
        paths = [folder / place] if (folder / place).is_file() else (folder / place).rglob("*")
        texts = [read_text(path) for path in paths if path.is_file()]
        if not texts:
            faults.append(f"no such place: {told[1]}")
        words = [fold(word) for word in told[2].split(",")]
        return faults + [f"said: {word}" for word in words if any(word in text for text in texts)]
    if not question["answers"] or not question["sources"]:
        faults.append("no answers or sources")
    forms = [*question["answers"][:1], *question.get("items", [])]
    faults += [f"no word to score by: {form}" for form in forms if not re.search(r"\w", form)]
    missing = [source for source in question["sources"] if not (folder / source).is_file()]
    if missing:
        return [*faults, f"not there: {missing}"]
    texts = [read_text(folder / source) for source in question["sources"]]
    quotations = re.sub(r"\s*\([^()]*(\([^()]*\)[^()]*)*\)$", "", evidence).split(" … ")
    wanted = filter(None, map(fold, quotations))
    lost = [each for each in wanted if not any(each in text for text in texts)]
    return faults + [f"not found: {each}" for each in lost]


def main() -> None:
    out = Path(sys.argv[1])
    bad = 0
    here = Path(__file__).parent
    for path in sorted([*here.glob("questions-docs-*"), *here.glob("questions-howtos-*")]):
        questions = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        for question in questions:
            for fault in find_faults(question, out / question["collection"]):
                bad += 1
                print(f"{question['id']}: {fault}")
        kinds = collections.Counter(question["kind"] for question in questions)
        if len({question["id"] for question in questions}) < len(questions):
            sys.exit(f"{path.name}: an id stands twice")
        print(f"{path.name}: {len(questions)} questions, {dict(kinds.most_common())}")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
