"""Table 1: the 5x2 test."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import pandas as pd

import foldwise as fw
from foldwise.papers.bouckaert_frank_2004.experiments import PAIR_NAMES, PAIRS, five_by_two, halvings
from foldwise.papers.bouckaert_frank_2004.layout import (
    LIMITS_NOTE,
    SEED,
    Integers,
    by_pair,
    count_limits,
    each_r,
    listed,
    measure_tables,
    printed_in_text,
    seen_once,
    seen_once_limits,
    where_they_differ,
)
from foldwise.papers.paper import Part
from foldwise.papers.printed_numbers import printed
from foldwise.papers.workbench import Workbench
from foldwise.reports import Check, Exhibit, SideBySide

_HEADING: Final = "5x2 t"
_LEAST, _MOST = 0.65, 0.90
# Of ten executions.
_NEAR: Final = 3.0


def printed_counts() -> pd.DataFrame:
    """Read how many executions of ten did not reject, datasets by pairs."""
    table = printed("bouckaert_frank_2004_table1").set_index("dataset")
    return table[[f"no_diff_{pair}" for pair in PAIRS]].set_axis(list(PAIR_NAMES.values()), axis=1)


def once_table(
    n_datasets: Integers, limits: Sequence[tuple[float, float]] | None = None, *, near: float | None = None
) -> SideBySide:
    """Set the number of datasets on which any execution sees a difference beside the one in the text, by pair."""
    text = printed("worked_examples").set_index("id")["published_value"]
    beside = [float(text["bf_t1_differ_at_least_once"]), np.nan, np.nan]
    head = "datasets"
    low, high = (None, None) if limits is None else (by_pair({head: [*side]}) for side in zip(*limits, strict=True))
    return SideBySide.from_frames(
        "Datasets on which at least one execution sees a difference",
        by_pair({head: [float(number) for number in n_datasets]}),
        by_pair({head: beside}),
        low=low,
        high=high,
        near=near,
        digits=0,
        note="The text has the number of the first pair. " + (LIMITS_NOTE if limits else "Exact: no interval."),
    )


def _make(bench: Workbench) -> Exhibit:
    scored = bench.once(halvings)
    decisions = five_by_two(scored)
    rejections = decisions.rejections()
    rows, pairs = pd.Index(decisions.datasets, name="dataset"), list(PAIR_NAMES.values())
    limits = [count_limits(counts) for counts in rejections]
    counts = SideBySide.from_frames(
        f"Executions of {rejections.sum(axis=-1).max()} that see no difference",
        pd.DataFrame(rejections[..., 0].T.astype(float), index=rows, columns=pairs),
        printed_counts().reindex(rows),
        low=pd.DataFrame({pair: low for pair, (low, _) in zip(pairs, limits, strict=True)}, index=rows),
        high=pd.DataFrame({pair: high for pair, (_, high) in zip(pairs, limits, strict=True)}, index=rows),
        near=_NEAR,
        digits=0,
        note=f"{LIMITS_NOTE} Near: within {_NEAR:g} executions, as the learners are other implementations.",
    )
    measures = measure_tables({_HEADING: rejections}, printed_in_text("bf_t1", _HEADING))
    once = once_table(seen_once(rejections), [seen_once_limits(each, seed=SEED) for each in rejections], near=_NEAR)
    r_values = each_r(decisions)
    reversed_on = np.ravel(fw.stats.consistency(decisions.outcomes()).n_contradictory)
    check = Check(
        asked=f"R of the 5x2 test lies between {_LEAST:g} and {_MOST:g} for every pair",
        found=listed(r_values),
        met=all(_LEAST <= value <= _MOST for value in r_values),
    )
    return Exhibit(
        paper="bouckaert_frank_2004",
        name="table1",
        title=TABLE1.title,
        about=(
            "Each dataset is halved at random, with strata, five times; Dietterich's t test compares two learners. "
            "This is executed ten times on each dataset. How often does the test say the same?"
        ),
        tables=(counts, *measures, once),
        checks=(check,),
        because=where_they_differ((*measures, once, counts)),
        notes=(
            "Consistency as the paper defines it does not ask who was declared better. Datasets on which some "
            f"executions declared one learner better and some the other: {', '.join(map(str, reversed_on))} (by pair).",
        ),
        incomplete=scored.incomplete,
    )


TABLE1: Final = Part(
    name="table1",
    title="Table 1: outcomes of the 5x2 test on 27 datasets",
    make=_make,
    needs=(halvings,),
)
