"""What tests of several studies share."""

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from foldwise.lab import OwnProcedure, Trials, run_trials, sources
from foldwise.lab.sources import Answers, Source
from foldwise.verdicts import Procedure


@pytest.fixture(scope="session")
def trial_seed(core):
    """Return the seed of one trial of a study."""
    return lambda seed, trial: core.derive_seed("trial", seed, trial, bits=64)


@pytest.fixture(scope="session")
def made_trials():
    """Make trials of what procedures are said to have found: p-values by name, of shape (n_trials, n_executions)."""
    findings = run_trials("2/kfold_t", sources.TwoKinds(n_examples=4), n_trials=1).found["2/kfold_t"]

    def made(pvalues, *, source=None, **others):
        found = {}
        for name, given in pvalues.items():
            p = np.asarray(given, dtype=float)
            rest = {key: np.asarray(others[key], dtype=float) for key in others}
            known = {"statistic": np.zeros(p.shape), "estimate": np.zeros(p.shape), "direction": np.ones(p.shape)}
            found[name] = replace(findings, pvalue=p, **{**known, **rest})
        named = {name: Procedure(*name.split("/")) for name in pvalues}
        return Trials(source=source or sources.TwoKinds(), procedures=named, found=found, seed=3)

    return made


@dataclass(frozen=True, slots=True)
class Given(Source):
    """Answers that were made before, in one block."""

    answers: Answers = field(repr=False)

    @property
    def n_examples(self):
        return self.answers.truth.shape[1]

    @property
    def difference(self):
        return None

    @property
    def trials_per_block(self):
        return len(self.answers.truth)

    def answer(self, trials, designs, seed):
        return [self.answers for _ in designs]


@pytest.fixture(scope="session")
def read():
    """Apply a procedure to answers that were made before."""

    def read(procedure, answers):
        n_trials, n_executions = answers.folds.shape[:2]
        source = Given(answers, name="given answers")
        return run_trials({"it": procedure}, source, n_trials=n_trials, n_executions=n_executions).found["it"]

    return read


@pytest.fixture(scope="session")
def runs_of(read):
    """Return what a test of one's own gets to see of answers: a Run for each trial and execution."""

    def runs_of(answers, scheme):
        runs = []
        read(OwnProcedure(scheme, lambda run: runs.append(run) or 0.5, name="watch", reads="run"), answers)
        return np.reshape(np.array(runs, dtype=object), answers.folds.shape[:2])

    return runs_of
