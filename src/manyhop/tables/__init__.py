"""Exact answers from tables: a question becomes typed queries that run over all rows.

The way is: ``link`` the question's words to columns and cells, join tables to frames, enumerate
typed queries, judge them by a learned model, run the best, and judge again with their results.
"""

from manyhop.tables._asked import Asked
from manyhop.tables._opening import OpenColumn, OpenTable, opened
from manyhop.tables._query import Filter, Join, Query, Result, cite, run, say
from manyhop.tables._reading import Reading, read_tables
from manyhop.tables._written import QueryError, Sheets, Written

__all__ = [
    "Asked",
    "Filter",
    "Join",
    "OpenColumn",
    "OpenTable",
    "Query",
    "QueryError",
    "Reading",
    "Result",
    "Sheets",
    "Written",
    "cite",
    "opened",
    "read_tables",
    "run",
    "say",
]
