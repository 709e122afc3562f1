"""Plans from assumed numbers, where there is no pilot."""

import math
from dataclasses import dataclass, fields
from typing import Any, Final

from foldwise._core import check_choice, check_fraction, check_integer, listed
from foldwise.planning._datasets import TESTS, DatasetSpread, OverTest, alike, plan_datasets
from foldwise.planning._folds import FoldSpread, plan_folds
from foldwise.planning._items import Answers, ItemSpread, plan_answers, plan_items
from foldwise.planning._plan import PairPlan
from foldwise.planning._terms import Wish, positive
from foldwise.splits import KFold, RepeatedKFold, Resampled, Scheme, as_scheme

# Which numbers may be assumed, by what is to be planned.
_ABOUT: Final = {
    "examples": ("sd", "disagree", "n_examples", "scheme", "n_learners"),
    "datasets": ("sd", "n_learners", "test"),
    "items": ("sd", "disagree", "noise", "n_answers", "cluster_size", "icc", "n_learners"),
}
_MOST_LEARNERS: Final = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumed:
    """Numbers that stand for a pilot; None where nothing was said. See `plan`."""

    sd: Any = None
    disagree: Any = None
    n_examples: Any = None
    scheme: Any = None
    n_learners: Any = None
    test: Any = None
    noise: Any = None
    n_answers: Any = None
    cluster_size: Any = None
    icc: Any = None

    @property
    def known(self) -> dict[str, Any]:
        """Those that were given, by name: plain numbers, and schemes as one types them."""
        everything = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: _plain(value) for name, value in everything.items() if value is not None}

    @property
    def given(self) -> list[str]:
        """Names of those that were given."""
        return list(self.known)

    def refuse_beside_pilot(self, allowed: tuple[str, ...]) -> None:
        """Refuse numbers that a pilot knows by itself."""
        twice = [name for name in self.given if name not in allowed]
        if twice:
            raise ValueError(
                f"{listed(twice, quote=False)} cannot be assumed beside a pilot, which tells. Leave out one."
            )


def _plain(value: Any) -> Any:
    if isinstance(value, Scheme):
        return value.short_name
    return value.item() if hasattr(value, "item") else value


def plan_assumed(of: str, assumed: Assumed, wish: Wish) -> tuple[list[PairPlan], int]:
    """Plan from assumed numbers; return the plans, and for how many comparisons."""
    check_choice(of, "of", _ABOUT)
    foreign = [name for name in assumed.given if name not in _ABOUT[of]]
    if foreign:
        raise ValueError(
            f"{listed(foreign, quote=False)} say nothing about a plan of {of}. It takes "
            f"{listed(_ABOUT[of], most=10, quote=False)}."
        )
    k = 2 if assumed.n_learners is None else check_integer(assumed.n_learners, "n_learners", least=2)
    if k > _MOST_LEARNERS:
        raise ValueError(f"n_learners must be at most {_MOST_LEARNERS}, got {k}. Plan for those that matter.")
    family = k * (k - 1) // 2
    make = {"examples": _examples, "datasets": _datasets, "items": _items}[of]
    return make(assumed, wish, family, k), family


def _sd(assumed: Assumed, of: str) -> float:
    if assumed.sd is None:
        instead = " or disagree, on which share of the examples only one is right" if of != "datasets" else ""
        raise ValueError(
            f"A plan of {of} needs a pilot, or assumed numbers: sd, the standard deviation of the differences of "
            f"{'folds' if of == 'examples' else of}{instead}."
        )
    return positive(assumed.sd, "sd", "how much differences vary")


def _share_that_disagrees(assumed: Assumed, wish: Wish) -> float:
    if assumed.sd is not None:
        raise ValueError("sd and disagree both say how much differences vary. Leave one out.")
    disagree = check_fraction(assumed.disagree, "disagree")
    if wish.difference >= disagree:
        raise ValueError(
            f"difference must be below disagree, got {wish.difference:g} and {disagree:g}: two models cannot differ by "
            "more than the share of the examples that only one of them has right."
        )
    return disagree


def _examples(assumed: Assumed, wish: Wish, family: int, _: int) -> list[PairPlan]:
    scheme = as_scheme("10x10" if assumed.scheme is None else assumed.scheme)
    n = None if assumed.n_examples is None else check_integer(assumed.n_examples, "n_examples", least=10)
    if isinstance(scheme, RepeatedKFold | KFold):
        repeats, folds = getattr(scheme, "n_repeats", 1), scheme.n_folds
        ratio, test_share = 1 / (folds - 1), 1 / folds
    elif isinstance(scheme, Resampled) and scheme.n_repeats >= 2 and scheme.test_size < 1:
        repeats, folds, test_share = scheme.n_repeats, 1, float(scheme.test_size)
        ratio = test_share / (1 - test_share)
    else:
        raise ValueError(
            f"A plan of examples is about repeated cross-validation or several random splits with a share for testing, "
            f"got {scheme}. Use a scheme such as 10x10 or resampled:100:0.1."
        )
    if assumed.disagree is not None:
        disagree = _share_that_disagrees(assumed, wish)
        if n is None:
            raise ValueError("disagree needs n_examples: how much folds vary depends on their size.")
        sd = math.sqrt((disagree - wish.difference**2) / (n * test_share))
    else:
        sd = _sd(assumed, "examples")
    spread = FoldSpread(sd=sd, df=math.nan, ratio=ratio, n_examples=n, n_repeats=repeats, n_folds=folds)
    return [plan_folds(spread, wish, family=family)]


def _datasets(assumed: Assumed, wish: Wish, _: int, k: int) -> list[PairPlan]:
    test: OverTest = "wilcoxon" if assumed.test is None else assumed.test
    check_choice(test, "test", TESTS)
    spread = DatasetSpread(covariance=alike(_sd(assumed, "datasets"), k), test=test, df=math.nan)
    return plan_datasets(spread, wish)


def _items(assumed: Assumed, wish: Wish, family: int, _: int) -> list[PairPlan]:
    if assumed.disagree is not None:
        others = [name for name in ("noise", "n_answers", "cluster_size", "icc") if getattr(assumed, name) is not None]
        if others:
            raise ValueError(
                f"disagree is about one answer to each item, items independent of one another; "
                f"{listed(others, quote=False)} need sd instead."
            )
        return [plan_answers(Answers(disagree=_share_that_disagrees(assumed, wish)), wish, family=family)]
    sd = _sd(assumed, "items")
    noise = 0.0 if assumed.noise is None else positive(assumed.noise, "noise", "how much answers to one item vary")
    n_answers = 1 if assumed.n_answers is None else check_integer(assumed.n_answers, "n_answers", least=1)
    if assumed.n_answers is not None and assumed.noise is None:
        raise ValueError("n_answers needs noise: the standard deviation of the answers of a model to one item.")
    if (assumed.cluster_size is None) != (assumed.icc is None):
        raise ValueError("cluster_size and icc, the correlation within clusters, are told together.")
    size = 1.0 if assumed.cluster_size is None else positive(assumed.cluster_size, "cluster_size", "items in a cluster")
    if size < 1:
        raise ValueError(f"cluster_size must be at least 1, got {size:g}.")
    icc = 0.0 if assumed.icc is None or assumed.icc == 0 else check_fraction(assumed.icc, "icc")
    spread = ItemSpread(
        items=sd,
        answers=math.sqrt(2) * noise,
        n_answers=n_answers,
        cluster_size=size,
        design_effect=1 + (size - 1) * icc,
    )
    return [plan_items(spread, wish, family=family)]
