"""The beds: populations on which levels and power of settled verdicts are measured, by name.

A null is exact: the two learners are equally good, in the metric of its source and at every training size. At chance
means that nothing can be learned. A fresh bed was not looked at while the variance of the guard was chosen; the others
were, or others like them.
"""

from dataclasses import dataclass, replace
from typing import Any

from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import Lasso, LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.tree import DecisionTreeClassifier
from soft_threshold import SoftThreshold

from foldwise.lab.sources import CoinFlips, DataSource, ExchangeableBlocks, ExchangeableLines, table_five_sources
from foldwise.learners import C45, NaiveBayes, NearestNeighbor


@dataclass(frozen=True, slots=True, kw_only=True)
class Bed:
    """A source, and what is known about it.

    `is_null`: no difference, else an alternative, for power. `at_chance`: nothing can be learned. `fresh`: research did
    not use it.
    """

    source: DataSource
    is_null: bool = True
    at_chance: bool = False
    fresh: bool = False

    @property
    def kind(self) -> str:
        """In one word or two, for tables."""
        if not self.is_null:
            return "alternative"
        return "at chance" if self.at_chance else "fresh null" if self.fresh else "null"


def blocks(learner: Any, n: int, p: int = 5, shift: float = 0.35, **more: Any) -> ExchangeableBlocks:
    return ExchangeableBlocks(learner, n, p, shift, **more)


def lines(learner: Any, n: int, p: int = 5, **more: Any) -> ExchangeableLines:
    return ExchangeableLines(learner, n, p, **more)


def coins(*learners: Any, n: int) -> CoinFlips:
    return CoinFlips(learners, n)


nn, lda, nb = NearestNeighbor(), LinearDiscriminantAnalysis(), GaussianNB()
unpruned = C45(pruned=False, min_leaf=1)
majority = DummyClassifier(strategy="most_frequent")
# Nothing is random about these; an open seed would keep folds from sharing work.
ridge = Ridge(random_state=0)
lasso = Lasso(0.1, random_state=0)

NULLS: dict[str, DataSource] = {
    "nn30": blocks(nn, 30, shift=0.5),
    "nn60": blocks(nn, 60),
    "nn200": blocks(nn, 200),
    "nn500": blocks(nn, 500),
    "nn200c8": blocks(nn, 200, 6, 0.7, n_classes=8),
    "lda60": blocks(lda, 60),
    "lda200": blocks(lda, 200),
    "nb100": blocks(nb, 100),
    "c45_60": blocks(C45(), 60, shift=0.5),
    "c45_200": blocks(C45(), 200, shift=0.5),
    "heavy_lda60": blocks(lda, 60, shift=0.5, law="heavy"),
    "outl_lda60": blocks(lda, 60, 3, 0.6, law="outliers"),
    "outl_lda100": blocks(lda, 100, shift=0.5, law="outliers"),
    "bnTree": blocks(unpruned, 100, 8, law="chain"),
    "bnC45": blocks(C45(), 100, 8, law="chain"),
    "bnNN": blocks(nn, 100, 8, law="chain"),
    "auc_lda200": blocks(lda, 200, metric="roc_auc"),
    "auc_outl_lda100": blocks(lda, 100, shift=0.5, law="outliers", metric="roc_auc"),
    "f1_nn200": blocks(nn, 200, prior=0.3, metric="f1"),
}

COINS: dict[str, DataSource] = {
    "coin_maj_nn60": coins(majority, nn, n=60),
    "coin_maj_lda60": coins(majority, lda, n=60),
    "coin_nb_c45": coins(NaiveBayes(), C45(), n=100),
}

FRESH: dict[str, DataSource] = {
    "bal_lda200": blocks(lda, 200, prior=0.2, metric="balanced_accuracy"),
    "log_nb200": blocks(nb, 200, metric="neg_log_loss"),
    "lasso100": lines(lasso, 100, 50, n_true=5),
    "knn200": lines(KNeighborsRegressor(5), 200),
    "ridge60t2": lines(ridge, 60, noise="t2"),
    "ridge200": lines(ridge, 200),
    "corr_knn150": blocks(KNeighborsClassifier(5), 150, law="correlated"),
    "corr_3nn100": blocks(NearestNeighbor(n_neighbors=3), 100, law="correlated"),
    "logit80": blocks(LogisticRegression(random_state=0), 80, prior=0.3),
    "bnC45_150": blocks(C45(), 150, 8, law="chain"),
    "qda120": blocks(QuadraticDiscriminantAnalysis(), 120),
    "stump100": blocks(DecisionTreeClassifier(max_depth=2, random_state=0), 100, shift=0.5),
    "heavy_nb80": blocks(nb, 80, shift=0.5, law="heavy"),
    "outl_nn80": blocks(nn, 80, shift=0.5, law="outliers"),
    "nn100p20": blocks(nn, 100, 20, 0.18),
    "lda150c4": blocks(lda, 150, 6, 0.5, n_classes=4),
    "ridge120lever": lines(ridge, 120, law="leverage"),
    "abs_ridge100t3": lines(ridge, 100, noise="t3", metric="neg_mean_absolute_error"),
    "lasso_tilt100": lines(lasso, 100, 25, n_true=3, tilt=1.05),
    "soft_tilt100": lines(SoftThreshold(0.2), 100, 25, n_true=3, tilt=1.05),
}

ALTERNATIVES: dict[str, DataSource] = {
    "nn60p": blocks(nn, 60, shift=0.6, second_shift=0.25),
    "nn200p": blocks(nn, 200, second_shift=0.18),
    "lda60p": blocks(lda, 60, shift=0.5, second_shift=0.2),
    "lda200p": blocks(lda, 200, second_shift=0.22),
    "c45_200p": blocks(C45(), 200, shift=0.5, second_shift=0.34),
    "net2": table_five_sources()[1],
    "net3": table_five_sources()[2],
    "auc_lda200p": blocks(lda, 200, second_shift=0.22, metric="roc_auc"),
    "ridge200p": lines(ridge, 200, second_shift=0.15),
}

BEDS: dict[str, Bed] = {
    **{name: Bed(source=source) for name, source in NULLS.items()},
    **{name: Bed(source=source, at_chance=True) for name, source in COINS.items()},
    **{name: Bed(source=source, fresh=True) for name, source in FRESH.items()},
    **{name: Bed(source=source, is_null=False) for name, source in ALTERNATIVES.items()},
}


def named(*names: str) -> dict[str, DataSource]:
    """Return sources by the names of their beds, as studies of `foldwise.lab` take them; all if none is named."""
    return {name: replace(BEDS[name].source, name=name) for name in names or BEDS}
