"""Numbers and names as a reader should see them, before any format escapes them."""

import math
from collections import Counter
from typing import Any

from foldwise._core import listed, one_line
from foldwise.verdicts import agreement_words, decision_words, probability_words


def number(value: float | None, *, digits: int = 4) -> str:
    """Write a number with `digits` significant digits.

    >>> number(0.95333), number(None)
    ('0.9533', 'undefined')
    """
    if value is None:
        return "undefined"
    return f"{value:.{digits}g}".replace("-", "\N{MINUS SIGN}")


def difference(value: float | None) -> str:
    """Write a difference with its sign.

    >>> difference(0.01234), difference(0.0)
    ('+0.0123', '0')
    """
    return f"+{number(value, digits=3)}" if value is not None and value > 0 else number(value, digits=3)


def interval(low: float | None, high: float | None) -> str:
    """Write both ends of an interval, or that the test has none.

    >>> interval(0.01, 0.02), interval(None, None)
    ('[0.01, 0.02]', 'none')
    """
    if low is None or high is None:
        return "none"
    return f"[{number(low, digits=3)}, {number(high, digits=3)}]"


def probability(value: float | None, alpha: float | None = None) -> str:
    """Write a p-value as the words of a verdict do, without its symbol.

    >>> probability(0.0412, 0.05), probability(0.0501, 0.05), probability(3e-9, 0.05), probability(0.0)
    ('0.041', '0.0501', '3.0e-09', '< 1e-300')
    """
    if value is None:
        return number(None)
    return probability_words(value, alpha, "").strip(" =")


def span(ends: list[int] | None) -> str:
    """Write a smallest and a largest count.

    >>> span([135, 135]), span([14, 16]), span(None)
    ('135', '14 to 16', 'unknown')
    """
    if ends is None:
        return "unknown"
    low, high = ends
    return str(low) if low == high else f"{low} to {high}"


def natural(score: float | None, metric: dict[str, Any]) -> str:
    """Write a mean score on the natural scale of its metric: an error as an error.

    >>> natural(-2.5, {"lower_is_better": True})
    '2.5'
    """
    return number(-score if score is not None and metric["lower_is_better"] else score)


def aligned(rows: list[list[float | None]], *, digits: int = 4) -> list[list[str]]:
    """Write the numbers of a table, those of a row with the same number of decimals.

    The largest of a row gets `digits` significant digits, the smallest at least two; zeros in which all numbers of the
    table end are left out.

    >>> aligned([[0.7, 0.688], [0.95333, 1.0]])
    [['0.7000', '0.6880'], ['0.9533', '1.0000']]
    >>> aligned([[0.7, 0.688], [0.9, None]]), aligned([[12.5, 8.0], [2000.0, 0.256]])
    ([['0.700', '0.688'], ['0.900', 'undefined']], [['12.50', '8.00'], ['2000.00', '0.26']])
    """
    most = [_places(row, digits) for row in rows]
    needed = 0
    for row, places in zip(rows, most, strict=True):
        written = [f"{value:.{places}f}" for value in row if value is not None and places is not None]
        needed = max([needed, *(len(text.rstrip("0").partition(".")[2]) for text in written)])
    return [
        [
            number(value, digits=digits)
            if value is None or places is None
            else f"{value:.{min(places, needed)}f}".replace("-", "\N{MINUS SIGN}")
            for value in row
        ]
        for row, places in zip(rows, most, strict=True)
    ]


def _places(row: list[float | None], digits: int) -> int | None:
    """Count the decimals that the numbers of a row need; None if some are too large or too small for decimals."""
    values = [abs(value) for value in row if value] or [1.0]
    if not 1e-5 <= min(values) <= max(values) < 1e7:
        return None
    return max(0, digits - math.ceil(math.log10(max(values))), 2 - math.ceil(math.log10(min(values))))


def natural_rows(rows: list[list[float | None]], metric: dict[str, Any]) -> list[list[str]]:
    """Write a table of mean scores on the natural scale of their metric.

    >>> natural_rows([[-2.5, -2.25]], {"lower_is_better": True})
    [['2.50', '2.25']]
    """
    sign = -1 if metric["lower_is_better"] else 1
    return aligned([[None if score is None else sign * score for score in row] for row in rows])


def mean_scores(runs: list[dict[str, Any]], metric: dict[str, Any]) -> list[list[str]]:
    """Write the mean scores of runs, run by run and learner by learner.

    >>> mean_scores([{"learners": [{"mean_score": 0.7}, {"mean_score": 0.688}]}], {"lower_is_better": False})
    [['0.700', '0.688']]
    """
    return natural_rows([[learner["mean_score"] for learner in run["learners"]] for run in runs], metric)


def scores_of(items: list[dict[str, Any]], metric: dict[str, Any], *keys: str) -> list[list[str]]:
    """Write the scores that comparisons or estimates have under these keys.

    >>> scores_of([{"score": 0.7}, {"score": 0.688}], {"lower_is_better": False}, "score")
    [['0.700'], ['0.688']]
    """
    return natural_rows([[item[key] for key in keys] for item in items], metric)


def natural_interval(low: float | None, high: float | None, metric: dict[str, Any]) -> str:
    """Write an interval of a score on the natural scale of its metric, the lower end first.

    >>> natural_interval(-2.5, -1.5, {"lower_is_better": True})
    '[1.5, 2.5]'
    """
    if low is None or high is None or not metric["lower_is_better"]:
        return interval(low, high)
    return interval(-high, -low)


def effect(row: dict[str, Any]) -> str:
    """Write an effect size with its name, or that the test has none.

    >>> effect({"effect_size_name": "d", "effect_size": 0.5}), effect({"effect_size_name": "", "effect_size": None})
    ('d = 0.5', 'none')
    """
    name = row["effect_size_name"]
    return f"{name} = {number(row['effect_size'], digits=3)}" if name else "none"


def agrees(row: dict[str, Any]) -> str:
    """Write how probably another execution agrees with a comparison.

    >>> agrees({"forecast": {"agreement": 0.97}}), agrees({"forecast": {"agreement": None}}), agrees({"forecast": None})
    ('0.97', 'unknown', '')
    """
    seen = row["forecast"]
    if seen is None:
        return ""
    return agreement_words(math.nan if seen["agreement"] is None else seen["agreement"])


def share(value: float | None) -> str:
    """Write a probability that is not a p-value.

    >>> share(0.25), share(None)
    ('0.250', 'unknown')
    """
    return known(None if value is None else f"{value:.3f}")


def known(value: Any) -> str:
    """Write a value, or that it is not known.

    >>> known(7), known(None)
    ('7', 'unknown')
    """
    return "unknown" if value is None else str(value)


def shape(data: dict[str, Any]) -> str:
    """Say how large a dataset is, as far as that is known.

    >>> shape({"n_examples": 150, "n_attributes": None, "task": "classification", "classes": ["a", "b"]})
    '150 examples, classification, 2 classes'
    """
    classes = [f"{len(data['classes'])} classes"] if data["classes"] else []
    return ", ".join([*sizes(data), data["task"], *classes])


def sizes(data: dict[str, Any]) -> list[str]:
    """Count the examples and the attributes of a dataset, as far as they are known.

    >>> sizes({"n_examples": 150, "n_attributes": None})
    ['150 examples']
    """
    words = {"n_examples": "examples", "n_attributes": "attributes"}
    return [f"{data[key]} {word}" for key, word in words.items() if data[key] is not None]


def lacking(needs: str) -> str:
    """Say what a test lacks: what it needs, or the sentence that says what went wrong.

    >>> lacking("two or more random splits"), lacking("Fold 3 has no prediction.")
    ('needs two or more random splits.', 'Fold 3 has no prediction.')
    """
    text = one_line(needs)
    return text if text.endswith(".") else f"needs {text}."


def tried(tuned: dict[str, Any]) -> str:
    """Say how many candidates a search tried, as far as it tells.

    >>> tried({"tries": 4, "uncounted": []}), tried({"tries": 4, "uncounted": ["LassoCV"]})
    ('4', 'at least 4: LassoCV does not tell')
    >>> tried({"tries": 0, "uncounted": ["LassoCV", "RidgeCV"]})
    'unknown: LassoCV, RidgeCV do not tell'
    """
    classes = tuned["uncounted"]
    if not classes:
        return str(tuned["tries"])
    number = f"at least {tuned['tries']}" if tuned["tries"] else "unknown"
    return f"{number}: {listed(classes, quote=False)} {'does' if len(classes) == 1 else 'do'} not tell"


def choices(tuned: dict[str, Any], most: int = 3) -> str:
    """List what a search chose most often.

    >>> choices({"folds": [{"chosen": "C=1"}, {"chosen": "C=10"}, {"chosen": "C=1"}]})
    'C=1 (2), C=10 (1)'
    """
    counts = Counter(one_line(fold["chosen"]) or "not told" for fold in tuned["folds"]).most_common()
    more = [f"{len(counts) - most} others"] if len(counts) > most else []
    return ", ".join([*(f"{chosen} ({n})" for chosen, n in counts[:most]), *more])


def decision(row: dict[str, Any]) -> str:
    """Say the decision of a comparison in words."""
    is_unsettled = not (row.get("settlement") or {"settled": True})["settled"]
    return decision_words(row["decision"], row.get(row["decision"], row["winner"]), is_unsettled=is_unsettled)


def pairing(row: dict[str, Any]) -> str:
    """Name what a comparison compares, and on what.

    >>> pairing({"a": "forest", "b": "logit", "dataset": "iris"})
    'forest vs logit on iris'
    """
    return f"{one_line(row['a'])} vs {one_line(row['b'])} on {one_line(row['dataset'])}"


def paragraphs(words: str) -> list[str]:
    r"""Give the lines of a text that say something.

    >>> paragraphs("One.\n\nTwo.")
    ['One.', 'Two.']
    """
    return [line for line in words.splitlines() if line.strip()]


def level(alpha: float) -> str:
    """Write the level of an interval.

    >>> level(0.05)
    '95%'
    """
    return f"{100 * (1 - alpha):g}%"


def enumerated(opening: str, rows: list[str], most: int = 6) -> str:
    """Write the first rows after an opening, and how many more there are.

    >>> enumerated("Means.", ["a: 1.", "b: 2.", "c: 3."], most=2)
    'Means. a: 1. b: 2. And 1 more.'
    """
    more = [f"And {len(rows) - most} more."] if len(rows) > most else []
    return " ".join([opening, *rows[:most], *more])


def unit_of(runs: list[dict[str, Any]]) -> str:
    """Name what the scores of runs belong to; nothing if each has only one.

    >>> unit_of([{"design": {"n_repeats": 100, "n_folds": 1}}]), unit_of([{"design": {"n_repeats": 1, "n_folds": 1}}])
    ('split', '')
    """
    designs = [run["design"] for run in runs]
    if all(design["n_repeats"] * design["n_folds"] == 1 for design in designs):
        return ""
    return "fold" if designs[0]["n_folds"] > 1 else "split"


def shared_training(unit: str) -> str:
    """Say why the dots of a figure are not independent.

    >>> shared_training("fold")
    'Folds share training data, so the dots are not independent of each other.'
    """
    return f"{unit.capitalize()}s share training data, so the dots are not independent of each other."
