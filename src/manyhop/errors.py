"""The one error that is shown to a person instead of a traceback, and advice by its cause."""

import errno

_FULL = {errno.ENOSPC, errno.EDQUOT}
_FORBIDDEN = {errno.EACCES, errno.EPERM, errno.EROFS}


class ManyhopError(Exception):
    """Something the user can mend: the message is one sentence with the remedy in it.

    Example: ``ManyhopError("notes.csv: the file is empty; add a header row")``
    """


def remedy(error: Exception) -> str:
    """What helps where a file could not be written; nothing where the cause does not tell.

    Example: ``remedy(PermissionError(errno.EACCES, "Permission denied"))``
    """
    cause = error.errno if isinstance(error, OSError) else None
    if cause in _FULL:
        return "make room on the disk"
    if cause in _FORBIDDEN:
        return "ask for permission to write there, or choose another place"
    return ""
