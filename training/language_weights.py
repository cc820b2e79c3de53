"""The base weights in travelling parts, and the adapter file that ships.

The base stays quantised as in its GGUF file, cut into parts that fit one transfer each. Query and
key rows are stored pairwise there; here they're put back into the Hugging Face order.
"""

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

PART_BYTES = 44_000_000
LAYERS, HEADS, KEY_HEADS, HEAD = 30, 9, 3, 64
MATRICES = {
    "q": "attn_q", "k": "attn_k", "v": "attn_v", "o": "attn_output",
    "gate": "ffn_gate", "up": "ffn_up", "down": "ffn_down",
}  # fmt: skip
NORMS = {"norm_in": "attn_norm", "norm_mid": "ffn_norm"}

Adapter = dict[str, tuple[Tensor, Tensor]]  # "3.gate" → a [rank, in], b [out, rank]


def pack_base(gguf_file: Path, carry: Path) -> None:
    """Write ``smol1/part1.npz``, ``smol2/part2.npz`` …, each small enough to travel."""
    from gguf import GGUFReader  # type: ignore[import-not-found]

    parts: list[dict[str, NDArray[np.generic]]] = [{}]
    size = 0
    for tensor in GGUFReader(gguf_file).tensors:
        if size + tensor.data.nbytes > PART_BYTES:
            parts.append({})
            size = 0
        parts[-1][f"{tensor.tensor_type.name}|{tensor.name}"] = np.array(tensor.data)
        size += tensor.data.nbytes
    for number, part in enumerate(parts, 1):
        path = carry / f"smol{number}" / f"part{number}.npz"
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez(path, **part)  # type: ignore[arg-type]


def load_base(keep: Path) -> dict[str, Tensor]:
    """The state of a `LanguageModel` from the parts found anywhere under ``keep``."""
    stored: dict[str, Tensor] = {}
    for path in sorted(keep.rglob("part*.npz")):
        with np.load(path) as part:
            for key in part.files:
                kind, name = key.split("|")
                stored[name] = torch.from_numpy(_dequantise(kind, part[key]))
    state = {
        "words.weight": stored["token_embd.weight"],
        "norm_out": stored["output_norm.weight"],
    }
    for layer in range(LAYERS):
        for ours, theirs in NORMS.items():
            state[f"blocks.{layer}.{ours}"] = stored[f"blk.{layer}.{theirs}.weight"]
        for ours, theirs in MATRICES.items():
            weight = stored[f"blk.{layer}.{theirs}.weight"]
            if ours in ("q", "k"):
                weight = weight.view(-1, HEAD // 2, 2, weight.shape[1]).transpose(1, 2)
                weight = weight.reshape(-1, weight.shape[-1])
            state[f"blocks.{layer}.{ours}.weight"] = weight.contiguous()
    return state


def _dequantise(kind: str, data: NDArray[np.generic]) -> NDArray[np.float32]:
    if kind == "F32":
        return data.astype(np.float32)
    width = {"Q8_0": 34, "Q4_1": 20}[kind]
    blocks = data.reshape(-1, width)
    scale = np.ascontiguousarray(blocks[:, :2]).view(np.float16).astype(np.float32)
    if kind == "Q8_0":
        return (blocks[:, 2:].view(np.int8) * scale).reshape(len(data), -1)
    least = np.ascontiguousarray(blocks[:, 2:4]).view(np.float16).astype(np.float32)
    steps = np.concatenate([blocks[:, 4:] & 15, blocks[:, 4:] >> 4], axis=1)  # type: ignore[operator]
    return (steps * scale + least).astype(np.float32).reshape(len(data), -1)


def rounded(weight: Tensor) -> Tensor:
    """What eight bits with one scale a row leave of a matrix."""
    numbers, scale = _to_int8(weight)
    return numbers.float() * scale.float()


def _to_int8(weight: Tensor) -> tuple[Tensor, Tensor]:
    scale = (weight.float().abs().amax(1, keepdim=True) / 127).clamp_min(1e-6).half()
    return (weight.float() / scale.float()).round().clamp(-127, 127).to(torch.int8), scale


def save_adapter(adapter: Adapter, path: Path) -> None:
    """Write the shipped file: ``3.gate.a`` and ``3.gate.b`` in int8, each with its ``_scale``."""
    arrays: dict[str, NDArray[np.generic]] = {}
    for name, (a, b) in adapter.items():
        for side, matrix in (("a", a), ("b", b)):
            numbers, scale = _to_int8(matrix.cpu())
            arrays[f"{name}.{side}"] = numbers.numpy()
            arrays[f"{name}.{side}_scale"] = scale.numpy()
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez(path, **arrays)  # type: ignore[arg-type]


def load_adapter(path: Path) -> Adapter:
    """Read the shipped file back: weight += b @ a."""
    with np.load(path) as file:
        arrays = {key: torch.from_numpy(file[key]).float() for key in file.files}
    names = [key.removesuffix(".a") for key in arrays if key.endswith(".a")]
    return {
        name: (
            arrays[f"{name}.a"] * arrays[f"{name}.a_scale"],
            arrays[f"{name}.b"] * arrays[f"{name}.b_scale"],
        )
        for name in names
    }


def merge(state: dict[str, Tensor], adapter: Adapter) -> dict[str, Tensor]:
    """The base's state with an adapter added."""
    merged = dict(state)
    for name, (a, b) in adapter.items():
        key = f"blocks.{name}.weight"
        merged[key] = state[key] + (b.float() @ a.float()).to(state[key].device)
    return merged


def round_matrices(state: dict[str, Tensor]) -> dict[str, Tensor]:
    """Every matrix as the runtime keeps it: eight bits, one scale an output."""
    return {key: rounded(value) if value.dim() == 2 else value for key, value in state.items()}
