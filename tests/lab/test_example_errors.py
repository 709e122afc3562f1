"""How often each example is misclassified: counts by hand, and what may be asked."""

import numpy as np
import pytest
from joblib import parallel_config
from sklearn.base import BaseEstimator, ClassifierMixin

from foldwise.data import Dataset, load
from foldwise.lab import ExampleErrors, example_errors, sources
from foldwise.learners import C45, NearestNeighbor


class Remembers(ClassifierMixin, BaseEstimator):
    """Says 1 for all, and refuses to be asked about what it was trained on."""

    def fit(self, X, y):
        self.classes_, self.seen_ = np.array([0, 1]), set(X[:, 0])
        return self

    def predict(self, X):
        assert not self.seen_ & set(X[:, 0])
        return np.ones(len(X), dtype=int)


def made(wrong, counted):
    return ExampleErrors(
        source="made", learner="C45", train_size=5, n_sets=10, wrong=np.array(wrong), counted=np.array(counted)
    )


def test_only_classifiers_count_that_were_not_trained_on_an_example():
    data = Dataset(np.arange(30.0)[:, np.newaxis], (np.arange(30) % 3 == 0).astype(int), "thirds")
    found = example_errors(Remembers(), data, train_size=10, n_sets=45, seed=3)
    # Every classifier is asked about 20 of 30.
    assert found.counted.sum() == 45 * 20
    assert (found.counted < 45).all()
    assert found.errors.tolist() == [0.0 if number % 3 == 0 else 1.0 for number in range(30)]
    assert found.mean == pytest.approx(2 / 3)
    assert (found.source, found.learner, found.train_size, found.n_sets) == ("thirds", "Remembers", 10, 45)


def test_spread_takes_out_what_few_classifiers_add():
    # Shares 0, 1/2, 1/2 and 1 have the variance 1/8; a share of 1/2 out of 10 has an estimated variance 1/36, the
    # others none, 1/72 on average.
    assert made([0, 5, 5, 10], [10] * 4).spread == pytest.approx(np.sqrt(1 / 8 - 1 / 72))
    assert made([5, 5], [10, 10]).spread == 0.0
    assert np.isnan(made([0, 1], [0, 4]).errors).tolist() == [True, False]
    assert made([0, 1], [0, 4]).mean == 0.25


def test_words_say_how_many_are_hard():
    words = made([0, 0, 2, 9, 10], [10] * 5).details()
    assert "Of 5 examples 40.0% are never misclassified, 40.0% more often than not, 20.0% always; 0.4200" in words


def test_the_number_of_workers_and_the_seed():
    data = load("iris")
    # Threads start at once, processes do not.
    with parallel_config("threading"):
        first, again, other = (
            example_errors(C45(), data, train_size=40, n_sets=30, seed=seed, n_jobs=jobs)
            for seed, jobs in ((1, 1), (1, 2), (2, 1))
        )
    assert (first.wrong == again.wrong).all()
    assert (first.counted == again.counted).all()
    assert (first.counted != other.counted).any()


def test_a_source_is_asked_about_the_same_points_each_time():
    found = example_errors(NearestNeighbor(), sources.Plane(), train_size=100, n_sets=20, seed=1)
    # The grid of all points whose coordinates are multiples of 0.1 on a side of 15.
    assert (found.counted == 20).all()
    assert found.counted.size == 151**2
    # Points deep inside a region are always right; the corner belongs to the class of all points nearby.
    assert found.errors[-1] == 0.0
    # The learning curve of the docstring of `learning_curves` has .13 at this size, over ten training sets.
    assert found.mean == pytest.approx(0.13, abs=0.02)


def test_refusals():
    iris = load("iris")
    with pytest.raises(ValueError, match=r"train_size must be at most 149 of the 150 of iris, got 150\."):
        example_errors(C45(), iris, train_size=150)
    with pytest.raises(ValueError, match=r"draws from a dataset, and may train on what it is asked\. Pass the dataset"):
        example_errors(C45(), sources.SubSamples(iris, 50), train_size=10)
    with pytest.raises(TypeError, match="data must be a Dataset or a DataSource, got str"):
        example_errors(C45(), "iris")
    with pytest.raises(ValueError, match="n_sets must be at least 1, got 0"):
        example_errors(C45(), iris, n_sets=0)
