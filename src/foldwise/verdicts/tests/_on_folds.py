"""Tests that take their variance from splits of their own, or from losses and folds: feeds and records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise.splits import Assignment
from foldwise.stats import conservative_z, cross_validation_z, nested_cv_z
from foldwise.verdicts.evidence._finding import Alternative, Reading, example_effect, reading
from foldwise.verdicts.tests._other_partitions import TAKEN_AS_GIVEN
from foldwise.verdicts.tests._record import DIFFERENCE, Need, standardized

if TYPE_CHECKING:
    import numpy.typing as npt

    from foldwise.verdicts.evidence._evidence import Evidence, PairEvidence
    from foldwise.verdicts.evidence._setting import Setting

_NOT_KNOWN: Final = "how the variance of this test varies over partitions is not known"
_NORMAL: Final = "none: normal distribution"
_MEAN_OF_LOSSES: Final = "a metric that is a mean of losses of single examples"


def _conservative(evidence: Evidence, alternative: Alternative) -> Reading:
    splits = evidence.complete("conservative_z")[..., 0]
    whole, halves = whole_and_halves(splits, evidence.n_whole_splits())
    return reading(conservative_z(whole, halves, alternative=alternative, **evidence.magnitude()))


def whole_and_halves(
    scores: npt.NDArray[np.float64], n_splits: int
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return scores of splits of all examples, and means of those of halves, of shape (..., n_halvings, 2).

    >>> whole, halves = whole_and_halves(np.arange(10.0), 2)
    >>> whole, halves
    (array([0., 1.]), array([[2.5, 4.5],
           [6.5, 8.5]]))
    """
    rest = scores[..., n_splits:]
    return scores[..., :n_splits], rest.reshape(*rest.shape[:-1], -1, 2, n_splits).mean(axis=-1)


def _nested(evidence: Evidence, alternative: Alternative) -> Reading:
    d, folds, options = evidence.fold_losses("nested_cv_z")
    return reading(nested_cv_z(*by_partition(d, folds), alternative=alternative, **options))


def by_partition(d: npt.NDArray[Any], folds: npt.NDArray[np.int32]) -> tuple[npt.NDArray[Any], npt.NDArray[np.int32]]:
    """Return losses and folds of nested cross-validation with an axis for partitions, before that for their rows."""
    # The first row that tests again what another has tested is the first of a pair.
    how_often = (folds.reshape(-1, *folds.shape[-2:])[0] >= 0).cumsum(axis=0)
    n_folds = int(np.argmax((how_often > 1).any(axis=1)))
    n_rows = n_folds * (n_folds + 1) // 2
    return tuple(each.reshape(*each.shape[:-2], -1, n_rows, each.shape[-1]) for each in (d, folds))  # type: ignore[return-value]


def _cross_validation(evidence: Evidence, alternative: Alternative) -> Reading:
    d, folds, options = evidence.fold_losses("cross_validation_z")
    return reading(cross_validation_z(d[..., 0, :], folds[..., 0, :], alternative=alternative, **options))


def _over_examples(evidence: PairEvidence, result: Any) -> dict[str, Any]:
    d, folds, _ = evidence.fold_losses("nested_cv_z")
    tested = folds >= 0
    # Of each example the mean of all that it was tested in.
    means = np.where(tested, d, 0).sum(axis=0) / np.maximum(tested.sum(axis=0), 1)
    return example_effect(float(result.estimate), float(np.std(means, ddof=1)), means.size)


def fits_nested(setting: Setting) -> bool:
    return setting.loss is not None and setting.is_nested and setting.knows_groups


def fits_one_partition(setting: Setting) -> bool:
    design = setting.assignment
    if setting.loss is None or not isinstance(design, Assignment) or not setting.knows_groups:
        return False
    whole = setting.is_cross_validation and setting.is_single
    # Of leave-one-out every fold has one example, and both variances are the same.
    return whole and bool((design.folds >= 0).all())


RECORDS: Final = (
    Need(
        function=nested_cv_z,
        rank=25,
        label="nested cross-validation z test",
        symbol="z",
        swapped="negated",
        reads="folds",
        design=f"nested cross-validation (scheme 'nested:3:5') and {_MEAN_OF_LOSSES}",
        fits=fits_nested,
        feed=_nested,
        beside=_over_examples,
        other_partitions=_NOT_KNOWN,
        questions=(8,),
        differs="measures how far cross-validation is off, inside of each training set, and takes off its bias",
        assumes="What cross-validation inside a training set is off by is what it is off by as a whole.",
        avoid="For metrics that are no means over examples, and with folds of fewer than about ten examples.",
        formula="z = (m_in - (1 + (K - 2)/K) (m_in - m_out)) / sqrt((K - 1)/K mean_k((e_k - o_k)^2 - s_k^2/n_k))",
        symbols=f"{DIFFERENCE}, on an example; K: folds; mean_k: mean over them; e_k, o_k: mean of the inner and of "
        "the outer d of fold k; s_k^2, n_k: variance and number of the outer ones; m_in, m_out: means of all inner and "
        "of all outer d",
        df=_NORMAL,
    ),
    Need(
        function=conservative_z,
        rank=35,
        label="conservative z test",
        symbol="z",
        swapped="negated",
        reads="differences",
        design="random splits of all examples and of random halves of them (scheme 'split-halves:5:10:0.1')",
        fits=lambda setting: setting.is_split_halves,
        feed=_conservative,
        beside=standardized,
        other_partitions=_NOT_KNOWN,
        questions=(8,),
        differs="takes its variance from halves of the data that share no example",
        assumes="Means from half of the examples vary at least as much as means from all of them.",
        avoid="When a small difference is to be found: its interval is about 1.4 times as wide as it need be.",
        formula="z = mean(d) / sqrt(1/(2M) sum_m (h_m1 - h_m2)^2)",
        symbols=f"{DIFFERENCE} on one split; h_m1, h_m2: means of d over the splits of both halves of halving m of M",
        df=_NORMAL,
    ),
    Need(
        function=cross_validation_z,
        rank=95,
        label="cross-validation z test",
        symbol="z",
        swapped="negated",
        reads="folds",
        design=f"a single k-fold cross-validation and {_MEAN_OF_LOSSES}",
        fits=fits_one_partition,
        feed=_cross_validation,
        beside=_over_examples,
        other_partitions=TAKEN_AS_GIVEN,
        questions=(8,),
        differs="is about the very models that were fitted, whose examples it takes for independent",
        assumes="Both learners, and their difference, are stable: one training example more or less changes little.",
        avoid="With fewer than some thousand examples when the question is about the learners, and for learners that "
        "nearly agree, such as two lassos.",
        formula="z = mean(d) / sqrt(1/n^2 sum_i (d_i - mean(d))^2)",
        symbols="d: loss of b less loss of a on one example, by models trained without its fold",
        df=_NORMAL,
    ),
)
