"""``python -m manyhop`` is the manyhop command."""

from manyhop.cli import main

main()
