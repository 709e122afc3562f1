"""Whether scikit-learn would take the parameters of an estimator at all."""

from typing import Any


def are_valid(estimator: Any) -> bool:
    """Ask an estimator of scikit-learn to look at its parameters, as it does at the beginning of every fit."""
    try:
        estimator._validate_params()
        if hasattr(estimator, "steps"):
            estimator._validate_steps()
    except (AttributeError, TypeError, ValueError):
        return False
    return True
