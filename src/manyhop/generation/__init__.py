"""Questions made from a collection, with answers that execution proves right."""

from manyhop.generation.tables import TableQuestion, table_questions

__all__ = ["TableQuestion", "table_questions"]
