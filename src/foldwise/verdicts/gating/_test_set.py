"""Predictions of one test set as scores of its examples."""

from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from foldwise._core import DataFormatError, listed
from foldwise.results import ItemScores, ResultsReading
from foldwise.results._door import Coded, usual_columns
from foldwise.runs import Run
from foldwise.verdicts.evidence._setting import Setting, loss_of, metric_losses


def items_of_run(run: Run) -> ItemScores | None:
    """Return the scores of single examples, if there is one test set and the metric is a mean over examples."""
    if not (Setting.of(run, run.metric).is_hold_out and run.has_predictions and loss_of(run.metric)):
        return None
    if run.failures:
        raise DataFormatError(f"{run.data.name}: {run.failures[0].learner} failed, so that there is nothing to gate.")
    losses = metric_losses(run, run.metric)[:, 0]
    tested = np.isfinite(losses).all(axis=0)
    natural = losses if run.metric.lower_is_better else 1 - losses
    return ItemScores(
        dataset=run.data.name,
        learners=run.learner_names,
        items=np.flatnonzero(tested).astype(object),
        scores=natural[:, tested, np.newaxis],
        metric=run.metric,
        caveats=run.caveats,
    )


def with_clusters(items: ItemScores, frame: pd.DataFrame, told: Any, reading: ResultsReading) -> ItemScores:
    """Say which examples of a table of predictions belong together, if a column does."""
    if told is not None and told not in frame:
        raise DataFormatError(
            f"There is no column {told!r}, given as the cluster. There are: {listed(frame, most=12)}."
        )
    cluster = usual_columns(frame, reading.columns.values()).get("cluster") if told is None else told
    if cluster is None:
        return items
    instance = Coded.of(frame[reading.columns["instance"]], "instance")
    codes = Coded.of(frame[cluster], "cluster").codes
    clusters = np.zeros(len(instance.labels), dtype=np.intp)
    clusters[instance.codes] = codes
    wrong = np.flatnonzero(clusters[instance.codes] != codes)
    if len(wrong):
        raise DataFormatError(
            f"{instance.words(int(instance.codes[wrong[0]]))} is in two clusters. An example belongs to one."
        )
    return replace(items, clusters=clusters, cluster_name=str(cluster))
