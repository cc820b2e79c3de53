"""The models that ship with Manyhop: no key, no GPU, no download."""
