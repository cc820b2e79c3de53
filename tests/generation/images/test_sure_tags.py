from manyhop.generation.images._tags import tag_decided, tag_facts


def test_only_what_is_nearly_sure() -> None:
    assert tag_facts({"car": 0.87, "tree": 0.9, "dog": 0.7}) == {"tags: vehicle": ("car",)}


def test_two_of_a_sort_are_not_told_apart() -> None:
    assert tag_facts({"car": 0.87, "truck": 0.6}) == {}


def test_something_of_the_sort_leaves_it_open() -> None:
    assert tag_decided({"car": 0.87}, "tags: vehicle", "car") is True
    assert tag_decided({"van": 0.3}, "tags: vehicle", "car") is None
    assert tag_decided({"tree": 0.9}, "tags: vehicle", "car") is False


def test_people_are_not_told_apart() -> None:
    assert tag_facts({"girl": 0.95, "woman": 0.8}) == {"tags: person": ("yes",)}
