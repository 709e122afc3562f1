"""What a procedure does on data like one's own when there is nothing to be found."""

from dataclasses import dataclass, field, replace
from typing import Any, Literal

import pandas as pd

from foldwise._core import Caveat, html_table
from foldwise.lab._certificate_words import certificate_caveats, paragraph
from foldwise.lab._certified_pair import CertifiedPair
from foldwise.lab._procedures import label
from foldwise.lab._readjudged import Readjudged
from foldwise.runs import DataInfo, Learner
from foldwise.verdicts import Procedure, Verdict, adjust_pvalues

Null = Literal["subsamples", "generator"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Certificate:
    """The measured Type I error of a procedure, for learners and data of one's own. Made by `certify`.

    ``str(certificate)`` says it in words, with its limits.

    Parameters
    ----------
    pairs : tuple of CertifiedPair
        What was measured, for each pair of learners.
    procedure : Procedure
        Scheme and test.
    learners : tuple of Learner
        Who takes part.
    data : DataInfo
        The dataset.
    n_examples : int
        Number of examples of the datasets of the trials.
    null : {'subsamples', 'generator'}
        Where they came from.
    alpha : float
        The level of the procedure.
    n_trials : int
        Number of datasets for each pair.
    seed : int
        Determines everything.
    fit_errors : tuple, optional
        Of a generator, for each pair: error rates of both learners on the given data, and on generated data.
    """

    pairs: tuple[CertifiedPair, ...]
    procedure: Procedure
    learners: tuple[Learner, ...] = field(repr=False)
    data: DataInfo
    n_examples: int
    null: Null
    alpha: float
    n_trials: int
    seed: int
    fit_errors: tuple[tuple[tuple[float, float], tuple[float, float]], ...] = ()

    @property
    def procedure_name(self) -> str:
        """The procedure as one would type it."""
        return label(self.procedure)

    @property
    def title(self) -> str:
        """What was measured, in a few words."""
        return f"Type I error on data like {self.data.name}"

    @property
    def caveats(self) -> tuple[Caveat, ...]:
        """What to beware of: the limits of what can be known from one dataset."""
        return certificate_caveats(self)

    def readjudge(self, verdict: Verdict) -> "Certificate":
        """Judge a verdict by what was measured.

        The p-value of each comparison is referred to the p-values of the trials: where the procedure rejects too often,
        it has to be lower to count. A difference that was not significant does not become so. Adjustments for several
        comparisons are done as in the verdict.

        Parameters
        ----------
        verdict : Verdict
            Of the same procedure, on the same learners and dataset.

        Returns
        -------
        Certificate
            The same, with `readjudged` in its pairs.
        """
        self._check_same(verdict)
        rows = {(row.a, row.b): row for row in verdict.comparisons if row.dataset == self.data.name}
        missing = [f"{pair.a} vs {pair.b}" for pair in self.pairs if (pair.a, pair.b) not in rows]
        if missing:
            raise ValueError(
                f"The verdict has no comparison {missing[0]} on {self.data.name}. Certify what it compares."
            )
        own = [pair.size_adjusted(rows[pair.a, pair.b].pvalue) for pair in self.pairs]
        adjusted = adjust_pvalues(own, verdict.adjust, family=verdict.family)
        pairs = tuple(
            replace(
                pair,
                readjudged=Readjudged(
                    pvalue=rows[pair.a, pair.b].pvalue,
                    statistic=rows[pair.a, pair.b].statistic,
                    was_significant=bool(rows[pair.a, pair.b].adjusted_pvalue <= verdict.alpha),
                    # What is measured may take significance away. It is too rough to give it.
                    is_significant=bool(max(by_family, rows[pair.a, pair.b].adjusted_pvalue) <= verdict.alpha),
                    size_adjusted_pvalue=by_trials,
                    adjusted_pvalue=by_family,
                    family=verdict.family if verdict.adjust != "none" else 1,
                ),
            )
            for pair, by_trials, by_family in zip(self.pairs, own, adjusted, strict=True)
        )
        return replace(self, pairs=pairs)

    def frame(self) -> pd.DataFrame:
        """One row for each pair: rate with its exact interval, critical values, and what becomes of a verdict."""
        rows = []
        for pair in self.pairs:
            low, high = pair.interval
            critical_low, critical_high = pair.critical_interval
            row: dict[str, Any] = {
                "dataset": self.data.name,
                "a": pair.a,
                "b": pair.b,
                "rate": pair.rate,
                "low": low,
                "high": high,
                "n_rejections": pair.n_rejections,
                "n_undefined": pair.n_undefined,
                "n_trials": pair.n_trials,
                "judgement": pair.judgement,
                "critical_pvalue": pair.critical,
                "critical_low": critical_low,
                "critical_high": critical_high,
                "critical_statistic": pair.critical_statistic,
                "damaged": pair.damaged,
                "damage": pair.damage,
                "gap": pair.gap,
                "gap_error": pair.gap_error,
            }
            if pair.readjudged is not None:
                row["pvalue"] = pair.readjudged.pvalue
                row["size_adjusted_pvalue"] = pair.readjudged.size_adjusted_pvalue
                row["adjusted_pvalue"] = pair.readjudged.adjusted_pvalue
                row["significant"] = pair.readjudged.is_significant
            rows.append(row)
        return pd.DataFrame(rows)

    def __str__(self) -> str:
        return paragraph(self)

    def _repr_html_(self) -> str:
        return html_table(self.frame())

    def _check_same(self, verdict: Verdict) -> None:
        """Refuse a verdict whose p-values are not those that were measured."""
        if not isinstance(verdict, Verdict):
            raise TypeError(f"readjudge takes a Verdict, got {type(verdict).__name__}.")
        mine = self.procedure
        if mine.settled is not None or verdict.settled is not None:
            same = mine.settled == verdict.settled
            theirs = str(verdict.settled or verdict.test)
        else:
            schemes = {run.assignment.scheme for run in verdict.runs}
            same = schemes == {str(mine.scheme)} and verdict.test == mine.test
            theirs = f"{', '.join(sorted(schemes))} and {verdict.test}"
        same = same and verdict.alternative == mine.alternative and verdict.metric.is_accuracy
        if not same or verdict.alpha != self.alpha:
            raise ValueError(
                f"The certificate is about {label(mine)} and accuracy at level {self.alpha:g}, the verdict is by "
                f"{theirs}, {verdict.metric.name}, at level {verdict.alpha:g}. Certify the procedure of the verdict."
            )
