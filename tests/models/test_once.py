from threading import Barrier, Thread

from manyhop.models._once import once


class Shop:
    def __init__(self) -> None:
        self.opened = 0

    @once
    def counter(self) -> str:
        """Where one pays."""
        self.opened += 1
        return f"counter {self.opened}"


def test_threads_that_meet_get_the_same_work() -> None:
    shop, together, seen = Shop(), Barrier(8), []

    def visit() -> None:
        together.wait()
        seen.append(shop.counter)

    visitors = [Thread(target=visit) for _ in range(8)]
    for visitor in visitors:
        visitor.start()
    for visitor in visitors:
        visitor.join()
    assert seen == ["counter 1"] * 8


def test_what_is_given_is_not_worked_out() -> None:
    shop = Shop()
    vars(shop)["counter"] = "a tray"
    assert (shop.counter, shop.opened) == ("a tray", 0)
    assert Shop.counter.__doc__ == "Where one pays."
