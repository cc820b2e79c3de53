"""What the networks of question types learn by, and the bag of words beside them."""

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from training.learning import DEVICE
from training.type_networks import PARTS
from training.type_questions import Questions


def label_loss(questions: Questions, model: nn.Module, rows: np.ndarray, twice: float) -> Tensor:
    """Labels, smoothed, of the type and of its parts; two passes must agree (``twice``)."""
    wanted = torch.from_numpy(questions.labels[rows]).to(DEVICE)
    pieces = torch.from_numpy(questions.parts[rows]).to(DEVICE)
    batch = questions.packed_for(model).batch(rows)
    passes = [model(*batch) for _ in range(2 if twice else 1)]
    loss = torch.zeros((), device=DEVICE)
    for flat, parted in passes:
        loss = loss + functional.cross_entropy(flat, wanted, label_smoothing=0.05)
        heads = parted.split(PARTS, -1)
        for number, head in enumerate(heads):
            loss = loss + 0.3 * functional.cross_entropy(head, pieces[:, number])
    loss = loss / len(passes)
    if twice:
        one, two = (functional.log_softmax(flat, -1) for flat, _ in passes)
        apart = functional.kl_div(one, two, log_target=True, reduction="batchmean")
        apart = apart + functional.kl_div(two, one, log_target=True, reduction="batchmean")
        loss = loss + twice * apart / 2
    return loss


def taught_loss(questions: Questions, model: nn.Module, rows: np.ndarray, taught: Tensor) -> Tensor:
    """How far the network is from what it is taught."""
    batch = questions.packed.batch(rows)
    flat, _ = model(*batch)
    wanted = taught[torch.from_numpy(rows).to(DEVICE)]
    return -(wanted * functional.log_softmax(flat, -1)).sum(-1).mean()


def bag_chances(questions: Questions, rows: np.ndarray, smooth: float = 1e-5) -> Tensor:
    """Every question's chances by a logistic regression over words, from the rows' labels."""
    torch.manual_seed(0)
    table, labels = questions.bags, torch.from_numpy(questions.labels).to(DEVICE)
    linear = nn.Linear(table.shape[1], len(questions.types)).to(DEVICE)
    optimizer = torch.optim.Adam(linear.parameters(), lr=0.05)
    for _ in range(300):
        loss = functional.cross_entropy(linear(table[rows]), labels[rows])
        loss = loss + smooth * (linear.weight**2).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        return torch.softmax(linear(table), -1)
