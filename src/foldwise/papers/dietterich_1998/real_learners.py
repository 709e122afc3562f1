"""Dietterich's experiments with real learners: what is made of them."""

from functools import partial
from typing import Final

from foldwise.papers.dietterich_1998.real_learners_curves import learning_curves_exhibit
from foldwise.papers.dietterich_1998.real_learners_folds import fold_correlation_exhibit
from foldwise.papers.dietterich_1998.real_learners_halvings import halvings_exhibit
from foldwise.papers.dietterich_1998.real_learners_level import figure7
from foldwise.papers.dietterich_1998.real_learners_power import power_exhibit
from foldwise.papers.dietterich_1998.real_learners_statistic import qq_exhibit
from foldwise.papers.dietterich_1998.real_learners_tasks import TASKS
from foldwise.papers.paper import Part

_MATCHING: Final = tuple(task.matching for task in TASKS)

REAL_PARTS: Final = (
    Part(
        name="figure7",
        title="Figure 7: Type I error of four tests, real learners made equally good",
        make=figure7,
        needs=(*_MATCHING, *(task.trials for task in TASKS)),
    ),
    Part(
        name="learning-curves",
        title="Calibrated learning curves",
        make=learning_curves_exhibit,
        needs=(*_MATCHING, *(task.fresh for task in TASKS)),
    ),
    *(
        Part(
            name=f"power-{task.name}",
            title=f"Power on {task.words}",
            make=partial(power_exhibit, task=task),
            needs=(task.matching, task.trials),
        )
        for task in TASKS
    ),
    Part(
        name="qq",
        title="Q-Q plot of the 5x2 statistic",
        make=qq_exhibit,
        needs=(TASKS[0].matching, TASKS[0].trials),
    ),
    Part(
        name="fold-correlation",
        title="Correlation between the differences on two folds",
        make=fold_correlation_exhibit,
        needs=(*_MATCHING, *(task.folds for task in TASKS)),
    ),
    Part(
        name="halvings",
        title="Other numbers of halvings than five",
        make=halvings_exhibit,
        needs=(*_MATCHING, *(task.halvings for task in TASKS)),
    ),
)
