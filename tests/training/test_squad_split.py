"""The split of SQuAD that every trained reader and ranker shares."""

from training.squad_split import squad_dev

ARTICLES = [
    {"title": f"Article {number}", "paragraphs": [{"qas": [{}] * (1 + number % 4)}] * 3}
    for number in range(40)
]


def test_whole_articles_with_about_a_fifth_of_the_questions_are_kept() -> None:
    kept = squad_dev(ARTICLES)
    sizes = {each["title"]: 3 * len(each["paragraphs"][0]["qas"]) for each in ARTICLES}  # type: ignore[index]
    share = sum(size for title, size in sizes.items() if title in kept) / sum(sizes.values())
    assert 0.2 <= share < 0.25


def test_the_same_articles_are_kept_every_time() -> None:
    assert squad_dev(ARTICLES) == squad_dev(list(ARTICLES))
