"""One score for each learner and dataset, on terms that were checked, to the answer over datasets."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from foldwise._core import listed
from foldwise.results import ScoreTable
from foldwise.verdicts._against import check_against
from foldwise.verdicts._terms import Terms
from foldwise.verdicts.overall import Cells, Overall, make_overall


def judge_table(table: ScoreTable, terms: Terms, *, test: str | Callable[..., Any] | None = None) -> Overall:
    """Judge a table of one score for each learner and dataset.

    Parameters
    ----------
    table : ScoreTable
        The scores.
    terms : Terms
        On what terms.
    test : str or callable, optional
        None, or ``'wilcoxon'``, which is what is done.

    Returns
    -------
    Overall
    """
    if test not in (None, "wilcoxon"):
        name = test if isinstance(test, str) else "a test of your own"
        raise ValueError(
            f"One score for each learner and dataset is judged by wilcoxon for every pair, got test {name!r}. Leave "
            "the test out, or give scores of all folds; other tests of such tables are in foldwise.stats."
        )
    if len(table.learners) < 2:
        raise ValueError(f"A verdict needs two learners, but there is only {listed(table.learners, quote=False)}.")
    if terms.tries == "counted":
        raise ValueError("tries='counted' needs runs, whose tuning was seen; for a table of scores pass a number.")
    check_against(terms.against, table.learners)
    terms.check_test(None)
    terms.check_metric(table.metric)
    cells = Cells.of_scores(table.oriented(), table.learners, table.datasets, table.reasons, against=terms.against)
    overall = make_overall(cells, table.metric, terms, family=terms.family_size([], len(cells.pairs)))
    return replace(overall, caveats=(*overall.caveats, *table.caveats))
