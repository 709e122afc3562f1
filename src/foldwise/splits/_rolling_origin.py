"""Rolling origins: trained on what came before, tested on what came next."""

from dataclasses import dataclass, field

import numpy as np

from foldwise._core import check_integer
from foldwise.splits._assignment import LEFT_OUT, TRAIN_ONLY, Assignment
from foldwise.splits._scheme import Request, Scheme, check_memory


@dataclass(frozen=True, slots=True)
class RollingOrigin(Scheme):
    """Rows in the order of time: each origin is trained on rows before it and tested on the next ones.

    No random number enters, so every seed gives the same splits. The last origin tests the last rows.

    Parameters
    ----------
    n_origins : int, default 10
        Number of origins; each is a repeat with one fold.
    test_size : int, default 1
        Number of rows that each origin tests.
    gap : int, default 0
        Rows between training and testing that are left out, where what is predicted is not known at once.
    step : int, optional
        Rows from one origin to the next. By default `test_size`: no row is tested twice.
    max_train_size : int, optional
        Train on no more than so many rows, the latest. By default on all rows before the gap.
    stratified : None or False
        Time leaves no choice of rows: True is refused.

    Examples
    --------
    >>> from foldwise.splits import RollingOrigin
    >>> RollingOrigin(3, 2).assign(8, seed=1).folds.tolist()
    [[-1, -1, 0, 0, -2, -2, -2, -2], [-1, -1, -1, -1, 0, 0, -2, -2], [-1, -1, -1, -1, -1, -1, 0, 0]]
    >>> RollingOrigin(2, 1, gap=1, max_train_size=2).assign(6, seed=1).folds.tolist()
    [[-2, -1, -1, -2, 0, -2], [-2, -2, -1, -1, -2, 0]]
    """

    n_origins: int = 10
    test_size: int = 1
    gap: int = field(default=0, kw_only=True)
    step: int | None = field(default=None, kw_only=True)
    max_train_size: int | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        check_integer(self.n_origins, "n_origins", least=2)
        check_integer(self.test_size, "test_size", least=1)
        check_integer(self.gap, "gap", least=0)
        for name in ("step", "max_train_size"):
            if getattr(self, name) is not None:
                check_integer(getattr(self, name), name, least=1)
        if self.stratified:
            raise ValueError("RollingOrigin takes rows in the order of time and cannot stratify: leave out stratified.")

    def _parameters(self) -> tuple[object, ...]:
        named = {"gap": self.gap or None, "step": self.step, "max_train_size": self.max_train_size}
        options = [f"{name}={value}" for name, value in named.items() if value is not None]
        return (self.n_origins, self.test_size, *options)

    @property
    def _short(self) -> str:
        named = {"gap": self.gap or None, "step": self.step, "last": self.max_train_size}
        options = "".join(f":{name}={value}" for name, value in named.items() if value is not None)
        return f"rolling:{self.n_origins}:{self.test_size}{options}"

    @property
    def _words(self) -> str:
        rows = "row" if self.test_size == 1 else "rows"
        latest = "all" if self.max_train_size is None else f"the latest {self.max_train_size}"
        gap = f", {self.gap} left out in between" if self.gap else ""
        return (
            f"{self.n_origins} rolling origins, {latest} rows before for training, the next {self.test_size} {rows} "
            f"for testing{gap}"
        )

    def _draw(self, request: Request, *, stratified: bool) -> Assignment:
        if request.groups is not None:
            raise ValueError(f"{self} takes rows in the order of time and keeps no groups together: leave out groups.")
        if request.n_executions > 1:
            raise ValueError(f"{self} cannot be executed again on other splits: there is one order of time.")
        n, step = request.n_examples, self.step or self.test_size
        first = n - self.test_size - (self.n_origins - 1) * step
        if first - self.gap < 1:
            needed = n - first + self.gap + 1
            raise ValueError(
                f"{self} needs at least {needed} rows, of which one to train on, got {n}. Use fewer origins or test "
                "fewer rows."
            )
        check_memory(self, n_repeats=self.n_origins, n_folds=1, n_examples=n)
        folds = np.full((self.n_origins, n), LEFT_OUT, dtype=np.int32)
        for origin, row in enumerate(folds):
            start = first + origin * step
            end = start - self.gap
            row[0 if self.max_train_size is None else max(0, end - self.max_train_size) : end] = TRAIN_ONLY
            row[start : start + self.test_size] = 0
        return self._assignment(
            folds,
            request,
            n_folds=1,
            repeats_per_execution=self.n_origins,
            stratified=stratified,
            flags=frozenset({"not_drawn"}),
        )
