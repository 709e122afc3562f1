"""Which learner is better, by how much, and would another split say so again.

The verbs (`advise`, `audit`, `check_claim`, `compare`, `confirm`, `evaluate`, `gate`, `judge`, `plan`, `plot`,
`replicate`, `report`; what is a command is here, too), the errors worth catching and the rooms (`data`, `splits`,
`stats`, ...) load on first use, so that importing foldwise costs milliseconds.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from foldwise import (
        auditing,
        browser,
        cli,
        data,
        displays,
        evaluation,
        lab,
        learners,
        papers,
        planning,
        replicability,
        reports,
        results,
        runs,
        sharing,
        splits,
        stats,
        store,
        studies,
        testing,
        tuning,
        verdicts,
        workers,
    )
    from foldwise._core import (
        DataFormatError,
        FoldwiseError,
        InadvisableWarning,
        IncompleteRunError,
        MissingDependencyError,
        OutputError,
        SchemeMismatchError,
        StoreError,
        StudyFileError,
    )
    from foldwise.auditing import audit
    from foldwise.displays import plot
    from foldwise.evaluation import evaluate
    from foldwise.planning import plan
    from foldwise.replicability import replicate
    from foldwise.reports import report
    from foldwise.studies import Study
    from foldwise.verdicts import (
        Procedure,
        Settled,
        Stream,
        advise,
        check_claim,
        compare,
        confirm,
        gate,
        judge,
        label_randomization,
        salzberg,
    )

    __version__: str

_HOMES = {
    "DataFormatError": "_core",
    "FoldwiseError": "_core",
    "InadvisableWarning": "_core",
    "IncompleteRunError": "_core",
    "MissingDependencyError": "_core",
    "OutputError": "_core",
    "Procedure": "verdicts",
    "SchemeMismatchError": "_core",
    "Settled": "verdicts",
    "StoreError": "_core",
    "Stream": "verdicts",
    "Study": "studies",
    "StudyFileError": "_core",
    "advise": "verdicts",
    "audit": "auditing",
    "check_claim": "verdicts",
    "compare": "verdicts",
    "confirm": "verdicts",
    "evaluate": "evaluation",
    "gate": "verdicts",
    "judge": "verdicts",
    "label_randomization": "verdicts",
    "plan": "planning",
    "plot": "displays",
    "replicate": "replicability",
    "report": "reports",
    "salzberg": "verdicts",
}
_ROOMS = (
    "auditing",
    "browser",
    "cli",
    "data",
    "displays",
    "evaluation",
    "lab",
    "learners",
    "papers",
    "planning",
    "replicability",
    "reports",
    "results",
    "runs",
    "sharing",
    "splits",
    "stats",
    "store",
    "studies",
    "testing",
    "tuning",
    "verdicts",
    "workers",
)

__all__ = [
    "DataFormatError",
    "FoldwiseError",
    "InadvisableWarning",
    "IncompleteRunError",
    "MissingDependencyError",
    "OutputError",
    "Procedure",
    "SchemeMismatchError",
    "Settled",
    "StoreError",
    "Stream",
    "Study",
    "StudyFileError",
    "advise",
    "audit",
    "auditing",
    "browser",
    "check_claim",
    "cli",
    "compare",
    "confirm",
    "data",
    "displays",
    "evaluate",
    "evaluation",
    "gate",
    "judge",
    "lab",
    "label_randomization",
    "learners",
    "papers",
    "plan",
    "planning",
    "plot",
    "replicability",
    "replicate",
    "report",
    "reports",
    "results",
    "runs",
    "salzberg",
    "sharing",
    "splits",
    "stats",
    "store",
    "studies",
    "testing",
    "tuning",
    "verdicts",
    "workers",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        value = getattr(_room(_HOMES[name], name), name)
    elif name in _ROOMS:
        value = _room(name, name)
    elif name == "__version__":
        from importlib.metadata import version

        value = version("foldwise")
    else:
        raise AttributeError(f"module 'foldwise' has no attribute {name!r}. It has: {', '.join(__all__)}.")
    globals()[name] = value
    return value


def _room(room: str, name: str) -> Any:
    try:
        return import_module(f"foldwise.{room}")
    except ModuleNotFoundError as error:
        from foldwise._core import explained

        raise explained(error, f"foldwise.{name}") from None


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
