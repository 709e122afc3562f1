"""What a literature of significant results alone looks like."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Final

import numpy as np
import pandas as pd

from foldwise._core import Caveat
from foldwise.lab._glance import FirstLook
from foldwise.lab._lab_result import undefined_caveats
from foldwise.lab._power import Power, family, power
from foldwise.lab._trials import Trials
from foldwise.stats import rejection_rate

_SHARES: Final = (0.5, 0.8, 0.95)
_TWO_SIDED: Final = 1.959963984540054


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PublicationFilter(Power):
    """Significant results of studies of which some have nothing to find; made by `publication_filter`.

    Parameters
    ----------
    shares : tuple of float
        Shares of studies in which the learners do not differ.

    Examples
    --------
    >>> from foldwise.lab import publication_filter, sources
    >>> both = [sources.ExchangeableBlocks(n_examples=100, second_shift=shift) for shift in (0.35, 0.1)]
    >>> found = publication_filter("10x10", both, n_trials=20, shares=[0.9])
    >>> found.title, found.shares
    ('What is published at level 0.05', (0.9,))
    """

    shares: tuple[float, ...] = _SHARES

    @property
    def title(self) -> str:
        """What was measured."""
        return f"What is published at level {self.alpha:g}"

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """How many trials had no p-value; they are not published."""
        return undefined_caveats(self.trials)

    def frame(self) -> pd.DataFrame:
        """One row for each source that is no null, procedure, and share of nulls.

        Returns
        -------
        DataFrame
            `level` and `power` are rates of rejection on the null and on the source; `published` is the share of all
            studies that are significant, `false_share` the share of these in which nothing is to be found, with limits
            that follow from exact 95% intervals of both rates. `exaggeration` is the mean size of significant estimates
            over the true difference, with 95% limits; `wrong_sign` the share of them that favour the worse learner.
        """
        rows = []
        for place, trials in enumerate(self.trials):
            if self.differences[place] == 0:
                continue
            null = self._null_of(trials)
            for name, share in product(trials.found, self.shares):
                rows.append(self._row(null, trials, self.differences[place], name, share))
        return pd.DataFrame(rows)

    def _null_of(self, trials: Trials) -> Trials:
        """Return the null of the same kind, or the only one there is."""
        nulls = [each for each, d in zip(self.trials, self.differences, strict=True) if d == 0]
        alike = [each for each in nulls if family(each.source) == family(trials.source)]
        return (alike or nulls)[0]

    def _row(self, null: Trials, trials: Trials, difference: float, name: str, share: float) -> dict[str, Any]:
        false, true = (rejection_rate(each.found[name].pvalue[:, 0], alpha=self.alpha) for each in (null, trials))
        (false_low, false_high), (true_low, true_high) = false.confidence_interval(), true.confidence_interval()
        found = trials.found[name]
        estimates = found.estimate[:, 0][found.pvalue[:, 0] <= self.alpha] / difference
        sizes = np.abs(estimates)
        mean = float(sizes.mean()) if sizes.size else math.nan
        error = float(sizes.std(ddof=1)) / math.sqrt(sizes.size) if sizes.size > 1 else math.nan
        level, powerful = float(false.estimate), float(true.estimate)
        return {
            "source": trials.source.name,
            "procedure": name,
            "nulls": share,
            "difference": difference,
            "level": level,
            "power": powerful,
            "published": share * level + (1 - share) * powerful,
            "false_share": _false_share(share, level, powerful),
            "false_share_low": _false_share(share, float(false_low), float(true_high)),
            "false_share_high": _false_share(share, float(false_high), float(true_low)),
            "exaggeration": mean,
            "exaggeration_low": mean - _TWO_SIDED * error,
            "exaggeration_high": mean + _TWO_SIDED * error,
            "wrong_sign": float((estimates < 0).mean()) if sizes.size else math.nan,
        }

    def _first_look(self, frame: pd.DataFrame) -> FirstLook:
        worst: dict[Any, Any] = frame.loc[[frame["false_share"].fillna(-1).idxmax()]].to_dict("records")[0]
        # Of studies that all have nothing to find no true difference can be published.
        sizes = frame.loc[frame["nulls"] < 1, "exaggeration"].dropna()
        ends = dict.fromkeys(f"{end:.1f}" for end in (sizes.min(), sizes.max())) if len(sizes) else ()
        answer = f"{self.title}: nothing was found significant, so nothing is published"
        if not math.isnan(worst["false_share"]):
            answer = (
                f"{self.title}: where {worst['nulls']:.0%} of the studies have nothing to find, "
                f"{worst['false_share']:.0%} of what {worst['procedure']} calls significant is false"
            )
        if ends:
            answer += f"; true differences appear {' to '.join(ends)} times as large as they are"
        return FirstLook(
            answer=f"{answer}.",
            names=("source", "procedure"),
            numbers={
                "nulls": "nulls",
                "power": "power",
                "false among published": "false_share",
                "95% limits": ("false_share_low", "false_share_high"),
                "times too large": "exaggeration",
            },
            order="false_share",
        )


def _false_share(share: float, level: float, powerful: float) -> float:
    """Return the share of nulls among what is significant; NaN if nothing is."""
    false, true = share * level, (1 - share) * powerful
    return false / (false + true) if false + true else math.nan


def publication_filter(
    procedures: Any,
    sources: Any,
    *,
    shares: Sequence[float] = _SHARES,
    differences: Mapping[str, float] | None = None,
    n_trials: int = 1000,
    alpha: float = 0.05,
    seed: int = 0,
    n_jobs: int = 1,
    store: Any = None,
    progress: bool | None = None,
) -> PublicationFilter:
    r"""Measure what a literature that holds significant results alone would look like.

    Of many studies, a share has nothing to find, and the others a true difference. Only what a procedure calls
    significant is published. How much of it is false, and how much larger than the truth are the differences that are
    read?

    Parameters
    ----------
    procedures : Procedure, OwnProcedure, Settled, str, or a list or mapping of them
        As in `type_one_error`.
    sources : Source, or a list or mapping of them
        A null, and one source or more with a difference.
    shares : sequence of float, default (0.5, 0.8, 0.95)
        Shares of studies that have nothing to find.
    differences : mapping of str to float, optional
        As in `power`.
    n_trials, alpha, seed, n_jobs, store, progress
        As in `type_one_error`.

    Returns
    -------
    PublicationFilter
        Print it, plot it (`foldwise.plot`), report it (`foldwise.report`).

    See Also
    --------
    foldwise.stats.after_selection : How large one significant difference is to be expected on new data.

    Notes
    -----
    With share :math:`\pi` of nulls, level :math:`\alpha` and power :math:`1 - \beta`,

    .. math:: P(\text{null} \mid \text{significant}) = \frac{\pi \alpha}{\pi \alpha + (1 - \pi)(1 - \beta)},

    with the level that was measured, not the one that was promised [1]_. The factor by which significant estimates
    exceed the truth, and the share of them with the wrong sign, are those of [2]_. Salzberg's community of researchers
    is the case of :math:`\pi = 1` [3]_.

    References
    ----------
    .. [1] J. P. A. Ioannidis (2005). Why most published research findings are false. PLoS Medicine 2, e124.
    .. [2] A. Gelman and J. Carlin (2014). Beyond power calculations: assessing type S (sign) and type M (magnitude)
       errors. Perspectives on Psychological Science 9, 641-651.
    .. [3] S. L. Salzberg (1997). On comparing classifiers: pitfalls to avoid and a recommended
       approach. Data Mining and Knowledge Discovery 1, 317-328, section 3.2.

    Examples
    --------
    >>> from foldwise.lab import publication_filter, sources
    >>> both = [sources.ExchangeableBlocks(n_examples=100, second_shift=shift) for shift in (0.35, 0.1)]
    >>> found = publication_filter("10/kfold_t", both, n_trials=100, shares=[0.5, 0.95])
    >>> found.frame()[["nulls", "level", "power", "false_share"]].round(2).values.tolist()
    [[0.5, 0.15, 0.6, 0.2], [0.95, 0.15, 0.6, 0.83]]
    """
    wanted = tuple(float(share) for share in shares)
    if not wanted or not all(0 <= share <= 1 for share in wanted):
        raise ValueError(f"shares must be numbers from 0 to 1, got {list(shares)}.")
    how: dict[str, Any] = {"n_trials": n_trials, "alpha": alpha, "seed": seed}
    how |= {"n_jobs": n_jobs, "store": store, "progress": progress}
    found = power(procedures, sources, differences=differences, **how)
    if 0 not in found.differences or not any(found.differences):
        raise ValueError(
            "publication_filter needs a null and a source with a difference, got differences "
            f"{[round(each, 4) for each in found.differences]}. Take both from power_sources, say."
        )
    return PublicationFilter(
        trials=found.trials,
        differences=found.differences,
        alpha=found.alpha,
        standard_errors=found.standard_errors,
        shares=wanted,
    )
