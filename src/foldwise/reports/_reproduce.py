"""The call that would make the same result again."""

from typing import Any

from foldwise._core import one_line
from foldwise.reports._plain import Document
from foldwise.splits import __all__ as names_in_splits


def evaluate_call(runs: list[Document], metric: Document) -> str:
    """Write the call behind runs, with learners and schemes as one would type them."""
    if _is_from_elsewhere(runs):
        return "\n".join([*_opening(runs), f"runs, reading = fw.runs.as_runs(results, metric={metric['name']!r})"])
    return "\n".join([*_opening(runs), *_call("run = fw.evaluate", runs, {"metric": metric["name"]})])


def compare_call(runs: list[Document], metric: Document, options: dict[str, Any]) -> str:
    """Write the call that makes runs and judges them, or only judges results from elsewhere."""
    if _is_from_elsewhere(runs):
        return judge_call(runs, metric, result="verdict", options=options)
    return "\n".join([*_opening(runs), *_call("verdict = fw.compare", runs, {"metric": metric["name"], **options})])


def judge_call(runs: list[Document], metric: Document, *, result: str, options: dict[str, Any]) -> str:
    """Write the calls that make runs and then something else of them."""
    lines = _opening(runs)
    name = "results"
    if not _is_from_elsewhere(runs):
        name = "run" if len(runs) == 1 else "runs"
        lines += _call(f"{name} = fw.evaluate", runs, {"metric": metric["name"]})
    given = {**({"metric": metric["name"]} if name == "results" else {}), **options}
    return "\n".join([*lines, f"{result} = fw.judge({', '.join([name, *_keywords(given)])})"])


def _is_from_elsewhere(runs: list[Document]) -> bool:
    """Whether the results were handed in: nobody knows the seed of folds that were made elsewhere."""
    return any(run["design"]["seed"] is None for run in runs)


def _opening(runs: list[Document]) -> list[str]:
    return ["import foldwise as fw", "", *(f"# {_data_line(run)}" for run in runs)]


def _call(verb: str, runs: list[Document], options: dict[str, Any]) -> list[str]:
    learners = {learner["name"]: learner["description"] for run in runs for learner in run["learners"]}
    design = runs[0]["design"]
    return [
        f"{verb}(",
        "    {",
        *(f"        {name!r}: {one_line(description)}," for name, description in learners.items()),
        "    },",
        "    data," if len(runs) == 1 else "    datasets,",
        f"    scheme={_scheme(design['scheme'])},",
        *(f"    {keyword}," for keyword in _keywords({**options, "seed": design["seed"]})),
        ")",
    ]


def _keywords(options: dict[str, Any]) -> list[str]:
    return [f"{name}={value!r}" for name, value in options.items()]


def _data_line(run: Document) -> str:
    data, seed = run["dataset"], run["design"]["seed"]
    counts = [f"{data[key]} {key[2:]}" for key in ("n_examples", "n_attributes") if data[key] is not None]
    known = [*counts, f"fingerprint {data['fingerprint']}", "from elsewhere" if seed is None else f"seed {seed}"]
    return f"{one_line(data['name'])}: {', '.join(known)}"


def _scheme(text: str) -> str:
    """Write a scheme of ours with its room, and anyone else's as it calls itself.

    >>> _scheme("KFold(10)"), _scheme("KFold(n_splits=5)")
    ('fw.splits.KFold(10)', 'KFold(n_splits=5)')
    """
    line = one_line(text)
    # scikit-learn has splitters of the same names; only theirs count "splits".
    is_ours = line.split("(")[0] in names_in_splits and "n_splits=" not in line
    return f"fw.splits.{line}" if is_ours else line
