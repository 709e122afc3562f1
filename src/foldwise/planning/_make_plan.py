"""The verb that says how much is needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, Final

from foldwise._core import Caveat, check_choice, one_line
from foldwise.evaluation import evaluate
from foldwise.planning._assumed import Assumed, plan_assumed
from foldwise.planning._datasets import TESTS, n_draws, plan_datasets
from foldwise.planning._extrapolation import Extrapolation
from foldwise.planning._folds import plan_folds
from foldwise.planning._items import Answers, plan_answers, plan_items
from foldwise.planning._pilot import dataset_spread, fold_spreads, item_spreads, table_of_runs
from foldwise.planning._plan import PairPlan, Plan
from foldwise.planning._sub_samples import from_sub_samples
from foldwise.planning._terms import Wish
from foldwise.planning._words import says_little
from foldwise.results import ItemScores, ScoreTable, as_results
from foldwise.runs import Metric, Run, as_metric
from foldwise.verdicts._door import is_store, open_store, stored_runs

_FOLD_TESTS: Final = {True: "corrected repeated k-fold t test", False: "corrected resampled t test"}


def plan(
    pilot: Any = None,
    X: Any = None,
    y: Any = None,
    *,
    difference: float,
    power: float = 0.8,
    alpha: float = 0.05,
    of: str | None = None,
    metric: Any = None,
    scheme: Any = None,
    columns: Any = None,
    learners: Sequence[str] | None = None,
    study: str | None = None,
    test: str | None = None,
    sd: float | None = None,
    disagree: float | None = None,
    n_examples: int | None = None,
    n_learners: int | None = None,
    noise: float | None = None,
    n_answers: int | None = None,
    cluster_size: float | None = None,
    icc: float | None = None,
    seed: int | None = None,
    n_jobs: int = 1,
    progress: bool | None = None,
) -> Plan:
    r"""Say how many examples, repeats, datasets or items it takes to find a difference, before the work is done.

    Parameters
    ----------
    pilot : Run, several of them, Store, ScoreTable, ItemScores, DataFrame, mapping or path; or learners, optional
        Small results of the same kind as the work to come: all that `foldwise.judge` takes. With `X`, learners, which
        are then run on these data, also on parts of them. Without it numbers are assumed.
    X, y : optional
        Data for the learners, as `foldwise.evaluate` takes them.
    difference : float
        The smallest difference that matters, in the metric's units. Nothing is planned from the difference that the
        pilot happens to show.
    power : float, default 0.8
        How surely it is to be found.
    alpha : float, default 0.05
        Level, for all comparisons together.
    of : {'examples', 'datasets', 'items'}, optional
        Of what there may be more. By default what the pilot is about: examples (and repeats) for a cross-validation,
        datasets for several of them or for one score of each learner on each, items for a score of each.
    metric, scheme, columns, learners, study
        As in `foldwise.judge`. With `X`, or assumed numbers, `scheme` is the cross-validation; 10x10 by default.
    test : {'wilcoxon', 'sign_test'}, optional
        The test over datasets; the first by default.
    sd : float, optional
        Assumed: the standard deviation of the differences, of folds, of datasets, or (:math:`\omega`) of items.
    disagree : float, optional
        Assumed, instead of it: on which share of the examples or items only one of two learners is right.
    n_examples : int, optional
        Assumed: the size of the dataset that there is.
    n_learners : int, default 2
        Assumed: how many learners are compared with one another.
    noise, n_answers : optional
        Assumed, of items: the standard deviation of the answers of a model to one item, and their number.
    cluster_size, icc : optional
        Assumed, of items: how many belong together, and the correlation of their differences.
    seed, n_jobs, progress
        As in `foldwise.evaluate`, for learners and data.

    Returns
    -------
    Plan
        Print it, plot it (`foldwise.plot`), report it (`foldwise.report`).

    Notes
    -----
    *Examples and repeats.* The corrected tests take folds for equally correlated, by :math:`\rho = n_2 / (n_1 + n_2)`.
    If they are, t is noncentral with :math:`J - 1` degrees of freedom and :math:`\delta / (\sigma \sqrt{1/J + n_2 /
    n_1})`, `J` being the number of folds in all. More repeats make the first term small; the second stays: that is the
    ceiling. More examples make :math:`\sigma^2` smaller in proportion.

    *Items.* By the t test :math:`n = (z_{1-\alpha/2} + z_{1-\beta})^2 (D \omega^2 + (\sigma_A^2 + \sigma_B^2) / K) /
    \delta^2` with `K` answers to each item and the design effect `D` of clusters [1]_, here with Student's t. Of right
    and wrong answers the power of the exact test is summed over all numbers of disagreements.

    *Datasets.* Differences are drawn from the normal law, and tested as `foldwise.judge` would, p-values adjusted by
    Holm's method; one learner is ahead of all others by the difference.

    The band is that of the spread alone, a 90% interval by the chi-square distribution (of a share, Clopper and
    Pearson's). With several comparisons of folds or items each is planned at the level of Holm's first step.

    References
    ----------
    .. [1] E. Miller (2024). Adding error bars to evals: a statistical approach to language model evaluations.
       arXiv:2411.00640.

    Examples
    --------
    >>> import foldwise as fw
    >>> print(fw.plan(of="examples", sd=0.06, n_examples=300, difference=0.02).glance().headline)
    About 2,700 examples; no number of repeats will do.
    """
    wish = Wish(difference=difference, power=power, alpha=alpha)
    if of is not None:
        check_choice(of, "of", ("examples", "datasets", "items"))
    assumed = Assumed(
        sd=sd,
        disagree=disagree,
        n_examples=n_examples,
        n_learners=n_learners,
        test=test,
        noise=noise,
        n_answers=n_answers,
        cluster_size=cluster_size,
        icc=icc,
        scheme=scheme if pilot is None else None,
    )
    if pilot is None:
        if X is not None or of is None:
            raise ValueError(
                "plan needs a pilot (results, or learners with their data), or of='examples', 'datasets' or 'items' "
                "with assumed numbers such as sd."
            )
        pairs, family = plan_assumed(of, assumed, wish)
        draws = n_draws(assumed.n_learners or 2) if of == "datasets" else 0
        label = _label(of, pairs, assumed.test)
        return _finished(of, pairs, wish, family, label, metric=None, assumed=assumed.known, draws=draws)
    if X is not None:
        return _from_learners(
            pilot, X, y, wish, of, assumed, metric, scheme, seed=seed, n_jobs=n_jobs, progress=progress
        )
    results, metric = _read(pilot, metric=metric, scheme=scheme, columns=columns, learners=learners, study=study)
    return _from_results(results, metric, wish, of, assumed)


def _read(pilot: Any, **how: Any) -> tuple[Any, Any]:
    """Return runs, a table of scores or scores of items, and the metric that is still to be asked for."""
    given = [name for name, value in how.items() if value is not None]
    if is_store(pilot):
        if how["scheme"] is not None or how["columns"] is not None:
            raise ValueError("scheme and columns describe results from elsewhere; a store knows its own.")
        with open_store(pilot) as store:
            return tuple(stored_runs(store, how["study"], how["learners"])), how["metric"]
    if how.pop("study") is not None:
        raise ValueError("study names one of the studies of a store, but no store was given.")
    of_ours = [pilot] if isinstance(pilot, Run | ItemScores | ScoreTable) else pilot
    if (
        isinstance(of_ours, list | tuple)
        and of_ours
        and all(isinstance(e, Run | ItemScores | ScoreTable) for e in of_ours)
    ):
        beside = [name for name in given if name != "metric"]
        if beside:
            raise ValueError(
                f"{beside[0]} describes results from elsewhere; a {type(of_ours[0]).__name__} knows its own."
            )
        if isinstance(of_ours[0], ScoreTable):
            return of_ours[0], None
        return tuple(of_ours), how["metric"]
    if (
        not isinstance(pilot, str | PathLike | list | tuple)
        and not hasattr(pilot, "keys")
        and not hasattr(pilot, "fit")
    ):
        raise TypeError(
            "plan needs a Run, or several, or results from elsewhere as a pilot: a table, the path of a file, a store. "
            f"Got a {type(pilot).__name__}."
        )
    return as_results(pilot, **how)[0], None


def _from_results(results: Any, metric: Any, wish: Wish, of: str | None, assumed: Assumed) -> Plan:
    """Plan from what was read."""
    if isinstance(results, ScoreTable):
        _refuse_other(of, "datasets", "one score of each learner on each dataset")
        return _of_table(results.learners, results.oriented(), results.metric, wish, assumed, results.caveats)
    if isinstance(results[0], ItemScores):
        _refuse_other(of, "items", "scores of items")
        assumed.refuse_beside_pilot(())
        return _of_items(results, wish)
    runs = results
    resolved = runs[0].metric if metric is None else as_metric(metric, runs[0].target.task)
    if of == "items":
        raise ValueError(
            "of='items' is about models as they are, scored example by example; this pilot trains learners on folds. "
            "Plan its examples, or give scores of items."
        )
    if of == "datasets" or (of is None and len(runs) > 1):
        names, scores = table_of_runs(runs, resolved)
        return _of_table(names, scores, resolved, wish, assumed, ())
    assumed.refuse_beside_pilot(())
    return _of_runs(runs, resolved, wish)


def _refuse_other(of: str | None, fitting: str, what: str) -> None:
    if of not in (None, fitting):
        raise ValueError(f"This pilot holds {what}: it tells about {fitting}, not about {of}. Leave of out.")


def _of_runs(runs: Sequence[Run], metric: Metric, wish: Wish, extrapolations: Sequence[Extrapolation] = ()) -> Plan:
    wish.check_metric(metric)
    found = [(run, row) for run in runs for row in fold_spreads(run, metric)]
    pairs = [
        plan_folds(spread, wish, family=len(found), dataset=run.data.name, a=a, b=b, estimate=estimate)
        for run, (a, b, estimate, spread) in found
    ]
    label = _FOLD_TESTS[found[0][1][3].n_folds > 1]
    return _finished("examples", pairs, wish, len(found), label, metric=metric, extrapolations=tuple(extrapolations))


def _of_items(results: Sequence[ItemScores], wish: Wish) -> Plan:
    wish.check_metric(results[0].metric)
    found = [(scores, row) for scores in results for row in item_spreads(scores)]
    pairs = []
    for scores, (a, b, estimate, spread) in found:
        names = {"dataset": scores.dataset, "a": a, "b": b}
        if isinstance(spread, Answers):
            pairs.append(plan_answers(spread, wish, family=len(found), estimate=estimate, **names))
        else:
            pairs.append(plan_items(spread, wish, family=len(found), estimate=estimate, **names))
    return _finished("items", pairs, wish, len(found), _label("items", pairs, None), metric=results[0].metric)


def _of_table(
    names: Sequence[str], scores: Any, metric: Metric, wish: Wish, assumed: Assumed, caveats: Sequence[Caveat]
) -> Plan:
    assumed.refuse_beside_pilot(("test",))
    wish.check_metric(metric)
    test = check_choice("wilcoxon" if assumed.test is None else assumed.test, "test", TESTS)
    ordered, estimates, n, spread = dataset_spread(names, scores, test)  # type: ignore[arg-type]
    pairs = plan_datasets(spread, wish, n_datasets=n, names=ordered, estimates=estimates)
    family, draws = len(names) * (len(names) - 1) // 2, n_draws(len(names))
    label = _label("datasets", pairs, test)
    return _finished("datasets", pairs, wish, family, label, metric=metric, draws=draws, caveats=tuple(caveats))


def _from_learners(
    learners: Any,
    X: Any,
    y: Any,
    wish: Wish,
    of: str | None,
    assumed: Assumed,
    metric: Any,
    scheme: Any,
    *,
    seed: int | None,
    n_jobs: int,
    progress: bool | None,
) -> Plan:
    """Run a pilot on the data, and of one dataset parts of it, too."""
    how: dict[str, Any] = {"metric": metric, "seed": seed, "n_jobs": n_jobs, "progress": progress}
    made = evaluate(learners, X, y, scheme=scheme, **how)
    runs = made if isinstance(made, list) else [made]
    if len(runs) > 1 or of not in (None, "examples"):
        return _from_results(tuple(runs), None, wish, of, assumed)
    assumed.refuse_beside_pilot(())
    run = runs[0]
    wish.check_metric(run.metric)
    return _of_runs([run], run.metric, wish, from_sub_samples(run, learners, X, y, **how))


def _label(of: str, pairs: Sequence[PairPlan], test: str | None) -> str:
    """Return the test in words."""
    if of == "datasets":
        return TESTS[test or "wilcoxon"]
    if of == "examples":
        return _FOLD_TESTS[pairs[0].amounts[0].unit == "repeat"]
    is_counted = pairs[0].spread_of.startswith("share")
    units = "clusters" if any(each.unit == "cluster" for each in pairs[0].amounts) else "items"
    return (
        "exact binomial test of the items that only one of the two has right"
        if is_counted
        else f"paired t test of {units}"
    )


def _finished(
    of: Any,
    pairs: Sequence[PairPlan],
    wish: Wish,
    family: int,
    test: str,
    *,
    metric: Metric | None,
    assumed: Mapping[str, Any] | None = None,
    draws: int = 0,
    extrapolations: tuple[Extrapolation, ...] = (),
    caveats: tuple[Caveat, ...] = (),
) -> Plan:
    beware = list(caveats)
    wide = [pair for pair in pairs if says_little(pair)]
    if wide:
        some = one_line(f"{wide[0].a} and {wide[0].b}")
        beware.append(
            Caveat(
                code="small_pilot",
                message=f"The pilot is too small: how much {some} differ from one case to the next is hardly known, "
                "so that what is needed may be ten times as much or a tenth.",
            )
        )
    if assumed:
        beware.append(
            Caveat(
                code="assumed_numbers",
                message="Nothing was measured: the plan is as good as the numbers that were assumed. A small pilot "
                "says how far off they are.",
            )
        )
    if of == "examples":
        beware.append(
            Caveat(
                code="assumed_correlation",
                message="Folds are taken to be correlated as the corrected test assumes. Where learners are unstable "
                "they are more so, and the power is further from the plan.",
            )
        )
    return Plan(
        of=of,
        pairs=tuple(pairs),
        difference=wish.difference,
        wish=wish.power,
        alpha=wish.alpha,
        family=family,
        test=test,
        metric=metric,
        assumed=assumed or {},
        extrapolations=extrapolations,
        n_draws=draws,
        caveats=tuple(beware),
    )
