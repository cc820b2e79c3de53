"""The one error that is shown to a person instead of a traceback."""


class ManyhopError(Exception):
    """Something the user can mend: the message is one sentence with the remedy in it.

    Example: ``ManyhopError("notes.csv: the file is empty; add a header row")``
    """
