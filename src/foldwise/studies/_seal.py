"""The seal of a study: a readable file with a hash of its own content, beside the study file."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from foldwise._core import DataFormatError, content_hash, one_line, read_json, write_atomically
from foldwise.studies._definition import define
from foldwise.studies._hypothesis import Hypothesis
from foldwise.studies._study import Study

SCHEMA: Final = "foldwise.registration/1"
HOW_HASHED: Final = "sha256 of this document without 'seal', as JSON with sorted keys, no blanks, in ASCII"

_ENDING: Final = ".registered.json"
_KEYS: Final = (
    "study",
    "registered_at",
    "before",
    "hypotheses",
    "definition",
    "stopping",
    "datasets",
    "learners",
    "environment",
    "seal",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Registration:
    """What was sealed before the first run of a study. Made by `register`, or read by `Registration.read`.

    Parameters
    ----------
    path : Path
        Where the seal is.
    document : dict
        What stands in it.

    Examples
    --------
    >>> import tempfile
    >>> from foldwise.studies import Study, register
    >>> learners = {"bayes": "nb", "guess": "sklearn.dummy.DummyClassifier"}
    >>> asked = {"scheme": "5x3", "hypotheses": ["bayes > guess"]}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     study = Study(name="a", datasets=["iris"], learners=learners, store=folder + "/a.db", **asked)
    ...     seal = register(study)
    >>> seal.is_intact, seal.n_folds_before
    (True, 0)
    """

    path: Path
    document: Mapping[str, Any]

    @property
    def study(self) -> str:
        """Name of the study."""
        return str(self.document["study"])

    @property
    def hash(self) -> str:
        """The hash that stands in the file."""
        return str(self.document["seal"]["hash"])

    @property
    def is_intact(self) -> bool:
        """Whether that is the hash of what stands in it; a file that was edited by hand has another one."""
        return self.hash == hash_of(self.document)

    @property
    def registered_at(self) -> str:
        """When it was sealed, by the clock of that machine."""
        return str(self.document["registered_at"])

    @property
    def n_folds_before(self) -> int:
        """How many folds of these data were in the store then: 0 for a registration before the first run."""
        return int(self.document["before"]["n_folds"])

    @property
    def hypotheses(self) -> tuple[Hypothesis, ...]:
        """What was claimed."""
        fields = Hypothesis.__slots__
        return tuple(Hypothesis(**{name: each[name] for name in fields}) for each in self.document["hypotheses"])

    def write(self) -> None:
        """Write the file, complete or not at all."""
        write_atomically(self.path, json.dumps(self.document, indent=2, ensure_ascii=True, allow_nan=False) + "\n")

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> "Registration":
        """Read a seal, also one whose hash does not agree.

        Raises
        ------
        DataFormatError
            If the file is no registration.
        """
        file = Path(path)
        document = read_json(file)
        if document.get("schema") != SCHEMA:
            came = one_line(repr(document.get("schema")))[:80]
            raise DataFormatError(
                f"{file.name} is no registration of a study: its schema is {came}, not {SCHEMA!r}. Name the file that "
                "foldwise register wrote."
            )
        registration = cls(path=file, document=document)
        try:
            _touch(registration)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise DataFormatError(
                f"{file.name} is a registration of which parts are missing or of another kind "
                f"({one_line(error)[:80]}). Take it from where it was kept."
            ) from None
        return registration


def _touch(registration: Registration) -> None:
    """Read everything that is read of a seal, so that a damaged one is refused here."""
    for key in _KEYS:
        registration.document[key]
    _ = registration.hash, registration.n_folds_before, registration.hypotheses
    for key in ("definition", "datasets", "learners", "environment"):
        if not isinstance(registration.document[key], dict):
            raise TypeError(key)
    for each in registration.document["datasets"].values():
        _ = each["fingerprint"], each["seed"], each["partitions"]
    for each in registration.document["learners"].values():
        _ = each["class_path"], each["parameters"], each["versions"], each["sources"]


def hash_of(document: Mapping[str, Any]) -> str:
    """Return the hash of a document without its seal."""
    return content_hash({key: value for key, value in document.items() if key != "seal"})


def seal_path(study: Study) -> Path:
    """Return where the seal of a study is, or would be: as the study says, else beside its file or its store."""
    assert study.store is not None
    if study.registration is not None:
        return study.registration
    beside = study.store if study.path is None else study.path
    return beside.with_name(f"{beside.stem}{_ENDING}")


def seal_of(study: Study) -> Registration | None:
    """Read the seal of a study; None if there is none.

    Raises
    ------
    DataFormatError
        If it is none, or belongs to another study.
    """
    path = seal_path(study)
    if not path.exists():
        if study.registration is not None:
            raise DataFormatError(f"{str(path)!r} does not exist, which the study names as its registration.")
        return None
    registration = Registration.read(path)
    if registration.study != study.name:
        raise DataFormatError(
            f"{path.name} is the registration of the study {one_line(registration.study)[:60]!r}, not of "
            f"{one_line(study.name)[:60]!r}. Name the right one in the study file: [registration] file = ..."
        )
    return registration


def kept_definition(study: Study) -> dict[str, Any]:
    """Return the definition that a store keeps of a run: with the registration under which it is run."""
    registration = seal_of(study)
    if registration is None:
        return define(study)
    return {**define(study), "registration": note_of(registration, study)}


def note_of(registration: Registration, study: Study) -> dict[str, Any]:
    """Return what a store remembers of a seal: its hash, and where it lies from there."""
    assert study.store is not None
    try:
        file = Path(os.path.relpath(registration.path.absolute(), study.store.absolute().parent)).as_posix()
    except ValueError:
        # On another drive.
        file = registration.path.absolute().as_posix()
    return {"file": file, "hash": registration.hash, "registered_at": registration.registered_at}
