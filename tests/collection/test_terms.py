from manyhop.collection._words import question_terms


def test_question_words_are_dropped_and_the_rest_stemmed() -> None:
    assert question_terms("Which bridges opened in 1981?") == ["bridg", "open", "1981"]


def test_a_word_counts_once() -> None:
    assert question_terms("Red, red, REDS!") == ["red"]


def test_accents_and_case_do_not_matter() -> None:
    assert question_terms("Café ÖRESUND") == ["cafe", "oresund"]


def test_where_only_question_words_are_left_they_are_kept() -> None:
    assert question_terms("Who is who?") == ["who", "is"]


def test_no_words_at_all() -> None:
    assert question_terms("?!") == []
