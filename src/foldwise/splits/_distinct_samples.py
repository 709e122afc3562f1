"""Samples that share no example, each with a training and a test set of its own."""

from dataclasses import dataclass

import numpy as np

from foldwise._core import check_integer
from foldwise.splits._assignment import LEFT_OUT, TRAIN_ONLY, Assignment, Layout
from foldwise.splits._random_split import check_test_size, count_tests, draw_parts, short_size, size_words
from foldwise.splits._scheme import Request, Scheme, check_memory


@dataclass(frozen=True, slots=True)
class DistinctSamples(Scheme):
    """Random samples of equal size without a common example, each divided into a training and a test set.

    Scores on different samples share nothing, neither training nor test examples: they are independent observations,
    which analyses of variance ask for [1]_. The price is that every training set is small.

    Parameters
    ----------
    n_samples : int, default 10
        Number of samples; each is a repeat.
    test_size : float or int, default 1/3
        Fraction of each sample to test on, or its number of test examples.
    stratified : bool, optional
        Whether every part gets its share of each class. By default False.

    References
    ----------
    .. [1] S. L. Salzberg (1997). On comparing classifiers: pitfalls to avoid and a recommended
       approach. Data Mining and Knowledge Discovery 1, 317-328.

    Examples
    --------
    >>> from foldwise.splits import DistinctSamples
    >>> DistinctSamples(2, 1).assign(7, seed=1).folds.tolist()
    [[-2, -2, 0, -1, -2, -2, -1], [-2, -1, -2, -2, -1, 0, -2]]
    """

    n_samples: int = 10
    test_size: float = 1 / 3

    def __post_init__(self) -> None:
        check_integer(self.n_samples, "n_samples", least=2)
        check_test_size(self.test_size)

    def _parameters(self) -> tuple[object, ...]:
        return (self.n_samples, self.test_size)

    @property
    def _short(self) -> str:
        return f"distinct:{self.n_samples}:{short_size(self.test_size)}"

    @property
    def _words(self) -> str:
        return f"{self.n_samples} samples without a common example, {size_words(self.test_size)} of each for testing"

    def _draw(self, request: Request, *, stratified: bool) -> Assignment:
        size = request.n_examples // self.n_samples
        if size < 2:
            raise ValueError(
                f"{self} divides {request.n_examples} examples into samples of {size}, where one to train on and one "
                "to test are needed. Use fewer samples."
            )
        n_test = count_tests(self, self.test_size, size, least_rest=1)
        n_repeats = self.n_samples * request.n_executions
        check_memory(self, n_repeats=n_repeats, n_folds=1, n_examples=request.n_examples)
        parts = draw_parts(
            self,
            request,
            (n_test, size - n_test) * self.n_samples,
            ("test", "train") * self.n_samples,
            n_draws=request.n_executions,
            stratified=stratified,
            stream=f"distinct {self.n_samples} {n_test} {'stratified' if stratified else 'plain'}",
        )[:, np.newaxis]
        mine = 2 * np.arange(self.n_samples)[np.newaxis, :, np.newaxis]
        codes = np.where(parts == mine, 0, np.where(parts == mine + 1, TRAIN_ONLY, LEFT_OUT))
        folds = codes.reshape(-1, request.n_examples).astype(np.int32)
        if not ((folds == TRAIN_ONLY).any(axis=1) & (folds == 0).any(axis=1)).all():
            raise ValueError(f"{self}: some training or test set stays empty. Use fewer samples or another test_size.")
        return self._assignment(folds, request, n_folds=1, repeats_per_execution=self.n_samples, stratified=stratified)


def has_distinct_samples(design: Assignment | Layout) -> bool:
    """Whether the splits of a design share no example, neither to train on nor to test.

    Periods in the order of time are no samples, whatever they share: what is near in time is alike.

    >>> from foldwise.splits import DistinctSamples, Holdout, Resampled
    >>> [has_distinct_samples(scheme.assign(20, seed=1)) for scheme in (DistinctSamples(3), Resampled(3), Holdout())]
    [True, False, False]
    """
    if not isinstance(design, Assignment) or design.is_time_ordered or design.n_folds != 1 or design.n_repeats < 2:
        return False
    return bool(((design.folds != LEFT_OUT).sum(axis=0) <= 1).all())
