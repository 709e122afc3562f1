"""Learning curves from parts of a dataset, on which the learners of a pilot are trained."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Final

import numpy as np

from foldwise.evaluation import evaluate
from foldwise.planning._extrapolation import Extrapolation, Floats, extrapolate
from foldwise.runs import Metric, Run
from foldwise.splits import Resampled
from foldwise.verdicts._door import loss_of, metric_losses

# Training sets beside those of the cross-validation: shares of its own, and how many of each.
_SHARES: Final = (0.11, 0.2, 0.36, 0.6)
_SUB_SAMPLES: Final = 20
# Of fewer examples little is learned, and of fewer sizes no curve.
_FEWEST_EXAMPLES: Final = 10
_FEWEST_SIZES: Final = 3


def from_sub_samples(run: Run, learners: Any, X: Any, y: Any, **how: Any) -> list[Extrapolation]:
    """Train the learners of a run on parts of its dataset, and draw out the curves of each pair.

    Parameters
    ----------
    run : Run
        Their cross-validation on all of it.
    learners, X, y, **how
        As `foldwise.evaluate` was given them.

    Returns
    -------
    list of Extrapolation
        None if there are too few examples for three training sizes.
    """
    sizes = run.sizes()
    assert sizes is not None, "whoever ran the learners knows the sizes of the folds"
    last, n = round(float(sizes[0].mean())), run.predictions.shape[-1]
    parts = [size for size in (round(share * last) for share in _SHARES) if size >= _FEWEST_EXAMPLES]
    if len(parts) < _FEWEST_SIZES - 1:
        return []
    is_stratified = run.target.task == "classification"
    schemes = [Resampled(_SUB_SAMPLES, n - size, stratified=is_stratified) for size in parts]
    tried = [*(evaluate(learners, X, y, scheme=scheme, **how) for scheme in schemes), run]
    losses = [_losses(each, run.metric) for each in tried]
    return [
        extrapolate(
            [each[[a, b]] for each in losses],
            [*parts, last],
            dataset=run.data.name,
            a=run.learner_names[a],
            b=run.learner_names[b],
        )
        for a, b in combinations(range(len(run.learners)), 2)
    ]


def _losses(run: Run, metric: Metric) -> Floats:
    """Return losses of examples where the metric is a mean of them, else what each repeat lacks."""
    if loss_of(metric) is not None and run.has_predictions:
        return metric_losses(run, metric)
    return np.asarray(-np.nanmean(run.scores(metric), axis=2, keepdims=True))
