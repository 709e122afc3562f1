"""The answer to *which learner is better, and by how much*, in numbers and in words that a statistician would sign."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from foldwise._core import Caveat, Glance, counted, listed, notebook_html, one_line
from foldwise.runs import Metric, Run
from foldwise.tuning import Ledger
from foldwise.verdicts._against import against_question
from foldwise.verdicts._family import ADJUST_WORDS, adjust_pvalues
from foldwise.verdicts.evidence._designs import VariationSource, designs_sentence, sources_sentence
from foldwise.verdicts.judging._all_alike import AllAlike, all_alike_sentences
from foldwise.verdicts.judging._comparison import Comparison, comparison_sentence, is_turned, oriented
from foldwise.verdicts.judging._forecast import breakdown_sentence, forecast_columns, forecast_sentence
from foldwise.verdicts.judging._glance import glance
from foldwise.verdicts.judging._methods import checklist_item, methods_bibtex, methods_paragraph
from foldwise.verdicts.judging._numbers import degrees_words, statistic_words
from foldwise.verdicts.judging._settlement import settlement_sentences
from foldwise.verdicts.overall import Overall
from foldwise.verdicts.tests._table import NEEDS

if TYPE_CHECKING:
    import pandas as pd

    from foldwise.verdicts.settling._settled import Settled


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Verdict:
    """The outcome of one test on every pair of learners and every dataset of some runs.

    ``str(verdict)`` is the answer at a glance, ``verdict.details()`` all of it in words. Made by `compare` and `judge`.

    Parameters
    ----------
    comparisons : tuple of Comparison
        One row per dataset and pair of learners.
    test : str
        Name of the test: the function in `foldwise.stats`.
    metric : Metric
        What was scored.
    alpha : float
        Level of the test, for the whole family of comparisons.
    rope : float or None
        Half-width of the region of practical equivalence, in the metric's units.
    alternative : {'two-sided', 'greater', 'less'}
        Direction asked for.
    adjust : {'holm', 'bonferroni', 'sidak', 'hommel', 'benjamini_hochberg', 'max_t', 'none'}
        How p-values were adjusted.
    against : str or None
        The learner that each other was compared with: `b` of every row; None if all pairs were.
    family : int
        For how many comparisons: those of the verdict, or more if more were tried.
    tries : int
        Candidates that were seen to be tried in tuning, on all datasets together; 0 if none were.
    sources : tuple of VariationSource
        The four sources of variation, and which of them the design covers.
    caveats : tuple of Caveat
        What to beware of whichever pair one looks at.
    runs : tuple of Run
        The runs behind the verdict, one per dataset: judge them again with another test without refitting. Of a settled
        verdict on three learners or more, the repeats that all of them have.
    settled : Settled or None
        The procedure that added repeats until the verdict was settled; None where their number was fixed.
    overall : Overall or None
        The answer over all datasets, where there are several; None for one, and for a test that is about several.
    ledger : Ledger or None
        All tries that a store has counted on these data, those of this verdict among them; None without a store.
    all_alike : tuple of AllAlike
        For each dataset what the test says of all learners together, if it can be asked and there are three or more.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"bayes": NaiveBayes(), "tree": C45()}
    >>> verdict = fw.compare(learners, "wine", scheme="10x10", seed=1)
    >>> verdict.test, verdict.alpha, verdict.comparisons[0].winner
    ('corrected_repeated_kfold_t', 0.05, 'bayes')
    >>> print(verdict.frame()[["a", "b", "estimate", "pvalue"]].round(3).to_string(index=False))
        a    b  estimate  pvalue
    bayes tree      0.05   0.027
    """

    comparisons: tuple[Comparison, ...]
    test: str
    metric: Metric
    alpha: float
    rope: float | None
    alternative: str
    adjust: str
    family: int
    tries: int
    sources: tuple[VariationSource, ...]
    caveats: tuple[Caveat, ...]
    runs: tuple[Run, ...]
    settled: Settled | None = None
    overall: Overall | None = None
    against: str | None = None
    ledger: Ledger | None = None
    all_alike: tuple[AllAlike, ...] = ()

    def pvalues_for_all_tries(self) -> list[float]:
        """Return p of each comparison, adjusted for all tries that a store has counted on these data.

        By the method of the verdict, or Holm's if it has none. Tries that are not shown here count as not significant.
        Without a store these are the adjusted p-values of the verdict.

        Examples
        --------
        >>> import tempfile
        >>> import foldwise as fw
        >>> from foldwise.learners import C45, NaiveBayes
        >>> from foldwise.store import Store
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     store, learners = folder + "/tries.db", {"nb": NaiveBayes(), "c45": C45()}
        ...     first = fw.compare(learners, fw.data.load("wine"), scheme="5x10", seed=1, store=store)
        ...     with Store(store) as opened:
        ...         declared = opened.declare_tries("wine", 19, note="other depths, in a notebook")
        ...     again = fw.judge(store)
        >>> again.ledger
        <Ledger of wine: 1 comparison, 19 tries declared by hand>
        >>> round(again.pvalues_for_all_tries()[0] / again.comparisons[0].pvalue)
        20
        """
        # Max-T needs the comparisons themselves, not their number.
        adjust = "holm" if self.adjust in ("none", "max_t") else self.adjust
        family = max(self.family, 0 if self.ledger is None else self.ledger.n_tries)
        return adjust_pvalues([row.pvalue for row in self.comparisons], adjust, family=family)

    def frame(self) -> pd.DataFrame:
        """One row per comparison, caveats as their codes."""
        import pandas as pd

        rows = [
            {
                "dataset": row.dataset,
                "a": row.a,
                "b": row.b,
                "score_a": row.score_a,
                "score_b": row.score_b,
                "estimate": row.estimate,
                "low": row.low,
                "high": row.high,
                "pooled_estimate": row.pooled_estimate,
                "standard_error": row.standard_error,
                "statistic": row.statistic,
                "df": row.df,
                "pvalue": row.pvalue,
                "adjusted_pvalue": row.adjusted_pvalue,
                "decision": row.decision,
                "winner": row.winner,
                "effect_size": row.effect_size,
                "p_left": row.p_left,
                "p_rope": row.p_rope,
                "p_right": row.p_right,
                **forecast_columns(row),
                "caveats": " ".join(caveat.code for caveat in (*row.caveats, *self.caveats)),
            }
            for row in self.comparisons
        ]
        # Objects, or pandas would write a winner that is None as NaN.
        return pd.DataFrame(rows).astype({"winner": object, "repeats": object, "settled": object})

    def __repr__(self) -> str:
        decisions = ", ".join(
            f"{row.a} vs {row.b} on {row.dataset}: {row.decision}{' (not settled)' if row.is_unsettled else ''}"
            for row in self.comparisons[:3]
        )
        more = f" and {len(self.comparisons) - 3} more" if len(self.comparisons) > 3 else ""
        return one_line(f"<Verdict by {self.test}: {decisions}{more}>")

    def __str__(self) -> str:
        return str(self.glance())

    def glance(self) -> Glance:
        """Return what a reader sees first: the answer, the pairs, other splits, the test, what to beware of."""
        return glance(self)

    def details(self) -> str:
        """Return all of it in words: who, by how much, how sure, on what design, every caveat.

        With several comparisons each has a line of its own, and the last paragraph holds what they share.
        """
        forecasts = [_replicates(row, self) for row in self.comparisons]
        in_common = _common_sentence(forecasts)
        over_datasets = NEEDS[self.test].reads == "datasets"
        answers = []
        for row, forecast in zip(self.comparisons, forecasts, strict=True):
            answer = comparison_sentence(row, self, over_datasets=over_datasets)
            answers.append(" ".join(filter(None, (answer, "" if in_common else forecast, breakdown_sentence(row)))))
        shared = [
            *([in_common] if in_common else []),
            test_sentence(self),
            family_sentence(self),
            *all_alike_sentences(self.all_alike, NEEDS[self.test].symbol, self.alpha),
            designs_sentence(self.runs),
            sources_sentence(self.sources),
        ]
        messages = [*_row_messages(self), *(caveat.message for caveat in self.caveats)]
        if any(_leaves_open(row, self) for row in self.comparisons):
            shared.insert(0, NOT_EQUALITY)
        if messages:
            shared.append(f"Beware: {' '.join(dict.fromkeys(messages))}")
        one_by_one = " ".join([*answers, *shared]) if len(answers) == 1 else "\n".join([*answers, " ".join(shared)])
        if self.overall is None:
            return one_by_one
        return f"{self.overall.details()}\n\nOne by one:\n{one_by_one}"

    def methods(self) -> str:
        """Return the paragraph for the methods section of a paper: how this was reached, with citations.

        See Also
        --------
        foldwise.verdicts.Verdict.bibtex : The entries of what it cites.
        foldwise.verdicts.Verdict.checklist : The item of a reproducibility checklist.

        Examples
        --------
        >>> import foldwise as fw
        >>> from foldwise.learners import C45, NaiveBayes
        >>> verdict = fw.compare({"nb": NaiveBayes(), "c45": C45()}, fw.data.load("wine"), scheme="5x10", seed=1)
        >>> print(verdict.methods())  # doctest: +ELLIPSIS
        nb and c45 were compared by accuracy on wine (178 examples). Design: 5 times 10-fold cross-validation, ...
        """
        return methods_paragraph(self)

    def bibtex(self) -> str:
        """Return BibTeX entries of the papers that `methods` cites, and of the software."""
        return methods_bibtex(self)

    def checklist(self) -> str:
        """Return the answer to a reproducibility checklist's item on statistical significance.

        What varies, how p-values and intervals are computed, what is assumed, and what to beware of.
        """
        return checklist_item(self)

    def _repr_html_(self) -> str:
        return notebook_html(self)


NOT_EQUALITY = (
    "Where no difference is established, equality is not shown either: the interval says what remains possible."
)


def test_sentence(verdict: Verdict) -> str:
    """The test, its statistic where there is one pair, its sides and level."""
    need = NEEDS[verdict.test]
    statistic = ""
    row = verdict.comparisons[0]
    # A test of one's own may return a p-value alone.
    if len(verdict.comparisons) == 1 and (not math.isnan(row.statistic) or math.isnan(row.pvalue)):
        value = statistic_words(row, need.swapped, turned=is_turned(row, verdict))
        statistic = f" ({need.symbol} = {value}{degrees_words(row.df)})"
    return f"Test: {need.label}{statistic}, {sides_words(verdict)}, level {verdict.alpha:g}."


def family_sentence(verdict: Verdict) -> str:
    """How many comparisons share the level, and how p-values were adjusted for that."""
    n_rows = len(verdict.comparisons)
    if verdict.family == 1:
        return "Family: this one comparison."
    by_dataset = Counter(row.dataset for row in verdict.comparisons)
    n_pairs = min(by_dataset.values())
    comparisons = f"{counted(n_pairs, 'pair')} of learners on {counted(len(by_dataset), 'dataset')}"
    if max(by_dataset.values()) > n_pairs:
        comparisons = f"{counted(n_rows, 'pair')} of learners, on {counted(len(by_dataset), 'dataset')} in all"
    elif NEEDS[verdict.test].reads == "datasets":
        comparisons = f"{counted(n_pairs, 'pair')} of learners"
    if verdict.against is not None:
        comparisons += f", each with {one_line(verdict.against)}"
    beyond = f", and {verdict.family - n_rows} more that were tried" if verdict.family > n_rows else ""
    how = "not adjusted" if verdict.adjust == "none" else f"adjusted by {ADJUST_WORDS[verdict.adjust]}"
    return f"Family: {counted(verdict.family, 'comparison')} ({comparisons}{beyond}), p-values {how}."


def _replicates(row: Comparison, verdict: Verdict) -> str:
    """Return how the verdict was settled, and whether another split would agree."""
    if row.settlement is None:
        return forecast_sentence(row, verdict)
    return settlement_sentences(row, verdict, turned=is_turned(row, verdict))


def _common_sentence(forecasts: list[str]) -> str:
    """Return the sentence that is the same for each of several comparisons, to be said once."""
    if len(forecasts) == 1 or len(set(forecasts)) > 1:
        return ""
    each = "Another random split of the same data would agree"
    return forecasts[0].replace(each, f"In each comparison {each[0].lower()}{each[1:]}")


def _leaves_open(row: Comparison, verdict: Verdict) -> bool:
    """Whether no difference is established and the interval, of the mean difference, tells what may be."""
    return (
        row.decision == "none"
        and verdict.alternative == "two-sided"
        and row.estimate != 0
        and row.low <= row.estimate <= row.high
    )


def _row_messages(verdict: Verdict) -> list[str]:
    """Caveats of the comparisons; what concerns some of several names them."""
    places_of: dict[str, list[str]] = {}
    for row in verdict.comparisons:
        for caveat in row.caveats:
            place = f"{one_line(row.a)} and {one_line(row.b)} on {one_line(row.dataset)}"
            places_of.setdefault(caveat.message, []).append(place)
    n_rows = len(verdict.comparisons)
    return [
        message if len(places) == n_rows else f"{listed(places, most=3, quote=False)}: {message}"
        for message, places in places_of.items()
    ]


def sides_words(verdict: Verdict) -> str:
    """Whether both directions count, or which."""
    if verdict.alternative == "two-sided":
        return "two-sided"
    if len(verdict.comparisons) > 1 and verdict.against is not None:
        return f"one-sided ({against_question(verdict.against, verdict.alternative)})"
    if len(verdict.comparisons) > 1:
        which = "first" if verdict.alternative == "greater" else "second"
        return f"one-sided (is the {which} learner of a pair, in the order given, better?)"
    row = oriented(verdict.comparisons[0], verdict)
    return f"one-sided (is {row.a} better than {row.b}?)"
