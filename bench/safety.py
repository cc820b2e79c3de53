"""What each known attack on a user's files does to a version of Manyhop.

    python -m bench.safety                  # this version
    python -m bench.safety --code OLD/src   # another, say of a git worktree, with this Python

Every attack has a folder of its own and runs commands of that version in processes of their own,
with at most 400 seconds and 4 GB each. It prints one line: held, or what was lost. Attacks that
need a small disk, another user or weights of strangers are in the tests alone.
"""

import argparse
import base64
import gzip
import io
import json
import os
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from PIL import Image as Pillow
from tests.collection.hostile_files import far_row, form_that_draws_itself, png, workbook

from bench.safety_scene import Scene, Server, Version, picture

SLOW, HUNGRY = 20.0, 1_000  # what one small file may cost at most
ESCAPE = "\x1b]0;owned\x07\x1b[2J"


def _gone(*paths: Path) -> str:
    lost = [path.name for path in paths if not path.exists()]
    return f"removes {', '.join(lost)}" if lost else ""


def foreign_files(scene: Scene) -> str:
    """1a: a user's files in folders called vectors and words."""
    logo, note = scene.write("p/vectors/logo.svg", "x"), scene.write("p/words/note.txt", "x")
    scene.write("p/docs/a.txt", "The bridge opened in 1981.")
    first = scene.manyhop("index", "docs", "-c", ".", within="p")
    return _gone(logo, note) or first.trouble


def foreign_folder_on_rebuild(scene: Scene) -> str:
    """1b: a user's folder beside the indexes when they are rebuilt."""
    folder = scene.collection()
    note = scene.write("c/words/note.txt", "x")
    done = scene.manyhop("rebuild", "-c", str(folder))
    return _gone(note) or done.trouble


def linked_vectors(scene: Scene) -> str:
    """1c: a received collection whose vectors are a link to another folder."""
    scene.collection()
    theirs = scene.write("theirs/precious.npy", "x").parent
    inner = scene.inner("c", "vectors")
    shutil.rmtree(inner)
    inner.symlink_to(theirs)
    scene.write("more/a.txt", "The ferry leaves at eight.")
    for command in (("index", "more"), ("rebuild",)):
        scene.manyhop(*command, "-c", "c")
    written = sorted({path.name for path in theirs.iterdir()} - {"precious.npy"})
    return _gone(theirs / "precious.npy") or (f"writes {written[0]} into it" if written else "")


def linked_new_words(scene: Scene) -> str:
    """1d: a link where a rebuilding would write."""
    folder = scene.collection()
    theirs = scene.write("theirs/precious", "x").parent
    for name in ("words.new", "manyhop-words-2", "manyhop-words-3"):
        (folder / name).symlink_to(theirs)
    scene.manyhop("rebuild", "-c", "c")
    written = sorted({path.name for path in theirs.iterdir()} - {"precious"})
    return f"writes {written[0]} and more into it" if written else _gone(theirs / "precious")


_PIXELS = """
from manyhop.collection import Collection
for source in Collection.open("c"):
    if source.kind == "image" and (source.path or source.data):
        try:
            print(source.pixels()[:6])
        except Exception as error:
            print(type(error).__name__)
"""


def any_file_as_a_picture(scene: Scene) -> str:
    """2a: a record that names a list of users as a picture."""
    secret = scene.write("outside/users", "root:x:0:0")
    record = {"kind": "image", "caption": "A bridge", "path": str(secret)}
    scene.write("docs/a.jsonl", json.dumps(record))
    scene.manyhop("index", "docs", "-c", "c")
    return "its bytes are given as a picture" if "root" in scene.python(_PIXELS).said else ""


def picture_outside_is_sent(scene: Scene) -> str:
    """2b: a page that shows a picture from outside, asked at an endpoint."""
    secret = picture()
    scene.write("outside/secret.png", secret)
    scene.write("docs/a.md", "# Bridge\n\n![The red bridge](../outside/secret.png)\n")
    return _is_sent(scene, secret, ("index", "docs", "-c", "c"))


def received_picture_is_sent(scene: Scene) -> str:
    """2c: a received collection whose record names a picture of this machine."""
    secret = picture()
    path = scene.write("outside/secret.png", secret)
    scene.write("docs/a.png", picture("red"))
    scene.write("docs/a.md", "# Bridge\n\n![The red bridge](a.png)\n")
    scene.manyhop("index", "docs", "-c", "c")
    with sqlite3.connect(scene.folder / "c" / "collection.sqlite") as database:
        rows = database.execute("SELECT key, record FROM sources WHERE kind = 'image'").fetchall()
        for key, record in rows:
            row = {**json.loads(record), "path": str(path)}
            row.pop("content", None)
            database.execute(
                "UPDATE sources SET record = ? WHERE key = ?", (json.dumps(row).encode(), key)
            )
    database.close()
    return _is_sent(scene, secret, ("info", "-c", "c"))


def _is_sent(scene: Scene, secret: bytes, before: tuple[str, ...]) -> str:
    scene.manyhop(*before)
    server = Server()
    asked = ("ask", "What colour is the red bridge in the picture?", "-c", "c")
    scene.manyhop(*asked, "--model", "openai:m", "--base-url", server.url())
    server.shutdown()
    sent = base64.b64encode(secret)[:60] in server.received
    return "the picture is sent to the endpoint" if sent else ""


def abort(scene: Scene) -> str:
    """3: a form of 681 bytes that draws itself."""
    scene.write("docs/form.pdf", form_that_draws_itself())
    return _neighbours(scene)


def _neighbours(scene: Scene) -> str:
    for name in ("a.txt", "z.txt"):
        scene.write(f"docs/{name}", f"The ferry of {name} leaves at eight.")
    done = scene.manyhop("index", "docs", "-c", "c")
    found = scene.manyhop("list", "-c", "c").said
    lost = [name for name in ("a.txt", "z.txt") if name not in found]
    dear = (
        f"{done.seconds:.0f} s of the processor" if done.seconds > SLOW else "",
        f"{done.megabytes:,} MB" if done.megabytes > HUNGRY else "",
    )
    told = done.trouble or ", ".join(filter(None, dear))
    return f"{told or 'neighbours lost'}; lost: {', '.join(lost)}" if lost else told


_DIES = """
import os, sys
left = int(sys.argv[1])
def hook(event, arguments):
    global left
    if event in ("os.rename", "os.rmdir", "shutil.rmtree"):
        left -= 1
        if left == 0:
            os._exit(9)
from pathlib import Path
from manyhop.collection import rebuild
from manyhop.models import StaticEncoder
encoder = StaticEncoder.load()
sys.addaudithook(hook)
rebuild(Path("c"), encoder)
"""


def killed_rebuild(scene: Scene) -> str:
    """4a: a rebuilding killed at each rename and at each removal of a folder."""
    folder = scene.collection()
    shutil.copytree(folder, scene.folder / "kept")
    lost = points = 0
    for point in range(1, 7):
        shutil.rmtree(folder)
        shutil.copytree(scene.folder / "kept", folder)
        if scene.python(_DIES, str(point)).code != 9:
            break
        points += 1
        lost += "bridge" not in scene.manyhop("search", "bridge", "--mode", "words", "-c", "c").said
    return f"words are lost after {lost} of {points} kills" if lost else ""


def lost_word_list(scene: Scene) -> str:
    """4b: the word index has lost its list of files."""
    scene.collection()
    (scene.inner("c", "words") / "meta.json").unlink()
    found = scene.manyhop("search", "bridge", "--mode", "words", "-c", "c")
    if found.trouble:
        return found.trouble
    return "nothing is found, and nothing said" if found.code == 0 else ""


def pipe(scene: Scene) -> str:
    """5a: a record's picture is a pipe that nobody writes to."""
    scene.write("docs/p.jsonl", json.dumps({"kind": "image", "caption": "a", "path": "pipe.png"}))
    os.mkfifo(scene.folder / "docs" / "pipe.png")
    return _neighbours(scene)


def endless_device(scene: Scene) -> str:
    """5b: a record's picture is a link to an endless device."""
    scene.write("docs/p.jsonl", json.dumps({"kind": "image", "caption": "a", "path": "zero.png"}))
    (scene.folder / "docs" / "zero.png").symlink_to("/dev/zero")
    return _neighbours(scene)


def nul(scene: Scene) -> str:
    """6: a NUL in a picture's path."""
    scene.write("docs/p.jsonl", json.dumps({"kind": "image", "caption": "a", "path": "a\0.png"}))
    return _neighbours(scene)


_WRITES = """
from manyhop.collection import Collection
from manyhop.sources import Snippet
with Collection.open("c") as collection:
    for number in range(120):
        collection.add([Snippet(id=str(number), text=f"word{number} bridge")])
"""
_READS = """
import collections, sys, time
from manyhop.collection import Collection
errors = collections.Counter()
with Collection.open("c") as collection:
    for number in range(1200):
        try:
            collection.search("bridge", 3)
        except Exception as error:
            errors[type(error).__name__] += 1
print(dict(errors))
"""


def reading_beside_writing(scene: Scene) -> str:
    """7: searches beside a writer with a commit for each source."""
    scene.collection()
    writer = threading.Thread(target=scene.python, args=(_WRITES,))
    writer.start()
    said = scene.python(_READS).said.strip()
    writer.join()
    return "" if said == "{}" else f"1,200 searches: {said[-90:]}"


def escapes(scene: Scene) -> str:
    """8a: escapes of a terminal in texts and titles."""
    row = {"kind": "snippet", "id": f"a{ESCAPE}", "title": f"Ferry {ESCAPE}", "text": f"b{ESCAPE}"}
    scene.write("docs/a.jsonl", json.dumps(row))
    scene.manyhop("index", "docs", "-c", "c")
    views = {"search": ("search", "ferry"), "list": ("list",), "show": ("show", row["id"])}
    raw = [name for name, view in views.items() if "\x1b" in scene.manyhop(*view, "-c", "c").said]
    return f"raw in {', '.join(raw)}" if raw else ""


def markup(scene: Scene) -> str:
    """8b: markup in captions and in a folder's name, on a terminal."""
    rows: list[dict[str, Any]] = [
        {"kind": "snippet", "id": "a", "title": "Ferry [/b]", "text": "It leaves [/b] at eight"},
        {"kind": "image", "id": "b", "title": "Ferry [/b]", "caption": "A red ferry [/b]"},
        {"kind": "procedure", "id": "p", "title": "Board [/b]", "steps": [{"text": "Go [/b]"}]},
    ]
    scene.write("docs/a.jsonl", "\n".join(map(json.dumps, rows)))
    scene.manyhop("index", "docs", "-c", "c")
    views = {"search": ("search", "ferry"), "list": ("list",)}
    views |= {f"show {row['id']}": ("show", row["id"]) for row in rows}
    ended = [name for name, view in views.items() if scene.on_terminal(*view, "-c", "c").trouble]
    scene.write("ferries [/b]/notes [.txt", "The ferry leaves at eight.")
    if scene.on_terminal("index", "ferries [", "-c", "d").trouble:
        ended.append("index")
    return f"traceback in {', '.join(ended)}" if ended else ""


def small_and_dear(name: str, make: Callable[[], bytes]) -> Callable[[Scene], str]:
    """10: a small file that takes long, or much memory."""

    def attack(scene: Scene) -> str:
        scene.write(f"docs/{name}", make())
        return _neighbours(scene)

    return attack


def _webp() -> bytes:
    stream = io.BytesIO()
    mock = b"<dc:description " * 100_000 + b"<rdf:li>x" * 1000
    Pillow.new("RGB", (9, 9)).save(stream, "WEBP", xmp=mock)
    return stream.getvalue()


DEAR: dict[str, Callable[[], bytes]] = {
    "row.xlsx": far_row,
    "nested.html": lambda: b"<div>" * 200_000 + b"words",
    "attributes.html": lambda: (
        b"<p " + b" ".join(b"a%d=1" % number for number in range(200_000)) + b">words</p>"
    ),
    "metadata.webp": _webp,
    "huge.png": lambda: png(30_000, 30_000),
    "zeros.txt.gz": lambda: gzip.compress(bytes(1_500_000_000), 1),
    "swelling.xlsx": lambda: workbook('<row r="1"><c r="A1"><v>1</v></c></row>' * 4_000_000),
}


def damaged(what: str, suffix: str, change: Callable[[Path], object]) -> Callable[[Scene], str]:
    """11: an index file that is not what was written."""

    def attack(scene: Scene) -> str:
        scene.collection()
        (path, *_) = sorted(scene.inner("c", what).glob(f"*{suffix}"))
        change(path)
        mode = "words" if what == "words" else "meaning"
        done = scene.manyhop("search", "bridge", "--mode", mode, "-c", "c")
        silent = done.code == 0 and "bridge" not in done.said.lower()
        return done.trouble or ("other results, silently" if silent else "")

    return attack


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-40])


def _zero(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(bytes(len(content) - 120) + content[-120:])


def truncated_database(scene: Scene) -> str:
    """11d: a truncated database."""
    path = scene.collection() / "collection.sqlite"
    path.write_bytes(path.read_bytes()[:6000])
    return scene.manyhop("search", "bridge", "-c", "c").trouble


def password_in_a_message(scene: Scene) -> str:
    """12a: a password in the address of a server that refuses."""
    scene.collection()
    server = Server(401)
    options = ("--model", "openai:m", "--base-url", server.url("me:s3cret@"))
    said = scene.manyhop("ask", "When did the bridge open?", "-c", "c", *options).said
    server.shutdown()
    return "the password is printed" if "s3cret" in said else ""


def strange_key(scene: Scene) -> str:
    """12b: a key with a letter that no header carries."""
    scene.collection()
    options = ("--model", "openai:m", "--base-url", Server().url())
    asked = ("ask", "When did the bridge open?", "-c", "c", *options)
    return scene.manyhop(*asked, MANYHOP_API_KEY="schlüssel").trouble


def interrupted(scene: Scene) -> str:
    """13: Ctrl-C while the command is still importing."""
    done = [scene.interrupted("list", "-c", "c", after=after) for after in (0.5, 1, 2, 3)]
    ours = [said for said in done if "manyhop/cli" in said]  # before, it is Python that starts
    return "prints a traceback" if any("Traceback" in said for said in ours) else ""


def attacks() -> Iterator[tuple[str, str, Callable[[Scene], str]]]:
    """Each attack with its number and what it is."""
    plain: tuple[Callable[[Scene], str], ...] = (
        foreign_files, foreign_folder_on_rebuild, linked_vectors, linked_new_words,
        any_file_as_a_picture, picture_outside_is_sent, received_picture_is_sent, abort,
        killed_rebuild, lost_word_list, pipe, endless_device, nul, reading_beside_writing,
        escapes, markup,
    )  # fmt: skip
    for attack in plain:
        yield _titled(attack)
    for letter, (name, make) in zip("abcdefg", DEAR.items(), strict=True):
        yield f"10{letter}", f"a small {name}", small_and_dear(name, make)
    yield "11a", "a truncated vector file", damaged("vectors", ".npy", _cut)
    yield "11b", "a lost .pos file", damaged("words", ".pos", Path.unlink)
    yield "11c", "a zeroed .term file", damaged("words", ".term", _zero)
    for attack in (truncated_database, password_in_a_message, strange_key, interrupted):
        yield _titled(attack)


def _titled(attack: Callable[[Scene], str]) -> tuple[str, str, Callable[[Scene], str]]:
    number, _, title = str(attack.__doc__).partition(": ")
    return number, title.rstrip("."), attack


def main() -> None:
    """Print a line for each attack."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--code", type=Path, default=Path("src"), help="the folder of manyhop/")
    parser.add_argument("--only", nargs="*", default=[], help="numbers, such as: 1a 10c")
    options = parser.parse_args()
    version = Version(options.code)
    for number, title, attack in attacks():
        if not options.only or number in options.only:
            with tempfile.TemporaryDirectory(prefix="attack-") as folder:
                lost = attack(Scene(Path(folder), version))
            print(f"| {number} | {title} | {lost or 'held'} |", flush=True)
    version.close()


if __name__ == "__main__":
    main()
