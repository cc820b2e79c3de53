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
