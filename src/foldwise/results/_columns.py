"""Which column of a table plays which role, by its name or as the user says."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from foldwise._core import DataFormatError, close_names, listed
from foldwise.results._how import how_columns, how_metric
from foldwise.results._quantity import Scale, is_generic, is_percent, known_scale, scale_of
from foldwise.runs._door import is_about_a_score, is_spread, plain

# Without their punctuation. The role itself comes first: where it is there, it is meant.
_SYNONYMS: Final = {
    "dataset": "dataset data datasetname domain problem",
    "learner": "learner algorithm algo model classifier regressor method estimator scheme system learnername modelname "
    "algorithmname classifiername",
    "repeat": "repeat run repetition rep iteration seed randomseed randomstate trial replicate replication "
    "period origin cutoff date week month quarter",
    "fold": "fold cvfold foldid foldnumber split splitid cv",
    "instance": "instance example id index row rowid sample case instanceid exampleid sampleid caseid item",
    "actual": "actual ytrue true target class label truth gold truelabel trueclass y observed actualclass actuallabel",
    "predicted": "predicted ypred prediction pred predictedlabel predictedclass yhat predictedvalue",
    "n_train": "ntrain trainsize trainingsize numtrain trainn ntraining",
    "n_test": "ntest testsize testingsize numtest testn ntesting",
}
ROLES: Final = (*_SYNONYMS, "score")
KEYS: Final = ("dataset", "learner", "repeat", "fold")
OF_SCORES: Final = (*KEYS, "n_train", "n_test")
OF_PREDICTIONS: Final = (*KEYS, "instance", "actual", "predicted", "n_train")
# In a table with a column for each learner, or for each dataset, these are several.
MANY: Final = ("learner", "dataset", "predicted")
# Stands for all columns that play no other role.
ALL: Final = "*"
# Of scores: who, or what, may have a column each.
EACH: Final = ("learner", "dataset")
_WORDS: Final = {role: frozenset(words.split()) for role, words in _SYNONYMS.items()}


@dataclass(frozen=True, slots=True)
class Columns:
    """Names of the columns of a table, and which were given roles by the user."""

    names: tuple[Any, ...]
    given: Mapping[str, Any]

    @classmethod
    def of(cls, names: Iterable[Any], columns: Mapping[str, Any] | None) -> "Columns":
        """Check the roles that the user gave."""
        there = tuple(names)
        chosen = dict(columns or {})
        for role, name in chosen.items():
            if role not in ROLES:
                raise ValueError(f"columns (--column) must name roles among {listed(ROLES, most=40)}, got {role!r}.")
            for single in name if role in MANY and isinstance(name, list | tuple) else [name]:
                if single not in there and not (role in EACH and single == ALL):
                    close = [other for other in close_names(single, there) if not _are_two_things(single, other)]
                    hint = f"Did you mean {listed(close)}?" if close else f"There are: {listed(there, most=12)}."
                    raise DataFormatError(f"There is no column {single!r}, given as the {role}. {hint}")
        return cls(there, chosen)

    @property
    def each(self) -> str | None:
        """Whose scores have a column each, as the user says: every learner's, or those on every dataset."""
        several = [role for role in EACH if isinstance(self.given.get(role), list | tuple) or self._is_all(role)]
        if len(several) > 1:
            raise ValueError(
                "Either each learner has a column, or each dataset has one: columns= (--column) says both."
            )
        return several[0] if several else None

    def _is_all(self, role: str) -> bool:
        return self.given.get(role) == ALL and ALL not in self.names

    @property
    def of_predictions(self) -> bool:
        """Whether there are actual and predicted values."""
        return all(role in self.given or self._candidates(role) for role in ("actual", "predicted"))

    @property
    def of_scores(self) -> bool:
        """Whether there are learners and scores, by their names or as the user says."""
        scores = "score" in self.given or any(is_generic(name) or known_scale(name) for name in self.names)
        return scores and bool(self.likely(["learner"]))

    def likely(self, roles: Iterable[str]) -> list[Any]:
        """Columns that may play these roles: those that the user gave, or all that are called so."""
        columns: list[Any] = []
        for role in roles:
            column = self.given.get(role)
            chosen = column if isinstance(column, list | tuple) else [column]
            columns.extend(self._candidates(role) if column is None else chosen)
        return columns

    def find(self, roles: Sequence[str], needed: Sequence[str]) -> dict[str, Any]:
        """Return the column of every role."""
        columns: dict[str, Any] = {}
        for role in roles:
            if role in self.given:
                columns[role] = self.given[role]
                continue
            candidates = self._candidates(role)
            exact = [name for name in candidates if plain(name) == plain(role)]
            if len(exact) == 1:
                candidates = exact
            if len(candidates) > 1:
                raise ambiguous(role, candidates)
            if candidates:
                columns[role] = candidates[0]
        missing = [role for role in needed if role not in columns]
        if missing:
            raise DataFormatError(
                f"No column says which is the {missing[0]}; the columns are {listed(self.names, most=12)}. Name it: "
                f"{how_columns({missing[0]: 'NAME'})}."
            )
        return columns

    def find_score(self, taken: Iterable[Any], metric: str | None) -> tuple[Any, Scale]:
        """Find the column of scores and what they are."""
        if metric is not None and is_percent(metric):
            name, scale = self.find_score(taken, None)
            return name, scale.in_percent()
        wanted = None if metric is None else scale_of(metric)
        if "score" in self.given:
            name = self.given["score"]
        else:
            free = [name for name in self.names if name not in set(taken) and name not in self.given.values()]
            name = _choose_score(free, metric, wanted, self.names)
        own = known_scale(name)
        if wanted is None:
            return name, own or (scale_of("score") if is_generic(name) else scale_of(str(name)))
        if own is None:
            return name, replace(wanted, told=True)
        if own.quantity.name != wanted.quantity.name:
            raise conflict(name, own, metric)
        # Percent may be said by the column or by the user; whether they are negated, by the column.
        own = own.in_percent() if wanted.is_percent and not own.is_percent else own
        return name, replace(own, told=wanted.is_percent)

    def _candidates(self, role: str) -> list[Any]:
        used: set[Any] = set()
        for value in self.given.values():
            used.update(value if isinstance(value, list | tuple) else [value])
        return [name for name in self.names if name not in used and plain(name) in _WORDS[role]]


def _are_two_things(name: object, other: object) -> bool:
    """Whether two names stand for different quantities, though they differ by a letter.

    >>> _are_two_things("rmse", "mse"), _are_two_things("acuracy", "accuracy")
    (True, False)
    """
    one, two = known_scale(name), known_scale(other)
    return one is not None and two is not None and one.quantity.name != two.quantity.name


def ambiguous(role: str, candidates: Sequence[Any]) -> DataFormatError:
    """Refuse to choose between columns."""
    return DataFormatError(
        f"Both columns {' and '.join(repr(str(name)) for name in candidates[:2])} could be the {role}. Choose: "
        f"{how_columns({role: candidates[0]})}."
    )


def conflict(name: Any, own: Scale, metric: str | None) -> DataFormatError:
    """Refuse to take one quantity for another."""
    return DataFormatError(
        f"The metric is {metric!r}, but the column {str(name)!r} is called after the {own.quantity.label}. Pass "
        f"{how_metric(own.quantity.name)}; or rename the column."
    )


def _choose_score(free: list[Any], metric: str | None, wanted: Scale | None, names: tuple[Any, ...]) -> Any:
    scales = {name: scale for name in free if (scale := known_scale(name)) is not None}
    generic = [name for name in free if is_generic(name)]
    if metric is not None and wanted is not None:
        exact = [name for name in free if plain(name) == plain(metric)]
        same = [name for name, scale in scales.items() if scale.quantity.name == wanted.quantity.name]
        candidates = exact if len(exact) == 1 else same or generic
        if not candidates and scales:
            name, scale = next(iter(scales.items()))
            raise conflict(name, scale, metric)
    else:
        candidates = [*scales, *generic]
    if len(candidates) > 1:
        raise DataFormatError(
            f"Several columns could be the score: {listed(candidates, most=5)}. Choose: "
            f"{how_metric(candidates[0])}; or {how_columns({'score': candidates[0]})}."
        )
    if not candidates:
        raise _no_score(free, names)
    return candidates[0]


def _no_score(free: Sequence[Any], names: Sequence[Any]) -> DataFormatError:
    """Refuse a table in which no column is called after a score; name one only if it can be no other."""
    there = f"No column is known to hold scores; the columns are {listed(names, most=12)}."
    likely = [name for name in free if is_about_a_score(name)] or [name for name in free if not is_spread(name)]
    if any(map(is_spread, free)):
        mean = (
            f" Means over datasets can be judged, if they are all there is: {how_columns({'score': likely[0]})}."
            if len(likely) == 1
            else ""
        )
        return DataFormatError(
            f"{there} Means with their spread do not tell which split gave what: the tests need one row for every "
            f"split.{mean}"
        )
    return DataFormatError(f"{there} Name it: {how_columns({'score': likely[0] if len(likely) == 1 else 'NAME'})}.")
