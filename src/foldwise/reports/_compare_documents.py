"""Two documents of the same thing, field by field; and the arithmetic of one, as far as it can be checked by itself."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scipy.special import stdtr

from foldwise._core import compact, one_line
from foldwise.reports._document import Document
from foldwise.stats import binomial
from foldwise.stats._door import student_quantile
from foldwise.verdicts import adjust_pvalues

# What is further apart is no rounding of another machine.
_RELATIVE: Final = 1e-6
_ABSOLUTE: Final = 1e-12

OF_A_ROW: Final = (
    "score_a",
    "score_b",
    "estimate",
    "pooled_estimate",
    "low",
    "high",
    "standard_error",
    "statistic",
    "df",
    "pvalue",
    "adjusted_pvalue",
    "effect_size",
    "effect_size_name",
    "p_left",
    "p_rope",
    "p_right",
    "n_scores",
    "n_train",
    "n_test",
)
_OF_SIZES: Final = ("pooled_estimate", "n_train", "n_test")
OF_A_DECISION: Final = ("decision", "winner", "outcome")
# What single datasets say hangs on who is at chance there.
_OF_SINGLE_DATASETS: Final = ("called", "datasets_a", "datasets_b", "least_a", "least_b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """A field that is not what the numbers behind it give.

    Parameters
    ----------
    where : str
        Which comparison, learner or dataset.
    field : str
        The key in the document.
    given, found : any
        What stands there, and what was recomputed.

    Examples
    --------
    >>> import pandas as pd
    >>> import foldwise as fw
    >>> from foldwise.reports import summary, verify
    >>> rows = [(name, f, 0.9 - f % (2 + k) / (20 - k)) for k, name in enumerate(("nb", "tree")) for f in range(10)]
    >>> document = summary(fw.judge(pd.DataFrame(rows, columns=["learner", "fold", "accuracy"])))
    >>> document["comparisons"][0]["pvalue"] = 0.5
    >>> found = verify(document).disagreements[0]
    >>> found.field, found.given
    ('pvalue', 0.5)
    """

    where: str
    field: str
    given: Any
    found: Any

    def __str__(self) -> str:
        return f"{self.where}: {self.field} is {_shown(self.given)}, recomputed {_shown(self.found)}"


def _shown(value: Any) -> str:
    if isinstance(value, float):
        return compact(value, 6) if 1e-4 <= abs(value) < 1e6 or value == 0 else f"{value:.6g}"
    return one_line("null" if value is None else str(value))[:80]


def agree(given: Any, found: Any) -> bool:
    """Whether two values are the same but for rounding.

    >>> agree(0.1 + 0.2, 0.3), agree(0.049, 0.051), agree([1, None], [1.0, None]), agree("a", "b")
    (True, False, True, False)
    """
    if isinstance(given, dict) and isinstance(found, dict):
        return given.keys() == found.keys() and all(agree(given[key], found[key]) for key in given)
    if isinstance(given, list | tuple) and isinstance(found, list | tuple):
        return len(given) == len(found) and all(map(agree, given, found))
    if _is_number(given) and _is_number(found):
        return math.isclose(given, found, rel_tol=_RELATIVE, abs_tol=_ABSOLUTE)
    return type(given) is type(found) and bool(given == found)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def row_name(row: Document) -> str:
    """Return which comparison it is."""
    where = f" on {one_line(str(row['dataset']))}" if "dataset" in row else " over datasets"
    return f"{one_line(str(row['a']))} and {one_line(str(row['b']))}{where}"


def compare_fields(where: str, given: Document, found: Document, fields: Sequence[str]) -> Iterator[Disagreement]:
    """Yield the fields of which both documents have another value; one that is missing is another value."""
    for field in fields:
        if field in found and not agree(given.get(field), found[field]):
            yield Disagreement(where=where, field=field, given=given.get(field), found=found[field])


def is_at_chance(row: Document) -> bool:
    """Whether nobody is called better because a learner is at chance, which takes predictions to know."""
    return any(caveat["code"] == "at_chance" for caveat in row["caveats"])


def compare_verdicts(
    given: Document, found: Document, *, knows_chance: bool = True, knows_sizes: bool = True
) -> Iterator[Disagreement]:
    """Yield where comparisons, and the answer over datasets, are not those that were recomputed."""
    # Documents from before that was asked do not have it.
    newer = ("all_alike",) if "all_alike" in given else ()
    yield from compare_fields("all comparisons", given, found, ("family", *newer))
    rows = {_key(row, found): row for row in found["comparisons"]}
    known = [_key(row, given) for row in given["comparisons"]]
    if sorted(known) != sorted(rows):
        words = [", ".join(" ".join(key) for key in sorted(keys)) for keys in (known, rows)]
        yield Disagreement(where="all comparisons", field="comparisons", given=words[0], found=words[1])
        return
    fields = [key for key in OF_A_ROW if knows_sizes or key not in _OF_SIZES]
    for row in given["comparisons"]:
        decided = OF_A_DECISION if knows_chance or not is_at_chance(row) else ()
        yield from compare_fields(row_name(row), row, rows[_key(row, given)], (*fields, *decided))
    if given.get("overall") is not None and found.get("overall") is not None:
        unsure = not knows_chance and any(map(is_at_chance, given["comparisons"]))
        yield from compare_overall(given["overall"], found["overall"], unsure=unsure)


def _key(row: Document, document: Document) -> tuple[str, str, str]:
    """Return which comparison it is; a single dataset may be called after its file."""
    is_one = len({each["dataset"] for each in document["comparisons"]}) == 1
    return "" if is_one else row["dataset"], row["a"], row["b"]


def compare_overall(given: Document, found: Document, *, unsure: bool = False) -> Iterator[Disagreement]:
    """Yield where the answer over datasets is not what was recomputed."""
    fields = ("best", "may_be_best", "family", "datasets", "omnibus", *(() if unsure else ("win_tie_loss",)))
    yield from compare_fields("over datasets", given, found, fields)
    pairs = {(pair["a"], pair["b"]): pair for pair in found["pairs"]}
    for pair in given["pairs"]:
        again = pairs.get((pair["a"], pair["b"]), {})
        keys = [key for key in again if not (unsure and key in _OF_SINGLE_DATASETS)]
        yield from compare_fields(row_name(pair), pair, again, keys)
    learners = {each["name"]: each for each in found["learners"]}
    for each in given["learners"]:
        again = learners.get(each["name"], {})
        yield from compare_fields(f"{one_line(each['name'])} over datasets", each, again, list(again))
    cells = {(cell["dataset"], cell["learner"]): cell for cell in found["cells"]}
    for cell in given["cells"]:
        again = cells.get((cell["dataset"], cell["learner"]), {})
        where = f"{one_line(cell['learner'])} on {one_line(cell['dataset'])}"
        yield from compare_fields(where, cell, again, [key for key in ("score", "is_used") if key in again])


def compare_scores(given: Document, found: Document) -> Iterator[Disagreement]:
    """Yield where the runs of a document are not those that are kept elsewhere."""
    runs = {run["dataset"]["name"]: run for run in found["runs"]}
    for run in given["runs"]:
        again = runs.get(run["dataset"]["name"])
        if again is None:
            continue
        name = one_line(run["dataset"]["name"])
        sizes = ("fingerprint", "n_examples", "n_attributes")
        yield from compare_fields(name, run["dataset"], again["dataset"], sizes)
        learners = {each["name"]: each for each in again["learners"]}
        for each in run["learners"]:
            fields = ("scores", "mean_score", "sd_over_folds")
            yield from compare_fields(f"{one_line(each['name'])} on {name}", each, learners[each["name"]], fields)


def check_means(runs: Sequence[Document]) -> Iterator[Disagreement]:
    """Yield where the mean score of a learner is not the mean of its scores."""
    for run in runs:
        for learner in run["learners"]:
            there = [score for row in learner["scores"] for score in row if score is not None]
            mean = math.fsum(there) / len(there) if there else None
            where = f"{one_line(learner['name'])} on {one_line(run['dataset']['name'])}"
            yield from compare_fields(where, learner, {"mean_score": mean}, ("mean_score",))


def check_arithmetic(document: Document, rows: Sequence[Document]) -> Iterator[Disagreement]:
    """Yield where adjusted p-values do not follow from p-values, or decisions not from these."""
    pvalues = [math.nan if row["pvalue"] is None else float(row["pvalue"]) for row in rows]
    # Max-T follows from the examples, not from p-values.
    follows = bool(rows) and document["adjust"] != "max_t"
    adjusted = adjust_pvalues(pvalues, document["adjust"], family=document["family"]) if follows else []
    for row, p in zip(rows, adjusted, strict=False):
        found = {"adjusted_pvalue": None if math.isnan(p) else p}
        yield from compare_fields(row_name(row), row, found, tuple(found))
    for row in rows:
        yield from _check_decision(document, row)


def _check_decision(document: Document, row: Document) -> Iterator[Disagreement]:
    where, p, decision = row_name(row), row["adjusted_pvalue"], row["decision"]
    is_significant = p is not None and p <= document["alpha"]
    better = "a" if (row["estimate"] or 0.0) > 0 else "b"
    if p is None and decision != "undetermined":
        yield Disagreement(where=where, field="decision", given=decision, found="undetermined")
    elif decision in ("a", "b") and not (is_significant and decision == better):
        yield Disagreement(where=where, field="decision", given=decision, found=better if is_significant else "none")
    elif decision == "none" and is_significant and row["estimate"] and not is_at_chance(row):
        yield Disagreement(where=where, field="decision", given=decision, found=better)
    elif decision == "equivalent" and document["rope"] is None:
        yield Disagreement(where=where, field="decision", given=decision, found="no rope was given")
    is_open = row.get("settlement") is not None and not row["settlement"]["settled"]
    winner = None if is_open else {"a": row["a"], "b": row["b"]}.get(decision)
    outcome = "open" if is_open else "better" if winner is not None else decision
    yield from compare_fields(where, row, {"winner": winner, "outcome": outcome}, ("winner", "outcome"))


def check_student(document: Document, row: Document, *, is_joined: bool = False) -> Iterator[Disagreement]:
    """Yield where statistic, p and interval do not follow from estimate, standard error and degrees of freedom.

    A test that is joined with another has the larger p of both, and an interval that holds both: no more is known here.
    """
    error, df, estimate = row["standard_error"], row["df"], row["estimate"]
    if not error or not _is_number(df) or row["statistic"] is None:
        return
    t = estimate / error
    tail = {"two-sided": 2 * stdtr(df, -abs(t)), "greater": stdtr(df, -t), "less": stdtr(df, t)}
    half = student_quantile(df, 1 - document["alpha"] / 2) * error
    found = {"statistic": t, "pvalue": float(tail[document["alternative"]])}
    if row["low"] is not None:
        found |= {"low": estimate - half, "high": estimate + half}
    if is_joined:
        bound = {"pvalue": max, "low": min, "high": max}
        found = {key: bound[key](row[key], value) for key, value in found.items() if key in bound}
    yield from compare_fields(row_name(row), row, found, tuple(found))


def check_binomial(document: Document, row: Document) -> Iterator[Disagreement]:
    """Yield where p does not follow from the items that each learner won."""
    behind = row["items"]
    result = binomial(behind["wins"], behind["losses"], alternative=document["alternative"])
    yield from compare_fields(row_name(row), row, {"pvalue": float(result.pvalue)}, ("pvalue",))
