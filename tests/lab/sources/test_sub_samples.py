"""Parts of a real dataset."""

import numpy as np
import pandas as pd
import pytest
from sklearn.dummy import DummyClassifier

from foldwise.data import Dataset
from foldwise.lab import NoisyAnswers, matched, run_trials
from foldwise.lab.sources import SubSamples
from foldwise.learners import C45, NaiveBayes


@pytest.fixture(scope="module")
def numbered():
    """Rows that say which they are."""
    return Dataset(pd.DataFrame({"row": np.arange(60.0)}), np.array(["no", "yes", "maybe"] * 20), "numbered")


def test_a_part_and_its_rest_are_the_whole(numbered):
    source = SubSamples(numbered, 20)
    X, y, rest, labels = source.draw_with_calibration(np.random.default_rng(0))
    assert sorted([*X["row"], *rest["row"]]) == list(range(60))
    assert len(X) == len(y) == source.n_examples == 20
    for rows, said in ((X, y), (rest, labels)):
        assert (numbered.y[rows["row"].astype(int)] == said).all()
    again = source.draw(np.random.default_rng(0))
    assert again[0].equals(X)
    assert (again[1] == y).all()
    assert not source.draw(np.random.default_rng(1))[0].equals(X)


def test_experimental_rows_never_calibrate(numbered):
    source = SubSamples(numbered, 20, experimental=40)
    drawn, rests = set(), []
    for seed in range(20):
        X, _, rest, labels = source.draw_with_calibration(np.random.default_rng(seed))
        assert X["row"].is_unique
        assert (numbered.y[rest["row"].astype(int)] == labels).all()
        drawn |= set(X["row"])
        rests.append(set(rest["row"]))
    assert len(drawn) == 40
    assert all(rest == rests[0] for rest in rests)
    assert len(rests[0]) == 20
    assert not drawn & rests[0]
    # Chosen at random, not the first ones.
    assert drawn != set(range(40))


def test_arrays_and_names(numbered):
    array = Dataset(numbered.X.to_numpy(), numbered.y, "numbers")
    source = SubSamples(array, 20, (NaiveBayes(), C45()), 40)
    assert source.name == "20 of 40 of numbers"
    assert isinstance(source.draw(np.random.default_rng(0))[0], np.ndarray)
    assert source.difference is None
    found = run_trials("5/kfold_t", source, n_trials=3)
    assert np.isfinite(found.found["5/kfold_t"].estimate).all()


def test_sizes_must_fit(numbered):
    for n_examples, experimental in ((60, None), (30, 20), (30, 70)):
        with pytest.raises(ValueError, match="must leave some of the 60 rows to calibrate on"):
            SubSamples(numbered, n_examples, experimental=experimental)
    with pytest.raises(TypeError, match=r"must be a Dataset, got list. Use foldwise.data.load"):
        SubSamples([1, 2, 3])


def test_it_can_be_matched():
    rows = np.arange(60.0)[:, np.newaxis]
    source = SubSamples(
        Dataset(rows, np.where(rows[:, 0] < 30, "low", "high"), "halves"), 30, (DummyClassifier(), C45())
    )
    null = matched(source, NoisyAnswers, sizes=[], n_sets=20, tolerance=0.01)
    assert null.name == "30 of 60 of halves, matched"
    assert null.curves.damaged.position == 1
    assert abs(null.curves.difference) <= 0.01
