from manyhop.cli.views import Replay
from manyhop.programs import Hop, TableQ, Value, parse_program

OPENED = TableQ("When did [answer] open?")


def test_branches_that_fill_in_the_same_name_are_told_apart() -> None:
    known, guessed = Value("Humber Bridge", 1.0), Value("Humber Bridge", 0.01)
    hop = Hop(OPENED, "When did Humber Bridge open?", (known,), (Value("July 17, 1981", 0.9),))
    program = parse_program('Compose(TableQ("When did [answer] open?"), Known("Humber Bridge"))')
    replay = Replay(program, [hop])
    assert replay.hops_of(OPENED, [known]) == [hop]
    assert replay.hops_of(OPENED, [guessed]) == []
    assert replay.hops_of(OPENED, None) == [hop]
