"""What a settled verdict asks to beware of, with what to do about it."""

from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from foldwise._core import Caveat
from foldwise.verdicts._case import Case
from foldwise.verdicts._metric_losses import loss_of
from foldwise.verdicts._pair import Pair
from foldwise.verdicts._settled import Settled
from foldwise.verdicts._settlement import Settlement

Floats = npt.NDArray[np.float64]

_SMALL: Final = 60
_FEW: Final = 10
_SMALL_RISK: Final = 0.01

_FEW_DISCORDANT = Caveat(
    code="few_discordant",
    message=f"Fewer than {_FEW} examples tell the two learners apart: the verdict hangs on them; look at them one by "
    "one, or get more data.",
)
_SMALL_SAMPLE = Caveat(
    code="small_sample",
    message=f"With fewer than {_SMALL} examples, or groups of them, the level is least certain (up to .17 at .05 was "
    "measured): prefer strict=True (settled:strict), or more data.",
)
_SMALL_STRICT = Caveat(
    code="small_sample",
    message=f"With fewer than {_SMALL} examples, or groups of them, little can be found, whatever the test: get more "
    "data before concluding that there is no difference.",
)
_SIZE_DEPENDENT = Caveat(
    code="size_dependent",
    message="Ten-fold cross-validation, which trains on nearly all examples, gives another difference: the order of "
    "the learners may depend on the size of the training set; compare them at the size that you will use.",
)
_UNSETTLED = Caveat(
    code="unsettled",
    message="The budget ended before the verdict was settled: another execution may decide otherwise; give a larger "
    "budget (max_fits, --max-fits), or report it as open.",
)
_TIME_LIMITED = Caveat(
    code="time_limited",
    message="The budget was time, so the number of repeats depends on the machine: give max_repeats, as they were, to "
    "repeat this exactly.",
)
_NOT_KNOWN = Caveat(
    code="unsettled",
    message="The budget ended before the variance was known well enough to call the verdict settled: give a larger "
    "budget (max_fits, --max-fits).",
)
_BY_GROUP = Caveat(
    code="by_group",
    message="The difference is the mean over groups, each counting the same, which is what the strict test is about; "
    "the scores are means over folds.",
)
REPEATS_ADDED = Caveat(
    code="repeats_added",
    message="Repeats were added until another verdict was settled; a test of a fixed number of repeats, on these, has "
    "a smaller p than the settled one and does not know that: rely on the settled verdict.",
)
_HALF_SIZE = Caveat(
    code="half_size",
    message="The test is about learners trained on half of the examples; the ten-fold estimate beside it is about "
    "nearly all.",
)


def pair_caveats(case: Case, settlement: Settlement, n_independent: int) -> Iterator[Caveat]:
    """List what to beware of for one pair; `n_independent` counts examples, or groups of them."""
    pair = case.pair
    assert pair is not None
    assert case.found is not None
    losses = _example_losses(pair) if _depends_on_losses(pair) else None
    if losses is not None and np.isfinite(losses).all():
        n_discordant = int((losses[0] != losses[1]).any(axis=0).sum())
        if 0 < n_discordant < _FEW:
            yield _FEW_DISCORDANT
    if n_independent < _SMALL:
        yield _SMALL_STRICT if settlement.form == "two-fold" else _SMALL_SAMPLE
    if settlement.ten_fold_estimate is not None:
        gap = settlement.ten_fold_estimate - case.found.estimate
        opposite = settlement.ten_fold_estimate * case.found.estimate < 0
        if opposite or abs(gap) > case.found.standard_error:
            yield _SIZE_DEPENDENT
    if n_independent < pair.run.target.values.size and settlement.form == "two-fold":
        yield _BY_GROUP
    if not settlement.settled:
        # Far from the boundary by an error that is itself not known.
        yield _NOT_KNOWN if settlement.looks[-1].risk < _SMALL_RISK else _UNSETTLED


def verdict_caveats(settled: Settled, form: str, metric_label: str) -> Iterator[Caveat]:
    """List what to beware of whichever pair one looks at."""
    if form == "two-fold":
        yield _HALF_SIZE
    if form == "ten-fold" and (settled.strict or settled.guard):
        asked = "strict" if settled.strict else "guard"
        yield Caveat(
            code="not_a_mean",
            message=f"{metric_label} is no mean over examples, which {asked}=True needs: the corrected ten-fold test "
            "was settled instead; for a metric such as accuracy or mean squared error it would not be.",
        )
    if settled.max_seconds is not None:
        yield _TIME_LIMITED


def _depends_on_losses(pair: Pair) -> bool:
    """Whether learners that lose the same on an example are alike there by the metric: not where ranks are scored."""
    return loss_of(pair.setting.metric) is not None or pair.setting.metric.response == ("predict",)


def _loss_name(pair: Pair) -> str:
    """Name the loss of the metric, or that of the task where the metric has none."""
    return loss_of(pair.setting.metric) or ("zero_one" if pair.setting.task == "classification" else "squared")


def _example_losses(pair: Pair) -> Floats | None:
    """Losses (2, n_repeats, n_examples) of the two learners in the repeats without a failure."""
    whole = pair.kept.all(axis=1)
    if not whole.any():
        return None
    return pair.run.losses(_loss_name(pair))[[pair.a, pair.b]][:, whole]
