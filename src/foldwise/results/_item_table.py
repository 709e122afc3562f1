"""From rows of (dataset, learner, item, score) to the scores of items: every learner on the same ones, or refused."""

import numpy as np
import numpy.typing as npt
import pandas as pd

from foldwise._core import Caveat, DataFormatError, counted, listed
from foldwise.results._cells import spelled_alike
from foldwise.results._item_scores import Again, ItemScores
from foldwise.runs import Metric

_NAMED = 5


def scores_of_items(
    table: pd.DataFrame,
    *,
    metric: Metric,
    learners: tuple[str, ...],
    again: Again = "epoch",
    paired: bool = False,
    cluster_name: str | None = None,
    caveats: tuple[Caveat, ...] = (),
) -> tuple[ItemScores, ...]:
    """Arrange a table by learners, items and epochs (or seeds), one result for each dataset.

    Parameters
    ----------
    table : DataFrame
        Columns dataset, learner, item and score (the quantity itself; NaN is refused); perhaps again (which epoch or
        seed) and cluster. Rows in any order.
    metric : Metric
        What the scores are.
    learners : tuple of str
        Whom to take, in this order.
    again, paired, cluster_name, caveats
        As in `ItemScores`.

    Returns
    -------
    tuple of ItemScores
        In the order in which the datasets first appear.

    Raises
    ------
    DataFormatError
        If a score is there twice or is no number, if a learner lacks items that others have, or if an item lies in two
        clusters. The first items concerned are named.

    Examples
    --------
    >>> import pandas as pd
    >>> from foldwise.results import scores_of_items
    >>> from foldwise.runs import as_metric
    >>> table = pd.DataFrame({"dataset": "quiz", "learner": ["a", "a", "b", "b"], "item": [1, 2, 2, 1],
    ...                       "score": [1, 0, 1, 1]})
    >>> scores_of_items(table, metric=as_metric("accuracy", "classification"), learners=("a", "b"))
    (<ItemScores of a, b on 2 items of quiz: accuracy>,)
    """
    results = []
    learner_codes = np.asarray(pd.Index(learners, dtype=object).get_indexer(pd.Index(table["learner"])), dtype=np.intp)
    dataset_codes, datasets = pd.factorize(table["dataset"])
    for number, dataset in enumerate(datasets):
        chosen = (dataset_codes == number) & (learner_codes >= 0)
        # A table of one dataset and all learners is not copied: it may be long.
        part, codes = (table, learner_codes) if chosen.all() else (table[chosen], learner_codes[chosen])
        item_codes, items = pd.factorize(spelled_alike(part["item"]))
        # As Python has them: numpy's own numbers are written otherwise.
        items = pd.Index(items).astype(object)
        if (item_codes < 0).any():
            raise DataFormatError(f"{dataset}: {counted(int((item_codes < 0).sum()), 'row')} have no item. Name them.")
        again_codes = np.zeros(len(part), dtype=np.intp)
        if "again" in part:
            again_codes = pd.factorize(part["again"], sort=True)[0]
        scores = _arranged(str(dataset), part, learners, (codes, item_codes, again_codes), items, again)
        clusters = _clusters(str(dataset), part, item_codes, items) if "cluster" in part else None
        results.append(
            ItemScores(
                dataset=str(dataset),
                learners=learners,
                items=np.asarray(items, dtype=object),
                scores=scores,
                metric=metric,
                again=again,
                paired=paired,
                clusters=clusters,
                cluster_name=cluster_name if clusters is not None else None,
                caveats=caveats,
            )
        )
    return tuple(results)


def _arranged(
    dataset: str,
    part: pd.DataFrame,
    learners: tuple[str, ...],
    codes: tuple[npt.NDArray[np.intp], ...],
    items: pd.Index,
    again: Again,
) -> npt.NDArray[np.float64]:
    """Put each score into its place, of which there must be one for every learner and item."""
    values = part["score"].to_numpy(dtype=np.float64)
    undefined = np.flatnonzero(~np.isfinite(values))
    if len(undefined):
        row = undefined[0]
        raise DataFormatError(
            f"{dataset}: the score of {learners[codes[0][row]]} on item {items[codes[1][row]]!r} is {values[row]} "
            f"({len(undefined)} of {len(values)} scores are not finite). Score the item, or leave it out for all."
        )
    shape = (len(learners), len(items), int(codes[2].max()) + 1)
    places = np.ravel_multi_index(codes, shape)
    scores = np.full(int(np.prod(shape)), np.nan)
    scores[places] = values
    if np.count_nonzero(np.isfinite(scores)) < len(values):
        counts = np.bincount(places)
        learner, item, _ = map(int, np.unravel_index(int(counts.argmax()), shape))
        n_repeated = len(np.unique(np.unravel_index(np.flatnonzero(counts > 1), shape)[1]))
        raise DataFormatError(
            f"{dataset}: {learners[learner]} has {counts.max()} scores on item {items[item]!r} with nothing that tells "
            f"them apart ({counted(n_repeated, 'such item')}). Say in a column what does: epoch "
            "for further answers, seed for trainings, dataset for several test sets; or keep one."
        )
    arranged = scores.reshape(shape)
    lacking = np.isnan(arranged).all(axis=2)
    if lacking.any():
        lacks = [
            f"{learners[learner]} lacks {counted(int(row.sum()), 'item')} "
            f"({listed(map(str, items[row][:_NAMED]), most=_NAMED)}{', ...' if row.sum() > _NAMED else ''})"
            for learner, row in enumerate(lacking)
            if row.any()
        ]
        raise DataFormatError(
            f"{dataset}: items must be the same for all learners; of {len(items)}, {'; '.join(lacks)}. Score these, or "
            "leave them out for all."
        )
    if again == "seed" and np.isnan(arranged).any():
        raise DataFormatError(f"{dataset}: every seed of a learner must have scored every item; some have not.")
    return arranged


def _clusters(
    dataset: str, part: pd.DataFrame, item_codes: npt.NDArray[np.intp], items: pd.Index
) -> npt.NDArray[np.intp]:
    codes, _ = pd.factorize(part["cluster"])
    if (codes < 0).any():
        item = items[item_codes[int((codes < 0).argmax())]]
        raise DataFormatError(f"{dataset}: item {item!r} has no cluster. Name it, or drop the column of clusters.")
    clusters = np.zeros(len(items), dtype=np.intp)
    clusters[item_codes] = codes
    other = np.flatnonzero(clusters[item_codes] != codes)
    if len(other):
        raise DataFormatError(
            f"{dataset}: item {items[item_codes[other[0]]]!r} is in two clusters. An item belongs to one."
        )
    return clusters
