"""What a page is called."""

from foldwise._core import one_line
from foldwise.reports._plain import Document


def who_on_what(runs: list[Document]) -> str:
    """Name the learners and the dataset, or count them where they are many."""
    names = list(dict.fromkeys(learner["name"] for run in runs for learner in run["learners"]))
    datasets = [run["dataset"]["name"] for run in runs]
    who = " vs ".join(one_line(name) for name in names) if len(names) <= 2 else f"{len(names)} learners"
    where = one_line(datasets[0]) if len(datasets) == 1 else f"{len(datasets)} datasets"
    return f"{who} on {where}"
