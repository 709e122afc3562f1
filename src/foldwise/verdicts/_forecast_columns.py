"""What tables of comparisons hold of a forecast and of how the verdict was settled."""

import math
from typing import Any

from foldwise.verdicts._comparison import Comparison


def forecast_columns(row: Comparison) -> dict[str, Any]:
    """Probability and risk of another execution, repeats behind the test, and whether they were enough, if known."""
    seen = row.forecast
    return {
        "agreement": math.nan if seen is None else seen.agreement,
        "risk": math.nan if seen is None else seen.risk,
        "repeats": None if seen is None else seen.n_repeats,
        "settled": None if row.settlement is None else row.settlement.settled,
    }
