"""Arguments and options that several subcommands take, so that each has one wording, and what is read from them."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from foldwise._core import SHORT_NAMES, STEP_NAMES
from foldwise.cli import _completion as completion

if TYPE_CHECKING:
    from foldwise.verdicts import Settled
    from foldwise.workers import Limits

_SPEC_HELP = (
    "[NAME=]package.Class or [NAME=]package.Class(literal arguments); for the papers' learners "
    f"{', '.join(SHORT_NAMES)}. Steps before it are joined by +: 'scale + package.Class'; short ones are "
    f"{', '.join(STEP_NAMES)}."
)
_TRIES_HELP = "Comparisons tried in all, if more than are shown here: p-values are adjusted for so many."

Data = Annotated[
    list[str],
    typer.Argument(
        metavar="DATA",
        autocompletion=completion.complete_data,
        help="Files (.csv, .arff, either also with .gz, .parquet), built-in names (see: foldwise data list), uci:NAME "
        "or openml:ID.",
    ),
]
Learners = Annotated[
    list[str],
    typer.Option(
        "--learner",
        "-l",
        metavar="SPEC",
        autocompletion=completion.complete_learner,
        help=f"{_SPEC_HELP} Give it twice or more.",
    ),
]
# A list all the same, so that a second one is refused and does not replace the first.
OneLearner = Annotated[
    list[str],
    typer.Option("--learner", "-l", metavar="SPEC", autocompletion=completion.complete_learner, help=_SPEC_HELP),
]
# A list for the same reason as of learners.
Target = Annotated[
    list[str] | None,
    typer.Option(metavar="COLUMN", help="What to predict. Without it: as the data say, else the last column."),
]
Groups = Annotated[
    str | None,
    typer.Option(
        metavar="COLUMN", help="Rows alike in this column stay together; learners do not see it. For one dataset."
    ),
]
Scheme = Annotated[
    str,
    typer.Option(
        metavar="SCHEME",
        autocompletion=completion.complete_scheme,
        help="10x10 (repeats x folds), 10, 5x2, holdout:0.33, resampled:100:0.1, disjoint:5:0.5 (training sets), "
        "distinct:10:0.33 (samples), rolling:10:24 (rows in the order of time); with :plain or :stratified at the end.",
    ),
]
EstimateScheme = Annotated[
    str | None,
    typer.Option(
        "--scheme",
        metavar="SCHEME",
        autocompletion=completion.complete_scheme,
        help="10x10 (repeats x folds; the default), 10, 5x2, holdout:0.33, resampled:100:0.1, disjoint:5:0.5 (training "
        "sets), nested:3:5 and split-halves:5:10:0.1 (for intervals of their own), rolling:10:24 (rows in the order of "
        "time); with :plain or :stratified at the end.",
    ),
]
Interval = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        autocompletion=completion.complete_interval,
        help="Of one learner: corrected_t, nested_cv_z, conservative_z, cross_validation_z, or none (a spread). "
        "Default: that of the design.",
    ),
]
SettledScheme = Annotated[
    str | None,
    typer.Option(
        "--scheme",
        metavar="SCHEME",
        autocompletion=completion.complete_settled_scheme,
        help="settled (the default): ten-fold repeats are added until the verdict no longer hangs on the split; "
        "settled:strict, settled:guard; or a fixed design: 10x10 (repeats x folds), 10, 5x2, holdout:0.33, "
        "resampled:100:0.1, disjoint:5:0.5 (training sets), distinct:10:0.33 (samples), "
        "rolling:10:24 (rows in the order of time); with :plain or :stratified at the end.",
    ),
]
MaxFits = Annotated[
    int | None,
    typer.Option("--max-fits", metavar="NUMBER", help="Settled: fit each learner at most so often. Default: 2000."),
]
MaxRepeats = Annotated[
    int | None, typer.Option("--max-repeats", metavar="NUMBER", help="Settled: at most so many repeats.")
]
MaxSeconds = Annotated[
    float | None, typer.Option("--max-seconds", metavar="SECONDS", help="Settled: begin no fit after that time.")
]
Metric = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        autocompletion=completion.complete_metric,
        help="A scikit-learn scorer name. Default: accuracy, or root mean squared error.",
    ),
]
Positive = Annotated[
    str | None,
    typer.Option(
        metavar="LABEL", help="Which label a metric such as f1, precision, recall or average_precision is about."
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(metavar="NUMBER", help="Another random split. Default: derived from data and design."),
]
Jobs = Annotated[
    int,
    typer.Option(
        "--jobs",
        "-j",
        metavar="NUMBER",
        help="Work in so many threads or processes, four per core at most; -1 for all cores.",
    ),
]
Sharing = Annotated[
    bool,
    typer.Option("--sharing/--no-sharing", help="Let folds share work, or fit each by itself; the answer is the same."),
]
Store = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Keep every fold in this file (.db): what it has is not computed again."),
]
RetryFailed = Annotated[
    bool, typer.Option("--retry-failed", help="With --store: compute folds again that failed before.")
]
Isolate = Annotated[
    bool,
    typer.Option(
        "--isolate", help="Fit each fold in a process that may hang or crash: the fold is recorded as failed."
    ),
]
TimeLimit = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        metavar="SECONDS",
        help="End a fold that takes longer; implies --isolate. Default there: 600. 0: none.",
    ),
]
MemoryLimit = Annotated[
    int | None,
    typer.Option(
        "--memory-limit",
        metavar="MB",
        help="End a fold that takes more; implies --isolate. Default there: 4096. 0: none.",
    ),
]
Dask = Annotated[
    str | None, typer.Option("--dask", metavar="ADDRESS", help="Let the workers of this Dask scheduler do the work.")
]
AllowPartial = Annotated[
    bool, typer.Option("--allow-partial", help="Judge what is left when some fits failed, or results are missing.")
]
Missing = Annotated[
    str,
    typer.Option(
        metavar="POLICY",
        help="Over several datasets, where a learner has no score: pairs (each pair where both are there), "
        "skillings_mack, or complete (only datasets with all learners).",
    ),
]

StudyMissing = Annotated[
    str | None,
    typer.Option(
        metavar="POLICY",
        help="Learners without a score on some datasets: pairs (each pair where both have one), skillings_mack, or "
        "complete (datasets with all learners only). Default: what the study says, else pairs.",
    ),
]

Test = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        autocompletion=completion.complete_test_or_all,
        help="The test (see: foldwise tests), or all: every test that fits, side by side. Default: fits the design.",
    ),
]
Alpha = Annotated[
    float,
    typer.Option(metavar="LEVEL", help="Level of the test; for several comparisons, --adjust says what of."),
]
Rope = Annotated[
    float | None,
    typer.Option(metavar="WIDTH", help="Differences up to this size do not matter, in units of the metric."),
]
Alternative = Annotated[
    str, typer.Option(metavar="SIDE", help="two-sided, or greater or less: is the first learner so?")
]
Adjust = Annotated[
    str,
    typer.Option(
        metavar="METHOD",
        help="How several p-values are adjusted: holm, bonferroni, sidak, hommel, benjamini_hochberg, max_t or none.",
    ),
]
Tries = Annotated[int, typer.Option(metavar="NUMBER", help=_TRIES_HELP)]
CountedTries = Annotated[
    str,
    typer.Option("--tries", metavar="NUMBER", help=f"{_TRIES_HELP} Or counted: for every candidate that tuning tried."),
]

Report = Annotated[Path | None, typer.Option(metavar="FILE", help="Write a report: .html, .md, .tex or .json.")]
Plot = Annotated[Path | None, typer.Option(metavar="FILE", help="Write the figure: .png, .svg or .pdf.")]
Kind = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        autocompletion=completion.complete_kind,
        help="Which figure of several datasets: ranks, matrix (of pairs), cd (critical differences), forest (two "
        "learners), heatmap, or differences (one by one). Default: ranks, and differences below.",
    ),
]
Details = Annotated[bool, typer.Option("--details", help="Print all there is to say, in full sentences.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of words.")]
Certify = Annotated[
    bool,
    typer.Option(
        "--certify",
        help="Measure how often the procedure would call a learner better on data like these if none was.",
    ),
]
CertifyTrials = Annotated[
    int, typer.Option("--certify-trials", metavar="NUMBER", help="In how many trials; 19 at least.")
]
CertifyNull = Annotated[
    str,
    typer.Option(
        "--certify-null",
        metavar="NULL",
        help="Where the data of the trials come from: subsamples, or a generator fitted to the data.",
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar, no notes on stderr.")]


def read_tries(text: str) -> int | Literal["counted"]:
    """Read the number of comparisons tried.

    >>> read_tries("12"), read_tries("counted")
    (12, 'counted')
    """
    if text == "counted":
        return "counted"
    try:
        return int(text)
    except ValueError:
        raise ValueError(
            f"--tries must be a number, or counted for what tuning tried, got {text!r}. Give how many comparisons "
            "were tried in all."
        ) from None


def read_metric(metric: str | None, positive: str | None) -> str | None:
    """Read a metric, with the label that it is about.

    >>> read_metric("f1", "yes"), read_metric("f1", None)
    ('f1:yes', 'f1')
    """
    if positive is None:
        return metric
    if metric is None:
        raise ValueError(
            "--positive goes with a --metric that is about one label, such as f1, precision, recall or "
            "average_precision; accuracy is about all. Give one, or leave --positive out."
        )
    return f"{metric}:{positive}"


def read_scheme(
    scheme: str | None, test: str | None, fits: int | None, repeats: int | None, seconds: float | None
) -> "str | Settled | None":
    """Read a scheme of compare, with the budget of a settled one.

    >>> print(read_scheme("settled:guard", None, 500, None, None), read_scheme("10x10", None, None, None, None))
    Settled(guard=True, max_fits=500) 10x10
    """
    budget: dict[str, Any] = {"max_fits": fits, "max_repeats": repeats, "max_seconds": seconds}
    limits = {name: value for name, value in budget.items() if value is not None}
    if not limits:
        return scheme

    from foldwise.verdicts import as_settled

    settled = as_settled(scheme, test)
    if settled is None:
        option = f"--{next(iter(limits)).replace('_', '-')}"
        raise ValueError(f"{option} is for --scheme settled; a fixed design has as many fits as it has. Leave one out.")
    return replace(settled, **limits)


def read_isolation(isolate: bool, seconds: float | None, megabytes: int | None) -> "bool | Limits":
    """Read the limits of folds that are fitted in processes of their own.

    >>> read_isolation(False, 60, 0)
    Limits(seconds=60.0, megabytes=None)
    """
    if seconds is None and megabytes is None:
        return isolate

    from foldwise.workers import Limits

    for option, value in (("--time-limit", seconds), ("--memory-limit", megabytes)):
        if value is not None and not 0 <= value < float("inf"):
            raise ValueError(f"{option} must be a positive number, or 0 for no limit, got {value}.")
    limits: dict[str, Any] = {"seconds": seconds, "megabytes": megabytes}
    return Limits(**{name: value or None for name, value in limits.items() if value is not None})
