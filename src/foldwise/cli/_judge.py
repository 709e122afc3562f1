"""``foldwise judge``: from results of another program to a verdict."""

from typing import Annotated, Any

import typer

from foldwise._core import read_roles
from foldwise.cli import _completion as completion
from foldwise.cli import _options as options
from foldwise.cli._against import Against
from foldwise.cli._lasting_imports import lasting_imports
from foldwise.cli._output import hold_stdout, note
from foldwise.cli._result import check_figure, check_writable, show_result

JUDGE_HELP = """Judge results that you already have: nothing is fitted.

RESULTS is a CSV, ARFF, Parquet or Excel file, or JSON lines: scores, one row per dataset, learner, repeat and fold, or
one score for each dataset and learner, or for each example and learner, in rows or in a column for each learner; or
predictions, one row per learner, repeat and example; or what Weka's Experimenter wrote; or cv_results_ of a
scikit-learn search. Columns are found by their names, and a line on stderr says which was read as what. Or RESULTS are
files of another program, known by what is in them: samples of lm-evaluation-harness, Every Eval Ever or Inspect,
statistics of HELM, predictions of OpenML runs, results or predictions of the AutoML benchmark, errors of TabArena, runs
of MLflow, trials of Optuna. Several files are read together; files that name no learner are named after the files.
Or RESULTS is the store of a study, or of compare --store: it is judged by any test and metric, and keeps which ones
were tried.

\b
Scores of a repeated cross-validation, with a report:
  foldwise judge scores.csv --report out.html

\b
Every test that the results can feed, side by side:
  foldwise judge scores.csv --test all

\b
Scores of 100 random splits with a tenth for testing, in a column of your own:
  foldwise judge table.csv --scheme resampled:100:0.1 --column score=quality

\b
A table of datasets by learners, using only datasets on which all of them have a score:
  foldwise judge table.csv --missing complete

\b
What two models answered to the same examples, by lm-evaluation-harness:
  foldwise judge gpt/samples_quiz_*.jsonl phi/samples_quiz_*.jsonl --metric acc

\b
A file of each model, with the columns item and score, where questions on one text belong together:
  foldwise judge old.csv new.csv --column cluster=text

\b
The store of a study, by another metric and test:
  foldwise judge study.db --metric f1_macro --test averaged_t

\b
Two of the learners of an experiment with Weka, by the area under the ROC curve:
  foldwise judge experiment.arff --metric Area_under_ROC \\
    --learner NaiveBayes --learner IBk
"""


def judge(
    files: Annotated[
        list[str],
        typer.Argument(metavar="RESULTS...", help="A file of scores or of predictions, or several, or a store."),
    ],
    test: options.Test = None,
    metric: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            autocompletion=completion.complete_metric,
            help="What the scores are, or which to take; for predictions a scorer name.",
        ),
    ] = None,
    positive: options.Positive = None,
    scheme: Annotated[
        str | None,
        typer.Option(
            metavar="SCHEME",
            help="How the splits were made, if the file does not tell: 10x10 (repeats x folds), 10, 5x2, holdout:0.33, "
            "resampled:100:0.1.",
        ),
    ] = None,
    column: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ROLE=NAME",
            help="Which column is the dataset, learner, repeat, fold, score, n_train, n_test, instance, actual or "
            "predicted; of scores of examples also the item, cluster, epoch or seed; learner=NAME, dataset=NAME or "
            'predicted=NAME twice or more: each has a column; "learner=*": all columns that are nothing else.',
        ),
    ] = None,
    learner: Annotated[
        list[str] | None,
        typer.Option(
            "--learner", "-l", metavar="NAME", help="Judge only these, in this order. Default: all in the file."
        ),
    ] = None,
    study: Annotated[
        str | None, typer.Option(metavar="NAME", help="Which study of a store. Default: the last one that was run.")
    ] = None,
    allow_partial: options.AllowPartial = False,
    missing: options.Missing = "pairs",
    interval: options.Interval = None,
    alpha: options.Alpha = 0.05,
    rope: options.Rope = None,
    alternative: options.Alternative = "two-sided",
    adjust: options.Adjust = "holm",
    against: Against = None,
    tries: options.Tries = 0,
    report: options.Report = None,
    plot: options.Plot = None,
    kind: options.Kind = None,
    details: options.Details = False,
    json: options.Json = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No notes on stderr.")] = False,
) -> None:
    """Read the results, judge, print, write."""
    hold_stdout()
    check_writable(report=report, plot=plot)
    check_figure(kind, plot)
    results = files[0]
    columns = read_roles(column or ())
    scorer = options.read_metric(metric, positive)

    with lasting_imports():
        from foldwise.store import Store
        from foldwise.verdicts import judge as judge_results

    terms: dict[str, Any] = {
        "test": test,
        "alpha": alpha,
        "rope": rope,
        "alternative": alternative,
        "adjust": adjust,
        "against": against,
        "tries": tries,
        "allow_partial": allow_partial,
        "missing": missing,
        "interval": interval,
    }
    stores = [name for name in files if Store.is_at(name)]
    if stores and len(files) > 1:
        raise ValueError(f"A store is judged alone: {stores[0]} is one, and {len(files)} files were given.")
    if stores:
        reading: dict[str, Any] = {
            "metric": scorer,
            "scheme": scheme,
            "columns": columns or None,
            "learners": learner,
            "study": study,
        }
        verdict: Any = judge_results(results, **terms, **reading)
    else:
        if study is not None:
            raise ValueError(f"--study names one of the studies of a store, but {results} is none. Leave it out.")
        imported = read_results(
            results if len(files) == 1 else files,
            quiet=quiet,
            metric=scorer,
            scheme=scheme,
            columns=columns,
            learners=learner,
            allow_partial=allow_partial,
            positive=positive,
        )
        verdict = judge_results(imported, **terms)
    show_result(verdict, report=report, plot=plot, details=details, json=json, quiet=quiet, kind=kind)


def read_results(results: str | list[str], *, quiet: bool, positive: str | None, **how: Any) -> Any:
    """Read results from elsewhere, and say what was read as what."""
    from foldwise.results import as_results

    try:
        imported, reading = as_results(results, **how)
    except (ValueError, TypeError) as error:
        if not quiet:
            for line in getattr(error, "__notes__", ()):
                note(line)
        raise
    if positive is not None and "predicted" not in reading.columns:
        names = results if isinstance(results, str) else results[0]
        raise ValueError(f"--positive is for predictions; the scores of {names} are computed already. Leave it out.")
    if not quiet:
        note(str(reading))
    return imported
