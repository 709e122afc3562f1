"""Names that users type: short ones of learners and of steps before them, and which was meant by an unknown one."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

# A word of fewer letters than this is a slip of too many others.
_SHORTEST = 3
# From so many letters on two slips are allowed.
_LONG = 8
# Here, where reading the table costs no learner's import.
SHORT_NAMES: Final = {
    "nb": "NaiveBayes",
    "c45": "C45",
    "nn": "NearestNeighbor",
    "dnb": "DiscretizedNaiveBayes",
    "mansour": "MansourTree",
}
# Steps of a pipeline: the class, and the arguments without which it would fail in a fold that lacks a category.
STEP_NAMES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "scale": ("sklearn.preprocessing.StandardScaler", {}),
    "minmax": ("sklearn.preprocessing.MinMaxScaler", {}),
    "robust": ("sklearn.preprocessing.RobustScaler", {}),
    "impute": ("sklearn.impute.SimpleImputer", {}),
    "onehot": ("sklearn.preprocessing.OneHotEncoder", {"handle_unknown": "ignore", "sparse_output": False}),
    "poly": ("sklearn.preprocessing.PolynomialFeatures", {}),
    "pca": ("sklearn.decomposition.PCA", {}),
    "select": ("sklearn.feature_selection.SelectKBest", {}),
}


def close_names(
    wrong: object, known: Iterable[object], *, most: int = 3, called: Mapping[str, str] | None = None
) -> list[str]:
    """List the known names from which a name differs by a slip: those with the fewest, if there are any.

    A slip is a letter that is missing, added, wrong or changed for its neighbour; case and punctuation do not count.
    One is allowed, in long names two, none of them in a digit. Names that share only a part, as ``acc`` and
    ``jaccard``, are never proposed: who follows a wrong hint computes something else than was meant.

    Parameters
    ----------
    wrong : str
        What was typed.
    known : iterable of str
        What it could have been.
    most : int, default 3
        How many to list at most.
    called : mapping of str to str, optional
        What others call the known names, for each of them: words without punctuation in lower case, with blanks
        between. A name that is among them comes before any slip.

    Examples
    --------
    >>> close_names("T-test", ["mcnemar", "kfold_t"], called={"kfold_t": "ttest t"})
    ['kfold_t']
    >>> close_names("acuracy", ["accuracy", "jaccard"]), close_names("acc", ["accuracy", "jaccard"])
    (['accuracy'], [])
    >>> close_names("Min leaf", ["min_leaf"]), close_names("fold1", ["fold2"]), close_names("C54", ["C45"])
    (['min_leaf'], [], ['C45'])
    """
    typed = _bare(wrong)
    if meant := [name for name, words in (called or {}).items() if typed in words.split()]:
        return meant[:most]
    distances: dict[str, int] = {}
    for name in map(str, known):
        bare = _bare(name)
        length = max(len(typed), len(bare))
        allowed = 0 if length < _SHORTEST else 1 if length < _LONG else 2
        if not typed or _digits(typed) != _digits(bare) or abs(len(typed) - len(bare)) > allowed:
            continue
        distance = _slips(typed, bare)
        if distance <= allowed:
            distances[name] = distance
    nearest = min(distances.values(), default=0)
    return [name for name, distance in distances.items() if distance == nearest][:most]


def _bare(name: object) -> str:
    return re.sub(r"[\W_]+", "", str(name).casefold())


def _digits(text: str) -> list[str]:
    return sorted(char for char in text if char.isdigit())


def _slips(a: str, b: str) -> int:
    """Count the slips between two words: Damerau and Levenshtein's distance, no part of a word changed twice.

    >>> _slips("irsi", "iris"), _slips("clas", "class"), _slips("micro", "macro"), _slips("", "ab")
    (1, 1, 1, 2)
    """
    before, last = list[int](), list(range(len(b) + 1))
    for i, char in enumerate(a, start=1):
        row = [i]
        for j, other in enumerate(b, start=1):
            steps = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (char != other))
            if i > 1 and j > 1 and char == b[j - 2] and other == a[i - 2]:
                steps = min(steps, before[j - 2] + 1)
            row.append(steps)
        before, last = last, row
    return last[-1]
