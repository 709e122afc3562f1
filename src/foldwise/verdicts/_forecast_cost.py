"""Why there is no forecast for a verdict, and what it would cost to have one."""

import math
from typing import Final

from foldwise.splits import Assignment, Layout
from foldwise.splits._door import short_design
from foldwise.verdicts._comparison import Decision
from foldwise.verdicts._finding import Finding
from foldwise.verdicts._pair import Pair
from foldwise.verdicts._setting import Setting
from foldwise.verdicts.tests import NEEDS
from foldwise.verdicts.tests._other_partitions import TAKEN_AS_GIVEN

# The error of a statistic over partitions is hardly known from fewer.
LEAST_REPEATS: Final = 5


def why_unknown(pair: Pair, found: Finding, test: str, decision: Decision) -> str:
    """Say why no forecast can be made, and what would have to be done for one; nothing if it can."""
    n_repeats = int(pair.kept.any(axis=1).sum())
    if decision == "undetermined":
        return f"unknown ({'p is undefined' if math.isnan(found.pvalue) else 'the test cannot decide'})"
    reason = NEEDS[test].other_partitions
    # More repeats would not help; where the partition is taken as given, they would with another test.
    if isinstance(reason, str) and reason != TAKEN_AS_GIVEN:
        return f"unknown ({reason})"
    if n_repeats == 1 or pair.setting.is_disjoint_training:
        return f"unknown (one partition){_cost(pair, test)}"
    if _is_not_drawn(pair):
        return "unknown (nothing says that these splits were drawn at random, so there are no others to speak of)"
    if n_repeats < LEAST_REPEATS:
        return f"unknown (fewer than {LEAST_REPEATS} {_unit(pair)}){_cost(pair, test)}"
    return f"unknown ({reason})" if isinstance(reason, str) else ""


def takes_repeats(pair: Pair, test: str, n_repeats: int) -> bool:
    """Whether the test could be applied to the same design with so many repeats."""
    layout = Layout(
        n_repeats=n_repeats,
        n_folds=pair.run.assignment.n_folds,
        scheme="",
        description="",
        each_example_tested_once=n_repeats == 1,
        repeats_per_execution=n_repeats,
    )
    setting = pair.setting
    return NEEDS[test].fits(Setting(layout, setting.task, setting.metric, setting.n_datasets))


def _cost(pair: Pair, test: str) -> str:
    """Say which design would tell, and how many fits it takes."""
    design, setting = pair.run.assignment, pair.setting
    if design.n_folds == pair.run.data.n_examples or not design.has_folds or setting.is_disjoint_training:
        # Leaving out one example, there is no other partition; of the others nobody can say how to repeat them.
        return ""
    if _is_not_drawn(pair) and not setting.is_cross_validation:
        # Random splits would ask another question than, say, the last year predicted from those before it.
        return ""
    typed = _typed(pair)
    told = f" (scheme='{typed}', --scheme {typed})" if typed else ""
    reads_them = not setting.is_single or takes_repeats(pair, test, LEAST_REPEATS)
    another = "" if reads_them else ", and a test that reads them,"
    fits = (LEAST_REPEATS - design.n_repeats) * design.n_folds
    return f"; {LEAST_REPEATS} {_unit(pair)}{told}{another} would tell, for {fits} more fits of each learner"


def _is_not_drawn(pair: Pair) -> bool:
    design = pair.run.assignment
    return isinstance(design, Assignment) and "not_drawn" in design.flags


def _unit(pair: Pair) -> str:
    return "repeats" if pair.setting.is_cross_validation else "splits"


def _typed(pair: Pair) -> str:
    """Write the design with enough repeats as a scheme; nothing for one that was made elsewhere."""
    design = pair.run.assignment
    sizes = pair.run.sizes()
    if design.seed is None or sizes is None:
        return ""
    n_train, n_test = (int(size[0, 0]) for size in sizes)
    return short_design(LEAST_REPEATS, design.n_folds, n_test / (n_train + n_test))
