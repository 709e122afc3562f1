"""What partitions take in memory, foreseen before they are drawn."""

import os
from typing import Final

# A code per example; the sizes, times and scores of a fold and its place in lists; the digest of a repeat.
_BYTES_OF_A_CODE: Final = 4
_BYTES_OF_A_FOLD: Final = 200
_BYTES_OF_A_REPEAT: Final = 300
# No more than this on any machine: a container may have less memory than its host.
_MOST_BYTES: Final = 8 << 30


def check_memory(scheme: object, *, n_repeats: int, n_folds: int, n_examples: int) -> None:
    """Refuse partitions that would take more than half of the machine's memory, or more than 8 GiB.

    >>> check_memory("RepeatedKFold(10, 99999999)", n_repeats=99999999, n_folds=10, n_examples=4)
    Traceback (most recent call last):
    ValueError: RepeatedKFold(10, 99999999) divides 4 examples 99,999,999 times, ....
    """
    n_bytes = n_repeats * (n_examples * _BYTES_OF_A_CODE + n_folds * _BYTES_OF_A_FOLD + _BYTES_OF_A_REPEAT)
    most = min(_MOST_BYTES, _physical_memory() // 2)
    if n_bytes > most:
        raise ValueError(
            f"{scheme} divides {n_examples:,} examples {n_repeats:,} times, which takes about "
            f"{_gibibytes(n_bytes)} of memory; at most {_gibibytes(most)} are used here. Use fewer repeats."
        )


def _physical_memory() -> int:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        # Windows, or a system that does not tell.
        return 2 * _MOST_BYTES


def _gibibytes(n_bytes: int) -> str:
    return f"{n_bytes / (1 << 30):,.1f} GiB"
