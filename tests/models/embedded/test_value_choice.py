from manyhop.models.embedded._value_choice import likeliest_value


def test_a_much_likelier_value_is_said() -> None:
    assert likeliest_value(["Turin", "Genoa"], [-9.0, -0.1], [0.0, 0.0]) == 1


def test_the_sentence_that_goes_with_the_question_decides_between_equals() -> None:
    assert likeliest_value(["Turin", "Genoa"], [-1.0, -1.1], [-3.0, 4.0]) == 1
    assert likeliest_value(["Turin", "Genoa"], [-1.0, -1.1], [4.0, -3.0]) == 0


def test_values_that_share_words_speak_for_one_another() -> None:
    texts = ["Genoa", "the old harbour", "the harbour"]
    assert likeliest_value(texts, [-1.0, -1.1, -1.2], [0.0, 0.0, 0.0]) in (1, 2)
    assert likeliest_value(texts[:2], [-1.0, -1.1], [0.0, 0.0]) == 0


def test_a_value_without_words_is_no_trouble() -> None:
    assert likeliest_value(["%", "§"], [-2.0, -1.0], [0.0, 0.0]) in (0, 1)
    assert likeliest_value(["Genoa"], [-2.0], [0.0]) == 0
