"""What scores are usually called: by scikit-learn, by other programs, and for short."""

import re
from typing import Any, Final

_LOWER: Final = {"lower_is_better": True}
_NUMBER: Final = {"lower_is_better": True, "low": 0.0, "task": "regression"}
_SHARE: Final = {"low": 0.0, "high": 1.0}
_CORRELATION: Final = {"low": -1.0, "high": 1.0}

# Name (scikit-learn's where there is one), label, scale, other names without their punctuation.
KNOWN: Final[tuple[tuple[str, str, dict[str, Any], str], ...]] = (
    ("accuracy", "accuracy", _SHARE, "acc correct correctrate percentcorrect pctcorrect accuracypercent"),
    ("balanced_accuracy", "balanced accuracy", _SHARE, "bacc balancedacc bac"),
    ("roc_auc", "area under the ROC curve", _SHARE, "auc auroc rocauc areaunderroc aucroc"),
    ("average_precision", "average precision", _SHARE, "auprc prauc areaunderprc aucpr"),
    ("f1", "F1", _SHARE, "fmeasure fscore"),
    ("f1_macro", "F1, macro average", _SHARE, "macrof1 unweightedmacroavgfmeasure"),
    ("f1_micro", "F1, micro average", _SHARE, "microf1 unweightedmicroavgfmeasure"),
    ("f1_weighted", "F1, weighted average", _SHARE, "weightedf1 weightedavgfmeasure"),
    ("precision", "precision", _SHARE, "irprecision"),
    ("recall", "recall", _SHARE, "irrecall sensitivity tpr truepositiverate"),
    ("specificity", "specificity", _SHARE, "tnr truenegativerate"),
    ("matthews_corrcoef", "Matthews correlation", _CORRELATION, "mcc matthewscorrelation"),
    ("kappa", "kappa", _CORRELATION, "kappastatistic cohenkappa cohenskappa"),
    ("r2", "R squared", {"high": 1.0, "task": "regression"}, "rsquared"),
    (
        "error_rate",
        "error rate",
        _SHARE | _LOWER,
        "error err errorrate misclassification misclassificationrate zerooneloss percentincorrect pctincorrect "
        "errorpercent",
    ),
    ("neg_root_mean_squared_error", "root mean squared error", _NUMBER, "rmse"),
    ("neg_mean_squared_error", "mean squared error", _NUMBER, "mse"),
    ("neg_mean_absolute_error", "mean absolute error", _NUMBER, "mae"),
    ("neg_log_loss", "log loss", {"lower_is_better": True, "low": 0.0}, "logloss crossentropy nll"),
    ("neg_brier_score", "Brier score", {"lower_is_better": True, "low": 0.0, "high": 2.0}, "brier"),
    ("loss", "loss", _LOWER, "testloss"),
)


def plain(name: object) -> str:
    """Letters and digits of a name, in lower case.

    >>> plain("Area_under ROC")
    'areaunderroc'
    """
    return re.sub(r"[\W_]+", "", str(name).lower())


# Each name without its punctuation, and the first of its row.
USUAL: Final = {
    word: name
    for name, label, _, others in KNOWN
    for word in {plain(name.removeprefix("neg_")), plain(label), *others.split()}
}


def usual_name(word: object) -> str | None:
    """Find what scikit-learn, or else foldwise, calls a quantity of this name.

    >>> usual_name("acc"), usual_name("RMSE"), usual_name("quality")
    ('accuracy', 'neg_root_mean_squared_error', None)
    """
    return USUAL.get(plain(word))


def is_spread(name: object) -> bool:
    """Whether a column of this name says how far scores are apart: never a score itself.

    >>> is_spread("acc_std"), is_spread("95% CI"), is_spread("standard"), is_spread("accuracy")
    (True, True, False, False)
    """
    return bool(_SPREAD & set(_words(name)))


def is_about_a_score(name: object) -> bool:
    """Whether a known quantity is part of the name, and nothing in it speaks of spread.

    >>> is_about_a_score("mean_accuracy"), is_about_a_score("accuracy_std"), is_about_a_score("n_estimators")
    (True, False, False)
    """
    return not is_spread(name) and any(word in USUAL for word in _words(name))


_SPREAD: Final = frozenset(
    ("std", "sd", "stdev", "stddev", "deviation", "se", "sem", "stderr", "var", "variance", "ci", "iqr", "min", "max")
)


def _words(name: object) -> list[str]:
    return re.findall(r"[^\W_]+", str(name).lower())
