"""Schemes by their short names, as typed on the command line."""

import re
from typing import Any

from foldwise._core import close_names
from foldwise.splits._balanced import BalancedTwoFold
from foldwise.splits._distinct_samples import DistinctSamples
from foldwise.splits._foreign import is_foreign
from foldwise.splits._halved import HalvedKFold
from foldwise.splits._k_fold import FiveByTwo, KFold, RepeatedKFold
from foldwise.splits._nested import NestedKFold
from foldwise.splits._random_split import DisjointTraining, Holdout, Resampled
from foldwise.splits._rolling_origin import RollingOrigin
from foldwise.splits._scheme import Scheme
from foldwise.splits._split_halves import SplitHalves

_FORMS = (
    "'10x10' (repeats x folds), '10' (folds), '5x2', 'holdout:0.33', 'resampled:100:0.1', 'halved:50:10', "
    "'balanced:3', 'nested:3:5', 'split-halves:5:10:0.1', 'disjoint:5:0.5', 'distinct:10:0.33', 'rolling:10:24'"
)


def parse_scheme(text: str) -> Scheme:
    """Make a scheme from its short name.

    ``'RxK'`` is R repeats of K-fold cross-validation, ``'K'`` a single one, ``'5x2'`` Dietterich's five halvings,
    ``'balanced:M'`` M halvings any two of which share a quarter, ``'holdout:SIZE'`` one random split,
    ``'resampled:N:SIZE'`` N of them, ``'halved:N:K'`` N halvings with K-fold cross-validation in each half,
    ``'nested:R:K'`` R repeats of K-fold cross-validation with another inside each, ``'split-halves:N:M:SIZE'`` N random
    splits of all examples and of both halves of M halvings, ``'disjoint:N:SIZE'`` N training sets without a common
    example and one test set, ``'distinct:N:SIZE'`` N samples without a common example, each with a test set of its
    own, ``'rolling:N:SIZE'`` N origins in the order of the rows, each trained on the rows before
    it and tested on the next SIZE (``':gap=N'``, ``':step=N'`` and ``':last=N'`` set the rows left out in between,
    those from one origin to the next, and the most to train on). A size, that of a test set, is a fraction or a number
    of examples; that of rolling origins is a number. ``':stratified'`` or ``':plain'`` at the end overrides the
    default.

    Examples
    --------
    >>> print(parse_scheme("10x10"), parse_scheme("holdout:0.33"), parse_scheme("2x5:plain"))
    RepeatedKFold(10, 10) Holdout(0.33) RepeatedKFold(5, 2, stratified=False)
    """
    words = text.strip().lower().split(":")
    stratified = None
    if words[-1] in ("stratified", "plain"):
        stratified = words.pop() == "stratified"
    try:
        return _make(words, stratified)
    except (TypeError, ValueError) as error:
        reason = "" if str(error).startswith(("invalid literal", "could not convert")) else f" {error}"
        raise ValueError(f"scheme must be one of {_FORMS}, got {text!r}.{reason or _hint(text)}") from None


def _hint(text: str) -> str:
    """Propose the scheme that someone wanted who writes it as others do.

    >>> _hint("10-fold CV"), _hint("5 x 2cv"), _hint("ten")
    (" Did you mean '10'?", " Did you mean '5x2'?", '')
    """
    bare = re.sub(r"[\W_]+", "", text.lower())
    numbers = re.fullmatch(r"(?:cv|kfold)?(\d+)(?:(?:x|times)(\d+))?(?:folds?)?(?:cv)?", bare)
    if numbers:
        meant = ["x".join(filter(None, numbers.groups()))]
    else:
        meant = close_names(text, ("settled", "settled:strict", "settled:guard"), most=1) or close_names(
            text, _CALLED, most=1, called=_CALLED
        )
    return f" Did you mean {meant[0]!r}?" if meant else ""


# What others call them, without punctuation.
_CALLED = {
    "10": "cv kfold crossvalidation stratified stratifiedkfold",
    "10x10": "repeated repeatedkfold repeatedcv repeatedstratifiedkfold",
    "holdout:0.33": "traintest traintestsplit split",
    "resampled:100:0.1": "shufflesplit resample resampling subsampling montecarlo",
    "rolling:10:24": "timeseriessplit timeseries rollingorigin walkforward expandingwindow backtest temporal",
}


def _make(words: list[str], stratified: bool | None) -> Scheme:
    match words:
        case ["5x2"]:
            return FiveByTwo(stratified=stratified)
        case [kfold] if numbers := re.fullmatch(r"(\d+)x(\d+)", kfold):
            return RepeatedKFold(int(numbers[2]), int(numbers[1]), stratified=stratified)
        case [kfold] if kfold.isdecimal():
            return KFold(int(kfold), stratified=stratified)
        case ["holdout"]:
            return Holdout(stratified=stratified)
        case ["holdout", size]:
            return Holdout(_size(size), stratified=stratified)
        case ["resampled", count, size]:
            return Resampled(int(count), _size(size), stratified=stratified)
        case ["halved", count, n_folds]:
            return HalvedKFold(int(n_folds), int(count), stratified=stratified)
        case ["balanced", count]:
            return BalancedTwoFold(int(count), stratified=stratified)
        case ["nested", count, n_folds]:
            return NestedKFold(int(n_folds), int(count), stratified=stratified)
        case ["split-halves", n_splits, n_halvings, size]:
            return SplitHalves(int(n_splits), int(n_halvings), _size(size), stratified=stratified)
        case ["disjoint", count, size]:
            return DisjointTraining(int(count), _size(size), stratified=stratified)
        case ["distinct", count, size]:
            return DistinctSamples(int(count), _size(size), stratified=stratified)
        case ["rolling", count, size, *options]:
            return RollingOrigin(int(count), int(size), **_rolling_options(options), stratified=stratified)
    raise ValueError("invalid literal")


def _rolling_options(words: list[str]) -> dict[str, int]:
    """Read options of rolling origins.

    >>> _rolling_options(["gap=2", "last=100"])
    {'gap': 2, 'max_train_size': 100}
    """
    called = {"gap": "gap", "step": "step", "last": "max_train_size"}
    options = {}
    for word in words:
        name, _, value = word.partition("=")
        if name not in called or not value.isdecimal():
            raise ValueError(f"After the size come gap=, step= and last= with whole numbers, not {word!r}.")
        options[called[name]] = int(value)
    return options


def _size(text: str) -> float:
    return int(text) if text.isdecimal() else float(text)


def as_scheme(scheme: Any) -> Any:
    """Return a scheme, a foreign splitter, or what a short name stands for; refuse anything else.

    Examples
    --------
    >>> from foldwise.splits import KFold, as_scheme
    >>> as_scheme("2x5")
    RepeatedKFold(stratified=None, n_folds=5, n_repeats=2)
    >>> as_scheme(KFold(10))
    KFold(stratified=None, n_folds=10)
    """
    if isinstance(scheme, str):
        return parse_scheme(scheme)
    if isinstance(scheme, int) and not isinstance(scheme, bool):
        return KFold(scheme)
    if isinstance(scheme, Scheme) or hasattr(scheme, "split"):
        return scheme
    if is_foreign(scheme):
        # Splits that can be read only once would be gone for the next dataset.
        return list(scheme)
    raise TypeError(
        f"scheme must be a scheme of foldwise.splits, a scikit-learn splitter, a list of (train, test) indices or one "
        f"of {_FORMS}, got {type(scheme).__name__}."
    )
