"""Checkpoints of the transformers library that stand on the user's own disk (extra
``transformers``).
"""
