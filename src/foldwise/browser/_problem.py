"""What went wrong, in one line for the reader of a page."""

import logging
from typing import Final

from foldwise._core import is_refusal, one_line

_LOG: Final = logging.getLogger("foldwise")
BAD_INPUT: Final = 422
INTERNAL_ERROR: Final = 500


def problem_of(error: Exception) -> tuple[str, int]:
    """Return the line, and the status: whether the input was bad, or foldwise is."""
    if is_refusal(error):
        return one_line(str(error)), BAD_INPUT
    if isinstance(error, OSError) and error.strerror:
        return one_line(f"{error.filename or 'a file'}: {error.strerror}."), BAD_INPUT
    _LOG.error("A page failed.", exc_info=error)
    return one_line(f"A mistake of foldwise's own: {type(error).__name__}: {error}"), INTERNAL_ERROR
