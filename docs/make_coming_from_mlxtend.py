"""Put the same folds and test sets through mlxtend and through foldwise, for the page coming-from-mlxtend.md.

``PYTHON docs/make_coming_from_mlxtend.py peers`` with the Python of an environment of its own, into which mlxtend was
installed; ``python docs/make_coming_from_mlxtend.py foldwise`` with that of foldwise. Either writes its numbers to
coming-from-mlxtend.csv and keeps those of the other; ``python docs/fill_tables.py`` then puts them into the page. Three
minutes for the first, seconds for the second.
"""

import sys
from pathlib import Path

import numpy as np
from make_coming_from import what_came, write
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.model_selection import KFold, train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

NUMBERS = Path(__file__).parent / "coming-from-mlxtend.csv"
SEED = 1
X, Y = load_breast_cancer(return_X_y=True)
BAYES, NEIGHBOURS, DISCRIMINANT = GaussianNB(), KNeighborsClassifier(1), LinearDiscriminantAnalysis()
FIVE, F, KFOLD, RESAMPLED = (
    "paired_ttest_5x2cv",
    "combined_ftest_5x2cv",
    "paired_ttest_kfold_cv",
    "paired_ttest_resampled",
)
MCNEMAR, EXACT, COCHRAN = "mcnemar", "mcnemar, exact=True", "cochrans_q"
PERMUTATION, PROPORTIONS = "permutation_test, paired", "proportion_difference"
SIDES = "proportion_difference(0.8, 0.7, 500)", "proportion_difference(0.7, 0.8, 500)"
EVEN, NONE = "mcnemar: ten examples won, ten lost", "mcnemar: no example on which they disagree"
SAME = "the same learner twice, ten folds"
SORTED = "iris as scikit-learn has it, three folds"
FRAME = "DataFrames, ten folds"
BOOTSTRAPPED = {"naive Bayes": BAYES, "one nearest neighbour": NEIGHBOURS}


def halvings():
    """Make the splits of mlxtend's 5x2 tests, in its order."""
    random = np.random.RandomState(SEED)
    for _ in range(5):
        first, second = train_test_split(np.arange(len(Y)), test_size=0.5, random_state=random.randint(0, 32767))
        yield first, second
        yield second, first


def resamplings():
    """Make the splits of mlxtend's resampled t test, in its order."""
    random = np.random.RandomState(SEED)
    for _ in range(30):
        yield train_test_split(np.arange(len(Y)), test_size=0.3, random_state=random.randint(0, 32767))


def differences(splits):
    """Accuracy of naive Bayes less that of the nearest neighbour on every split."""
    return np.array(
        [
            BAYES.fit(X[train], Y[train]).score(X[test], Y[test])
            - NEIGHBOURS.fit(X[train], Y[train]).score(X[test], Y[test])
            for train, test in splits
        ]
    )


def predictions():
    """Labels of one test set, and what three learners predict."""
    train, test = train_test_split(np.arange(len(Y)), test_size=0.3, random_state=SEED)
    return Y[test], [each.fit(X[train], Y[train]).predict(X[test]) for each in (BAYES, NEIGHBOURS, DISCRIMINANT)]


def samples():
    """Draw 200 samples of 100 points from two overlapping classes, and 20,000 other points."""
    random = np.random.default_rng(SEED)

    def draw(n):
        labels = np.arange(n) % 2
        return random.normal(size=(n, 5)) + 0.6 * labels[:, None], labels

    others = draw(20_000)
    for _ in range(200):
        yield draw(100), others


def mlxtend_rows():
    """P-values of mlxtend, what it does at the edges, and its bootstrap on samples whose truth is known."""
    import mlxtend.evaluate as ev

    labels, predicted = predictions()
    table = ev.mcnemar_table(labels, *predicted[:2])
    right = [(labels == each).mean() for each in predicted]
    folds = differences(KFold(10).split(X))
    pvalues = {
        FIVE: ev.paired_ttest_5x2cv(BAYES, NEIGHBOURS, X, Y, random_seed=SEED)[1],
        F: ev.combined_ftest_5x2cv(BAYES, NEIGHBOURS, X, Y, random_seed=SEED)[1],
        KFOLD: ev.paired_ttest_kfold_cv(BAYES, NEIGHBOURS, X, Y)[1],
        RESAMPLED: ev.paired_ttest_resampled(BAYES, NEIGHBOURS, X, Y, random_seed=SEED)[1],
        MCNEMAR: ev.mcnemar(table)[1],
        EXACT: ev.mcnemar(table, exact=True)[1],
        COCHRAN: ev.cochrans_q(labels, *predicted)[1],
        PERMUTATION: ev.permutation_test(folds, np.zeros(10), paired=True),
        PROPORTIONS: ev.proportion_difference(*right[:2], len(labels))[1],
    }
    for row, pvalue in pvalues.items():
        yield "same", row, "mlxtend", pvalue
    for row, accuracies in zip(SIDES, ((0.8, 0.7), (0.7, 0.8)), strict=True):
        yield "edges", row, "mlxtend", said(ev.proportion_difference(*accuracies, 500)[1])
    yield "edges", EVEN, "mlxtend", said(ev.mcnemar(np.array([[80, 10], [10, 0]]))[1])
    yield "edges", NONE, "mlxtend", said(ev.mcnemar(np.array([[90, 0], [0, 10]]))[1])
    yield "edges", SAME, "mlxtend", said(ev.paired_ttest_kfold_cv(BAYES, GaussianNB(), X, Y)[1])
    iris = load_iris(return_X_y=True)
    yield "edges", SORTED, "mlxtend", said(ev.paired_ttest_kfold_cv(BAYES, NEIGHBOURS, *iris, cv=3)[1])
    frames = load_breast_cancer(return_X_y=True, as_frame=True)
    came = what_came(lambda: ev.paired_ttest_kfold_cv(BAYES, NEIGHBOURS, *frames))
    yield "edges", FRAME, "mlxtend", came.partition(":")[0] + "`"
    yield from bootstrap_rows(ev.bootstrap_point632_score)


def bootstrap_rows(bootstrap):
    """Mean .632 estimates of accuracy, Efron's by his formula, and how often mlxtend's percentiles hold the truth."""
    for name, learner in BOOTSTRAPPED.items():
        found = []
        for number, (sample, others) in enumerate(samples()):
            scores = bootstrap(learner, *sample, random_seed=number)
            left_out = bootstrap(learner, *sample, random_seed=number, method="oob").mean()
            trained = learner.fit(*sample)
            truth, apparent = trained.score(*others), trained.score(*sample)
            low, high = np.percentile(scores, [2.5, 97.5])
            found.append((truth, scores.mean(), 0.632 * left_out + 0.368 * apparent, low <= truth <= high))
        words = "true accuracy", "mlxtend's .632", "Efron's .632", "2.5 to 97.5 percentile holds the truth"
        for by, value in zip(words, np.mean(found, axis=0), strict=True):
            yield "bootstrap", name, by, f"{value:.3f}"


def said(pvalue):
    """Write a p-value as a cell of words."""
    return f"p = {pvalue:.4f}"


def foldwise_rows():
    """Compute the same p-values by foldwise, and those of the tests that it would take."""
    from foldwise import compare, stats

    labels, predicted = predictions()
    right = np.array([labels == each for each in predicted])
    won, lost = int((right[0] & ~right[1]).sum()), int((~right[0] & right[1]).sum())
    halves, folds, splits = (differences(each) for each in (halvings(), KFold(10).split(X), resamplings()))
    ten, sizes = folds[np.newaxis], {"n_train": 398, "n_test": 171}
    hits = [int(each.sum()) for each in right]
    pvalues = {
        FIVE: (stats.five_by_two_t(halves.reshape(5, 2)), None),
        F: (stats.five_by_two_f(halves.reshape(5, 2)), None),
        KFOLD: (stats.kfold_t(folds), stats.corrected_repeated_kfold_t(ten)),
        RESAMPLED: (stats.resampled_t(splits), stats.corrected_resampled_t(splits, **sizes)),
        MCNEMAR: (stats.mcnemar(won, lost), stats.binomial(won, lost)),
        EXACT: (stats.binomial(won, lost), None),
        COCHRAN: (stats.cochran_q(right.T), None),
        PERMUTATION: (stats.sign_flip(folds), stats.corrected_repeated_kfold_t(ten)),
        PROPORTIONS: (stats.difference_of_proportions(*hits[:2], n_examples=len(labels)), stats.binomial(won, lost)),
    }
    for row, (same, rather) in pvalues.items():
        yield "same", row, "foldwise, the same test", same.pvalue
        yield "same", row, "foldwise, the test to take", "the same" if rather is None else rather.pvalue
    for row, counts in zip(SIDES, ((400, 350), (350, 400)), strict=True):
        yield "edges", row, "foldwise", said(stats.difference_of_proportions(*counts, n_examples=500).pvalue)
    yield "edges", EVEN, "foldwise", said(stats.mcnemar(10, 10).pvalue)
    yield "edges", NONE, "foldwise", said(stats.mcnemar(0, 0).pvalue)
    twice = compare({"first": BAYES, "second": GaussianNB()}, X, Y, scheme="10", seed=SEED)
    yield "edges", SAME, "foldwise", said(twice.comparisons[0].pvalue)
    pair = {"bayes": BAYES, "neighbour": NEIGHBOURS}
    sorted_iris = compare(pair, *load_iris(return_X_y=True), scheme="3", seed=SEED)
    yield "edges", SORTED, "foldwise", f"folds are shuffled and stratified: {said(sorted_iris.comparisons[0].pvalue)}"
    frames = load_breast_cancer(return_X_y=True, as_frame=True)
    yield "edges", FRAME, "foldwise", said(compare(pair, *frames, scheme="10", seed=SEED).comparisons[0].pvalue)


SIDES_OF = {"peers": {"mlxtend": mlxtend_rows}, "foldwise": {"foldwise": foldwise_rows}}

if __name__ == "__main__":
    write(NUMBERS, SIDES_OF[sys.argv[1]])
