"""Verdicts, panels and estimates word for word: a change of wording is a change that someone reads before it is made.

The numbers can be checked by hand: learner `a` is always right; `b` is wrong on the rows named. Write a file again with
``FOLDWISE_GOLDEN=write pytest tests/verdicts/test_golden.py`` and read the difference.
"""

import re
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin

from foldwise import InadvisableWarning
from foldwise.data import Dataset
from foldwise.evaluation import evaluate
from foldwise.verdicts import judge, label_randomization

N = 20
X = np.column_stack([np.arange(N), np.zeros(N)]).astype(float)
Y = np.arange(N) % 2
FOLDS = [(np.setdiff1d(np.arange(N), np.arange(i, i + 5)), np.arange(i, i + 5)) for i in range(0, N, 5)]
GOLDEN = Path(__file__).parent / "golden"


class Parity(ClassifierMixin, BaseEstimator):
    """Right on every row but those in `wrong`."""

    def __init__(self, wrong=()):
        self.wrong = wrong

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return (X[:, 0] % 2 != np.isin(X[:, 0], list(self.wrong))).astype(int)


def verdict(*wrong, scheme=FOLDS, names=("toy",), **options):
    learners = {"a": Parity(), **{chr(ord("b") + i): Parity(rows) for i, rows in enumerate(wrong)}}
    runs = evaluate(learners, [Dataset(X, Y, name) for name in names], scheme=scheme, seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InadvisableWarning)
        return judge(runs, **options)


def estimate(rows, scheme, names=("toy",), **options):
    """Of one learner that is wrong on these rows."""
    sets = [Dataset(X, Y, name) for name in names]
    return judge(evaluate({"b": Parity(rows)}, sets, scheme=scheme, seed=1), **options)


def permuted(methodology, **options):
    return label_randomization(methodology, X, Y, n_permutations=19, seed=1, **options)


def parity_score(X, y):
    return float((X[:, 0] % 2 == y).mean())


def panel(*wrong, tests, **options):
    """Of the tests named: others may fit, too, and a new one changes no text."""
    whole = verdict(*wrong, test="all", **options)
    return replace(whole, verdicts=tuple(each for each in whole.verdicts if each.test in tests))


ON_REPEATS = (
    "corrected_repeated_kfold_t",
    "averaged_t",
    "running_twice_the_mean",
    "twice_the_mean",
    "twice_the_median",
    "uncorrected_repeated_kfold_t",
    "fisher",
    "wilcoxon_significances",
)
ON_ONE_PARTITION = (
    "corrected_repeated_kfold_t",
    "binomial",
    "mcnemar",
    "corrected_difference_of_proportions",
    "sign_flip",
    "kfold_t",
    "difference_of_proportions",
)
FOUR, EACH, MOST = (1, 3, 7, 17), (1, 5, 11, 15), tuple(range(0, 20, 2))

CASES = {
    "none": lambda: verdict(FOUR),
    "better": lambda: verdict(MOST),
    "better_one_sided": lambda: verdict(MOST, alternative="greater"),
    "identical": lambda: verdict(()),
    "zero_variance": lambda: verdict(EACH),
    "equivalent": lambda: verdict(FOUR, rope=0.5),
    "negligible": lambda: verdict(MOST, rope=0.9),
    "binomial": lambda: verdict(FOUR, test="binomial"),
    "holdout": lambda: verdict(MOST, scheme=[FOLDS[0]]),
    "five_by_two": lambda: verdict(MOST, scheme="5x2"),
    "inadvisable": lambda: verdict(MOST, scheme="2x5", test="uncorrected_repeated_kfold_t"),
    "family": lambda: verdict(FOUR, MOST, names=("one", "two")),
    "over_datasets": lambda: verdict(MOST, names=tuple("abcdef"), test="wilcoxon"),
    "panel": lambda: panel((1, 3, 7, 8, 17), scheme="3x4", tests=ON_REPEATS),
    "panel_family": lambda: panel(FOUR, MOST, rope=0.01, tests=ON_ONE_PARTITION),
    "estimate_holdout": lambda: estimate(MOST, [FOLDS[0]]),
    "estimate_folds": lambda: estimate(FOUR, FOLDS),
    "estimate_repeats": lambda: estimate(FOUR, "3x4"),
    "estimate_splits": lambda: estimate(MOST, "resampled:3:0.3"),
    "estimate_training_sets": lambda: estimate(MOST, "disjoint:5:0.5"),
    "estimates_datasets": lambda: estimate(FOUR, "4", names=("one", "two")),
    "randomization": lambda: permuted(parity_score),
    "randomization_biased": lambda: permuted(lambda X, y: 0.75),
    "randomization_unknown": lambda: permuted(lambda X, y: 0.75, metric="f1"),
}


@pytest.mark.parametrize("name", CASES)
def test_the_words_of_a_verdict(name, same_words):
    same_words(name, CASES[name]())


def test_every_golden_text_belongs_to_a_case():
    names = {path.stem.removesuffix("-details") for path in GOLDEN.glob("*.txt")}
    assert {name for name in names if not name.startswith("advise")} == set(CASES)


@pytest.mark.parametrize("name", CASES)
def test_a_glance_is_short_and_loses_no_caveat_of_a_row(name):
    result = CASES[name]()
    text = str(result)
    assert len(text.splitlines()) <= 6 or result.glance().table is not None
    rows = getattr(result, "comparisons", getattr(result, "rows", ()))
    assert [caveat.code for row in rows for caveat in row.caveats if caveat.code not in text] == []


def test_every_code_of_a_caveat_has_short_words(core):
    """Those of the page that lists them all: what has none would be cut at its first full stop."""
    page = Path(__file__).parents[2] / "docs" / "caveats.md"
    codes = re.findall(r"^\| `(\w+)` \|", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert len(codes) > 70
    assert set(codes) == set(core.SHORT_CAVEATS)
    assert all(len(words.split()) <= 13 for words in core.SHORT_CAVEATS.values())


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_no_golden_text_claims_what_a_test_cannot_say(path):
    """P is no probability of chance or of error, no difference is not equality, a spread no interval."""
    text = path.read_text(encoding="utf-8").lower()
    for claim in ("by chance", "due to chance", "probability that", "prove", "confidence that", "are equal"):
        assert claim not in text
    assert re.search(r"\bnan\b", text) is None
