"""The calls that would make the same result again, and where the names in them are imported from."""

import ast
import builtins
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from foldwise._core import one_line
from foldwise.data import available, load
from foldwise.reports._design import sizes
from foldwise.reports._document import Document
from foldwise.splits import __all__ as names_in_splits

Code = list[str]
Keywords = dict[str, str]

_FILL_IN: Final = "# Put in, for each ..., what only you have."
_RESULTS: Final = (
    "# Put in the path of your results, or the table itself, for 'results.csv';",
    "# where its names do not tell what is what, add columns={'score': 'name of a column'}.",
)
# What the text of an estimator or of its parameters may name beside classes.
_NUMPY: Final = ("array", "inf", "nan")
# By which functions and distributions are written.
_MODULES: Final = {"functools": "functools", "numpy": "numpy", "scipy": "scipy.stats", "sklearn": "sklearn.metrics"}


def evaluate_call(runs: list[Document], metric: Document) -> str:
    """Return the call behind runs, with learners and schemes as one would type them."""
    if _is_from_elsewhere(runs):
        return whole(
            [
                *_RESULTS,
                *call_lines("runs, reading = fw.results.as_runs", ["'results.csv'"], _reading_options(runs, metric)),
            ]
        )
    return whole(_evaluated(runs, metric))


def compare_call(runs: list[Document], metric: Document, options: dict[str, Any], *, settled: str = "") -> str:
    """Return the call that makes runs and judges them, or only judges results from elsewhere.

    A settled verdict has the procedure for its scheme, and that chooses the test.
    """
    if not settled and (_is_from_elsewhere(runs) or not _is_one_design(runs)):
        return judge_call(runs, metric, result="verdict", options=options)
    keywords = _design(runs[0], metric)
    if settled:
        keywords["scheme"] = f"fw.{settled}"
        options = {name: value for name, value in options.items() if name != "test"}
    seed = {"seed": keywords.pop("seed")}
    call = call_lines(
        "verdict = fw.compare", ["learners", _name_of_data(runs)], {**keywords, **_judging(options, runs), **seed}
    )
    return whole([*_setting(runs, metric), *call])


def judge_call(runs: list[Document], metric: Document, *, result: str, options: dict[str, Any]) -> str:
    """Return the calls that make runs and then something else of them."""
    if _is_from_elsewhere(runs):
        keywords = {**_reading_options(runs, metric), **_judging(options, runs)}
        return whole([*_RESULTS, *call_lines(f"{result} = fw.judge", ["'results.csv'"], keywords)])
    made = "run" if len(runs) == 1 else "runs"
    return whole([*_evaluated(runs, metric), *call_lines(f"{result} = fw.judge", [made], _judging(options, runs))])


def table_call(learners: list[str], metric: Document, options: dict[str, Any]) -> str:
    """Return the call that judges a table of one score for each learner and dataset."""
    keywords = {"metric": repr(metric["name"]), "learners": repr(learners)}
    keywords |= {name: repr(value) for name, value in options.items()}
    return whole([*_RESULTS, *call_lines("overall = fw.judge", ["'results.csv'"], keywords)])


def items_call(metric: Document, options: dict[str, Any]) -> str:
    """Return the call that judges scores of single items."""
    keywords = {"metric": repr(metric["name"])} | {name: repr(value) for name, value in options.items()}
    return whole([*_RESULTS, *call_lines("verdict = fw.judge", ["'results.csv'"], keywords)])


def plan_call(wish: dict[str, Any], assumed: dict[str, Any], metric: Document | None) -> str:
    """Return the call that plans: from assumed numbers, or from a pilot of which only the reader knows the place."""
    keywords = {name: repr(value) for name, value in {**wish, **assumed}.items()}
    if assumed:
        return whole(call_lines("plan = fw.plan", [], keywords))
    if metric is not None:
        keywords["metric"] = repr(metric["name"])
    return whole([*_RESULTS, *call_lines("plan = fw.plan", ["'results.csv'"], keywords)])


def replicate_call(
    runs: list[Document], metric: Document, *, scheme: str, test: str, options: dict[str, Any], n: int
) -> str:
    """Return the call that executes a procedure again as often; without the name of a test, the scheme chooses it.

    Seeds that differ by dataset were derived from the data.
    """
    keywords = _design(runs[0], metric)
    # Settled runs may have different numbers of repeats, and yet one seed.
    first = keywords.pop("seed")
    seed = {"seed": first} if len({run["design"]["seed"] for run in runs}) == 1 else {}
    arguments = [f"fw.{scheme}"] if scheme.startswith("Settled(") else [keywords["scheme"]]
    if test and not scheme.startswith("Settled("):
        arguments.append(repr(test))
    arguments += [f"{name}={value!r}" for name, value in options.items()]
    keywords["procedure"] = f"fw.Procedure({', '.join(arguments)})"
    del keywords["scheme"]
    call = call_lines("result = fw.replicate", ["learners", _name_of_data(runs)], {"n": repr(n), **keywords, **seed})
    return whole([*_setting(runs, metric), *call])


def partitions_call(runs: list[Document], metric: Document, options: dict[str, Any]) -> str:
    """Return the calls that make runs and look at their partitions."""
    made = "run" if len(runs) == 1 else "runs"
    keywords = {name: repr(value) for name, value in options.items()}
    call = call_lines("analysis = fw.replicability.partition_analysis", [made], keywords)
    if _is_from_elsewhere(runs):
        read = call_lines("runs, reading = fw.results.as_runs", ["'results.csv'"], _reading_options(runs, metric))
        return whole(
            [*_RESULTS, *read, *call_lines("analysis = fw.replicability.partition_analysis", ["runs"], keywords)]
        )
    return whole([*_evaluated(runs, metric), *call])


def randomization_call(name: str, dataset: str, options: dict[str, Any]) -> str:
    """Return the call of a label randomization, whose methodology may be any function."""
    keywords = {option: repr(value) for option, value in options.items()}
    what = f"{one_line(name)}: a learner, or a function of X and y that returns a score"
    source = dataset_source(dataset)
    lines = [
        f"methodology = ...  # {what}",
        f"data = {source}" + (f"  # {one_line(dataset)}" if source == "..." else ""),
        "# Add scheme= and metric=, if you gave them.",
        *call_lines("result = fw.verdicts.label_randomization", ["methodology", "data"], keywords),
    ]
    return whole(lines)


def dataset_source(name: str, fingerprint: str | None = None) -> str:
    """Return what loads a built-in dataset, or ``...``; where there is a fingerprint it must be that of the dataset.

    >>> dataset_source("iris"), dataset_source("iris", "0" * 32), dataset_source("mine")
    ("fw.data.load('iris')", '...', '...')
    """
    known = _built_in(name)
    return f"fw.data.load({name!r})" if known is not None and fingerprint in (None, known) else "..."


def whole(lines: Code) -> str:
    """Return the lines after their imports, and what the reader must put in."""
    body = "\n".join(lines)
    names = [name for name in _undefined_names(body) if name != "fw"]
    imports = sorted(line for name in names if (line := _import_line(name)))
    missing = [name for name in names if _import_line(name) is None]
    requests = [f"# Put in the import of {', '.join(missing)}."] if missing else []
    if _has_gaps(body):
        requests.append(_FILL_IN)
    return "\n".join(["import foldwise as fw", *imports, "", *requests, body])


def _setting(runs: list[Document], metric: Document) -> Code:
    """Return the lines that define data, learners, and what else the calls name."""
    learners = {learner["name"]: one_line(learner["description"]) for run in runs for learner in run["learners"]}
    lines = [f"{_name_of_data(runs)} = {_dataset(runs[0])}"]
    if len(runs) > 1:
        lines = ["datasets = [", *(f"    {_dataset(run, ',')}" for run in runs), "]"]
    if _has_groups(runs[0]):
        lines.append("groups = ...  # the group of each example")
    if not metric["is_scorer"]:
        lines.append(f"metric = ...  # the function or scorer {one_line(metric['name'])}")
    lines.append("learners = {")
    lines += [learner_line(name, description) for name, description in learners.items()]
    return [*lines, "}"]


def learner_line(name: str, description: str) -> str:
    """Return the line of a learner in the dictionary of all, with ``...`` for one that cannot be typed."""
    return f"    {name!r}: {description}," if is_complete(description) else f"    {name!r}: ...,  # {description}"


def _evaluated(runs: list[Document], metric: Document) -> Code:
    """Return the lines that make the runs in one call, or dataset by dataset where designs or seeds differ."""
    lines = _setting(runs, metric)
    if _is_one_design(runs):
        made = "run" if len(runs) == 1 else "runs"
        return [
            *lines,
            *call_lines(f"{made} = fw.evaluate", ["learners", _name_of_data(runs)], _design(runs[0], metric)),
        ]
    lines.append("runs = [")
    for number, run in enumerate(runs):
        keywords = ", ".join(f"{name}={value}" for name, value in _design(run, metric).items())
        lines.append(f"    fw.evaluate(learners, datasets[{number}], {keywords}),")
    return [*lines, "]"]


def call_lines(verb: str, arguments: list[str], keywords: Keywords) -> Code:
    """Return a call, one argument in a line."""
    texts = [*arguments, *(f"{name}={value}" for name, value in keywords.items())]
    return [f"{verb}(", *(f"    {text}," for text in texts), ")"]


def _design(run: Document, metric: Document) -> Keywords:
    keywords = {"scheme": typed_scheme(run["design"]["scheme"])}
    keywords["metric"] = repr(metric["name"]) if metric["is_scorer"] else "metric"
    if _has_groups(run):
        keywords["groups"] = "groups"
    return {**keywords, "seed": repr(run["design"]["seed"])}


def _reading_options(runs: list[Document], metric: Document) -> Keywords:
    """Return, of results from elsewhere what they may not say themselves."""
    schemes = {typed_scheme(run["design"]["scheme"]) for run in runs}
    keywords = {"metric": repr(metric["name"])}
    keywords["learners"] = repr([learner["name"] for learner in runs[0]["learners"]])
    if len(schemes) == 1 and "..." not in schemes:
        keywords["scheme"] = schemes.pop()
    return keywords


def _judging(options: dict[str, Any], runs: list[Document]) -> Keywords:
    partial = {"allow_partial": "True"} if any(run["failures"] for run in runs) else {}
    return {**{name: repr(value) for name, value in options.items()}, **partial}


def _is_from_elsewhere(runs: list[Document]) -> bool:
    """Whether the results were handed in: whoever ran the learners here has seen the data."""
    return any(not run["dataset"]["fingerprint"] for run in runs)


def _is_one_design(runs: list[Document]) -> bool:
    """Whether one call can make all runs; without a seed given, every dataset has its own."""
    return len({(run["design"]["scheme"], run["design"]["seed"]) for run in runs}) == 1


def _has_groups(run: Document) -> bool:
    return str(run["design"]["description"]).endswith(", by group")


def _name_of_data(runs: list[Document]) -> str:
    return "data" if len(runs) == 1 else "datasets"


def _dataset(run: Document, end: str = "") -> str:
    """Return how to get at a dataset, and how to recognize it."""
    data = run["dataset"]
    name, source = one_line(data["name"]), dataset_source(data["name"], data["fingerprint"])
    words = ", ".join([*sizes(data), f"fingerprint {data['fingerprint']}"])
    if source == "...":
        words = f"{name}: {words}, as fw.data.load('a file.csv') or fw.data.Dataset(X, y, name={data['name']!r})"
    return f"{source}{end}  # {words}"


@cache
def _built_in(name: str) -> str | None:
    """Return the fingerprint of the built-in dataset of a name, if there is one."""
    names = available().query("source == 'built-in'")["name"]
    return load(name).fingerprint if name in set(names) else None


def typed_scheme(text: str) -> str:
    """Return a scheme of ours with its room, anyone else's as it calls itself, and what cannot be typed as ``...``.

    >>> typed_scheme("KFold(10)"), typed_scheme("KFold(n_splits=5)"), typed_scheme("100 independent splits")
    ('fw.splits.KFold(10)', 'KFold(n_splits=5)', '...')
    """
    line = one_line(text)
    if not is_complete(line):
        return "..."
    # scikit-learn has splitters of the same names; only theirs count "splits".
    is_ours = line.split("(")[0] in names_in_splits and "n_splits=" not in line
    return f"fw.splits.{line}" if is_ours else line


def is_complete(expression: str) -> bool:
    """Whether a text is an expression that Python can evaluate, with nothing left out.

    >>> is_complete("Tuned(SVC(), {'C': [1, 10]})"), is_complete("SVC(C=...)"), is_complete("<Mine at 0x7f>")
    (True, False, False)
    """
    try:
        tree = ast.parse(expression, mode="eval")
    except (SyntaxError, ValueError):
        return False
    return not _has_ellipsis(tree)


def _has_gaps(code: str) -> bool:
    """Whether some statements have a ``...`` that is to be filled in.

    >>> _has_gaps("data = ..."), _has_gaps("name = '...'")
    (True, False)
    """
    return _has_ellipsis(ast.parse(code))


def _undefined_names(code: str) -> list[str]:
    """Return the names that some statements use and do not define, each once.

    >>> _undefined_names("x = SVC(C=np.float64(1.0)); y = fit(x, key=lambda z: z * 2)")
    ['SVC', 'fit', 'np']
    """
    nodes = list(ast.walk(ast.parse(code)))
    names = [node for node in nodes if isinstance(node, ast.Name)]
    defined = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    # Those of a lambda.
    defined |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    return sorted({node.id for node in names if node.id not in defined and not hasattr(builtins, node.id)})


@cache
def _import_line(name: str) -> str | None:
    """Return the import that defines a name, or None if only the reader knows where it is from.

    >>> _import_line("C45"), _import_line("SVC"), _import_line("Mine")
    ('from foldwise.learners import C45', 'from sklearn.svm import SVC', None)
    """
    if name == "np":
        return "import numpy as np"
    if name in _NUMPY:
        return f"from numpy import {name}"
    if name in _MODULES:
        return f"import {_MODULES[name]}"
    for module in _modules():
        value = getattr(import_module(module), name, None)
        # Modules also hold what they have imported themselves.
        if f"{getattr(value, '__module__', '')}.".startswith(f"{module}."):
            return f"from {module} import {name}"
    return None


def _has_ellipsis(tree: ast.AST) -> bool:
    return any(isinstance(node, ast.Constant) and node.value is ... for node in ast.walk(tree))


def _modules() -> Iterator[str]:
    """Return the rooms and packages whose classes a learner is made of."""
    import sklearn

    yield from ("foldwise.learners", "foldwise.tuning")
    # sklearn lists some functions among its modules.
    yield from (f"sklearn.{name}" for name in sorted(sklearn.__all__) if find_spec(f"sklearn.{name}"))
