"""Answerers to compare with: the floors that every benchmark has, and the papers' models."""
