"""RecipeQA's accuracy, for WoodworkQA and DecorationQA too: one of four choices per question.

Example: ``evaluate({"textual_cloze": [0, 3]}, [("textual_cloze", 0), ("textual_cloze", 1)])``
gives 0.5 for ``textual_cloze`` and 0 for the tasks that were not attempted.
"""

from collections.abc import Iterable, Mapping, Sequence

TASKS = ("textual_cloze", "visual_cloze", "visual_ordering", "visual_coherence")


def evaluate(
    predictions: Mapping[str, Sequence[object]], golds: Iterable[tuple[str, int | str]]
) -> dict[str, float]:
    """Give each task's accuracy (0..1) from choice numbers in the order of the gold file.

    ``golds`` are (task, answer) pairs. A prediction's key is cut at its first dot, so that a
    file name serves; predictions that are too few count as wrong; a task nobody knows raises
    KeyError.
    """
    answers: dict[str, list[int]] = {task: [] for task in TASKS}
    for task, answer in golds:
        answers[task].append(int(answer))
    scores = dict.fromkeys(TASKS, 0.0)
    for name, predicted in predictions.items():
        task = name.split(".", 1)[0]
        right = sum(ours == gold for ours, gold in zip(predicted, answers[task], strict=False))
        scores[task] = right / len(answers[task]) if answers[task] else 0.0
    return scores


def choice_accuracy(scores: Sequence[Sequence[float]], answers: Sequence[int]) -> float:
    """Give the share of questions whose best-scored choice is right; the first of equals wins.

    Example: ``choice_accuracy([[0.1, 0.9, 0.9, 0.0]], [1])`` is 1.0.
    """
    best = [max(range(len(row)), key=row.__getitem__) for row in scores]
    right = sum(ours == gold for ours, gold in zip(best, answers, strict=True))
    return right / len(answers) if answers else 0.0
