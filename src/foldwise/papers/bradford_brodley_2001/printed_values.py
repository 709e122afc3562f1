"""What the paper prints: names of learners and procedures, and Tables 1 to 4 with the conclusions they hold."""

import math
from typing import Final

import pandas as pd

import foldwise as fw
from foldwise.papers.printed_numbers import printed

REFERENCE: Final = "TDDT-1"
OTHERS: Final = {"tddt2": "TDDT-2", "naive_bayes": "naive Bayes"}
COLUMNS: Final = {"tddt1": "TDDT-1", "tddt2": "TDDT-2", "naive_bayes": "naive Bayes"}
PROCEDURES: Final = {"1x10cv": "1x10", "5x2cv": "5x2"}
DIETTERICH: Final = "dietterich"
N_PARTITIONS: Final = 55
# The paper calls a one-tailed area below this significant at .05.
THRESHOLD: Final = 0.025
COUNTS: Final = {
    "correct_accept_null": "no difference, rightly",
    "correct_reject_null": "difference, rightly",
    "incorrect_type1": "difference, wrongly",
    "incorrect_type2": "no difference, wrongly, or the other learner",
}
Triple = tuple[int, int, int]


def printed_accuracies() -> pd.DataFrame:
    """Read Table 1 as printed."""
    return printed("bradford_brodley_2001_table1").set_index("dataset").drop(columns=["abbr", "size"])


def printed_areas() -> dict[tuple[str, str], dict[str, float]]:
    """Read Table 2 as printed: by other learner and procedure, the area of each dataset."""
    table = printed("bradford_brodley_2001_table2").set_index("dataset")
    return {
        (other, how): {str(name): float(area) for name, area in table[f"{other}_{how}"].items()}
        for other in OTHERS
        for how in PROCEDURES
    }


def conclusion_of(area: float) -> int:
    """Return what a signed area means: 1 if TDDT-1 is better, -1 if the other is, 0 if neither."""
    return int(math.copysign(1, area)) if abs(area) < THRESHOLD else 0


def printed_outcomes() -> dict[tuple[str, str], dict[str, Triple]]:
    """Read Table 3 as printed: by other learner and procedure, of each dataset (other better, neither, TDDT-1 better).

    The caption names the columns the other way around; Tables 1 and 2 say that it is wrong.
    """
    table = printed("bradford_brodley_2001_table3").set_index("dataset")
    outcomes: dict[tuple[str, str], dict[str, Triple]] = {}
    for other in OTHERS:
        for how in PROCEDURES:
            columns = table[[f"{other}_{how}_col{number}" for number in (1, 2, 3)]].astype(int)
            outcomes[other, how] = {str(name): (b, none, a) for name, b, none, a in columns.itertuples()}
    return outcomes


def printed_groups() -> dict[tuple[str, str], dict[str, int]]:
    """Sort the printed counts into groups; that nothing depends on the partition is taken from the paper's text."""
    groups = {
        key: {name: int(fw.stats.partition_groups(triple)) for name, triple in triples.items()}
        for key, triples in printed_outcomes().items()
    }
    for row in printed("bradford_brodley_2001_groups").itertuples():
        if str(row.group).startswith("4"):
            groups[str(row.comparison), str(row.procedure)] |= dict.fromkeys(str(row.datasets).split(";"), 4)
    return groups


def printed_tally() -> dict[tuple[str, str], tuple[int, ...]]:
    """Read Table 4 as printed."""
    table = printed("bradford_brodley_2001_table4").set_index(["comparison", "procedure"])
    return {(str(a), str(b)): tuple(map(int, row)) for (a, b), row in zip(table.index, table.to_numpy(), strict=True)}
