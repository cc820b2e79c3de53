"""What ships with Manyhop: each embedded model, its files, and whether they are whole."""

from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from manyhop.errors import ManyhopError
from manyhop.models.embedded._language_package import installed_version, package_bytes
from manyhop.models.embedded._large_weights import installed_large
from manyhop.models.embedded._weights import FOLDER, manifest, weight_file

State = Literal["installed", "missing", "damaged", "not installed"]

LANGUAGE_MODEL = "language model"
LARGE_READER = "large reader"


class _Shipped(NamedTuple):
    name: str
    task: str
    begins: tuple[str, ...]  # how the names of its files begin


SHIPPED = (
    _Shipped("static encoder", "encodes every source of a collection", ("static",)),
    _Shipped("word vectors", "what the text models below share", ("word_vectors",)),
    _Shipped("sentence encoder", "encodes a few texts well", ("sentence_encoder",)),
    _Shipped("cross-encoder", "reranks what a search found", ("cross_encoder", "source_choice")),
    _Shipped("judge", "judges answers beside their evidence", ("judge",)),
    _Shipped("span reader", "finds answers in many texts quickly", ("text_reader",)),
    _Shipped("row reader", "finds answers in tables", ("row_reader", "table_reader")),
    _Shipped("question types", "tells how to answer a question", ("question_types",)),
    _Shipped("question kinds", "tells whether a picture is asked for", ("question_kinds",)),
    _Shipped(
        "picture encoder",
        "puts pictures beside texts",
        ("image_lite", "image_projections", "image_tags", "image_classes", "image_shown"),
    ),
    _Shipped("picture answerer", "answers about pictures", ("image_answers", "image_words")),
    _Shipped(LANGUAGE_MODEL, "reads carefully, says and splits", ("language", "adapter")),
    _Shipped(LARGE_READER, "reads several texts, writes queries", ("large",)),
)


class ShippedModel(msgspec.Struct, frozen=True):
    """An embedded model as it stands on this machine."""

    name: str
    task: str
    bytes: int
    state: State
    files: tuple[str, ...]


def shipped_models(*, check: bool = False, folder: Path = FOLDER) -> list[ShippedModel]:
    """Every embedded model; with ``check`` each file is read and its checksum compared.

    Example: ``[model.name for model in shipped_models() if model.state != "installed"]``
    """
    return [_found(model, check, folder) for model in SHIPPED]


def _found(model: _Shipped, check: bool, folder: Path) -> ShippedModel:
    there = {path.name for path in folder.glob("*.*")}
    expected = {name for name in manifest() if name.startswith(model.begins)}
    files = sorted(expected | {name for name in there if name.startswith(model.begins)})
    size = sum((folder / name).stat().st_size for name in files if name in there)
    state: State = "installed"
    if not files or expected - there:
        state = "missing"
    elif not all(_is_whole(name, check, folder) for name in files):
        state = "damaged"
    elif model.name == LANGUAGE_MODEL and installed_version() is None:
        state = "not installed"
    if model.name == LANGUAGE_MODEL:
        size += package_bytes()
    if model.name == LARGE_READER:
        prepared = installed_large()
        size += prepared.bytes if prepared else 0
        state = "not installed" if state == "installed" and prepared is None else state
    return ShippedModel(model.name, model.task, size, state, tuple(files))


def _is_whole(name: str, check: bool, folder: Path) -> bool:
    expected = manifest().get(name)
    if expected is not None and (folder / name).stat().st_size != expected.bytes:
        return False
    try:
        return not check or bool(weight_file(name, folder))
    except ManyhopError:
        return False
