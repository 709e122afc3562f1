"""The same procedure executed again and again on the same data, with other random partitions."""

from foldwise.data import available
from foldwise.evaluation._door import Execution, execute
from foldwise.learners import C45, NaiveBayes, NearestNeighbor
from foldwise.runs._door import choose_repeats, make_plans
from foldwise.workers._door import Workers

LEARNERS = {"NB": NaiveBayes(), "C4.5": C45(), "1-NN": NearestNeighbor()}
SEED = 1


def datasets():
    """Names of the 27 data sets of Bouckaert and Frank, the one that takes longest last."""
    known = available()
    names = known["name"][known["note"].str.contains("Bouckaert & Frank 2004")]
    return sorted(names, key=lambda name: (name == "uci:arrhythmia", name))


def verdicts(procedure, data, n, *, learners=LEARNERS, seed=SEED):
    """Yield the verdicts of n executions, each pair judged for itself; all of them are one evaluation."""
    if procedure.settled is not None:
        (plan,), _ = make_plans(learners, data, seed=seed)
        yield from procedure.settle(plan, Workers(), Execution(progress=False), n_executions=n)
        return
    plans, _ = make_plans(learners, data, scheme=procedure.scheme, seed=seed, n_executions=n)
    (run,) = execute(plans, Execution(progress=False))
    step = run.assignment.repeats_per_execution
    for first in range(0, run.assignment.n_repeats, step):
        yield procedure.decide(choose_repeats(run, range(first, first + step)))
