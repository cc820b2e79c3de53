"""Train the row-wise table reader: generated questions first, then real ones.

    PYTHONPATH=src:. python -m training.table_gathering carry/tables      (needs no GPU)
    PYTHONPATH=. python -m training.table_reader carry/tables --out OUT   (one GPU, minutes)

Prints RESULT lines on WikiTableQuestions dev and the like, and writes table_reader.onnx (int8).
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from training.learning import DEVICE, interval, ordered_batches, train
from training.row_network import RowNetwork, Scores, count_chances, loss_of
from training.table_batches import TableBatches, open_batches
from training.table_export import save, ship

DEV = ("wikitq dev", "hybridqa dev", "mmqa slice")


def fit(
    batches: TableBatches,
    network: RowNetwork,
    questions: np.ndarray,
    epochs: float,
    *,
    rate: float,
    size: int,
    seed: int,
    name: str,
) -> None:
    """Train on these questions."""

    def loss(chosen: np.ndarray) -> Tensor:
        numbers = questions[chosen]
        scores, present = batches.scores(network, numbers)
        return loss_of(scores, batches.gold(numbers, present))

    costs = batches.costs[questions]
    train(network, costs, loss, epochs=epochs, rate=rate, size=size, seed=seed, name=name)


def measure(batches: TableBatches, network: RowNetwork, name: str, size: int = 48) -> None:
    """Print how often the best cell, all cells, the operation and the count are right."""
    network.eval()
    for source in DEV:
        questions = batches.of(source)
        found: dict[str, list[float]] = {}
        for part in ordered_batches(batches.costs[questions], size):
            numbers = questions[part]
            half = torch.autocast(DEVICE, dtype=torch.bfloat16, enabled=DEVICE == "cuda")
            with torch.no_grad(), half:
                scores, present = batches.scores(network, numbers)
            for key, values in _judged(scores, batches.gold(numbers, present)).items():
                found.setdefault(key, []).extend(values)
        for key, values in found.items():
            if values:
                print(f"RESULT tables {name} | {source} | {key}: {interval(values)}", flush=True)


def _judged(scores: Scores, gold: dict[str, Tensor]) -> dict[str, list[float]]:
    groups, operations = gold["groups"], gold["operations"]
    tables, _, _, columns = groups.shape
    best = scores.picked.flatten(1).argmax(1)
    right = groups.any(1).flatten(1).gather(1, best[:, None])[:, 0]
    operation = scores.operation.argmax(1)
    in_column = torch.arange(columns, device=best.device)[None] == (best % columns)[:, None]
    chosen = (scores.chosen > 0)[:, :, None] & in_column[:, None]
    chosen = chosen & (scores.picked > -5000)
    chosen.view(tables, -1)[torch.arange(tables, device=best.device), best] = True
    asked = groups.flatten(2).any(2)
    covered = ((groups & chosen[:, None]).flatten(2).any(2) == asked).all(1)
    exact = covered & ~(chosen & ~groups.any(1)).flatten(1).any(1) & (operation == 0)
    counts = count_chances(torch.sigmoid(scores.chosen)).argmax(1)
    celled, counted = operations == 0, (operations == 1) & (gold["counts"] >= 0)
    checked = operations >= 5
    known = operations >= 0
    count_right = (counts == gold["counts"]) & (operation == 1)
    everything = torch.where(
        celled, exact, torch.where(checked, operation == operations, count_right)
    )
    return {
        "top-1 cell": right[celled].float().tolist(),
        "all cells and operation": exact[celled].float().tolist(),
        "operation": (operation == operations)[known].float().tolist(),
        "count": count_right[counted].float().tolist(),
        "yes or no": (operation == operations)[checked].float().tolist(),
        "everything": everything.float().tolist(),
    }


def main() -> None:
    """Train what the command line names."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--start", type=Path, default=Path("carry/minilm"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--plans", default="generated,real", help="generated, real, factless")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--made-epochs", type=float, default=0.5)
    parser.add_argument("--epochs", type=float, default=4.0)
    parser.add_argument("--mixed", type=float, default=1 / 3, help="generated beside each real one")
    parser.add_argument("--seconds", type=float, default=420, help="begin no plan after these")
    parser.add_argument("--small", action="store_true", help="one step of everything")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    start = time.time()
    batches = open_batches(given.folder)
    real = batches.of("wikitq train", "hybridqa train")
    made = batches.of("generated")
    print(f"tables: {len(real):,} real, {len(made):,} generated, {time.time() - start:.0f} s")
    for plan in given.plans.split(","):
        if time.time() - start > given.seconds:
            print(f"tables: no time for {plan}")
            continue
        torch.manual_seed(given.seed)
        network = RowNetwork(given.start, facts=plan != "factless").to(DEVICE)
        few, size = (0.02, 2) if given.small else (1.0, 24)
        lessons, seed = real, given.seed
        if plan != "real":
            epochs = few * given.made_epochs
            fit(batches, network, made, epochs, rate=4e-4, size=size, seed=seed, name=f"{plan} 1")
            measure(batches, network, f"{plan}, before real", size)
            chance = np.random.default_rng(seed)
            kept = chance.choice(made, int(given.mixed * len(real)), replace=False)
            lessons = np.concatenate([real, kept])
        epochs = few * given.epochs
        fit(batches, network, lessons, epochs, rate=2e-4, size=size, seed=seed, name=f"{plan} 2")
        measure(batches, network, plan, size)
        if plan == given.plans.split(",")[0]:
            save(network, given.out)
            ship(network, given.out)
        print(f"tables: {plan} done at {time.time() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
