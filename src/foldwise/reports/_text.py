"""Numbers and names as a reader should see them, before any format escapes them."""

from collections import Counter
from typing import Any

from foldwise._core import listed, one_line
from foldwise.verdicts import decision_words, probability_words


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
    return decision_words(row["decision"], row["winner"])


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
