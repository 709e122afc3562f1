"""A study checked against its data: all of them are loaded and split before anything is fitted."""

from foldwise._core import FoldwiseError, SchemeMismatchError, StudyFileError, listed, one_line
from foldwise.runs import Metric, as_metric
from foldwise.runs._door import Plan, make_plans
from foldwise.studies._dataset import StudyDataset
from foldwise.studies._kept import needed_metric
from foldwise.studies._settling import procedure_of
from foldwise.studies._study import Study
from foldwise.studies._toml import toml_lines, where
from foldwise.verdicts import NEEDS, Settled, usable_tests


def plan_study(study: Study) -> list[Plan]:
    """Load and split all data of a study.

    Parameters
    ----------
    study : Study
        What is asked for.

    Returns
    -------
    list of Plan
        One for each dataset.

    Raises
    ------
    StudyFileError
        If something of a study file does not go with its data; the message names the line.

    Examples
    --------
    >>> study = Study(name="first", datasets=["iris"], learners={"bayes": "nb"}, scheme="2x3")
    >>> [(plan.dataset.name, plan.assignment.folds.shape) for plan in plan_study(study)]
    [('iris', (2, 150))]
    """
    plans = [_plan(study, source) for source in study.datasets.values()]
    tasks = {plan.target.task: plan.dataset.name for plan in plans}
    if len(tasks) > 1:
        (one, first), (other, second) = tasks.items()
        raise ValueError(
            f"One study is about one task, but {first!r} is {one} and {second!r} is {other}. Make two studies."
        )
    _check_tests(study, plans)
    return plans


def _plan(study: Study, source: StudyDataset) -> Plan:
    dataset, groups = source.load()
    try:
        metric, probabilities = needed_metric(study.metrics)
        if isinstance(study.scheme, Settled):
            procedure = procedure_of(study)
            (plan,) = procedure.plan(study.learners, dataset, metric=metric, groups=groups, seed=study.seed)
            procedure.check(plan)
            return plan
        (plan,), _ = make_plans(
            study.learners,
            dataset,
            scheme=study.scheme,
            metric=metric,
            groups=groups,
            seed=study.seed,
            probabilities=probabilities,
        )
        for each in study.metrics:
            as_metric(each, plan.target.task).try_out(plan.target)
    except (FoldwiseError, ValueError, TypeError) as error:
        message = f"dataset {source.name!r}: {one_line(error)}"
        raise (StudyFileError(f"{source.where}: {message}") if source.where else ValueError(message)) from error
    return plan


def _check_tests(study: Study, plans: list[Plan]) -> None:
    """Refuse tests that could not judge what the study will have run."""
    if len(study.learners) == 1 or isinstance(study.scheme, Settled):
        return
    for plan in plans:
        for metric in study.metrics or (None,):
            resolved = as_metric(metric, plan.target.task)
            for test in study.tests or (None,):
                _check_test(study, plan, resolved, test)


def _check_test(study: Study, plan: Plan, metric: Metric, test: str | None) -> None:
    usable = usable_tests(plan.assignment, plan.target.task, metric, n_datasets=len(study.datasets))
    if usable and (test in usable or test in (None, "all")):
        return
    design = f"{plan.assignment.scheme} on {len(study.datasets)} datasets, scored by {metric.name}"
    there = (
        f"Usable here: {listed(usable, most=40, quote=False)}." if usable else "Use cross-validation, such as 10x10."
    )
    named = test is not None and test != "all"
    message = f"{test} needs {NEEDS[test].design}; this is {design}." if named and test else f"No test judges {design}."
    lines = toml_lines(study.text) if study.text else {}
    line = next((lines[key,] for key in ("tests", "test", "scheme") if (key,) in lines), None)
    if study.path is not None and line is not None:
        raise StudyFileError(f"{where(study.path, line)}: {message} {there}")
    raise SchemeMismatchError(f"{message} {there}")
