"""What a study of tests was made of, as one would type it, and the call that makes it again."""

import inspect
import math
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from typing import Any, Final

import foldwise.lab as lab
from foldwise._core import one_line, written
from foldwise.data import Dataset
from foldwise.lab import LabResult, Matched, OwnProcedure, Power, PublicationFilter, ReplicationCount, sources
from foldwise.lab.sources import Source
from foldwise.reports._document import Document, plain
from foldwise.reports._reproduce import call_lines, dataset_source, is_complete, typed_scheme, whole
from foldwise.splits import Resampled, Scheme
from foldwise.verdicts import Procedure, Settled

# Studies whose function is not called as their result is.
_VERBS: Final = {"ranking": "rank", "replications": "replicability"}


@dataclass(frozen=True, slots=True)
class SourceDifference:
    """The true difference in accuracy of a source, and how it is known.

    Parameters
    ----------
    source : Source
        The source.
    difference : float or None
        First learner less second; None if it is not known.
    standard_error : float or None
        Of a difference that was measured.
    gap : float or None
        What is left between two learners that were made equally good, at the training size where it is largest.
    is_given : bool
        Whether the user said so.
    """

    source: Source
    difference: float | None
    standard_error: float | None = None
    gap: float | None = None
    is_given: bool = False


def source_differences(result: LabResult) -> list[SourceDifference]:
    """Return the differences of all sources of a study, in its order."""
    rows = []
    for place, trials in enumerate(result.trials):
        source = trials.source
        value, error = source.difference, math.nan
        if isinstance(result, Power):
            value = result.differences[place]
            error = result.standard_errors[place] if result.standard_errors else math.nan
        is_given = value != source.difference and math.isnan(error)
        gap = None
        if isinstance(source, Matched) and value == source.difference == 0.0:
            gap = float(source.curves.frame()["gap"].abs().max())
        rows.append(
            SourceDifference(
                source=source,
                difference=value,
                standard_error=None if math.isnan(error) else error,
                gap=gap,
                is_given=is_given,
            )
        )
    return rows


def study_name(result: LabResult) -> str:
    """Return the name of the class of a study, in lower case."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in type(result).__name__)[1:]


def settings_document(result: LabResult) -> Document:
    """Return the settings of a study beside procedures, sources and trials."""
    if isinstance(result, ReplicationCount):
        return {"alpha": result.alpha, **_counted(result)}
    if isinstance(result, Power):
        # What was measured is measured again, with the same seed.
        other = {row.source.name: row.difference for row in source_differences(result) if row.is_given}
        shares = {"shares": list(result.shares)} if isinstance(result, PublicationFilter) else {}
        return {"alpha": result.alpha, **({"differences": other} if other else {}), **shares}
    values = {each.name: getattr(result, each.name) for each in fields(result)}
    plainly = {name: str(value) if isinstance(value, Scheme) else value for name, value in values.items()}
    return {name: plain(value) for name, value in plainly.items() if isinstance(value, bool | int | float | str)}


def _counted(result: ReplicationCount) -> Document:
    """Return the numbers of splits, folds and halvings, and the share that splits test on."""
    numbers: dict[str, list[int]] = {"resampled_t": [], "kfold_t": [], "halvings_t": []}
    for test, number in result.counts.values():
        numbers[test].append(number)
    splits, folds, halvings = numbers.values()
    schemes = [procedure.scheme for procedure in result.trials[0].procedures.values()]
    sizes = [scheme.test_size for scheme in schemes if isinstance(scheme, Resampled)]
    size = {"test_size": sizes[0]} if sizes else {}
    return {"splits": splits, "folds": folds, "halvings": halvings, **size}


def typed(value: Any) -> str:
    """Return a value as Python code, with ``...`` for what only its owner has.

    >>> typed(sources.TwoKinds(0.2)), typed((0.5, None)), typed(object())
    ('fw.lab.sources.TwoKinds(error=0.2)', '(0.5, None)', '...')
    """
    match value:
        case Settled():
            return f"fw.{value}"
        case Scheme():
            return typed_scheme(str(value))
        case Dataset():
            return dataset_source(value.name, value.fingerprint)
        case Matched():
            return _typed_matched(value)
        case sources.BayesianNetwork():
            return _typed_network(value)
        case Source() | OwnProcedure():
            return _typed_fields(value)
    if is_dataclass(value) and not isinstance(value, type) and hasattr(lab, type(value).__name__):
        return _typed_fields(value)
    text = written(value)
    return text if is_complete(text) else "..."


def typed_procedure(name: str, procedure: Procedure | OwnProcedure) -> str:
    """Return a procedure as Python code: as a text where that is enough.

    >>> typed_procedure("5x2/five_by_two_t", Procedure("5x2", "five_by_two_t"))
    "'5x2/five_by_two_t'"
    >>> typed_procedure("mine", Procedure("resampled:30:0.3333", alpha=0.01))
    'fw.Procedure(fw.splits.Resampled(30, 0.3333), alpha=0.01)'
    """
    if isinstance(procedure, OwnProcedure):
        return typed(procedure)
    if procedure.settled is not None and procedure == Procedure(procedure.settled):
        return typed(procedure.settled)
    scheme, _, test = name.partition("/")
    try:
        if Procedure(scheme, test or None) == procedure:
            return repr(name)
    except ValueError:
        # The name is the user's own, and no scheme.
        pass
    arguments = [typed(procedure.scheme) if procedure.settled else typed_scheme(str(procedure.scheme))]
    arguments += [] if procedure.test is None else [repr(procedure.test)]
    usual = Procedure().options
    arguments += [f"{key}={value!r}" for key, value in procedure.options.items() if value != usual[key]]
    return f"fw.Procedure({', '.join(arguments)})"


def lab_call(document: Document) -> str:
    """Return the call that makes a study again."""
    verb = _verb(document["study"])
    known = inspect.signature(getattr(lab, verb)).parameters
    options = {"n_trials": document["n_trials"], "n_executions": document["n_executions"], **document["settings"]}
    keywords = {name: repr(value) for name, value in options.items() if name in known}
    if "scheme" in keywords:
        keywords["scheme"] = typed_scheme(options["scheme"])
    keywords["seed"] = repr(document["seed"])
    populations = {"sources": document["sources"]}
    if "n_nulls" in options:
        n = options["n_nulls"]
        populations = {"nulls": document["sources"][:n], "alternatives": document["sources"][n:]}
    lines = _procedure_lines(document) if "procedures" in known else []
    for name, rows in populations.items():
        lines += [f"{name} = [", *(f"    {row['call']},{_what(row)}" for row in rows), "]"]
    arguments = [*(["procedures"] if "procedures" in known else []), *populations]
    return whole([*lines, *call_lines(f"result = fw.lab.{verb}", arguments, keywords)])


def _procedure_lines(document: Document) -> list[str]:
    named = {row["name"]: row["call"] for row in document["procedures"]}
    if all(text in (repr(name), f"fw.{name}") for name, text in named.items()):
        return ["procedures = [", *(f"    {text}," for text in named.values()), "]"]
    return ["procedures = {", *(f"    {name!r}: {text}," for name, text in named.items()), "}"]


def _what(row: Document) -> str:
    """Return what to put in where a source cannot be typed."""
    return f"  # {one_line(row['name'])}" if "..." in row["call"] else ""


def _verb(study: str) -> str:
    return _VERBS.get(study, study)


def _typed_network(value: sources.BayesianNetwork) -> str:
    """Return one of the four known networks as such: the tables of a network are long."""
    known = [repr(each) for each in sources.table_five_sources()]
    text = repr(value)
    return f"fw.lab.sources.table_five_sources()[{known.index(text)}]" if text in known else _typed_fields(value)


def _typed_matched(value: Matched) -> str:
    curves, damaged = value.curves, value.curves.damaged
    assert damaged is not None
    kind = type(value.learners[damaged.position]).__name__
    damage = f"fw.lab.{kind}" if hasattr(lab, kind) else "..."
    fraction = "" if damaged.fraction == 1 else f", fraction={damaged.fraction!r}"
    return f"fw.lab.matched({typed(value.source)}, {damage}{fraction}, sizes={curves.sizes!r}, n_sets={curves.n_sets})"


def _typed_fields(value: Any) -> str:
    """Return a dataclass of the lab with the fields that are not as they would be anyway."""
    name = type(value).__name__
    room = "fw.lab.sources" if hasattr(sources, name) else "fw.lab" if hasattr(lab, name) else ""
    if not room:
        return "..."
    arguments = [
        f"{each.name}={typed(getattr(value, each.name))}"
        for each in fields(value)
        if each.init and repr(getattr(value, each.name)) != repr(_usual(each, value))
    ]
    return f"{room}.{name}({', '.join(arguments)})"


def _usual(field: Any, value: Any) -> Any:
    """Return the value that a field has if it is not given; names are made from the other fields."""
    if field.name == "name":
        return replace(value, name="").name
    return field.default if field.default_factory is MISSING else field.default_factory()
