"""Who takes part in a run."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from foldwise._core import Caveat, listed
from foldwise.runs._no_learners import check_predicts


@dataclass(frozen=True, slots=True, kw_only=True)
class Learner:
    """A learner of a run: how it is called, what it was, how its input was prepared.

    Parameters
    ----------
    name : str
        Its name in every table, plot and sentence.
    description : str
        The estimator as one would type it, with all parameters that are not as usual.
    preparation : str
        How nominal columns and missing values were made palatable; empty if nothing was done.
    fixed_seeds : tuple of str
        Names of the random_state parameters that the user has set.
    output : str
        The beginning of what it printed while it worked.
    caveats : tuple of Caveat
        What to beware of when it is compared.
    shared : float
        Share of its folds that were computed together; the others, if any, were fitted one by one.
    unsure : float
        Share of its predictions that rounding might have changed, had they been computed together: their folds were
        fitted one by one.

    Examples
    --------
    >>> import foldwise as fw
    >>> from foldwise.learners import C45, NaiveBayes
    >>> learners = {"bayes": NaiveBayes(), "tree": C45()}
    >>> run = fw.evaluate(learners, "wine", scheme="2x5", seed=1)
    >>> [learner.name for learner in run.learners]
    ['bayes', 'tree']
    >>> print(run.learners[1].description)
    C45()
    """

    name: str
    description: str
    preparation: str = ""
    fixed_seeds: tuple[str, ...] = ()
    output: str = ""
    caveats: tuple[Caveat, ...] = ()
    shared: float = 0.0
    unsure: float = 0.0

    @property
    def sharing(self) -> str:
        """How its folds were computed, in words; empty if they were simply fitted one by one."""
        if not self.shared and not self.unsure:
            return ""
        if self.shared == 1:
            return "its folds share their work"
        doubts = f": {100 * self.unsure:.3g} % of its predictions are within rounding of a tie" if self.unsure else ""
        return f"{100 * self.shared:.3g} % of its folds share their work{doubts}"


def name_learners(learners: Any) -> dict[str, Any]:
    """Return a mapping of names to estimators; a list gets the names of its classes, numbered where they repeat."""
    if isinstance(learners, Mapping):
        named = dict(learners)
    elif isinstance(learners, Iterable) and not isinstance(learners, str | bytes) and not hasattr(learners, "fit"):
        named = _named(list(learners))
    else:
        named = _named([learners])
    if not named:
        raise ValueError("learners must hold at least one learner, got none.")
    for name, learner in named.items():
        if not isinstance(name, str) or not name.strip():
            raise TypeError(f"Names of learners must be non-empty strings, got {name!r}.")
        if name != name.encode("utf-8", "replace").decode():
            raise ValueError(f"Names of learners must be text that UTF-8 can hold, got {name!r}. Rename it.")
        if isinstance(learner, type):
            raise TypeError(
                f"{name} is the class {learner.__name__}, not a learner. Pass an instance: {learner.__name__}()."
            )
        check_predicts(name, learner)
    return named


def _named(learners: list[Any]) -> dict[str, Any]:
    if learners and all(isinstance(item, tuple) and len(item) == 2 for item in learners):
        names = [name for name, _ in learners]
        repeated = sorted({str(name) for name in names if names.count(name) > 1})
        if repeated:
            raise ValueError(f"Names of learners must differ, got {listed(repeated)} more than once.")
        return dict(learners)
    named: dict[str, Any] = {}
    for learner in learners:
        base = type(learner).__name__
        number = 1 + sum(type(other).__name__ == base for other in named.values())
        named[base if number == 1 else f"{base} ({number})"] = learner
    return named
