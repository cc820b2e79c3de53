"""Runs, resume, statistics, comparison and reports."""
