"""What can be done about a benchmark that gives its answers away."""

from manyhop.audit.remedies._debiasing import Debiased, Remedy, debias, write_debiased
from manyhop.audit.remedies._remedied import Remedied, always_right, balanced, redrawn, without_easy

__all__ = [
    "Debiased",
    "Remedied",
    "Remedy",
    "always_right",
    "balanced",
    "debias",
    "redrawn",
    "without_easy",
    "write_debiased",
]
