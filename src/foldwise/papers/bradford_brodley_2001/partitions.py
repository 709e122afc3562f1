"""The experiment of the paper: three learners on 55 partitions of each dataset, judged one by one."""

from dataclasses import dataclass, replace
from typing import Final

import foldwise as fw
from foldwise.papers.bradford_brodley_2001.printed_values import DIETTERICH, N_PARTITIONS, OTHERS, PROCEDURES, REFERENCE
from foldwise.papers.paper import experiment
from foldwise.papers.printed_numbers import printed
from foldwise.papers.workbench import Workbench


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PartitionRuns:
    """Runs of all learners on the partitions, by the paper's names of the datasets, in its order.

    Parameters
    ----------
    ten_folds : dict of str to Run
        Each partition is one repeat.
    halves : dict of str to Run
        Each partition is five repeats.
    incomplete : str
        Why nothing can be judged; empty if it can.
    """

    ten_folds: dict[str, fw.runs.Run]
    halves: dict[str, fw.runs.Run]
    incomplete: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Judged:
    """What single partitions say.

    Parameters
    ----------
    by : dict of pair of str to PartitionAnalysis
        By the learner that TDDT-1 is compared with, and the procedure: '1x10cv' (t on ten folds), '5x2cv' (the same t
        on the ten differences of 5x2, as the paper has it), 'dietterich' (Dietterich's t on these).
    incomplete : str
        Why nothing can be judged; empty if it can.
    """

    by: dict[tuple[str, str], fw.replicability.PartitionAnalysis]
    incomplete: str

    @property
    def of_paper(self) -> dict[tuple[str, str], fw.replicability.PartitionAnalysis]:
        """Those that the paper has, in the order of its tables."""
        return {(other, how): self.by[other, how] for other in OTHERS for how in PROCEDURES}


def learners() -> dict[str, object]:
    """Return the learners by the paper's names for them."""
    return {
        REFERENCE: fw.learners.MansourTree(),
        OTHERS["tddt2"]: fw.learners.C45(raising=False),
        OTHERS["naive_bayes"]: fw.learners.DiscretizedNaiveBayes(),
    }


def dataset_names() -> dict[str, str]:
    """List the datasets in the order of the paper: by its name, what `foldwise.data.load` takes."""
    sources = fw.data.sets_of("bradford_brodley_2001")
    return {str(name): sources[str(name)] for name in printed("bradford_brodley_2001_table1")["dataset"]}


@experiment("Bradford and Brodley: three learners on 55 partitions of 23 datasets", seconds=240, data=dataset_names)
def evaluated(bench: Workbench) -> PartitionRuns:
    """Evaluate the learners on all partitions, which are not stratified."""
    sets = bench.sets(dataset_names(), quick=2)
    n = bench.size(N_PARTITIONS, 4)
    ten_folds = bench.evaluate(learners(), sets, f"{n}x10:plain")
    halves = bench.evaluate(learners(), sets, f"{5 * n}x2:plain")
    return PartitionRuns(ten_folds=ten_folds, halves=halves, incomplete=sets.incomplete)


def judge_each(runs: PartitionRuns) -> Judged:
    """Judge every partition by itself, and all of a dataset by the averaged t."""
    by = {}
    for how, test, of in (
        ("1x10cv", "kfold_t", runs.ten_folds),
        ("5x2cv", "five_by_two_plain_t", runs.halves),
        (DIETTERICH, "five_by_two_t", runs.halves),
    ):
        analysis = fw.replicability.partition_analysis(of.values(), test=test)
        for other, name in OTHERS.items():
            pair = analysis.between(REFERENCE, name)
            rows = tuple(replace(row, dataset=alias) for row, alias in zip(pair.rows, of, strict=True))
            by[other, how] = replace(pair, rows=rows)
    return Judged(by=by, incomplete=runs.incomplete)


@experiment("Bradford and Brodley: every partition judged by itself", seconds=1)
def judged(bench: Workbench) -> Judged:
    """Judge all partitions of the paper's experiment."""
    return judge_each(bench.once(evaluated))


NEEDS: Final = (evaluated, judged)
