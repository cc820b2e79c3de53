"""What can be done about a benchmark that gives its answers away."""

from manyhop.audit.remedies._balance import balanced
from manyhop.audit.remedies._choices import redrawn
from manyhop.audit.remedies._debiasing import Debiased, Remedy, debias
from manyhop.audit.remedies._filter import always_right, without_easy
from manyhop.audit.remedies._remedied import Remedied
from manyhop.audit.remedies._writing import write_debiased

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
