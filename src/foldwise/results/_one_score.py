"""Tables with one score per learner and dataset."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt
import pandas as pd

from foldwise._core import DataFormatError, counted
from foldwise.results._cells import Coded, check_cells, check_places
from foldwise.results._find_scores import texts, unread_columns
from foldwise.results._from_scores import score_caveats
from foldwise.results._given_design import GivenDesign
from foldwise.results._missing import check_learners_have_some, lacking_caveats, lacking_cells
from foldwise.results._one_scale import check_one_scale
from foldwise.results._quantity import Scale
from foldwise.results._reading import ReadingOptions, ResultsReading
from foldwise.results._score_table import ScoreTable
from foldwise.results._similar_names import similar_names
from foldwise.results._tables import FoundScores, hinted, noted


def is_one_each(found: FoundScores, design: GivenDesign | None) -> bool:
    """Whether no column, and not the user, speaks of several repeats or folds."""
    places = [found.table[role] for role in ("repeat", "fold") if role in found.table]
    is_one = design is None or design.n_repeats * design.n_folds == 1
    return is_one and all(place.nunique(dropna=False) == 1 for place in places)


def from_one_score_each(found: FoundScores, options: ReadingOptions) -> tuple[ScoreTable, ResultsReading]:
    """Make a table of scores, missing ones included; refuse scores that are there twice, or on one dataset only."""
    roles, scale = found.roles, found.scale
    named = options.named(found.table)
    table, learners, datasets = named.table, named.learners, named.datasets
    reading = ResultsReading(
        kind=f"{counted(len(datasets), 'dataset')} x {counted(len(learners), 'learner')}, one score each, from a "
        f"{_form(found)}",
        n_rows=len(found.frame),
        columns=roles,
        scale=scale.natural_words,
        unread=texts(unread_columns(found.frame, roles)),
        learners=learners,
    )
    with noted(reading), hinted(found.frame, roles, ("dataset", "learner"), options):
        check_places("dataset", datasets)
        axes = [Coded.of(table["dataset"], "dataset", datasets), Coded.of(table["learner"], "learner", learners)]
        check_cells("The table", axes, allow_partial=True)
        if len(datasets) == 1:
            raise DataFormatError(
                f"One score per learner on one dataset ({datasets[0]}) cannot be judged: nothing says how much it "
                "would vary. Give the scores of single folds (a column fold), predictions, or scores on several "
                "datasets (a column dataset)."
            )
        lacking = lacking_cells(table, "score", learners, datasets)
        check_learners_have_some(lacking, learners, datasets)
        metric = scale.quantity.metric()
        made = ScoreTable(
            learners=learners,
            datasets=datasets,
            scores=_scores(table, axes, scale),
            metric=metric,
            reasons=lacking,
            caveats=(
                *score_caveats(metric, is_paired=True, in_percent=scale.is_percent),
                *similar_names(learners, datasets),
                *lacking_caveats(lacking, learners, datasets),
            ),
        )
    return made, replace(reading, reasons=lacking)


def _form(found: FoundScores) -> str:
    if isinstance(found.roles.get("dataset"), list):
        return "table with a column for each dataset"
    return "wide table" if isinstance(found.roles["learner"], list) else "long table"


def _scores(table: pd.DataFrame, axes: list[Coded], scale: Scale) -> npt.NDArray[np.float64]:
    """Place the scores, as they were recorded but for percent; refuse impossible ones."""
    values = table["score"].to_numpy(dtype=np.float64, copy=True)
    scale.check_percent(values)
    check_one_scale(table, scale)
    # Infinite ones are refused by the table of scores, which names them.
    finite = np.isfinite(values)
    values[finite] = scale.natural(values[finite], "The table")
    scores = np.full((len(axes[1].labels), len(axes[0].labels)), np.nan)
    scores[axes[1].codes, axes[0].codes] = values
    return scores
