"""What ``foldwise data show`` says about how hard a dataset is."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from foldwise._core import one_line
from foldwise.cli._output import say, say_table

if TYPE_CHECKING:
    from foldwise.data import Dataset

Document = dict[str, Any]
_RULES = {
    "majority": "most frequent class",
    "one_rule": "one attribute alone",
    "linear": "linear rule",
    "nearest_neighbor": "nearest neighbour",
}


def measured(dataset: "Dataset") -> tuple[Document | None, str]:
    """Measure what simple rules reach; or None, and why that cannot be asked of these data.

    Examples
    --------
    >>> from foldwise.data import Dataset, load
    >>> round(measured(load("iris"))[0]["majority"], 3)
    0.333
    >>> measured(Dataset(load("iris").X, load("iris").X.iloc[:, 0]))
    (None, 'difficulty needs classes, and the target is a number. Take another target.')
    """
    from foldwise.evaluation import difficulty

    try:
        return asdict(difficulty(dataset)), ""
    except ValueError as error:
        return None, one_line(error)


def printed_for(source: str) -> list[Document]:
    """List what the papers print for data that foldwise knows by name."""
    from foldwise.data import sets_of

    # The room of the papers takes long to load, and most data are in none.
    names = {name.removeprefix("uci:") for name in sets_of("bradford_brodley_2001").values()}
    if source.removeprefix("uci:") not in names:
        return []
    from foldwise.papers import printed_accuracies_of

    rows: Any = printed_accuracies_of(source).to_dict("records")
    return list(rows)


def say_difficulty(found: Document | None, why_not: str) -> None:
    """Print the accuracies as a table, and whether planes separate the classes."""
    if found is None:
        say(f"\nnot measured: {why_not}")
        return
    say("")
    rows = [(words, "-" if found[name] is None else f"{found[name]:.3f}") for name, words in _RULES.items()]
    say_table(("how hard", "accuracy"), rows, right=(1,))
    used = "" if found["n_used"] == found["n_examples"] else f", on a random sample of {found['n_used']} examples"
    say(f"(one tenfold cross-validation{used}; of the most frequent class its share)")
    if found["is_separable"] is None:
        say("too many columns for a linear rule")
    elif found["is_separable"]:
        say(f"some plane separates every two classes{' in the sample' if used else ''}")
    else:
        say("no plane separates some two classes")


def say_printed(rows: list[Document], n_examples: int) -> None:
    """Print what papers print, a line for each learner."""
    if not rows:
        return
    first = rows[0]
    other = "" if first["n_examples"] == n_examples else f", {first['n_examples']} examples there"
    say(f"\nprinted by {first['paper']}, {first['table']} ({first['dataset']}{other}):")
    procedures = list(dict.fromkeys(row["procedure"] for row in rows))
    by = {(row["learner"], row["procedure"]): f"{row['accuracy']:.3f}" for row in rows}
    learners = dict.fromkeys(row["learner"] for row in rows)
    lines = [(learner, *(by[learner, procedure] for procedure in procedures)) for learner in learners]
    say_table(("learner", *procedures), lines, right=tuple(range(1, len(procedures) + 1)))
