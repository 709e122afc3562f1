"""The entry: says in one line what to install where the command line cannot even be loaded."""

import sys
from collections.abc import Sequence

from foldwise._core import explained


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; never raises.

    Parameters
    ----------
    argv : sequence of str, optional
        The words after ``foldwise``; those of the process if not given.

    Returns
    -------
    int
        0 done, 1 the run ended with failures (of ``gate``: worse; 3: undecided), 2 bad input (one line on stderr), 70
        internal error, 130 interrupted (129 by SIGHUP, 143 by SIGTERM), 141 the reader of the output went away.

    Examples
    --------
    >>> from foldwise.cli import main
    >>> main(["data", "list"])  # doctest: +ELLIPSIS
    name ...
    0
    """
    try:
        from foldwise.cli._main import run
    except ModuleNotFoundError as error:
        print(f"error: {explained(error, 'The command line')}", file=sys.stderr)  # noqa: T201
        return 2
    return run(argv)
