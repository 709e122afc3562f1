"""What is known of a design when the examples themselves are not."""

from dataclasses import dataclass

from foldwise._core import digest
from foldwise.splits._assignment import Counts


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Layout:
    """Repeats and folds of results from elsewhere, where nobody says which example was tested when.

    It answers the questions about a design that an `Assignment` answers, as far as they can be.

    Parameters
    ----------
    n_repeats, n_folds : int
        Shape of the design; `n_folds` is 1 for independent splits, and where folds are not known.
    scheme : str
        The scheme as one would type it, such as ``'RepeatedKFold(10, 10)'``.
    description : str
        The scheme in words.
    each_example_tested_once : bool
        Whether no example is tested twice: what counting wins and losses requires.
    repeats_per_execution : int
        How many repeats make one execution of the procedure (5 for 5x2, else usually all of them).
    has_folds : bool, default True
        False when it is not known which examples were tested together.
    n_train, n_test : ndarray of int64, shape (n_repeats, n_folds), or None
        Sizes, if known.
    ratio : float, optional
        Test size over training size, if the scheme says it although the sizes are not known.
    is_irregular : bool, default False
        Whether some examples are left out of a repeat, if anything says so.
    stratified, seed : None
        Not known.

    Examples
    --------
    >>> from foldwise.splits import Layout
    >>> layout = Layout(
    ...     n_repeats=10, n_folds=10, scheme="RepeatedKFold(10, 10)", description="10 times 10-fold cross-validation",
    ...     each_example_tested_once=False, repeats_per_execution=10,
    ... )
    >>> layout.sizes() is None, round(layout.test_train_ratio, 3)
    (True, 0.111)
    """

    n_repeats: int
    n_folds: int
    scheme: str
    description: str
    each_example_tested_once: bool
    repeats_per_execution: int
    has_folds: bool = True
    n_train: Counts | None = None
    n_test: Counts | None = None
    ratio: float | None = None
    is_irregular: bool = False
    stratified: None = None
    seed: None = None

    @property
    def test_train_ratio(self) -> float | None:
        """Test size over training size, each summed over all splits; None if nothing tells."""
        if self.n_train is not None and self.n_test is not None:
            return float(self.n_test.sum() / self.n_train.sum())
        if self.has_folds and self.n_folds >= 2:
            # Every example is tested once and trained on in all other folds, whatever the sizes of the folds.
            return 1 / (self.n_folds - 1)
        return self.ratio

    @property
    def fingerprint(self) -> str:
        """Digest of the shape and the scheme: all there is."""
        return digest("layout", self.n_repeats, self.n_folds, self.scheme)

    def sizes(self) -> tuple[Counts, Counts] | None:
        """Numbers of training and of test examples, each of shape (n_repeats, n_folds), or None if not known."""
        return None if self.n_train is None or self.n_test is None else (self.n_train, self.n_test)
