"""The verb that seals what a study will do, before it does any of it."""

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from foldwise._core import StoreError, StudyFileError, counted, environment, one_line
from foldwise.runs._door import Plan
from foldwise.store import Store
from foldwise.store._door import EmptyStoreError, identify, study_data
from foldwise.studies._definition import define
from foldwise.studies._options import as_hypotheses
from foldwise.studies._plan_study import plan_study
from foldwise.studies._seal import HOW_HASHED, SCHEMA, Registration, hash_of, seal_path
from foldwise.studies._study import Study
from foldwise.verdicts import Settled


def register(
    study: Study | str | os.PathLike[str], *, out: str | os.PathLike[str] | None = None, late: bool = False
) -> Registration:
    """Seal hypotheses, learners, data, design, tests and stopping rule of a study before its first run.

    All data are loaded and split, and nothing is fitted.

    Parameters
    ----------
    study : Study or path-like
        What is to be run, or the path of its file.
    out : path-like, optional
        Where to write the seal; by default beside the study file, ``first.registered.json`` for ``first.toml``. A study
        file names a seal elsewhere: ``[registration]``, ``file = "..."``.
    late : bool, default False
        Seal it although the store of the study holds folds of these data already. The seal says so, and nothing that is
        found under it counts as registered.

    Returns
    -------
    Registration
        What was written.

    Raises
    ------
    StoreError
        If folds of these data are in the store already: that would not be before the first run.
    StudyFileError
        If there is a seal already.

    Examples
    --------
    >>> import tempfile
    >>> from foldwise.studies import Study, register, run_study
    >>> learners = {"bayes": "nb", "guess": "sklearn.dummy.DummyClassifier"}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     study = Study(
    ...         name="first",
    ...         datasets=["iris"],
    ...         learners=learners,
    ...         scheme="5x3",
    ...         hypotheses=["bayes > guess"],
    ...         store=folder + "/first.db",
    ...     )
    ...     seal = register(study)
    ...     results = run_study(study)
    >>> seal.path.name, seal.is_intact, seal.n_folds_before
    ('first.registered.json', True, 0)
    >>> [(str(each.hypothesis), each.answer) for each in results.registration.answers]
    [('bayes > guess on accuracy', 'supported')]
    """
    study = study if isinstance(study, Study) else Study.read(study)
    assert study.store is not None
    path = seal_path(study) if out is None else Path(out).expanduser()
    _check_free(path)
    plans = plan_study(study)
    n_folds, names = folds_there(study.store, [plan.info.fingerprint for plan in plans])
    if n_folds and not late:
        whose = ", ".join(one_line(name)[:40] for name in names[:3])
        raise StoreError(
            f"{study.store.name} holds {counted(n_folds, 'fold')} of these data already ({whose}): a registration now "
            "would not be before the first run. Register on data that nothing was run on, or seal it as late "
            "(late=True, --late), which says so."
        )
    document = {
        "schema": SCHEMA,
        "study": study.name,
        "registered_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "before": {"n_folds": n_folds, "studies": names},
        "hypotheses": _hypotheses(study),
        "definition": define(study),
        "stopping": stopping_words(study.scheme),
        "datasets": {plan.dataset.name: _dataset(plan, is_settled=_is_settled(study)) for plan in plans},
        "learners": _learners(plans[0]),
        "environment": environment(),
    }
    registration = Registration(
        path=path, document={**document, "seal": {"how": HOW_HASHED, "hash": hash_of(document)}}
    )
    registration.write()
    return registration


def folds_there(store: Path, fingerprints: Sequence[str]) -> tuple[int, list[str]]:
    """Count the folds of these data in a store, under whatever study, and return the names of these studies."""
    if not store.exists() or not store.stat().st_size:
        return 0, []
    counts: dict[str, int] = {}
    try:
        opened = Store(store, writes=False)
    except EmptyStoreError:
        return 0, []
    with opened:
        for name in opened.studies():
            there = {
                dataset for dataset, data in study_data(opened, name).items() if data["fingerprint"] in fingerprints
            }
            n_done = sum(cell.n_done for cell in opened.status(name) if cell.dataset in there)
            if n_done:
                counts[name] = n_done
    return sum(counts.values()), list(counts)


def stopping_words(scheme: Any) -> str:
    """Return when a study ends.

    >>> stopping_words("10x10"), stopping_words(Settled(max_repeats=30))
    ('when all folds of the scheme are run', 'when all pairs are settled, or at 30 repeats')
    """
    if not isinstance(scheme, Settled):
        return "when all folds of the scheme are run"
    limits = [f"{scheme.fits} fits of each learner"] if scheme.fits is not None else []
    limits += [f"{scheme.max_repeats} repeats"] if scheme.max_repeats is not None else []
    return f"when all pairs are settled, or at {' or '.join(limits)}"


def _is_settled(study: Study) -> bool:
    return isinstance(study.scheme, Settled)


def _hypotheses(study: Study) -> list[dict[str, Any]]:
    claims: dict[str, Any] = {key: getattr(study, key) for key in ("learners", "metrics", "datasets", "rope")}
    return [
        {"text": str(each), **{name: getattr(each, name) for name in each.__slots__}}
        for each in as_hypotheses(study.hypotheses, **claims)
    ]


def _dataset(plan: Plan, *, is_settled: bool) -> dict[str, Any]:
    """Return what a dataset is known by, and how it is split; how many repeats settle it is not known yet."""
    seed = plan.assignment.seed
    return {
        "fingerprint": plan.info.fingerprint,
        "n_examples": plan.info.n_examples,
        "n_attributes": plan.info.n_attributes,
        # As text: it may be larger than the numbers that other programs read.
        "seed": None if seed is None else str(seed),
        "partitions": None if is_settled else plan.assignment.fingerprint,
    }


def _learners(plan: Plan) -> dict[str, dict[str, Any]]:
    learners = {}
    for learner, estimator in zip(plan.learners, plan.estimators, strict=True):
        identity = identify(estimator)
        learners[learner.name] = {
            "description": learner.description,
            **{name: getattr(identity, name) for name in identity.__slots__},
        }
    return learners


def _check_free(path: Path) -> None:
    """Refuse to write over a seal, or over anything else."""
    if not path.exists():
        return
    if path.is_dir():
        raise StudyFileError(f"{str(path)!r} is a folder. Give the name of a file for the registration.")
    raise StudyFileError(
        f"{str(path)!r} is there already, and a registration is never replaced. Keep it, or write another one beside "
        "it (out=..., --out FILE) and name that in the study file: [registration] file = ..."
    )
