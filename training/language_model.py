"""Make the shipped adapter of SmolLM2-135M-Instruct (Apache-2.0), and the questions it learns from.

    PYTHONPATH=src:. python -m training.language_model gather carry --base SmolLM2.gguf
    python3 -m training.language_model make KEEP --out OUT
    python3 -m training.language_model train KEEP --out OUT --generated OUT/generated.jsonl.xz
    PYTHONPATH=src:. python -m training.language_model ship OUT/r32-generated-question-first.npz

`gather` needs the data and Manyhop; `make` (the questions) and `train` (the adapter) a GPU, torch,
tokenizers and what `gather` left.
"""

import argparse
import lzma
import os
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

from training.language_experiments import (
    Experiment,
    Workshop,
    run_experiment,
    run_maker,
    run_reader,
)  # fmt: skip

MAKERS = ["maker", "reader"]
EXPERIMENTS = [
    Experiment("r32 real question-first", rank=32, rate=1e-3, question_first=True),
    Experiment("r32 generated question-first", rank=32, rate=1e-3, generated=True,
               question_first=True),
    Experiment("r64 generated question-first", rank=64, rate=7e-4, generated=True,
               question_first=True),
]  # fmt: skip
SHIPPED = Path(__file__).parents[1] / "src/manyhop/models/embedded/weights/adapter.npz"


def gather(carry: Path, data: Path, base: Path) -> None:
    """Write the base's parts, the tokenizer and the lessons."""
    from manyhop.models.embedded._gguf import GgufFile
    from training.language_lessons import gather_lessons
    from training.language_weights import pack_base

    lessons = carry / "lessons"
    lessons.mkdir(parents=True, exist_ok=True)
    tokenizer = GgufFile(base).tokenizer().to_str()
    (lessons / "tokenizer.json.xz").write_bytes(lzma.compress(tokenizer.encode()))
    gather_lessons(data, lessons)
    pack_base(base, carry)


def train(args: argparse.Namespace) -> None:
    """Run the makers, or every experiment, each a process of its own; print what they found."""
    args.out.mkdir(parents=True, exist_ok=True)
    began, work = time.time(), tempfile.mkdtemp()
    names = [each.name for each in EXPERIMENTS if not args.only or each.name in args.only]
    running = {}
    for name in MAKERS if args.command == "make" else names:
        log = (args.out / f"{name.replace(' ', '-')}.log").open("w")
        command = [sys.executable, "-m", "training.language_model", "one", str(args.keep), "--out",
                   str(args.out), "--limit", str(args.limit), "--name", name, "--work", work,
                   "--began", str(began), "--generated", str(args.generated),
                   *(["--small"] if args.small else [])]  # fmt: skip
        settings = {**os.environ, "OMP_NUM_THREADS": "2", "RAYON_NUM_THREADS": "4",
                    "PYTORCH_CUDA_ALLOC_CONF": "expandable_segments:True"}  # fmt: skip
        running[name] = subprocess.Popen(
            command, stdout=log, stderr=subprocess.STDOUT, env=settings
        )
    for process in running.values():
        try:
            process.wait(max(1.0, began + args.limit + 15 - time.time()))
        except subprocess.TimeoutExpired:
            process.kill()
    for name in running:
        for line in (args.out / f"{name.replace(' ', '-')}.log").read_text().splitlines():
            if line.startswith(("RESULT", "[")) or "Error" in line:
                print(line[:400])
    print(f"TOTAL {time.time() - began:.0f} s", flush=True)
    shutil.rmtree(work, ignore_errors=True)


def one(args: argparse.Namespace) -> None:
    """One process of `train`."""
    shop = Workshop(
        args.keep, args.out, Path(args.work), args.began, args.limit, args.small, args.generated
    )
    try:
        if args.name == "maker":
            run_maker(shop)
        elif args.name == "reader":
            run_reader(shop)
        else:
            run_experiment(shop, next(each for each in EXPERIMENTS if each.name == args.name))
        shop.say(f"{args.name}: done")
    except Exception:
        traceback.print_exc()
        sys.exit(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    gathering = commands.add_parser("gather")
    gathering.add_argument("carry", type=Path)
    gathering.add_argument("--data", type=Path, default=Path("../shared/data"))
    gathering.add_argument("--base", type=Path, required=True)
    for name in ("make", "train", "one"):
        training = commands.add_parser(name)
        training.add_argument("keep", type=Path)
        training.add_argument("--out", type=Path, required=True)
        training.add_argument("--limit", type=float, default=460)
        training.add_argument("--generated", type=Path, default=Path("generated.jsonl.xz"))
        training.add_argument("--small", action="store_true")
        training.add_argument("--only", nargs="*", default=[])
        training.add_argument("--name")
        training.add_argument("--work")
        training.add_argument("--began", type=float)
    shipping = commands.add_parser("ship")
    shipping.add_argument("adapter", type=Path)
    args = parser.parse_args()
    if args.command == "gather":
        gather(args.carry, args.data, args.base)
    elif args.command in ("make", "train"):
        train(args)
    elif args.command == "one":
        one(args)
    else:
        shutil.copy(args.adapter, SHIPPED)


if __name__ == "__main__":
    main()
