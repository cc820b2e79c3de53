import codecs
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manyhop.errors import ManyhopError
from manyhop.sources.reading._encoding import decode, read_text

FRENCH = "Le pont fut inauguré près de l'élégante forêt, à côté du château. " * 3
POLISH = "Zażółć gęślą jaźń. W Szczebrzeszynie chrząszcz brzmi w trzcinie. " * 3
RUSSIAN = "Мост через реку был открыт в 1981 году. " * 3
JAPANESE = "橋は1981年に開通しました。とても長い橋です。" * 3


@pytest.mark.parametrize(
    ("bom", "encoding"),
    [
        (b"", "utf-8"),
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_unicode_is_read_with_and_without_its_mark(bom: bytes, encoding: str) -> None:
    assert decode(bom + "Brücke 橋".encode(encoding), "a.txt") == "Brücke 橋"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [(FRENCH, "cp1252"), (POLISH, "cp1250"), (RUSSIAN, "cp1251"), (JAPANESE, "cp932")],
)
def test_older_encodings_are_recognised(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding), "a.txt") == text


def test_a_few_letters_are_taken_for_western_european() -> None:
    assert decode("café".encode("latin-1"), "a.txt") == "café"


def test_a_declared_encoding_is_believed() -> None:
    assert decode("Łódź".encode("cp1250"), "a.html", declared="cp1250") == "Łódź"


def test_lines_of_another_encoding_in_a_utf8_file() -> None:
    data = "Brücke — naïve\nÜber\n".encode() + "café\n".encode("cp1252") + "Öl\n".encode()
    assert decode(data, "a.txt") == "Brücke — naïve\nÜber\ncafé\nÖl\n"


def test_line_ends_become_one_kind() -> None:
    assert decode(b"a\r\nb\rc\n", "a.txt") == "a\nb\nc\n"


@pytest.mark.parametrize("data", [b"", b"  \r\n\t", codecs.BOM_UTF8, codecs.BOM_UTF16_LE])
def test_nothing_is_empty(data: bytes) -> None:
    with pytest.raises(ManyhopError, match=r"a\.txt is empty"):
        decode(data, "a.txt")


@pytest.mark.parametrize("data", [b"PK\3\4\0\0text", bytes(range(1, 32)) * 9, b"\xfe\xff\0\0\0a"])
def test_binary_is_refused(data: bytes) -> None:
    with pytest.raises(ManyhopError, match=r"a\.bin looks binary"):
        decode(data, "a.bin")


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "gone.txt", tmp_path):
        with pytest.raises(ManyhopError, match="cannot be opened"):
            read_text(path)


def test_a_very_large_file_in_an_older_encoding() -> None:
    assert decode(b"caf\xe9 noir " * 2_000_000, "a.txt").startswith("café noir")


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300) | st.text(max_size=100).map(lambda text: text.encode("utf-16")))
def test_any_bytes_give_clean_text_or_a_clear_error(data: bytes) -> None:
    try:
        text = decode(data, "a.txt")
    except ManyhopError:
        return
    assert text.encode("utf-8")  # would fail on a lone surrogate
    assert "\r" not in text
    assert text.strip()


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1))
def test_utf8_comes_back_as_it_was(text: str) -> None:
    if text.strip() and not text.startswith("\ufeff"):
        assert decode(text.encode(), "a.txt") == text
