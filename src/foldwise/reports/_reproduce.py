"""The call that would make the same result again."""

from foldwise._core import one_line
from foldwise.reports._summary import Document
from foldwise.splits import __all__ as names_in_splits


def reproduce(document: Document) -> str:
    """Write the Python call behind a document, with learners and schemes as one would type them."""
    runs = document["runs"]
    first = runs[0]
    learners = {learner["name"]: learner["description"] for run in runs for learner in run["learners"]}
    design = first["design"]
    is_verdict = document["schema"].startswith("foldwise.verdict")
    lines = ["import foldwise as fw", ""]
    lines += [f"# {_data_line(run)}" for run in runs]
    lines += [f"{'verdict = fw.compare' if is_verdict else 'run = fw.evaluate'}(", "    {"]
    lines += [f"        {name!r}: {one_line(description)}," for name, description in learners.items()]
    lines += ["    },", "    data," if len(runs) == 1 else "    datasets,", f"    scheme={_scheme(design['scheme'])},"]
    options = {"metric": document["metric"]["name"]}
    if is_verdict:
        options |= {name: document[name] for name in ("test", "alpha", "rope", "alternative")}
    options |= {"seed": design["seed"]}
    lines += [f"    {name}={value!r}," for name, value in options.items()]
    return "\n".join([*lines, ")"])


def _data_line(run: Document) -> str:
    data = run["dataset"]
    size = f"{data['n_examples']} examples, {data['n_attributes']} attributes"
    return f"{one_line(data['name'])}: {size}, fingerprint {data['fingerprint']}, seed {run['design']['seed']}"


def _scheme(text: str) -> str:
    """Write a scheme of ours with its room, and anyone else's as it calls itself.

    >>> _scheme("KFold(10)"), _scheme("KFold(n_splits=5)")
    ('fw.splits.KFold(10)', 'KFold(n_splits=5)')
    """
    line = one_line(text)
    # scikit-learn has splitters of the same names; only theirs count "splits".
    is_ours = line.split("(")[0] in names_in_splits and "n_splits=" not in line
    return f"fw.splits.{line}" if is_ours else line
