"""What makes a learner the same work, so that a result once stored may stand for it."""

import json
from dataclasses import dataclass
from typing import Any, Final, NoReturn, Self

from foldwise._core import DataFormatError, digest, one_line
from foldwise.store._canonical import Content, text_of
from foldwise.store._content_words import changes

_FORM: Final = "learner identity 1"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Identity:
    """What a learner is made of: two learners of one identity do the same work.

    Identities are equal if their keys are.

    Parameters
    ----------
    class_path : str
        Module and qualified name of the learner's class.
    parameters : dict
        Its parameters, as content that JSON can hold; 1, 1.0 and True differ. A learner without ``get_params`` is told
        by its attributes.
    versions : dict of str to str
        Version of every distribution that a class or function inside the learner comes from, or that a module of the
        user's own behind it imports.
    sources : dict of str to str
        Digest of the file of every module behind it that no version vouches for, and of the text of what is in no file.

    Examples
    --------
    >>> from sklearn.svm import SVC
    >>> identity = identify(SVC(C=10.0))
    >>> identity.class_path, identity.parameters["C"], list(identity.versions)
    ('sklearn.svm._classes.SVC', 10.0, ['scikit-learn'])
    >>> Identity.from_json(identity.to_json()) == identity
    True
    """

    class_path: str
    parameters: dict[str, Any]
    versions: dict[str, str]
    sources: dict[str, str]

    @property
    def key(self) -> str:
        """Digest of all of it: the same in every process."""
        return digest(_FORM, self.to_json())

    def to_json(self) -> str:
        """Write it as JSON, the same identity always in the same way."""
        return text_of({name: getattr(self, name) for name in self.__slots__})

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read what `to_json` wrote.

        Raises
        ------
        DataFormatError
            If the text is anything else.
        """
        try:
            fields = json.loads(text, parse_constant=_refuse_constant)
        except (ValueError, RecursionError) as error:
            raise DataFormatError(f"A learner's identity must be JSON, got a text that is not: {error}.") from None
        if not isinstance(fields, dict) or set(fields) != set(cls.__slots__) or not _are_typed(fields):
            raise DataFormatError(f"A learner's identity must have {', '.join(cls.__slots__)}; the text has not.")
        return cls(**fields)

    def __eq__(self, other: object) -> bool:
        return self.to_json() == other.to_json() if isinstance(other, Identity) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.to_json())


def identify(learner: Any) -> Identity:
    """Say what a learner is made of.

    Parameters
    ----------
    learner : estimator
        It is not changed, and a clone of it has the same identity.

    Returns
    -------
    Identity

    Raises
    ------
    TypeError
        If some parameter holds nothing by which it could be told from another: an open file, say, or a lock. Or if some
        class or function is in no file, nor its text known.
    StoreError
        If the file of a module is known to have changed since it was imported.

    Notes
    -----
    Classes and functions of installed packages are told by the version of their distribution. Those of the user's own,
    and of packages installed to be worked on, are told by the whole file of the module that defines them and by the
    files of all modules that this file imports, anywhere in it, and that those import, as long as they are not of
    installed packages; of these the versions count. A change of a comment is a change. Functions without a name of
    their own, and those made inside of functions, are told by their text and the values they have caught as well. What
    is in no file, as in a notebook, is told by its text and by the functions, classes, modules and constants that the
    text names.

    What is not seen: modules that are imported by a name made at run time, files that a learner reads, what a running
    program changes of its modules, classes and functions, and in a notebook variables that are no constants.
    """
    content = Content(type(learner).__name__)
    try:
        parts = content.of(learner, whole=False)
        content.code.finish()
    except RecursionError:
        raise TypeError(
            f"{type(learner).__name__} cannot be kept in a store: its parameters are nested too deeply. "
            "Flatten them, or evaluate without a store."
        ) from None
    plain = isinstance(parts, dict) and set(parts) == {"class", "parameters"}
    return Identity(
        class_path=content.code.label(type(learner)),
        parameters=parts["parameters"] if plain else {"(state)": parts},
        versions=content.code.versions,
        sources=content.code.sources,
    )


def differences(old: Identity, new: Identity) -> list[str]:
    """Say in words what has changed from one identity to another; nothing if and only if their keys are equal.

    >>> from sklearn.svm import SVC
    >>> differences(identify(SVC()), identify(SVC(C=10.0, kernel="linear")))
    ['C was 1.0, is 10.0', "kernel was 'rbf', is 'linear'"]
    """
    said = []
    if old.class_path != new.class_path:
        said.append(f"class was {one_line(old.class_path)}, is {one_line(new.class_path)}")
    elif text_of(old.parameters) != text_of(new.parameters):
        said += changes(old.parameters, new.parameters)
    for name in sorted(old.versions.keys() | new.versions.keys()):
        was, now = old.versions.get(name, "not used"), new.versions.get(name, "not used")
        if was != now:
            said.append(one_line(f"{name} was {was}, is {now}"))
    for name in sorted(old.sources.keys() | new.sources.keys()):
        change = "new" if name not in old.sources else "gone" if name not in new.sources else "changed"
        if old.sources.get(name) != new.sources.get(name):
            said.append(one_line(f"the code of {name} {'has changed' if change == 'changed' else f'is {change}'}"))
    return said


def _refuse_constant(token: str) -> NoReturn:
    raise ValueError(f"{token} is no number of JSON")


def _are_typed(fields: dict[str, Any]) -> bool:
    mappings = [fields[name] for name in ("parameters", "versions", "sources")]
    texts = [text for mapping in mappings[1:] if isinstance(mapping, dict) for text in mapping.values()]
    return all(isinstance(one, dict) for one in mappings) and all(
        isinstance(one, str) for one in [fields["class_path"], *texts]
    )
