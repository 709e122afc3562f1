"""Whether the scores of a table are all shares, or all percent."""

from typing import Any, Final

import numpy as np
import pandas as pd

from foldwise._core import DataFormatError
from foldwise.results._how import how_metric
from foldwise.results._quantity import Scale

# The same score is 100 times as large in percent; learners differ by less than the rest.
_FACTOR: Final = 10.0


def check_one_scale(table: pd.DataFrame, scale: Scale) -> None:
    """Refuse scores of which some are shares and others percent.

    Scores of a learner on a dataset, in a repeat, are shares if none is above 1. Of a quantity that lies within 1 both
    kinds are never there together; nor are they of one that nobody knows, if each is all of one kind or all of the
    other. Small errors may be percent, on an easy dataset or if the user says so; whoever has other percent at or below
    1 can write shares.
    """
    quantity = scale.quantity
    is_bounded = quantity.high == 1
    if not (is_bounded or quantity.orientation_assumed):
        return
    if scale.told and (quantity.lower_is_better or not is_bounded):
        return
    keys = [role for role in ("dataset", "learner", "repeat") if role in table]
    sizes = table.assign(score=np.abs(table["score"].to_numpy(dtype=np.float64)))
    ranges = sizes.groupby(keys, sort=False, dropna=False)["score"].agg(["min", "max"])
    if scale.is_percent and quantity.lower_is_better:
        for _, part in ranges.groupby(level="dataset", sort=False):
            _check(part, keys, scale, f"; if they are all percent, say so: {how_metric('percent')}")
    else:
        _check(ranges, keys, scale, "" if is_bounded else "; or say what they are (metric=, --metric)")


def _check(ranges: pd.DataFrame, keys: list[str], scale: Scale, say: str) -> None:
    shares, percent = ranges["max"].between(0, 1, inclusive="right"), ranges["max"].between(1, 100, inclusive="right")
    if not scale.is_percent:
        # Of percent some may be small; a single number above 1 among shares is another mistake.
        percent &= ranges["min"] > 1
    is_all = bool((shares | percent).all())
    if not (shares.any() and percent.any()) or not (scale.quantity.high == 1 or is_all):
        return
    if ranges["max"][percent].max() <= _FACTOR * ranges["max"][shares].max():
        return
    one, other = ranges[shares], ranges[percent]
    # What tells the two kinds apart, if it is one of the keys; else the first cell of each.
    apart = [key for key in keys if not _labels(one, key) & _labels(other, key)] or keys
    small, large = (", ".join(f"{key} {part.reset_index()[key].iloc[0]}" for key in apart) for part in (one, other))
    raise DataFormatError(
        f"Percent and shares are mixed: the scores of {small} are at or below 1 (such as {one['max'].iloc[0]:g}), "
        f"those of {large} above (such as {other['max'].iloc[0]:g}). Write all of them as shares{say}."
    )


def _labels(ranges: pd.DataFrame, key: str) -> set[Any]:
    return set(ranges.index.get_level_values(key))
