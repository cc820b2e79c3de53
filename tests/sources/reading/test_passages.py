from hypothesis import given
from hypothesis import strategies as st

from manyhop.sources.reading._passages import passages, sentences, snippets

SENTENCE = "The long grey bridge over the river was opened by the Queen. "  # 12 words


def sizes(paragraphs: list[str]) -> list[int]:
    return [len(text.split()) for text in passages(paragraphs)]


def test_short_paragraphs_are_packed_whole() -> None:
    paragraph = (SENTENCE * 4).strip()  # 48 words
    first, second = passages([paragraph] * 6)
    assert first == second == "\n".join([paragraph] * 3)


def test_a_middling_paragraph_stands_alone() -> None:
    assert sizes([SENTENCE * 12, SENTENCE * 12]) == [144, 144]


def test_a_long_paragraph_is_cut_at_sentence_ends() -> None:
    found = list(passages([SENTENCE * 60]))
    assert all(text.endswith("Queen.") for text in found)
    assert all(80 <= len(text.split()) <= 200 for text in found)


def test_an_abbreviation_does_not_end_a_sentence() -> None:
    assert list(sentences("Dr. Smith met J. Jones. They spoke.")) == [
        "Dr. Smith met J. Jones. ",
        "They spoke.",
    ]


def test_a_short_end_joins_what_stands_before_it() -> None:
    assert sizes([SENTENCE * 12, "Only five words at last."]) == [149]


def test_a_sentence_without_end_is_cut_between_words() -> None:
    found = list(passages(["word " * 1000]))
    assert {word for text in found for word in text.split()} == {"word"}
    assert max(len(text.split()) for text in found) <= 200


def test_text_without_spaces_is_cut_between_characters() -> None:
    found = list(passages(["x" * 100_000]))
    assert "".join(found) == "x" * 100_000
    assert max(map(len, found)) < 10_000


def test_chinese_is_measured_by_its_characters() -> None:
    found = list(passages(["这座桥于一九八一年由女王宣布开通。" * 60]))
    assert len(found) > 2
    assert all(text.endswith("。") for text in found)


def test_twenty_megabytes_in_one_line() -> None:
    text = SENTENCE * 330_000
    count = sum(len(passage.split()) for passage in passages([text]))
    assert count == 330_000 * 12


def test_code_keeps_its_lines() -> None:
    assert list(passages(["Run:", "def f():\n    return 1"])) == ["Run:\ndef f():\n    return 1"]


def test_snippets_carry_title_headings_and_meta() -> None:
    (snippet,) = snippets(
        ["It opened."], title="Bridge", origin="b.txt", headings=("History",), meta={"page": 2}
    )
    assert (snippet.title, snippet.headings, snippet.meta) == ("Bridge", ("History",), {"page": 2})


words = st.text(st.sampled_from("abzé.!?\"' \n\t桥。"), max_size=400)


@given(st.lists(words | words.map(lambda text: text * 60), max_size=8))
def test_every_word_is_kept_in_order(paragraphs: list[str]) -> None:
    found = list(passages(paragraphs))
    assert "".join("".join(found).split()) == "".join("".join(paragraphs).split())
    assert all(text.strip() for text in found)


@given(st.lists(st.lists(st.sampled_from(["a", "big", "Bridge.", "x" * 39]), max_size=500)))
def test_no_word_is_broken(paragraphs: list[list[str]]) -> None:
    found = " ".join(passages(map(" ".join, paragraphs)))
    assert found.split() == [word for paragraph in paragraphs for word in paragraph]


def test_a_short_section_is_one_passage() -> None:
    paragraphs = [(SENTENCE * 4).strip()] * 4  # 192 words, under 1,200 characters
    assert list(passages(paragraphs)) == ["\n".join(paragraphs)]


def test_what_a_colon_announces_stays_with_it() -> None:
    code = "\n".join(f"run --part {n} --of-many" for n in range(30))
    found = list(passages([SENTENCE * 9, "Do it like this:", code, SENTENCE * 9]))
    assert any(text.startswith("Do it like this:\nrun --part 0") for text in found)


def test_a_long_list_is_cut_between_its_items() -> None:
    items = "\n".join(f"- item {n} is one of the many that make this list long" for n in range(60))
    found = list(passages([items]))
    assert len(found) > 2
    assert all(text.startswith("- item") for text in found)
