"""Dietterich (1998)."""

from functools import partial
from typing import Final

from foldwise.papers.dietterich_1998.clusters import clusters_exhibit, clusters_halved
from foldwise.papers.dietterich_1998.contingency_tables import tables
from foldwise.papers.dietterich_1998.critical_values import thresholds
from foldwise.papers.dietterich_1998.design import epsilons_exhibit, noise_exhibit, noisy_labels, simulated_kinds
from foldwise.papers.dietterich_1998.errors import figure3, figure4, measured_errors
from foldwise.papers.dietterich_1998.half_the_data import crossing_curves, crossing_levels, half_exhibit
from foldwise.papers.dietterich_1998.levels import figure5, figure6
from foldwise.papers.dietterich_1998.numerator import NUMERATORS, numerator_exhibit
from foldwise.papers.dietterich_1998.printed_text import printed_text
from foldwise.papers.dietterich_1998.question_tree import figure1
from foldwise.papers.dietterich_1998.real_learners_curves import learning_curves_exhibit
from foldwise.papers.dietterich_1998.real_learners_folds import fold_correlation_exhibit, halvings_exhibit
from foldwise.papers.dietterich_1998.real_learners_level import QUANTILES, figure2, figure7
from foldwise.papers.dietterich_1998.real_learners_power import power_exhibit
from foldwise.papers.dietterich_1998.real_learners_tasks import TASKS
from foldwise.papers.dietterich_1998.separate import separate_exhibit, separate_sets
from foldwise.papers.dietterich_1998.simulation import simulated_counts, simulated_levels
from foldwise.papers.paper import Paper, Part

_MATCHING: Final = tuple(task.matching for task in TASKS)

_REAL_PARTS: Final = (
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
        name="fold-correlation",
        title="Correlation between the differences on two folds",
        make=fold_correlation_exhibit,
        needs=(*_MATCHING, *(task.folds for task in TASKS)),
    ),
    Part(
        name="clusters",
        title="Two clusters: why folds depend on each other",
        make=clusters_exhibit,
        needs=(clusters_halved,),
    ),
    Part(
        name="separate",
        title="Overlapping and separate training sets",
        make=separate_exhibit,
        needs=(TASKS[0].matching, TASKS[0].trials, separate_sets),
    ),
    Part(
        name="numerator",
        title="The numerator: one fold, or the mean of all",
        make=numerator_exhibit,
        needs=(*_MATCHING, *NUMERATORS.values()),
    ),
    Part(
        name="halvings",
        title="Other numbers of halvings than five",
        make=halvings_exhibit,
        needs=(*_MATCHING, *(task.halvings for task in TASKS)),
    ),
    Part(
        name="half",
        title="Half the data: where 5x2 may fail",
        make=half_exhibit,
        needs=(crossing_curves, crossing_levels),
    ),
    Part(
        name="label-noise",
        title="Wrong labels, the fourth source of variation",
        make=noise_exhibit,
        needs=(noisy_labels,),
    ),
    Part(
        name="text-numbers",
        title="Every number that is known of the text",
        make=printed_text,
        needs=(
            *_MATCHING,
            *(task.trials for task in TASKS),
            next(task for task in TASKS if task.name == "letter").folds,
            measured_errors,
        ),
    ),
)

DIETTERICH_1998: Final = Paper(
    name="dietterich_1998",
    title="Dietterich (1998)",
    reference="T. G. Dietterich (1998). Approximate statistical tests for comparing supervised classification learning "
    "algorithms. Neural Computation 10, 1895-1923.",
    about="Which of five tests tells two learning algorithms apart without false alarms? Two that were in common use "
    "do not; McNemar's test does with one training run, the 5x2 cross-validated t with ten, and ten-fold "
    "cross-validation finds most but is wrong up to twice as often as it says. Reproduced are the simulation without "
    "learners and the experiments with C4.5 and nearest neighbour. The paper could be read only with its numbers "
    "removed: each that was recovered is marked certain, probable or recollection, and what is beside our numbers is "
    "either fixed by a formula or comes from an independent simulation of the same design. Of the captions "
    "that survive only that of the Q-Q plot stands between Figures 1 and 3: it is Figure 2. Figures whose numbers are "
    "lost are called by what they show: power, learning curves.",
    parts=(
        Part(name="figure1", title="Figure 1: a taxonomy of statistical questions", make=figure1),
        Part(
            name="figure2",
            title=QUANTILES,
            make=figure2,
            needs=(TASKS[0].matching, TASKS[0].trials),
        ),
        Part(name="thresholds", title="Critical values of the five tests", make=thresholds),
        Part(name="figure3", title="Figure 3: measured probabilities of error", make=figure3, needs=(measured_errors,)),
        Part(
            name="figure4", title="Figure 4: designed probabilities of error", make=figure4, needs=(simulated_levels,)
        ),
        Part(
            name="epsilons",
            title="How the two probabilities of error were chosen",
            make=epsilons_exhibit,
            needs=(simulated_kinds,),
        ),
        Part(name="figure5", title="Figure 5: Type I error in the simulation", make=figure5, needs=(simulated_levels,)),
        Part(
            name="figure6",
            title="Figure 6: Type I error by the number of splits or folds",
            make=figure6,
            needs=(simulated_counts,),
        ),
        Part(
            name="tables",
            title="Two contingency tables: what the test for two proportions overlooks",
            make=tables,
        ),
        *_REAL_PARTS,
    ),
    errata=(
        "The numbers of the paper are lost: it is known only from a copy without them. What formulas, arithmetic or "
        "the datasets fix is called certain, what agrees with all words that survive probable, the rest recollection. "
        "foldwise shows the mark beside each and judges nothing by a recollection.",
        "The numerator of the 5x2 t is one of ten differences, chosen by nothing but its place: another order of the "
        "same ten gives another p-value, which is why Bouckaert and Frank found its verdicts to replicate worst. "
        "foldwise documents the order, shows all ten statistics, and offers Alpaydin's F, which uses all of them.",
        "The 5x2 t is called a t with 5 degrees of freedom, but its numerator and denominator, and the five variances, "
        "are not independent of each other. foldwise calls its level approximate and measures it (Figures 5 and 7).",
    ),
)

__all__ = ["DIETTERICH_1998"]
