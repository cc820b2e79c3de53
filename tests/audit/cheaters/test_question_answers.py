import numpy as np
import pytest

from manyhop.audit._item import Item
from manyhop.audit.cheaters import AnyAnswer, CommonAnswer, QuestionAnswers
from manyhop.audit.cheaters._free import naive_bayes, question_words


def item(number: int, question: str, *right: str) -> Item:
    return Item(
        id=str(number), group=str(number), question=question, candidates=(), answer=-1, right=right
    )


ASKED = [
    item(0, "How many towers stand there?", "2"),
    item(1, "How many ropes hang there?", "2"),
    item(2, "How many boats are painted?", "2"),
    item(3, "What colour is the boat?", "red"),
    item(4, "What colour is the tower?", "red"),
    item(5, "Is the boat red or blue?", "blue"),
]
ALL, NONE = np.arange(6), np.arange(0)


def test_questions_of_the_same_words_get_the_same_answer() -> None:
    cheater = QuestionAnswers()
    cheater.prepare([*ASKED, item(6, "What colour is the rope?"), item(7, "How many colours?")])
    cheater.fit(ALL, NONE, seed=0)
    assert cheater.answers(np.array([6, 7, 5]), seed=0) == [("red",), ("2",), ("red",)]
    assert cheater.clues()[0].feature == "“2” where the question begins “how many”"


def test_naive_bayes_is_scikit_learn_s() -> None:
    models = pytest.importorskip("sklearn.naive_bayes")
    words = [question_words(one.question) for one in ASKED]
    vocabulary = {word: n for n, word in enumerate(sorted({w for each in words for w in each}))}
    classes = [0, 0, 0, 1, 1, 2]
    prior, given = naive_bayes(list(zip(classes, words, strict=True)), 3, vocabulary)
    counts = np.zeros((6, len(vocabulary)))
    for row, each in enumerate(words):
        for word in each:
            counts[row, vocabulary[word]] += 1
    theirs = models.MultinomialNB(alpha=1.0).fit(counts, classes)
    assert prior == pytest.approx(theirs.class_log_prior_)
    assert given == pytest.approx(theirs.feature_log_prob_)


def test_the_common_answer_is_always_the_same_and_any_answer_is_any() -> None:
    common, anything = CommonAnswer(), AnyAnswer()
    for cheater in (common, anything):
        cheater.prepare(ASKED)
        cheater.fit(ALL, NONE, seed=0)
    assert set(common.answers(ALL, seed=0)) == {("2",)}
    drawn = {answer for seed in range(9) for answer in anything.answers(ALL, seed)}
    assert drawn == {("2",), ("red",), ("blue",)}
