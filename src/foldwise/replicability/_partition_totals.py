"""What several datasets and pairs of learners, each on many partitions, have in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from foldwise._core import Caveat, counted
from foldwise.stats import TallyResult, tally

if TYPE_CHECKING:
    from foldwise.replicability._partitions import Partitions

_CODES: Final = {"b": -1, "none": 0, "a": 1}


def partition_tally(rows: Sequence[Partitions]) -> TallyResult | None:
    """Count conclusions of single partitions against those of the averaged t; rows without one are left out."""
    known = [row for row in rows if row.conclusion != "undetermined"]
    if not known:
        return None
    counts = [[row.n_b, row.n_none, row.n_a] for row in known]
    return tally(counts, [_CODES[row.conclusion] for row in known])


def partition_caveats(rows: Sequence[Partitions]) -> Iterator[Caveat]:
    """Say what to beware of."""
    yield Caveat(
        code="not_calibrated",
        message="The averaged t is a summary over partitions without a distribution of its own: its p-value is not "
        "calibrated.",
    )
    undefined = sum(row.n_undefined for row in rows)
    if undefined:
        yield Caveat(
            code="zero_variance",
            message=f"On {counted(undefined, 'partition')} differences do not vary and p is undefined; they count as "
            "no difference established.",
        )
    left_out = sum(row.conclusion == "undetermined" for row in rows)
    if left_out:
        yield Caveat(
            code="undetermined_counted",
            message=f"{counted(left_out, 'comparison')} without an averaged t "
            f"{'is' if left_out == 1 else 'are'} left out of the count of wrong conclusions.",
        )
