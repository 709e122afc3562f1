"""Populations of datasets on which the methods are measured, in groups that belong to one table each."""

from dataclasses import dataclass, replace

from foldwise.lab import dataset_methods
from foldwise.lab.sources import DatasetPopulation

NUMBERS = (5, 10, 20, 50)
LEARNERS = (2, 5, 10)
# Bergmann and Hommel's adjustment has too many cases for more.
MOST_RELATED = 9


@dataclass(frozen=True)
class Group:
    """Populations, and the methods that are tried on all of them."""

    populations: list[DatasetPopulation]
    methods: list[str]


def tests(k):
    """Names of the methods that test all learners, or all pairs of them, and of rank intervals."""
    names = [name for name in dataset_methods() if not name.startswith(("hodges", "partial"))]
    return [name for name in names if k <= MOST_RELATED or not name.endswith("/bergmann_hommel")]


def intervals():
    return ["hodges_lehmann"]


def counts():
    return [name for name in dataset_methods() if name.startswith("partial")]


def nulls(k):
    """All learners equally good, and everything as tests assume it."""
    return [DatasetPopulation([0] * k, n) for n in NUMBERS]


def odd_nulls(n, k=5):
    """All learners, or some, equally good, and something not as tests assume it."""
    learners = [0] * k
    return {
        "heavy tails": DatasetPopulation(learners, n, law="heavy"),
        "rounded to 0.01": DatasetPopulation(learners, n, step=0.01),
        "30% identical": DatasetPopulation(learners, n, identical=0.3),
        "10% missing": DatasetPopulation(learners, n, missing=0.1),
        "30% missing": DatasetPopulation(learners, n, missing=0.3),
        "three equal, two better": DatasetPopulation([0.06, 0.03] + [0] * (k - 2), n),
        "one varies four times as much": DatasetPopulation(learners, n, spread=[0.12] + [0.03] * (k - 1)),
        "skewed, equal medians": DatasetPopulation(learners, n, law="skewed", spread=0.06),
        "skewed, equal pseudo-medians": DatasetPopulation(
            learners, n, law="skewed", center="pseudo-median", spread=0.06
        ),
        "skewed, equal means": DatasetPopulation(learners, n, law="skewed", center="mean", spread=0.06),
        "every dataset twice": DatasetPopulation(learners, n, n_copies=2),
        "every dataset five times": DatasetPopulation(learners, n, n_copies=5),
    }


def one_ahead(k):
    """The first learner better than all others, by two points."""
    return [DatasetPopulation([0.02] + [0] * (k - 1), n) for n in NUMBERS]


def odd_alternatives(n=20, k=5):
    learners = [0.02] + [0] * (k - 1)
    return {
        "heavy tails": DatasetPopulation(learners, n, law="heavy"),
        "rounded to 0.01": DatasetPopulation(learners, n, step=0.01),
        "30% identical": DatasetPopulation(learners, n, identical=0.3),
        "30% missing": DatasetPopulation(learners, n, missing=0.3),
    }


def ladder(k):
    """Every learner better than the next, by one point."""
    return [DatasetPopulation([(k - 1 - place) / 100 for place in range(k)], n) for n in NUMBERS]


def centres():
    """Two learners, for intervals of their difference."""
    several = {}
    for n in NUMBERS:
        for words, more in {
            "normal": {},
            "heavy tails": {"law": "heavy"},
            "rounded to 0.01": {"step": 0.01},
            "skewed": {"law": "skewed", "spread": 0.06},
            "every dataset twice": {"n_copies": 2},
        }.items():
            several[f"{words}, {n}"] = DatasetPopulation((0.02, 0), n, **more)
    return several


def counted(n):
    """Two learners, for the number of datasets on which the first is better."""
    return {
        "better nowhere": DatasetPopulation((0, 0), n, spread=0),
        "better by 5 points on half, equal on half": DatasetPopulation((0.05, 0), n, spread=0, equal=0.5),
        "better by 10 points on half, equal on half": DatasetPopulation((0.1, 0), n, spread=0, equal=0.5),
        "differences as elsewhere, mean 2 points": DatasetPopulation((0.02, 0), n),
        "better nowhere, folds correlated 0.2": DatasetPopulation((0, 0), n, spread=0, correlation=0.2),
        "better nowhere, folds correlated 0.3": DatasetPopulation((0, 0), n, spread=0, correlation=0.3),
        "better nowhere, every dataset five times": DatasetPopulation((0, 0), n, spread=0, n_copies=5),
    }


def named(several):
    """Give populations the names by which tables call them."""
    return [replace(population, name=name) for name, population in several.items()]


def groups():
    """Return all groups by name."""
    made = {f"null, {k} learners": Group(nulls(k), tests(k)) for k in LEARNERS}
    for n in (20, 50):
        made[f"odd null, {n} datasets"] = Group(named(odd_nulls(n)), tests(5))
    made |= {f"one ahead, {k} learners": Group(one_ahead(k), tests(k)) for k in LEARNERS}
    made["odd alternative"] = Group(named(odd_alternatives()), tests(5))
    made |= {f"ladder, {k} learners": Group(ladder(k), tests(k)) for k in (5, 10)}
    made["centre"] = Group(named(centres()), intervals())
    for n in (10, 50):
        made[f"counted, {n} datasets"] = Group(named(counted(n)), counts())
    return made
