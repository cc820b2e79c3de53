"""What the shipped networks see in the training photos, worked out once and kept in a folder."""

import hashlib
import io
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from manyhop.models.embedded._image_backbone import SIDES, ImageBackbone
from manyhop.models.embedded._weights import FOLDER


def looks_of(
    photos: list[Path], cache: Path, backbone: Path = FOLDER
) -> tuple[NDArray[np.float32], NDArray[np.float16]]:
    """The features of each photo, and its grid."""
    kept = cache / f"looks-{_key(photos, backbone)}.npz"
    if not kept.exists():
        networks = ImageBackbone.load(backbone)
        seen = [networks.look(path.read_bytes()) for path in photos]
        cache.mkdir(parents=True, exist_ok=True)
        np.savez(
            kept,
            features=np.stack([look.features for look in seen]).astype(np.float16),
            grids=np.stack([look.grid for look in seen]).astype(np.float16),
        )
    with np.load(kept) as file:
        return np.asarray(file["features"], np.float32), file["grids"]


def views_of(photos: list[Path], cache: Path, backbone: Path = FOLDER) -> NDArray[np.float32]:
    """The features of each photo as it is and mirrored: photos × 2 × numbers."""
    kept = cache / f"mirrored-{_key(photos, backbone)}.npy"
    if not kept.exists():
        networks = ImageBackbone.load(backbone)
        seen = networks.features([mirrored(path) for path in photos])
        cache.mkdir(parents=True, exist_ok=True)
        np.save(kept, seen.astype(np.float16))
    plain = looks_of(photos, cache, backbone)[0]
    return np.stack([plain, np.asarray(np.load(kept), np.float32)], axis=1)


def mirrored(path: Path) -> bytes:
    """A photo the other way round."""
    stream = io.BytesIO()
    photo = Image.open(path).convert("RGB").transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    photo.save(stream, "JPEG", quality=95)
    return stream.getvalue()


def _key(photos: list[Path], backbone: Path) -> str:
    """Names the photos and the networks, so that neither changes unnoticed."""
    digest = hashlib.sha256("\n".join(path.name for path in photos).encode())
    for size in SIDES:
        digest.update((backbone / f"image_lite{size}.onnx").read_bytes())
    return digest.hexdigest()[:16]
