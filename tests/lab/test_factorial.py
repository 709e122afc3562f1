"""Factorial studies: independent replicates, known effects, tables, words, the figure, what is refused."""

import matplotlib as mpl
import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from foldwise import FoldwiseError, plot
from foldwise.displays import InteractionDisplay
from foldwise.lab import factorial, sources
from foldwise.stats import factorial_anova

mpl.use("Agg")
FACTORS = {"label_noise": (0.0, 0.4), "n_attributes": (1, 6)}


def cell(label_noise, n_attributes):
    return sources.ExchangeableBlocks(GaussianNB(), 100, n_attributes=n_attributes, label_noise=label_noise)


@pytest.fixture(scope="module")
def study():
    return factorial(FACTORS, cell, n_replicates=12, n_points=300, seed=1)


def test_means_are_what_the_source_says(study):
    """Naive Bayes is right as often as a normal variable is below .35 times the root of the number of attributes.

    That is .637 and .804, and a little less often when trained on 100 examples; wrong labels cost accuracy.
    """
    found = study.frame()["mean_score"].to_numpy().reshape(2, 2)
    assert found[0] == pytest.approx([0.637, 0.804], abs=0.04)
    assert (found[1] < found[0] - 0.05).all()
    assert study.frame()["standard_error"].max() < 0.02


def test_the_analysis_is_that_of_the_scores(study):
    expected = factorial_anova(study.scores)
    table = study.effects()
    assert table["effect"].tolist() == ["label_noise", "n_attributes", "label_noise x n_attributes"]
    assert table["F"].tolist() == expected.statistic.tolist()
    assert table["pvalue"].max() < 0.01
    assert (table["df"].tolist(), set(table["df_error"])) == ([1, 1, 1], {44})


def test_margins_are_means_of_cells(study):
    cells = study.frame()
    margin = study.means("n_attributes")
    assert margin["mean_score"].tolist() == pytest.approx(cells.groupby("n_attributes")["mean_score"].mean().tolist())
    pooled = np.sqrt((cells["sd"] ** 2).mean())
    assert margin["standard_error"].tolist() == pytest.approx([pooled / np.sqrt(24)] * 2)
    assert study.means("n_attributes", "label_noise").columns.tolist()[:2] == ["n_attributes", "label_noise"]
    with pytest.raises(ValueError, match="different ones of"):
        study.means("noise")


def test_same_seed_same_scores_and_cells_share_none(study, tmp_path):
    again = factorial(FACTORS, cell, n_replicates=12, n_points=300, seed=1, n_jobs=2, store=tmp_path / "f.db")
    assert (again.scores == study.scores).all()
    kept = factorial(FACTORS, cell, n_replicates=12, n_points=300, seed=1, store=tmp_path / "f.db")
    assert (kept.scores == study.scores).all()
    other = factorial(FACTORS, cell, n_replicates=12, n_points=300, seed=2)
    assert (other.scores != study.scores).any()
    # Cells that are alike draw data of their own all the same.
    alike = factorial({"name": (1, 2)}, lambda name: cell(0.0, 2), n_replicates=12, n_points=300)
    assert (alike.scores[0] != alike.scores[1]).any()


def test_a_source_with_a_set_of_its_own_to_measure_on():
    study = factorial({"n": (60, 200)}, lambda n: sources.Plane(n_examples=n), n_replicates=4, n_points=200)
    assert np.allclose(study.scores * 200, np.rint(study.scores * 200))
    assert study.means("n")["mean_score"].is_monotonic_increasing


def test_words(study):
    text = str(study)
    assert text.startswith("Of 3 effects on accuracy 3 are significant: the strongest is ")
    assert "2 x 2 cells, 12 independent replicates in each" in text
    assert "label_noise x n_attributes" in study.details()


def test_lines_of_the_figure_are_the_means(study):
    shown = InteractionDisplay.from_study(study)
    axes = plot(study)
    assert shown.frame()["mean_score"].tolist() == pytest.approx(study.frame()["mean_score"].tolist())
    assert len(axes.containers) == 2
    assert axes.containers[0].lines[0].get_ydata().tolist() == shown.frame()["mean_score"].tolist()[::2]
    assert axes.get_ylabel() == "mean accuracy"
    one = InteractionDisplay.from_study(study, factors=("n_attributes", "label_noise"))
    assert one.frame()["line"].unique().tolist() == ["label_noise 0.0", "label_noise 0.4"]
    single = factorial({"n_attributes": (1, 3)}, lambda n_attributes: cell(0.0, n_attributes), n_replicates=2)
    assert plot(single).get_xticklabels()[1].get_text() == "3"


@pytest.mark.parametrize(
    ("factors", "make", "message"),
    [
        ({}, cell, "mapping of names to levels"),
        ({"label_noise": (0.1,)}, cell, "two levels or more"),
        ({"label_noise": (0.1, 0.1)}, cell, "different levels"),
        ({"n": (1, 2)}, lambda n: GaussianNB(), "make must return a DataSource"),
    ],
)
def test_what_is_no_study_is_refused(factors, make, message):
    with pytest.raises((TypeError, ValueError), match=message):
        factorial(factors, make)


def test_a_learner_that_fails_is_said_where():
    def neighbours(n_neighbors):
        return sources.ExchangeableBlocks(KNeighborsClassifier(n_neighbors), 50)

    with pytest.raises(FoldwiseError, match=r"^The trial of n_neighbors=60 failed: ValueError: Expected"):
        factorial({"n_neighbors": (1, 60)}, neighbours, n_replicates=2)


def test_one_factor_depends_on_no_other():
    def noisy(label_noise):
        return sources.ExchangeableBlocks(GaussianNB(), 50, label_noise=label_noise)

    assert "beware" not in str(factorial({"label_noise": (0.0, 0.3)}, noisy, n_replicates=2))
