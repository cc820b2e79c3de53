"""Write the manifest of shipped weight files, by which a damaged one is told.

    python -m training.manifest

Run it after any weight file has changed; a test fails until then.
"""

import hashlib
import json
from pathlib import Path

WEIGHTS = Path(__file__).parents[1] / "src/manyhop/models/embedded/weights"


def write(folder: Path = WEIGHTS) -> None:
    """List every file of the folder with its size and checksum."""
    files = sorted(each for each in folder.iterdir() if each.suffix in (".npz", ".onnx"))
    listed = {
        each.name: {
            "bytes": each.stat().st_size,
            "sha256": hashlib.sha256(each.read_bytes()).hexdigest(),
        }
        for each in files
    }
    (folder / "manifest.json").write_text(json.dumps(listed, indent=1) + "\n")
    print(f"{len(files)} files, {sum(each.stat().st_size for each in files) / 1e6:.1f} MB")


if __name__ == "__main__":
    write()
