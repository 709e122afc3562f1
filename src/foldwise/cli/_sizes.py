"""``foldwise sizes``: whether the order of learners is the same at every size of the training set."""

import sys
from typing import Any

from foldwise.cli import _options as options
from foldwise.cli._glance import say_result
from foldwise.cli._lasting_imports import lasting_imports
from foldwise.cli._load_tables import load_tables, say_what_was_predicted
from foldwise.cli._output import hold_stdout, note, say, say_json
from foldwise.cli._result import check_writable, write_files

SIZES_HELP = """Say whether the order of learners depends on training size.

They are trained on half, two thirds and nine tenths of the examples, 45 fits of each. What a test on halves finds, such
as one of --scheme 5x2, holds for all examples only if their learning curves do not cross in between.

\b
Two learners, and a figure:
  foldwise sizes wine --learner nb --learner c45 --plot sizes.png

\b
For programs:
  foldwise sizes wine --learner nb --learner c45 --json
"""


def sizes(
    data: options.Data,
    learner: options.Learners,
    target: options.Target = None,
    groups: options.Groups = None,
    metric: options.Metric = None,
    positive: options.Positive = None,
    seed: options.Seed = None,
    jobs: options.Jobs = 1,
    store: options.Store = None,
    plot: options.Plot = None,
    details: options.Details = False,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Load the data, make the learners, train them at each size, print."""
    hold_stdout()
    check_writable(report=None, plot=plot, store=store)
    if len(learner) < 2:
        raise ValueError(f"sizes needs two or more learners, got {len(learner)}. Give --learner SPEC once for each.")
    how: dict[str, Any] = {
        "metric": options.read_metric(metric, positive),
        "seed": seed,
        "n_jobs": jobs,
        "store": store,
        "progress": False if quiet or sys.stderr is None else None,
    }

    with lasting_imports():
        from foldwise.learners import make_learners
        from foldwise.planning import order_by_size

    learners = make_learners(learner, said="--learner")
    datasets, how["groups"] = load_tables(data, target=target, groups=groups, learners=learners)
    if isinstance(datasets, list):
        if len(datasets) != 1:
            raise ValueError(f"sizes takes one dataset, got {len(datasets)}. Call it for each.")
        (datasets,) = datasets

    found = order_by_size(learners, datasets, **how)
    say_what_was_predicted(data, datasets, target=target, quiet=quiet)
    if json:
        say_json(found.document())
    else:
        say_result(found, details=details)
    write_files(found, report=None, plot=plot, tell=note if json else say, quiet=quiet)
