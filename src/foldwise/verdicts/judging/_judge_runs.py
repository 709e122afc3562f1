"""Runs, on terms that were checked, to a verdict, a panel or estimates."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from foldwise._core import IncompleteRunError, SchemeMismatchError, listed
from foldwise.runs import Metric, Run, as_metric
from foldwise.verdicts._against import check_against
from foldwise.verdicts._terms import Terms
from foldwise.verdicts.estimates._estimate import estimate_runs
from foldwise.verdicts.evidence._pair import Pair, make_pairs
from foldwise.verdicts.evidence._setting import Setting
from foldwise.verdicts.judging._choose import check_fits, choose_test, fitting_tests, warn_if_inadvisable
from foldwise.verdicts.judging._half_size import whole_by_dataset
from foldwise.verdicts.judging._make_verdict import make_verdict
from foldwise.verdicts.judging._panel import Panel
from foldwise.verdicts.tests._own_test import OWN, function_name, own_need
from foldwise.verdicts.tests._table import NEEDS


def judge_runs(
    runs: Sequence[Run],
    terms: Terms,
    *,
    test: str | Callable[..., Any] | None = None,
    metric: Any = None,
    whole: Sequence[Run] = (),
) -> Any:
    """Judge runs on several datasets as one family, on terms that were checked.

    Parameters
    ----------
    runs : sequence of Run
        One for each dataset.
    terms : Terms
        On what terms.
    test, metric, whole
        As in `judge`.

    Returns
    -------
    Verdict, Panel or Estimates
    """
    names = [run.data.name for run in runs]
    if len(set(names)) < len(names):
        raise ValueError(
            f"Each dataset may be judged once, but the runs are on {listed(names)}. If these are different data, "
            "evaluate them under different names, such as Dataset(X, y, name='second')."
        )
    if metric is None and len({run.metric.name for run in runs}) > 1:
        raise ValueError("The runs were made with different metrics: name the one to judge by.")
    check_against(terms.against, [name for run in runs for name in run.learner_names])
    metric = runs[0].metric if metric is None else as_metric(metric, runs[0].target.task)
    larger = whole_by_dataset(runs, whole, metric) if whole else {}
    if all(len(run.learners) == 1 for run in runs):
        if test is not None:
            raise ValueError(
                f"A test compares two learners, but there is only {runs[0].learner_names[0]}. Leave test out for an "
                "estimate of its score, or add a learner."
            )
        return estimate_runs(
            runs, metric, alpha=terms.alpha, allow_partial=terms.allow_partial, interval=terms.interval
        )
    if terms.interval is not None:
        raise ValueError(
            f"interval is for one learner, and there are {len(runs[0].learners)}. Compare them by a test instead, such "
            "as test='nested_cv_z' or 'conservative_z', whose interval is for the difference."
        )
    settings = [Setting.of(run, metric, len(runs)) for run in runs]
    if test == "all" or callable(test):
        terms.check_test(None)
    if test == "all":
        usable = [name for name in fitting_tests(settings[0]) if all(name in fitting_tests(item) for item in settings)]
        if not usable:
            choose_test(settings[0], None)
        return _make_panel(runs, _pair_up(runs, metric, terms), usable, terms, larger)
    if callable(test):
        own = own_need(f"{OWN}{function_name(test)}", test)
        for setting in settings:
            check_fits(own, setting)
        return make_verdict(runs, _pair_up(runs, metric, terms), own, terms, larger)
    tests = {choose_test(setting, test) for setting in settings}
    if len(tests) > 1:
        raise ValueError(
            f"The runs have different designs, for which {' and '.join(sorted(tests))} are advised: name a test."
        )
    (name,) = tests
    terms.check_test(name)
    warn_if_inadvisable(name)
    return make_verdict(runs, _pair_up(runs, metric, terms), NEEDS[name], terms, larger)


def _pair_up(runs: Sequence[Run], metric: Metric, terms: Terms) -> list[list[Pair]]:
    """All pairs of each run, scored once for whatever tests will be applied."""
    terms.check_metric(metric)
    how: dict[str, Any] = {"allow_partial": terms.allow_partial, "n_datasets": len(runs), "against": terms.against}
    by_run = [make_pairs(run, metric, **how) for run in runs]
    if not any(by_run):
        if terms.against is not None:
            raise ValueError(f"There is no dataset on which {terms.against} and another learner have scores.")
        raise ValueError(
            f"A verdict needs two learners, but on {runs[0].data.name} there is only {runs[0].learner_names[0]}."
        )
    return by_run


def _make_panel(
    runs: Sequence[Run],
    by_run: Sequence[Sequence[Pair]],
    tests: Sequence[str],
    terms: Terms,
    whole: Mapping[str, Run],
) -> Panel:
    """Judge the pairs by each of the tests; one that cannot do it after all is listed with the reason."""
    verdicts = []
    reasons = {name: need.design for name, need in NEEDS.items()}
    errors: list[Exception] = []
    for name in tests:
        if terms.alternative != "two-sided" and not NEEDS[name].has_sides:
            reasons[name] = "a two-sided question: a ratio of variances has no sides"
            continue
        try:
            verdicts.append(make_verdict(runs, by_run, NEEDS[name], terms, whole))
        except (IncompleteRunError, SchemeMismatchError) as error:
            # Missing folds, or sizes that only a correction needs.
            reasons[name] = str(error)
            errors.append(error)
    if not verdicts:
        raise errors[0]
    return Panel.of(verdicts, reasons)
