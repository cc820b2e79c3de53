"""Fitting that is killed again and again ends as if nothing had happened."""

import os
import random
import signal
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from tests.learning.photographs import opened

from manyhop.errors import ManyhopError
from manyhop.learning import Card, Options, train

pytestmark = pytest.mark.extras
torch = pytest.importorskip("torch")

OPTIONS = Options(
    texts="tiny", pictures="tiny", epochs=12, patience=12, batch=5, hidden=8, keep_every=2
)
KILLS = 10


def test_ten_kills_change_no_figure(tmp_path: Path) -> None:
    torch.set_num_threads(1)  # a forked process has no other thread
    learnt, dev = opened(tmp_path)
    files = [tmp_path / "train.json"]
    calm = train("heads", learnt, dev, tmp_path / "calm", OPTIONS, files=files)

    def go_on(heard: int | None = None) -> Card:
        def tell(*_: object) -> None:
            if heard:
                os.write(heard, b".")

        return train(
            "heads",
            learnt,
            dev,
            tmp_path / "killed",
            OPTIONS,
            files=files,
            resume=True,
            on_progress=tell,
        )

    chance = random.Random(0)
    for _ in range(KILLS):
        _killed_after(chance.randint(1, 14), go_on)
    killed = go_on()

    assert killed.epochs == calm.epochs
    assert killed.figures == calm.figures
    one, other = (torch.load(tmp_path / name / "weights.pt") for name in ("calm", "killed"))
    assert all(torch.equal(one[key], other[key]) for key in one)
    assert sorted(path.name for path in (tmp_path / "killed").iterdir()) == [
        "README.md",
        "card.json",
        "train.json",
        "weights.pt",
    ]


def test_a_folder_is_not_continued_with_other_options(tmp_path: Path) -> None:
    learnt, dev = opened(tmp_path)
    train("heads", learnt, dev, tmp_path / "one", OPTIONS)
    with pytest.raises(ManyhopError, match="is taken; go on with --resume"):
        train("heads", learnt, dev, tmp_path / "one", OPTIONS)
    other = msgspec.structs.replace(OPTIONS, seed=1)
    with pytest.raises(ManyhopError, match="other options; name another folder"):
        train("heads", learnt, dev, tmp_path / "one", other, resume=True)


def _killed_after(batches: int, work: Callable[[int], object]) -> None:
    """Let a copy of this process work until it told of so many batches, and kill it there."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.close(read)
        try:
            work(write)
        finally:
            os._exit(0)
    os.close(write)
    while batches and (told := os.read(read, batches)):
        batches -= len(told)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(read)
