"""A score of each learner on each example of a test set, perhaps several times: what evaluation harnesses write."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt
import pandas as pd

from foldwise._core import Caveat, DataFormatError, counted, listed
from foldwise.runs import Metric

Again = Literal["epoch", "seed"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class ItemScores:
    """A score of each learner on each example of one test set. Made by `as_results`.

    Nothing is trained here: learners answered the same examples (items), once or several times.

    Parameters
    ----------
    dataset : str
        Name of the test set.
    learners : tuple of str
        Names of the learners, in the order in which they are compared.
    items : array of shape (n_items,)
        What the examples are called; no two alike.
    scores : array of shape (n_learners, n_items, n_again)
        The quantity itself, as it was recorded. NaN where an answer is missing; every learner has at least one score
        of every item.
    metric : Metric
        What the scores are, and whether lower values are better.
    again : {'epoch', 'seed'}, default 'epoch'
        What the last axis is. Epochs are further answers of the same learner to an item, one independent of the other.
        Seeds are learners trained anew: all answers of a seed come from one training, and seeds of different learners
        belong together only if `paired` says so.
    paired : bool, default False
        Whether the same seed means the same randomness for every learner.
    clusters : array of int of shape (n_items,), optional
        Which items belong together (questions on one text), 0 to n_clusters - 1.
    cluster_name : str, optional
        What the clusters are, by the name of their column.
    caveats : tuple of Caveat
        What to beware of.

    Examples
    --------
    >>> from foldwise.results import ItemScores
    >>> from foldwise.runs import as_metric
    >>> scores = ItemScores(dataset="quiz", learners=("a", "b"), items=["q1", "q2", "q3"],
    ...                     scores=[[[1], [0], [1]], [[1], [1], [0]]], metric=as_metric("accuracy", "classification"))
    >>> scores
    <ItemScores of a, b on 3 items of quiz: accuracy>
    >>> scores.means()
    array([[1., 0., 1.],
           [1., 1., 0.]])
    """

    dataset: str
    learners: tuple[str, ...]
    items: npt.NDArray[np.object_]
    scores: npt.NDArray[np.float64]
    metric: Metric
    again: Again = "epoch"
    paired: bool = False
    clusters: npt.NDArray[np.intp] | None = None
    cluster_name: str | None = None
    caveats: tuple[Caveat, ...] = ()

    def __post_init__(self) -> None:
        twice = [name for place, name in enumerate(self.learners) if name in self.learners[:place]]
        if twice or not self.learners:
            came = f"{twice[0]!r} twice" if twice else "none"
            raise DataFormatError(f"Scores of items need learners of different names, got {came}.")
        items = np.asarray(self.items, dtype=object)
        scores = np.array(self.scores, dtype=np.float64)
        expected = (len(self.learners), len(items))
        if scores.ndim != 3 or scores.shape[:2] != expected or 0 in scores.shape:
            raise DataFormatError(
                f"scores must have shape (n_learners, n_items, n_again), here {(*expected, '...')}, and hold "
                f"something, got {scores.shape}."
            )
        names = pd.Index(items)
        if not names.is_unique:
            raise DataFormatError(f"Items need different names, got {names[names.duplicated()][0]!r} twice.")
        if np.isinf(scores).any():
            learner, item, _ = np.argwhere(np.isinf(scores))[0]
            raise DataFormatError(f"The score of {self.learners[learner]} on item {items[item]!r} is infinite.")
        lacking = np.asarray(np.isnan(scores).all(axis=2))
        if lacking.any():
            learner, item = np.argwhere(lacking)[0]
            raise DataFormatError(
                f"{self.learners[learner]} has no score on {counted(int(lacking[learner].sum()), 'item')}, the first "
                f"is {items[item]!r}. Items must be the same for all learners."
            )
        if self.clusters is not None:
            clusters = np.array(self.clusters, dtype=np.intp)
            if clusters.shape != (len(items),) or clusters.min() < 0:
                raise DataFormatError(f"clusters must be one number from 0 on for each of {len(items)} items.")
            clusters.setflags(write=False)
            object.__setattr__(self, "clusters", clusters)
        items.setflags(write=False)
        scores.setflags(write=False)
        object.__setattr__(self, "items", items)
        object.__setattr__(self, "scores", scores)

    def __repr__(self) -> str:
        n_again = self.scores.shape[2]
        again = f", {counted(n_again, self.again)}" if n_again > 1 else ""
        clusters = f" in {counted(self.n_clusters, 'cluster')}" if self.clusters is not None else ""
        return (
            f"<ItemScores of {listed(self.learners, quote=False)} on {counted(len(self.items), 'item')}{clusters} of "
            f"{self.dataset}{again}: {self.metric.label}>"
        )

    @property
    def n_clusters(self) -> int:
        """Number of clusters; that of the items if nobody says which belong together."""
        return len(self.items) if self.clusters is None else len(np.unique(self.clusters))

    def oriented(self) -> npt.NDArray[np.float64]:
        """Scores of which greater is better, as those of a run: what is better when it is low is negated."""
        return -self.scores if self.metric.lower_is_better else self.scores

    def means(self) -> npt.NDArray[np.float64]:
        """Mean over epochs or seeds, greater is better: shape (n_learners, n_items)."""
        oriented = self.oriented()
        return oriented[:, :, 0] if oriented.shape[2] == 1 else np.nanmean(oriented, axis=2)
