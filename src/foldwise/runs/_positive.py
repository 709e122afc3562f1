"""Metrics of one label, such as F1 and precision: which label is the positive one, written ``f1:yes``."""

from typing import Any, Final

import numpy.typing as npt

from foldwise._core import listed, shortened

# The same for either of two labels.
_EITHER_WAY: Final = ("roc_auc",)


def split_positive(text: str) -> tuple[str, str | None]:
    """Return the name of a metric and, if one is given, the positive label.

    >>> split_positive("f1:yes"), split_positive("f1"), split_positive("f1:a:b")
    (('f1', 'yes'), ('f1', None), ('f1', 'a:b'))
    """
    name, colon, label = text.partition(":")
    return name, label if colon else None


def check_takes_positive(name: str, positive: str, *, has_direction: bool) -> None:
    """Refuse a positive label for a metric that has no use for one.

    Parameters
    ----------
    name : str
        Of the metric.
    positive : str
        The label that was given.
    has_direction : bool
        Whether the metric is about one of two labels.
    """
    if has_direction or name in _EITHER_WAY:
        return
    about_one = f" Or use {name.partition('_')[0]}." if name.startswith(("f1_", "precision_", "recall_")) else ""
    raise ValueError(
        f"Metric {name!r} is about all labels alike, so none is the positive one. Leave {shortened(positive)!r} "
        f"(--positive) out.{about_one}"
    )


def label_called(text: str, name: str, classes: npt.NDArray[Any]) -> Any:
    """Return the label of which this is the text.

    >>> import numpy as np
    >>> label_called("2", "f1", np.array([1, 2]))
    2
    """
    labels = classes.tolist()
    for label in labels:
        if str(label) == text:
            return label
    raise ValueError(
        f"Metric {name!r}: no example has the positive label {shortened(text)!r}. "
        f"The labels are {listed(map(str, labels))}."
    )


def which_is_positive(name: str, classes: npt.NDArray[Any]) -> str:
    """Return what to say if a metric is about one label, and nobody has said which."""
    labels = [shortened(label, 24) for label in classes.tolist()]
    choices = " or ".join(repr(f"{name}:{label}") for label in labels[:2])
    options = " or ".join(f"--positive {label}" for label in labels[:2])
    return (
        f"Metric {name!r} is about one label, and it is not known which of {listed(labels)}. Write {choices} (on the "
        f"command line {options}), or use an average such as f1_macro."
    )
