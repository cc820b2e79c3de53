"""Everything that the papers leave open about cloze questions, each with the value we take."""

from typing import Any, Literal

import msgspec

from manyhop.errors import ManyhopError

Task = Literal["textual_cloze", "visual_cloze", "visual_coherence", "visual_ordering"]
TASKS: tuple[Task, ...] = ("textual_cloze", "visual_cloze", "visual_coherence", "visual_ordering")
Remedy = Literal["none", "budget", "exchange"]
Split = Literal["train", "val", "test"]
SPLITS: tuple[Split, ...] = ("train", "val", "test")


class ClozeSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How procedures become questions; ``docs/building.md`` says what each setting decides.

    Example: ``ClozeSettings(remedy="exchange", questions_per_procedure=4)``
    """

    # Which procedures
    least_steps: int = 3
    most_steps: int = 25
    least_titled: int = 4
    english: bool = True
    non_ascii: Literal["keep", "strip", "drop"] = "keep"
    pictures_only: Literal["drop", "keep"] = "drop"

    # What counts as a title
    step_numbers: Literal["strip", "keep"] = "strip"
    untitled: Literal["first_sentence", "leave"] = "first_sentence"
    longest_title: int = 25

    # Which questions
    questions_per_procedure: int = 2
    contiguous: bool = False
    choices: int = 4
    train_share: float = 0.8
    val_share: float = 0.1

    # What is near
    encoder: Literal["static", "word2vec"] = "static"
    word2vec_dimension: int = 100
    word2vec_epochs: int = 5
    pooling: Literal["mean", "max"] = "mean"
    distance: Literal["euclidean", "cosine"] = "euclidean"
    image_vectors: Literal["auto", "pixels", "text"] = "auto"

    # Which wrong choices
    neighbours: int = 100
    too_near: float = 1.0
    too_far: float | None = None
    at_the_bound: Literal["keep", "drop"] = "keep"
    pool: Literal["all", "split"] = "all"
    pool_counts: Literal["distinct", "occurrences"] = "distinct"
    own_titles: Literal["exclude", "allow"] = "exclude"
    same_words: Literal["exclude", "allow"] = "exclude"

    # Against the choice bias
    remedy: Remedy = "none"
    remedied: tuple[Split, ...] = SPLITS
    least_steps_remedied: int = 6
    budget: int | None = None
    budget_by: Literal["cluster", "answers"] = "cluster"
    budget_over: Literal["split", "all"] = "split"
    clusters: int = 50
    cluster_neighbours: int | None = None
    spent_at: Literal["zero", "below_zero"] = "zero"
    repeated_draw: Literal["free", "spends"] = "free"
    title_index: Literal["own", "as_printed"] = "own"
    exhausted: Literal["overdraw", "refill", "drop"] = "overdraw"

    def __post_init__(self) -> None:
        if not 0 < self.train_share < 1 or not 0 <= self.val_share < 1 - self.train_share + 1e-9:
            raise ManyhopError(
                f"train_share {self.train_share} and val_share {self.val_share} leave no split to "
                "test on; let them sum to less than 1"
            )
        for name, least in _LEAST.items():
            value = getattr(self, name)
            if value is not None and value < least:
                raise ManyhopError(f"the setting {name} is {value}; give at least {least}")

    def changed(self, pairs: list[str]) -> "ClozeSettings":
        """These settings with some replaced: ``settings.changed(["neighbours=50"])``."""
        changes: dict[str, Any] = {}
        for pair in pairs:
            name, equals, value = pair.partition("=")
            name = name.strip().replace("-", "_")
            if not equals or name not in self.__struct_fields__:
                known = ", ".join(self.__struct_fields__)
                raise ManyhopError(f"there is no setting {pair!r}; write name=value, of: {known}")
            changes[name] = _plain(name, value.strip())
        try:
            return msgspec.convert(
                {**msgspec.structs.asdict(self), **changes}, ClozeSettings, strict=False
            )
        except msgspec.ValidationError as error:
            raise ManyhopError(f"a setting is not as it should be: {error}") from error


_LEAST = {
    "least_steps": 1,
    "least_titled": 4,
    "longest_title": 1,
    "questions_per_procedure": 1,
    "choices": 2,
    "word2vec_dimension": 2,
    "word2vec_epochs": 1,
    "neighbours": 1,
    "budget": 1,
    "clusters": 1,
    "cluster_neighbours": 1,
}


def _plain(name: str, value: str) -> Any:
    if name == "remedied":
        return value.replace(" ", "").split(",")
    return None if value.lower() == "none" and name != "remedy" else value
