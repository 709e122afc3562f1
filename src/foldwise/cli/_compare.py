"""``foldwise compare``: from data and learners to a verdict."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from foldwise._core import check_choice
from foldwise.cli._output import note, say, say_json
from foldwise.cli._stdout import hold_stdout

if TYPE_CHECKING:
    from foldwise.verdicts import Verdict

COMPARE_HELP = """Say which learner is better on some data, by how much, and how sure.

Learners are scikit-learn classes by their dotted path, with literal arguments if any. Columns that are not numbers are
encoded for learners that need numbers, and the verdict says how.

\b
Two learners on your own table, with a report:
  foldwise compare patients.csv --target outcome --report out.html \\
    --learner sklearn.linear_model.LogisticRegression \\
    --learner "sklearn.ensemble.RandomForestClassifier(n_estimators=50)"

\b
Names of your own, and differences up to one percent called equivalent:
  foldwise compare wine --rope 0.01 \\
    --learner "small=sklearn.tree.DecisionTreeClassifier(max_depth=3)" \\
    --learner "large=sklearn.tree.DecisionTreeClassifier"

\b
Several rows of one patient, and a document for another program:
  foldwise compare visits.csv --target relapse --groups patient --json \\
    --learner sklearn.naive_bayes.GaussianNB \\
    --learner sklearn.dummy.DummyClassifier
"""

_PLOT_ENDINGS = (".png", ".svg", ".pdf")
_REPORT_ENDINGS = (".html", ".md", ".tex", ".json")


def compare(
    data: Annotated[
        str,
        typer.Argument(
            metavar="DATA",
            help="A file (.csv, .arff, .arff.gz, .parquet), a built-in name (see: foldwise data list), "
            "uci:NAME or openml:ID.",
        ),
    ],
    learner: Annotated[
        list[str],
        typer.Option(
            "--learner",
            "-l",
            metavar="SPEC",
            help="[NAME=]package.Class or [NAME=]package.Class(literal arguments). Give it twice or more.",
        ),
    ],
    target: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="What to predict. Without it: as the data say, else the last column."),
    ] = None,
    groups: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="Rows alike in this column stay together; learners do not see it."),
    ] = None,
    scheme: Annotated[
        str,
        typer.Option(
            metavar="SCHEME",
            help="10x10 (repeats x folds), 10, 5x2, holdout:0.33, resampled:100:0.1; "
            "with :plain or :stratified at the end.",
        ),
    ] = "10x10",
    test: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The test, such as corrected_repeated_kfold_t. Default: fits the scheme."),
    ] = None,
    alpha: Annotated[float, typer.Option(metavar="LEVEL", help="Level of the test.")] = 0.05,
    rope: Annotated[
        float | None,
        typer.Option(metavar="WIDTH", help="Differences up to this size do not matter, in units of the metric."),
    ] = None,
    alternative: Annotated[
        str,
        typer.Option(metavar="SIDE", help="two-sided, or greater or less: is the first learner so?"),
    ] = "two-sided",
    metric: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="A scikit-learn scorer name. Default: accuracy, or root mean squared error."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(metavar="NUMBER", help="Another random split. Default: derived from data and design."),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", metavar="NUMBER", help="Fit in so many processes.")] = 1,
    allow_partial: Annotated[
        bool, typer.Option("--allow-partial", help="Judge what is left when some fits failed.")
    ] = False,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a report: .html, .md, .tex or .json.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the figure: .png, .svg or .pdf.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document instead of the paragraph.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar, no notes on stderr.")] = False,
) -> None:
    """Load the data, make the learners, compare, print, write."""
    hold_stdout()
    for path, endings in ((report, _REPORT_ENDINGS), (plot, _PLOT_ENDINGS)):
        if path is not None:
            _check_writable(path, endings)
    if len(learner) < 2:
        raise ValueError(f"compare needs two or more learners, got {len(learner)}. Give --learner SPEC once for each.")

    from foldwise.cli._learners import make_learners
    from foldwise.cli._table import load_table, warn_of_doubtful_columns
    from foldwise.verdicts import compare as compare_learners

    learners = make_learners(learner)
    dataset, group_labels = load_table(data, target=target, groups=groups)
    warn_of_doubtful_columns(dataset)
    verdict = compare_learners(
        learners,
        dataset,
        scheme=scheme,
        test=test,
        metric=metric,
        alpha=alpha,
        rope=rope,
        alternative=cast(Any, alternative),
        groups=group_labels,
        seed=seed,
        n_jobs=jobs,
        allow_partial=allow_partial,
        progress=False if quiet or sys.stderr is None else None,
    )
    if json:
        from foldwise.reports import summary

        say_json(summary(verdict))
    else:
        say(str(verdict))
    _write_files(verdict, report=report, plot=plot, tell=note if json else say, quiet=quiet)


def _check_writable(path: Path, endings: tuple[str, ...]) -> None:
    """Refuse a path that cannot be written, before minutes are spent on the run."""
    check_choice(path.suffix.lower(), f"ending of {str(path)!r}", endings)
    if path.is_dir():
        raise ValueError(f"{path} is a folder. Give the name of a file in it.")
    if not path.parent.is_dir():
        raise ValueError(f"{path}: there is no folder {str(path.parent)!r}. Make it first, or choose another place.")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise ValueError(f"{path} cannot be written: permission denied. Choose another place.")


def _write_files(
    verdict: "Verdict", *, report: Path | None, plot: Path | None, tell: Callable[[str], None], quiet: bool
) -> None:
    if plot is not None:
        # A figure that goes to a file needs no window, and none may be available.
        os.environ.setdefault("MPLBACKEND", "Agg")
        from foldwise.displays import plot as draw

        draw(verdict).figure.savefig(plot, bbox_inches="tight", dpi=150)
        if not quiet:
            tell(f"plot: {plot}")
    if report is not None:
        from foldwise.reports import report as write_report

        write_report(verdict, report)
        if not quiet:
            tell(f"report: {report}")
