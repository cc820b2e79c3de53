"""The exact metrics of the four benchmarks, as small pure functions on plain values.

Example: ``mmqa.f1(["seven dwarfs"], ["7 dwarfs"])`` is 1.0, as the official script says.
Each function repeats its official script to the last quirk; where that script would crash,
``strict=True`` raises the same error and the default gives the documented value.
"""

from manyhop.metrics import aokvqa, mmqa, rationale, recipeqa, vqa, webqa

__all__ = ["aokvqa", "mmqa", "rationale", "recipeqa", "vqa", "webqa"]
