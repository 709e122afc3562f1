"""Tests over several datasets, one mean difference from each: how they are fed, and their records."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from foldwise._core import Caveat
from foldwise.stats import sign_test, wilcoxon
from foldwise.verdicts.evidence._finding import Alternative, Reading, reading
from foldwise.verdicts.tests._record import COIN_TOSSES, Feed, Need

if TYPE_CHECKING:
    from foldwise.verdicts.evidence._evidence import PairEvidence

_DATASETS: Final = "two or more datasets"


def _datasets_to(test: Callable[..., Any]) -> Feed:
    """Feed one mean difference per dataset."""

    def feed(evidence: PairEvidence, alternative: Alternative) -> Reading:
        d, options = evidence.datasets()
        result = test(d, alternative=alternative, **options)
        signs = sign_test(d, **options)
        lead = np.asarray(signs.wins) - np.asarray(signs.losses)
        return reading(result, direction=np.where(np.asarray(result.estimate) != 0, result.estimate, lead))

    return feed


def _wins_over_datasets(evidence: PairEvidence, _: Any) -> dict[str, Any]:
    d, options = evidence.datasets()
    signs = sign_test(d, **options)
    # Ties tell nobody apart, and neither test counts them.
    n = int(signs.wins) + int(signs.losses)
    return {
        "standard_error": np.nan,
        "effect_size": int(signs.wins) / n - 0.5 if n else np.nan,
        "effect_size_name": "g over datasets",
        "n_scores": n,
    }


RECORDS: Final = (
    Need(
        function=wilcoxon,
        rank=160,
        label="Wilcoxon signed rank test over datasets",
        symbol="W",
        swapped="same",
        reads="datasets",
        design=_DATASETS,
        fits=lambda setting: setting.n_datasets >= 2,
        feed=_datasets_to(wilcoxon),
        beside=_wins_over_datasets,
        other_partitions="each dataset counts once",
        questions=(9,),
        differs="asks about datasets like these, not about one of them; fewer than six cannot reject two-sided at .05",
        assumes="Datasets are independent draws; differences are symmetric over them, and comparable in size: sizes "
        "are ranked.",
        avoid="With fewer than six datasets: no outcome is significant two-sided at .05.",
        formula="z = (W_a - W_b) / sqrt(sum_i r_i^2)",
        symbols="r_i: rank of difference i; n: datasets; a, b: the learners",
        df="none: exact, or normal for many datasets",
        beware=Caveat(
            code="datasets_as_sample",
            message="The test takes the datasets for a random sample of those it speaks about, each mean difference "
            "for exact, and the sizes of differences on different datasets for comparable; if they are not, use "
            "sign_test.",
        ),
        advised_with=("10",),
    ),
    Need(
        function=sign_test,
        rank=170,
        label="sign test over datasets",
        symbol="wins",
        swapped="counted",
        reads="datasets",
        design=_DATASETS,
        fits=lambda setting: setting.n_datasets >= 2,
        feed=_datasets_to(sign_test),
        beside=_wins_over_datasets,
        other_partitions="each dataset counts once",
        questions=(9,),
        differs="counts on how many datasets each learner is ahead; fewer than six cannot reject two-sided at .05",
        assumes="Datasets are independent draws.",
        avoid="With fewer than six datasets: no outcome is significant two-sided at .05.",
        formula="P(S >= s) = 2^-m sum_{i=s..m} C(m, i)",
        symbols=COIN_TOSSES,
        df="none: the distribution is exact",
        beware=Caveat(
            code="datasets_as_sample",
            message="The test takes the datasets for a random sample of those it speaks about, and the sign of each "
            "mean difference for known.",
        ),
        advised_with=("10",),
    ),
)
