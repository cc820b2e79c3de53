"""The manyhop command: what a person sees when one fails or is stopped."""

import sys
from typing import NoReturn

_INTERRUPTED = 130  # what Ctrl-C exits with


def main() -> None:
    """Run a command; what the user can mend is one line on standard error and exit code 1.

    The commands take a while to import; they are imported here so that Ctrl-C may come even then.
    """
    try:
        _run()
    except KeyboardInterrupt:  # before the commands could take care of it
        sys.stderr.write("manyhop: stopped\n")
        sys.exit(_INTERRUPTED)


def _run() -> None:
    import logging
    import os
    import sqlite3

    from manyhop.cli._app import app
    from manyhop.cli._console import Remarks, err
    from manyhop.errors import ManyhopError, remedy

    logging.getLogger("manyhop").handlers = [Remarks(err)]
    try:
        app(prog_name="manyhop")
    except ManyhopError as error:
        _stop(str(error))
    except BrokenPipeError:  # the reader, say head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        said = ": ".join(filter(None, (str(error.filename or ""), error.strerror or str(error))))
        _stop("; ".join(filter(None, (said, remedy(error)))))
    except sqlite3.Error as error:
        _stop(f"the collection cannot be used: {error}")
    except SystemExit as end:
        if end.code != _INTERRUPTED:
            raise
        resumable = sys.argv[1:2] in (["eval"], ["train"])
        again = "run it again with --resume" if resumable else "run it again"
        _stop(f"stopped; what was committed is kept, {again} to go on", _INTERRUPTED)


def _stop(reason: str, code: int = 1) -> NoReturn:
    from manyhop.cli._console import err

    err.print(f"manyhop: {reason}")
    sys.exit(code)
