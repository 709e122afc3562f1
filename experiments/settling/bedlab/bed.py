"""The beds: artificial populations on which it is known whether one learner is better."""

import csv
from dataclasses import dataclass
from pathlib import Path

TABLE = Path(__file__).parents[1] / "beds.csv"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bed:
    """One line of the table.

    `learner_a` learns from the first block of columns, `learner_b` from the second, each of `p` columns; `shift_u` and
    `shift_v` say how much the blocks tell. `reference_corrected` and `reference_jackknife` are rates of rejection found
    by a reference simulation of `sets` data sets, NaN where there is none.
    """

    name: str
    kind: str
    learner_a: str
    learner_b: str
    loss: str
    n: int
    p: int
    shift_u: float
    shift_v: float
    prior: float
    generator: str
    twofold_repeats: int
    sets: int
    reference_corrected: float
    reference_adjusted: float
    reference_jackknife: float
    null: str

    @property
    def is_null(self):
        """Whether both learners are equally good, on data as the tests assume them."""
        return self.kind == "null"


def read_beds():
    """Return all beds by name."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    types = Bed.__annotations__
    return {
        row["name"]: Bed(
            **{key: types[key](value or "nan") if types[key] is not str else value for key, value in row.items()}
        )
        for row in rows
    }
