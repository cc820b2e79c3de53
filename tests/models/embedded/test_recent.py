from manyhop.models.embedded._recent import Recent


def test_what_was_used_last_is_kept() -> None:
    worked: list[str] = []

    def work(name: str) -> str:
        worked.append(name)
        return name.upper()

    recent = Recent[str](2)
    for name in ("a", "b", "a", "c", "a", "b"):
        assert recent.of(name, lambda name=name: work(name)) == name.upper()  # type: ignore[misc]
    assert worked == ["a", "b", "c", "b"]


def test_of_several_only_the_new_ones_are_worked_out_together() -> None:
    asked: list[list[int]] = []

    def lengths(texts: list[str]) -> list[int]:
        def work(places: list[int]) -> list[int]:
            asked.append(places)
            return [len(texts[place]) for place in places]

        return recent.of_all(texts, work)

    recent = Recent[int](3)
    assert lengths(["one", "three"]) == [3, 5]
    assert lengths(["three", "seven!", "one"]) == [5, 6, 3]
    assert lengths(["one", "seven!"]) == [3, 6]
    assert asked == [[0, 1], [1]]
