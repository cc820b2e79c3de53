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


def find_form_faults(question: dict[str, Any]) -> list[str]:
    """Say what is wrong with one question's fields, whatever stands in its folder."""
    keys = set(question)
    if not FIELDS <= keys <= FIELDS | MORE_FIELDS:
        return [f"fields {sorted(keys ^ FIELDS)}"]
    if question["unanswerable"] != (question["kind"] == "unanswerable"):
        return ["its kind does not say whether it has an answer"]
    if question["unanswerable"] == bool(question["sources"]):
        return ["sources belong to questions with an answer"]
    forms = [*question["answers"][:1], *question.get("items", [])]
    faults = [f"no word to score by: {form}" for form in forms if not re.search(r"\w", form)]
    return faults or ([] if forms or question["unanswerable"] else ["no answer"])


def find_said_words(evidence: str, folder: Path) -> list[str]:
    """Search for the words that a question without an answer says are nowhere."""
    told = re.search(r"no hit in (.*?) for: ([^;]+)", evidence)
    if not told:
        return ["unanswerable without a search"]
    place = folder if told[1] == "any file" else folder / told[1]
    paths = [place] if place.is_file() else [path for path in place.rglob("*") if path.is_file()]
    texts = [read_text(path) for path in paths]
    words = [fold(word) for word in told[2].split(",")]
    said = [f"said: {word}" for word in words if any(word in text for text in texts)]
    return said if texts else [f"not there: {place}"]


def find_lost_quotations(question: dict[str, Any], folder: Path) -> list[str]:
    """Look for each quotation of a question's evidence in its sources."""
    missing = [source for source in question["sources"] if not (folder / source).is_file()]
    if missing:
        return [f"not there: {missing}"]
    texts = [read_text(folder / source) for source in question["sources"]]
    quoted = re.sub(r"\s*\([^()]*(\([^()]*\)[^()]*)*\)$", "", question["evidence"]).split(" … ")
    wanted = filter(None, map(fold, quoted))
    return [f"not found: {each}" for each in wanted if not any(each in text for text in texts)]


def find_faults(question: dict[str, Any], folder: Path) -> list[str]:
    """Say all that is wrong with one question."""
    faults = find_form_faults(question)
    if faults:
        return faults
    if question["unanswerable"]:
        return find_said_words(question["evidence"], folder)
    return find_lost_quotations(question, folder)


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
