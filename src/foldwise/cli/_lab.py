"""``foldwise lab``: tests tried where the truth is known."""

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from foldwise._core import check_fraction, check_integer, counted
from foldwise.cli import _options as options
from foldwise.cli._certify import CERTIFY_HELP, certify
from foldwise.cli._exit import interrupted_code
from foldwise.cli._glance import say_result
from foldwise.cli._lab_datasets import DATASETS_HELP, datasets
from foldwise.cli._lab_factorial import FACTORIAL_HELP, factorial
from foldwise.cli._lab_names import (
    StudyName,
    check_numbers,
    check_procedures,
    is_settled,
    list_sources,
    read_sources,
    whole_number,
)
from foldwise.cli._lab_procedures import list_procedures
from foldwise.cli._output import hold_stdout, note, say, say_json, say_table
from foldwise.cli._result import check_writable, write_files

if TYPE_CHECKING:
    from foldwise.lab import LabResult

_TYPE1_HELP = """Count differences found where there are none.

Every trial draws a dataset on which two learners are equally good, and every procedure (a scheme and a test) decides
on it. Printed is the share of false alarms, which should be the level, with an interval: what chance in so many trials
leaves open.

\b
The usual procedures, on an easy population and on a hard one:
  foldwise lab type1

\b
Two procedures on an exact null with nearest neighbours, and a report:
  foldwise lab type1 -p 10x10 -p 5x2/five_by_two_f -s blocks:nn \\
    --trials 500 --jobs 2 --report level.html

\b
Learners of your own, where labels are tosses of a coin:
  foldwise lab type1 -s coin -l sklearn.svm.SVC -l c45 --trials 200
"""
_POWER_HELP = """Count differences found where there are some.

Every source is a point of the curve: its true difference against the share of the datasets on which a procedure
declares it. Compare procedures that keep their level: see foldwise lab type1.

\b
Naive Bayes and C4.5 on four networks, 0 to 11 points apart:
  foldwise lab power

\b
One learner, more and more to tell with the second half of the attributes:
  foldwise lab power -p 10x10 -p 5x2/five_by_two_t -s blocks:nn \\
    -s blocks:nn:0.25 -s blocks:nn:0.15 --trials 200 --plot power.png
"""
_REPLICABILITY_HELP = """Count how often the same data are judged alike.

Every procedure is executed several times on every dataset, with random partitions of its own each time. Printed are the
share of datasets on which all executions agree, and R, the share of pairs of executions that do.

\b
The experiment of Bouckaert and Frank in small:
  foldwise lab replicability

\b
Two procedures, a hundred datasets, twenty executions on each:
  foldwise lab replicability -p 10x10 -p 5x2/five_by_two_t -s blocks:c45 \\
    --trials 100 --executions 20 --report replicability.html
"""
_CALIBRATION_HELP = """See whether p-values are what they claim to be.

Where there is no difference, p-values should be uniform. A test may keep its level at 0.05 and miss it at 0.01: here
all levels are looked at together. Printed are the greatest distance from uniformity, the band that chance explains, the
rates at three levels, and the critical p-value to ask for in place of the level.

\b
The usual procedures, with the P-P plot:
  foldwise lab calibration -s two-kinds:0.4 --plot calibration.png
"""

# What is usually asked about: the papers' tests, right and wrong ones.
_PROCEDURES: Final = (
    "holdout:0.333/mcnemar",
    "holdout:0.333/difference_of_proportions",
    "resampled:30:0.333/resampled_t",
    "resampled:30:0.333/corrected_resampled_t",
    "10/kfold_t",
    "5x2/five_by_two_t",
    "5x2/five_by_two_f",
    "10x10/corrected_repeated_kfold_t",
)
# One without learners, and one with a learner on which tests over folds are known to go wrong.
_NULLS: Final = ("two-kinds", "blocks")

lab_app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)

_Procedures = Annotated[
    list[str] | None,
    typer.Option(
        "--procedure",
        "-p",
        metavar="SCHEME[/TEST]",
        help="A scheme and a test, such as 10x10 (its advised test), 5x2/five_by_two_t or settled; once for each (see: "
        "foldwise lab procedures). Default: eight of the papers.",
    ),
]
_Sources = Annotated[
    list[str] | None,
    typer.Option(
        "--source", "-s", metavar="SOURCE", help="Where datasets come from; once for each (see: foldwise lab sources)."
    ),
]
_Learners = Annotated[
    list[str] | None,
    typer.Option(
        "--learner", "-l", metavar="SPEC", help="The two learners, as for compare, where a source takes them."
    ),
]
_Trials = Annotated[
    int, typer.Option(parser=whole_number, metavar="NUMBER", help="Draw so many datasets from each source.")
]
_Executions = Annotated[
    int, typer.Option(parser=whole_number, metavar="NUMBER", help="Execute each procedure so often on each dataset.")
]
_Alpha = Annotated[float, typer.Option(metavar="LEVEL", help="Level at which procedures reject.")]
_Seed = Annotated[
    int, typer.Option(parser=whole_number, metavar="NUMBER", help="Other random datasets and partitions.")
]
_Jobs = Annotated[
    int,
    typer.Option(
        "--jobs",
        "-j",
        parser=whole_number,
        metavar="NUMBER",
        help="Work in so many processes, four per core at most; -1 for all cores.",
    ),
]
_Store = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Keep finished trials in this file (.db): the same command goes on from there."),
]


@lab_app.callback(invoke_without_command=True)
def _lab(ctx: typer.Context) -> None:
    """Try tests where the truth is known, and count their mistakes."""
    if ctx.invoked_subcommand is None:
        say(ctx.get_help())


def _command(verb: StudyName, n_trials: int) -> Callable[..., None]:
    """Make the command of a study; all but that of replicability take the same options."""

    def run(
        procedure: _Procedures = None,
        source: _Sources = None,
        learner: _Learners = None,
        trials: _Trials = n_trials,
        alpha: _Alpha = 0.05,
        seed: _Seed = 0,
        jobs: _Jobs = 1,
        store: _Store = None,
        report: options.Report = None,
        plot: options.Plot = None,
        details: options.Details = False,
        json: options.Json = False,
        quiet: options.Quiet = False,
    ) -> None:
        how = {"n_trials": trials, "alpha": alpha, "seed": seed, "n_jobs": jobs, "store": store}
        shown = {"report": report, "plot": plot, "details": details, "json": json, "quiet": quiet}
        _study(verb, procedure, source, learner, how, shown)

    return run


def replicability(
    procedure: _Procedures = None,
    source: _Sources = None,
    learner: _Learners = None,
    trials: _Trials = 100,
    executions: _Executions = 10,
    alpha: _Alpha = 0.05,
    seed: _Seed = 0,
    jobs: _Jobs = 1,
    store: _Store = None,
    report: options.Report = None,
    plot: options.Plot = None,
    details: options.Details = False,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Execute again and again."""
    check_integer(executions, "--executions", least=2)
    how = {"n_trials": trials, "n_executions": executions, "alpha": alpha, "seed": seed, "n_jobs": jobs, "store": store}
    shown = {"report": report, "plot": plot, "details": details, "json": json, "quiet": quiet}
    _study("replicability", procedure, source, learner, how, shown)


lab_app.command("type1", help=_TYPE1_HELP)(_command("type_one_error", 1000))
lab_app.command("power", help=_POWER_HELP)(_command("power", 200))
lab_app.command("replicability", help=_REPLICABILITY_HELP)(replicability)
lab_app.command("calibration", help=_CALIBRATION_HELP)(_command("calibration", 1000))
lab_app.command("certify", help=CERTIFY_HELP)(certify)
lab_app.command("datasets", help=DATASETS_HELP)(datasets)
lab_app.command("factorial", help=FACTORIAL_HELP)(factorial)
lab_app.command("sources")(list_sources)
lab_app.command("procedures")(list_procedures)


def _study(
    verb: StudyName,
    procedures: Sequence[str] | None,
    sources: Sequence[str] | None,
    learners: Sequence[str] | None,
    how: dict[str, Any],
    shown: dict[str, Any],
) -> None:
    """Make sources and procedures, do the trials, print, write."""
    check_fraction(how["alpha"], "--alpha")
    hold_stdout()
    check_writable(report=shown["report"], plot=shown["plot"], store=how["store"])
    check_integer(how["n_trials"], "--trials", least=1)
    check_numbers(jobs=how["n_jobs"], seed=how["seed"])

    tried = list(procedures or _PROCEDURES)
    _check_once(tried, "--procedure")
    _check_once(sources or (), "--source")
    check_procedures(tried)
    quiet = shown["quiet"] or sys.stderr is None
    populations: list[Any] = []
    try:
        chosen = sources or _usual_sources(verb, tried)
        populations = read_sources(chosen, learners or (), study=verb, procedures=tried, n_jobs=how["n_jobs"])

        import foldwise.lab as lab

        result = getattr(lab, verb)(tried, populations, progress=False if quiet else None, **how)
    except KeyboardInterrupt:
        note(_interrupted(tried, populations, how))
        # Said already: the way out of an ordinary interruption would say it again.
        raise SystemExit(interrupted_code()) from None
    show_study(result, **shown)
    if not quiet and not sources and chosen == ["blocks"]:
        note("The only source is blocks: settled trains learners, and two-kinds has none. Others with -s.")
    if not quiet and not procedures:
        note(f"These are the {len(tried)} usual procedures. Others with -p: foldwise lab procedures lists them.")


def _usual_sources(verb: StudyName, procedures: Sequence[str]) -> Sequence[str]:
    """Return the sources that are usually asked about, as far as the procedures can be tried on them."""
    if verb not in ("type_one_error", "calibration"):
        return ["network"]
    return ["blocks"] if any(map(is_settled, procedures)) else _NULLS


def _check_once(texts: Sequence[str], option: str) -> None:
    repeated = [text for text, count in Counter(texts).items() if count > 1]
    if repeated:
        raise ValueError(f"{option} {repeated[0]} is given twice. Name each once.")


def _interrupted(procedures: Sequence[str], sources: Sequence[Any], how: dict[str, Any]) -> str:
    store, n_trials = how["store"], how["n_trials"] * len(sources)
    if store is None:
        return "interrupted: nothing was kept. With --store FILE the same command goes on where it stopped."
    from foldwise.lab import kept_trials

    settings = {name: how[name] for name in ("n_trials", "n_executions", "alpha", "seed") if name in how}
    n_kept = kept_trials(list(procedures), list(sources), store=store, **settings) if sources else 0
    if not n_kept:
        return f"interrupted: no trials are in {store} yet; the same command begins again."
    return f"interrupted: {n_kept} of {counted(n_trials, 'trial')} are in {store}; the same command goes on from there."


def show_study(
    result: "LabResult", *, report: Path | None, plot: Path | None, details: bool, json: bool, quiet: bool
) -> None:
    """Print a study at a glance, or its tables, source by source, or its document; write what was asked for."""
    from foldwise.reports import summary

    document = summary(result)
    if json:
        say_json(document)
    elif not details:
        say_result(result)
    else:
        say(f"{document['title']}, {counted(document['n_trials'], 'trial')} from each source")
        _say_tables(document)
        for finding in document["findings"]:
            say(f"\n{finding}")
        for caveat in document["caveats"]:
            say(f"\nBeware: {caveat['message']}")
    write_files(result, report=report, plot=plot, tell=note if json else say, quiet=quiet)


def _say_tables(document: dict[str, Any]) -> None:
    """Print a table for each source or, where sources are the points of a curve, for each procedure."""
    from foldwise.reports import lab_table

    headings, rows = lab_table(document, short=True)
    texts = [heading["text"] for heading in headings]
    by = texts.index("procedure" if document["study"] == "power" else "source")
    others = [place for place in range(len(texts)) if place != by]
    right = [number for number, place in enumerate(others) if headings[place]["is_number"]]
    for group in dict.fromkeys(row[by] for row in rows):
        say(f"\n{group}")
        # A minus sign is one that every terminal has.
        cells = [[row[place].replace("\N{MINUS SIGN}", "-") for place in others] for row in rows if row[by] == group]
        say_table([texts[place] for place in others], cells, right=right)
    words = [f"{heading['text']}: {heading['about']}." for heading in headings if heading["about"]]
    if words:
        say("\n" + "\n".join(words))
