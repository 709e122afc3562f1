"""Documents of foldwise read as material: what each kind of them tells."""

from collections.abc import Callable
from typing import Any, Final

from foldwise._core import DataFormatError, one_line
from foldwise.auditing._material import Document, Material, Tested

OURS: Final = "foldwise."


def add_document(material: Material, document: Document) -> None:
    """Add what a document tells; refuse one that compares nobody, or is not whole."""
    schema = one_line(document.get("schema"))[:40]
    read = _READERS.get(schema.removeprefix(OURS).partition("/")[0])
    if read is None:
        raise DataFormatError(
            f"A document {schema!r} compares no learners, so there is nothing to audit. Give that of a verdict, a "
            "panel, a study, estimates, an answer over datasets, or a list of them."
        )
    try:
        read(material, document)
    except (KeyError, TypeError, IndexError, AttributeError, ValueError) as error:
        if isinstance(error, DataFormatError):
            raise
        raise DataFormatError(
            f"{material.name} is no whole {schema}: {type(error).__name__} ({one_line(error)[:80]}). Take it again "
            "from where it was written."
        ) from error


def add_runs(material: Material, document: Document) -> None:
    """Add the runs of a document, its versions, and what varies behind it."""
    for run in document["runs"]:
        if run["dataset"] | {"design": run["design"]} not in [
            known["dataset"] | {"design": known["design"]} for known in material.runs
        ]:
            material.runs.append(run)
        material.name_datasets([run["dataset"]["name"]])
        material.name_learners(learner["name"] for learner in run["learners"])
        material.codes |= {caveat["code"] for caveat in run["caveats"]}
        material.left_out += [
            f"fold {failure['fold']} of repeat {failure['repeat']} of {failure['learner']} on {run['dataset']['name']}"
            for failure in run["failures"]
        ]
    material.environment = material.environment or document.get("environment", {})
    material.sources = material.sources or document.get("sources", [])


def as_tested(document: Document, *, of: str = "") -> Tested:
    """Return the test of a verdict, or of an entry of a panel."""
    rows = tuple(row | {"agreement": (row.get("forecast") or {}).get("agreement")} for row in document["comparisons"])
    codes = {caveat["code"] for row in document["comparisons"] for caveat in row["caveats"]}
    codes |= {caveat["code"] for caveat in document["caveats"]}
    return Tested(
        test=document.get("test") or "",
        metric=document["metric"]["name"],
        adjust=document["adjust"],
        family=int(document["family"]),
        rows=rows,
        codes=frozenset(codes),
        of=of,
    )


def _verdict(material: Material, document: Document) -> None:
    add_runs(material, document)
    of = "datasets" if document["test"] in ("wilcoxon", "sign_test") else ""
    material.tested.append(as_tested(document, of=of))
    material.codes |= {caveat["code"] for caveat in document["caveats"]}


def _panel(material: Material, document: Document) -> None:
    add_runs(material, document)
    material.is_panel = True
    shared = {"metric": document["metric"], "adjust": document["adjust"]}
    for entry in document["tests"]:
        material.tested.append(as_tested(shared | entry))


def _items(material: Material, document: Document) -> None:
    tests = {row.get("test") or row.get("items", {}).get("test") or "" for row in document["comparisons"]}
    tested = as_tested({"test": " and ".join(sorted(tests - {""}))} | document, of="items")
    material.tested.append(tested)
    material.of_items = True
    _name_pairs(material, document["comparisons"])
    material.sources = material.sources or document.get("sources", [])
    material.environment = material.environment or document.get("environment", {})
    material.codes |= {caveat["code"] for caveat in document["caveats"]}


def _overall(material: Material, document: Document) -> None:
    material.name_learners(learner["name"] for learner in document["learners"])
    material.name_datasets(document["datasets"])
    over = f"{len(document['datasets'])} datasets"
    rows = tuple({"dataset": over, "answers": None, "agreement": None} | row for row in document["pairs"])
    codes = {caveat["code"] for caveat in document["caveats"]}
    material.codes |= codes
    material.tested.append(
        Tested(
            test="wilcoxon",
            metric=document["metric"]["name"],
            adjust=document["adjust"],
            family=int(document["family"]),
            rows=rows,
            codes=frozenset(codes),
            of="datasets",
        )
    )
    material.left_out += [
        f"{cell['learner']} on {cell['dataset']}" for cell in document["cells"] if cell["score"] is None
    ]
    material.environment = material.environment or document.get("environment", {})


def _estimates(material: Material, document: Document) -> None:
    add_runs(material, document)
    material.name_learners(row["learner"] for row in document["estimates"])


def _study(material: Material, document: Document) -> None:
    material.is_study = True
    for verdict in document["verdicts"]:
        add_document(material, verdict)
    add_runs(material, document)
    material.registration = document["registration"]
    material.noted = [each["terms"] for each in document["judgements"]]
    material.left_out += [f"{each['learner'] or each['dataset']}: {each['reason']}" for each in document["left_out"]]
    n_missing = sum(cell["n_missing"] for cell in document["cells"])
    material.left_out += [f"{n_missing} folds that have not been run"] if n_missing else []


def _executions(material: Material, document: Document) -> None:
    add_runs(material, document)
    material.agreements += document["agreements"]


def _partitions(material: Material, document: Document) -> None:
    add_runs(material, document)
    material.partitions += document["comparisons"]


def _randomization(material: Material, document: Document) -> None:
    material.randomizations.append(document)
    material.environment = material.environment or document.get("environment", {})


def _collection(material: Material, document: Document) -> None:
    for item in document["items"]:
        add_document(material, item)


def _name_pairs(material: Material, rows: list[Document]) -> None:
    material.name_datasets(row["dataset"] for row in rows)
    material.name_learners(name for row in rows for name in (row["a"], row["b"]))


_READERS: Final[dict[str, Callable[[Material, Any], None]]] = {
    "verdict": _verdict,
    "panel": _panel,
    "items": _items,
    "overall": _overall,
    "estimates": _estimates,
    "run": add_runs,
    "study": _study,
    "replicability": _executions,
    "partitions": _partitions,
    "randomization": _randomization,
    "collection": _collection,
}
