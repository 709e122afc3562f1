"""``foldwise claim``: check one line of a paper."""

from typing import Annotated

import typer

from foldwise.cli import _options as options
from foldwise.cli._glance import say_result
from foldwise.cli._output import hold_stdout, say_json

CLAIM_HELP = """Check a published claim that one learner is better.

Says what the plain test said, what the corrected test says of the same numbers, and what would have to be true for the
claim to stand. Of one test set it says on how many examples the learners may disagree.

\b
Accuracies of a ten-fold cross-validation, and the p-value of a paired t test:
  foldwise claim "10-fold, n=500, 0.912 vs 0.905, p=0.03"

\b
Ten repeats of ten folds, and the t statistic:
  foldwise claim "10x10, t=3.1"

\b
Mean and standard deviation of the differences of folds:
  foldwise claim "10-fold, diff 0.007, sd 0.01"

\b
Two scores on one test set:
  foldwise claim "test set, n=1000, 91.2% vs 90.5%"
"""


def claim(
    words: Annotated[list[str], typer.Argument(metavar="CLAIM", help="The claim, in one line.")],
    alpha: options.Alpha = 0.05,
    details: options.Details = False,
    json: options.Json = False,
) -> None:
    """Read the claim, check it, print."""
    hold_stdout()

    from foldwise.verdicts import check_claim

    check = check_claim(" ".join(words), alpha=alpha)
    if json:
        say_json(check.document())
    else:
        say_result(check, details=details)
