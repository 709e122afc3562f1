"""Scores of several trainings (seeds) on one test set: their own design, neither splits nor folds."""

from dataclasses import replace
from typing import Final

import numpy as np
import pandas as pd

from foldwise._core import Caveat, DataFormatError, counted
from foldwise.results._find_scores import texts, unread_columns
from foldwise.results._from_scores import score_caveats
from foldwise.results._given_design import is_seed
from foldwise.results._how import how_columns
from foldwise.results._item_scores import ItemScores
from foldwise.results._item_table import scores_of_items
from foldwise.results._one_scale import check_one_scale
from foldwise.results._reading import ReadingOptions, ResultsReading
from foldwise.results._tables import FoundScores, noted

# How `scheme` calls the design, and whether the same seed means the same randomness for all learners.
SEED_SCHEMES: Final = {"seeds": False, "seeds:paired": True}

_WHOLE: Final = "the test set"


def are_seeds(found: FoundScores, options: ReadingOptions, scheme: object) -> bool:
    """Whether a table has scores of several trainings on one test set: the user says so, or a column of seeds does."""
    if isinstance(scheme, str) and scheme in SEED_SCHEMES:
        return True
    n_folds = found.table["fold"].nunique() if "fold" in found.table else 1
    several = "repeat" in found.table and found.table["repeat"].nunique() > 1
    return bool(options.design is None and several and n_folds == 1 and is_seed(found.roles.get("repeat", "")))


def from_seeds(
    found: FoundScores, options: ReadingOptions, scheme: object
) -> tuple[tuple[ItemScores, ...], ResultsReading]:
    """Make scores of one item, the whole test set, and several seeds; one for each dataset."""
    roles, scale = found.roles, found.scale
    reading = ResultsReading(
        kind="scores of several trainings on one test set",
        n_rows=len(found.frame),
        columns=roles,
        scale=scale.natural_words,
        unread=texts(unread_columns(found.frame, roles)),
    )
    with noted(reading):
        if "repeat" not in found.table:
            raise DataFormatError(
                f"scheme={scheme!r} needs a column of seeds. Name it: {how_columns({'repeat': 'seed'})}."
            )
        named = options.named(found.table)
        table = named.table
        check_one_scale(table, scale)
        values = table["score"].to_numpy(dtype=np.float64, copy=True)
        scale.check_percent(values)
        finite = np.isfinite(values)
        values[finite] = scale.natural(values[finite], "The table")
        metric = scale.quantity.metric()
        is_told = isinstance(scheme, str) and scheme in SEED_SCHEMES
        caveats = list(score_caveats(metric, is_paired=True, in_percent=scale.is_percent))
        if not is_told:
            caveats.append(_assumed(str(roles["repeat"])))
        is_paired = SEED_SCHEMES.get(str(scheme), False)
        numbers = _numbered(table, is_paired=is_paired)
        items = scores_of_items(
            pd.DataFrame(
                {
                    "dataset": table["dataset"],
                    "learner": table["learner"],
                    "item": _WHOLE,
                    "again": numbers,
                    "score": values,
                }
            ),
            metric=metric,
            learners=named.learners,
            again="seed",
            paired=is_paired,
            caveats=tuple(caveats),
        )
    n = items[0].scores.shape[2]
    design = f"{counted(n, 'seed')} each" + ("" if is_told else " (taken to be trainings on one test set)")
    return items, replace(reading, design=design, learners=named.learners)


def _numbered(table: pd.DataFrame, *, is_paired: bool) -> "pd.Series[int]":
    """Return numbers of the seeds of every learner on every dataset, which may have had other seeds.

    Where all have the same ones, the numbers keep them together; they must have, if seeds belong together.
    """
    labels = table["repeat"].astype(str)
    groups = [table["dataset"], table["learner"]]
    again = pd.DataFrame({"dataset": table["dataset"], "learner": table["learner"], "label": labels}).duplicated()
    if again.any():
        row = table[again.to_numpy()].iloc[0]
        raise DataFormatError(
            f"{row['learner']} has two scores for seed {row['repeat']!r} on {row['dataset']}. Keep one, or name the "
            "column that tells them apart."
        )
    for dataset, rows in table.assign(label=labels).groupby("dataset", sort=False):
        seeds = {str(name): set(part["label"]) for name, part in rows.groupby("learner", sort=False)}
        few, many = (pick(seeds, key=lambda name: len(seeds[name])) for pick in (min, max))
        if len(seeds[few]) < len(seeds[many]):
            raise DataFormatError(
                f"{dataset}: {few} has {counted(len(seeds[few]), 'seed')}, {many} {len(seeds[many])}. Give the same "
                "number for all."
            )
        if is_paired and len({frozenset(each) for each in seeds.values()}) > 1:
            raise DataFormatError(f"{dataset}: seeds belong together only if all learners have the same; they differ.")
    return labels.groupby(groups, sort=False).rank(method="first").astype(int)


def _assumed(name: str) -> Caveat:
    return Caveat(
        code="seeds_assumed",
        message=f"The column {name!r} is taken to number trainings that were scored on one test set. If each seed made "
        "a new random split, say so (scheme='resampled:5:0.2', here with a fifth for testing): the test is another one "
        "then.",
    )
