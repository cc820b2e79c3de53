"""The exact metrics of the benchmarks, as small pure functions on plain values.

Example: ``mmqa.f1(["seven dwarfs"], ["7 dwarfs"])`` is 1.0, as the official script says.
Each function repeats its official script to the last quirk; where that script would crash,
``strict=True`` raises the same error and the default gives the documented value.
"""

from manyhop.metrics import aokvqa, hybridqa, mmqa, rationale, recipeqa, retrieval, vqa, webqa

__all__ = ["aokvqa", "hybridqa", "mmqa", "rationale", "recipeqa", "retrieval", "vqa", "webqa"]
