"""Families of comparisons on scores of items, adjusted by flipping items, or clusters of them, in all at once."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from foldwise.cli import main
from foldwise.reports import summary, verify
from foldwise.results import ItemScores
from foldwise.runs import as_metric
from foldwise.stats import max_t
from foldwise.verdicts import judge

RNG = np.random.default_rng(5)
RATINGS = RNG.normal(size=(4, 40)) + RNG.normal(size=40) + np.array([[0.6], [0.0], [0.1], [0.0]])


def items(scores, dataset="quiz", **more):
    names = tuple("abcdefgh")[: len(scores)]
    scores = np.asarray(scores, dtype=float)
    scores = scores[:, :, np.newaxis] if scores.ndim == 2 else scores
    metric = as_metric("accuracy", None)
    return ItemScores(
        dataset=dataset, learners=names, items=np.arange(scores.shape[1]), scores=scores, metric=metric, **more
    )


def pairs(scores):
    return np.array([scores[a] - scores[b] for a, b in combinations(range(len(scores)), 2)])


def adjusted(verdict):
    return [row.adjusted_pvalue for row in verdict.comparisons]


@pytest.mark.parametrize("test", ["paired_items_t", None])
def test_all_pairs_of_systems(test):
    verdict = judge(items(RATINGS), test=test, adjust="max_t")
    by_hand = max_t(pairs(RATINGS), seed=0).adjusted_pvalue
    pvalues = [row.pvalue for row in verdict.comparisons]
    assert adjusted(verdict) == pytest.approx(np.maximum(by_hand, pvalues))
    assert sum(adjusted(verdict)) < sum(adjusted(judge(items(RATINGS), test=test)))


def test_right_and_wrong_answers():
    right = (RNG.random((3, 60)) < 0.7).astype(float)
    verdict = judge(items(right), adjust="max_t")
    assert {pair.test for pair in verdict.pairs} == {"binomial"}
    pvalues = [row.pvalue for row in verdict.comparisons]
    assert adjusted(verdict) == pytest.approx(np.maximum(max_t(pairs(right), seed=0).adjusted_pvalue, pvalues))


def test_clusters_are_flipped_as_one():
    clusters = np.arange(40) // 2
    verdict = judge(items(RATINGS, clusters=clusters), test="sign_flip", adjust="max_t")
    sums = pairs(RATINGS).reshape(6, 20, 2).sum(axis=2)
    pvalues = [row.pvalue for row in verdict.comparisons]
    assert adjusted(verdict) == pytest.approx(np.maximum(max_t(sums, seed=0).adjusted_pvalue, pvalues))


def test_items_of_different_test_sets_share_no_signs():
    two = [items(RATINGS[:2, :25], "first"), items(RATINGS[:2, 25:], "second")]
    verdict = judge(two, test="sign_flip", adjust="max_t")
    together = np.zeros((2, 40))
    together[0, :25], together[1, 25:] = pairs(RATINGS[:2, :25])[0], pairs(RATINGS[:2, 25:])[0]
    pvalues = [row.pvalue for row in verdict.comparisons]
    assert adjusted(verdict) == pytest.approx(np.maximum(max_t(together, seed=0).adjusted_pvalue, pvalues))
    # No item is left there.
    assert (verdict.adjust, verdict.overall.adjust) == ("max_t", "holm")


def test_with_one_of_them_and_one_sided():
    verdict = judge(items(RATINGS), against="b", alternative="greater", adjust="max_t")
    d = RATINGS[[0, 2, 3]] - RATINGS[1]
    by_hand = max_t(d, seed=0, alternative="greater").adjusted_pvalue
    pvalues = [row.pvalue for row in verdict.comparisons]
    assert adjusted(verdict) == pytest.approx(np.maximum(by_hand, pvalues))


def test_identical_systems_differ_nowhere():
    verdict = judge(items(RATINGS[[0, 0, 1]]), adjust="max_t")
    assert adjusted(verdict)[0] == 1
    assert adjusted(verdict)[1] == pytest.approx(adjusted(verdict)[2])


def test_where_items_cannot_be_flipped_it_is_refused():
    seeds = items(RNG.normal(size=(3, 10, 5)), again="seed")
    with pytest.raises(ValueError, match="flips signs of single items, and on quiz trainings are random"):
        judge(seeds, adjust="max_t")
    with pytest.raises(ValueError, match="needs every comparison itself"):
        judge(items(RATINGS), adjust="max_t", tries=40)


def test_words_documents_and_the_command_line(tmp_path, capsys):
    verdict = judge(items(RATINGS), adjust="max_t")
    assert "p (max-T)" in str(verdict)
    assert "max-T" in verdict.details()
    assert verify(summary(verdict)).agrees
    table = pd.DataFrame(RATINGS.T, columns=list("abcd")).rename_axis("item").reset_index()
    table.to_csv(tmp_path / "ratings.csv", index=False)
    assert main(["judge", str(tmp_path / "ratings.csv"), "--adjust", "max_t", "-q"]) == 0
    assert "p (max-T)" in capsys.readouterr().out


def test_published_levels_hold():
    """The 95% limits of the rate of any false alarm reach down to .05: docs/max-t-items.csv."""
    table = pd.read_csv(Path(__file__).parents[2] / "docs" / "max-t-items.csv")
    assert (table["low"] <= 0.05).all()
    assert (table["false_none"] > 0.1).all()


def test_datasets_of_one_name_share_no_items():
    """Nobody has to name them; nothing but the name may depend on it."""
    more = np.random.default_rng(6).normal(size=(3, 25)) + np.array([[0.5], [0.0], [0.2]])
    named, unnamed = (judge([items(RATINGS[:3]), items(more, name)], adjust="max_t") for name in ("other", "quiz"))
    assert adjusted(unnamed) == adjusted(named)
