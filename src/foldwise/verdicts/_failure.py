"""What went wrong inside a methodology, in one line of bounded length."""

import re
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from foldwise._core import one_line
from foldwise.verdicts._methodology import is_continuous

_LONGEST: Final = 200
# The last line of a traceback. scikit-learn's cross_val_score quotes one for every fold that failed.
_RAISED: Final = re.compile(r"^([\w.]+(?:Error|Exception|Warning): .*)", flags=re.MULTILINE)


def failure(error: BaseException, y: npt.NDArray[Any]) -> str:
    r"""Say what went wrong with the labels `y`; of tracebacks quoted in an error, only what they end with.

    >>> import numpy as np
    >>> y = np.array([0, 1])
    >>> failure(ValueError("All fits failed.\nTraceback (most recent call last):\n  File x\nKeyError: 'a'\n"), y)
    "KeyError: 'a'."
    >>> failure(ValueError("two\nlines."), y)
    'ValueError: two lines.'
    """
    text = str(error)
    if "Unknown label type" in text and is_continuous(y):
        return (
            f"a classifier in it needs class labels, y has {len(np.unique(y))} distinct real numbers. Use a regressor, "
            "or turn y into classes."
        )
    quoted = _RAISED.findall(text) if "Traceback (most recent call last)" in text else []
    said = quoted[-1] if quoted else f"{type(error).__name__}: {one_line(error) or 'no message'}"
    return f"{said.rstrip('.')}." if len(said) <= _LONGEST else f"{said[: _LONGEST - 4]} ..."
