"""What a study of tests knows of the true differences between learners."""

import math
from dataclasses import dataclass

from foldwise.lab import LabResult, Matched, Power
from foldwise.lab.sources import Source


@dataclass(frozen=True, slots=True)
class SourceDifference:
    """The true difference in accuracy of a source, and how it is known.

    Parameters
    ----------
    source : Source
        The source.
    difference : float or None
        First learner less second; None if it is not known.
    standard_error : float or None
        Of a difference that was measured.
    gap : float or None
        What is left between two learners that were made equally good, at the training size where it is largest.
    is_given : bool
        Whether the user said so.
    """

    source: Source
    difference: float | None
    standard_error: float | None = None
    gap: float | None = None
    is_given: bool = False


def source_differences(result: LabResult) -> list[SourceDifference]:
    """Return the differences of all sources of a study, in its order."""
    rows = []
    for place, trials in enumerate(result.trials):
        source = trials.source
        value, error = source.difference, math.nan
        if isinstance(result, Power):
            value = result.differences[place]
            error = result.standard_errors[place] if result.standard_errors else math.nan
        is_given = value != source.difference and math.isnan(error)
        gap = None
        if isinstance(source, Matched) and value == source.difference == 0.0:
            gap = float(source.curves.frame()["gap"].abs().max())
        rows.append(
            SourceDifference(
                source=source,
                difference=value,
                standard_error=None if math.isnan(error) else error,
                gap=gap,
                is_given=is_given,
            )
        )
    return rows
