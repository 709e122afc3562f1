"""What a learner is made of, and in words what has changed from one to another."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, NoReturn, Self

import numpy as np

from foldwise._core import DataFormatError, canonical_json, digest, one_line
from foldwise.store._canonical import Content

_FORM: Final = "learner identity 1"
_LONGEST: Final = 80


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
        """Return it as JSON, the same identity always in the same way."""
        return canonical_json({name: getattr(self, name) for name in self.__slots__})

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
    """Return what a learner is made of.

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
    """Return in words what has changed from one identity to another; nothing if and only if their keys are equal.

    >>> from sklearn.svm import SVC
    >>> differences(identify(SVC()), identify(SVC(C=10.0, kernel="linear")))
    ['C was 1.0, is 10.0', "kernel was 'rbf', is 'linear'"]
    """
    sentences = []
    if old.class_path != new.class_path:
        sentences.append(f"class was {one_line(old.class_path)}, is {one_line(new.class_path)}")
    elif canonical_json(old.parameters) != canonical_json(new.parameters):
        sentences += changes(old.parameters, new.parameters)
    for name in sorted(old.versions.keys() | new.versions.keys()):
        was, now = old.versions.get(name, "not used"), new.versions.get(name, "not used")
        if was != now:
            sentences.append(one_line(f"{name} was {was}, is {now}"))
    for name in sorted(old.sources.keys() | new.sources.keys()):
        change = "new" if name not in old.sources else "gone" if name not in new.sources else "changed"
        if old.sources.get(name) != new.sources.get(name):
            sentences.append(one_line(f"the code of {name} {'has changed' if change == 'changed' else f'is {change}'}"))
    return sentences


def _refuse_constant(token: str) -> NoReturn:
    raise ValueError(f"{token} is no number of JSON")


def _are_typed(fields: dict[str, Any]) -> bool:
    mappings = [fields[name] for name in ("parameters", "versions", "sources")]
    texts = [text for mapping in mappings[1:] if isinstance(mapping, dict) for text in mapping.values()]
    return all(isinstance(one, dict) for one in mappings) and all(
        isinstance(one, str) for one in [fields["class_path"], *texts]
    )


def changes(old: dict[str, Any], new: dict[str, Any], prefix: str = "") -> Iterator[str]:
    """Yield what has changed, parameter by parameter; those of nested estimators by their full names.

    >>> list(changes({"C": 1.0, "tol": 0.1}, {"C": 10.0, "gamma": "auto"}))
    ['C was 1.0, is 10.0', 'parameter gamma is new', 'parameter tol is gone']
    """
    for name in sorted(old.keys() | new.keys()):
        shown = _cut(one_line(prefix + name))
        if name not in old or name not in new:
            yield f"parameter {shown} is {'new' if name in new else 'gone'}"
        elif canonical_json(old[name]) != canonical_json(new[name]):
            yield from _inside(old[name], new[name], prefix, name) or [_change(shown, old[name], new[name])]


def _inside(old: Any, new: Any, prefix: str, name: str) -> list[str]:
    """Return what has changed in the parts of a value; nothing if no part has a name, or it is another altogether."""
    was, now = _named_items(old), _named_items(new)
    if was and list(was) == list(now):
        # scikit-learn, too, calls what is in a step of a pipeline by the name of the step alone.
        return list(changes(was, now, prefix))
    if not isinstance(old, dict) or not isinstance(new, dict) or old.keys() != new.keys():
        return []
    held = "closure" if "closure" in old else "parameters"
    rest = [canonical_json({key: part for key, part in value.items() if key != held}) for value in (old, new)]
    if held not in old or rest[0] != rest[1]:
        return []
    return list(changes(old[held], new[held], f"{prefix}{name}__"))


def _named_items(content: Any) -> dict[str, Any]:
    """Items of a list of (name, value) pairs by their names; none if the list is of another kind."""
    items = [item.get("tuple") if isinstance(item, dict) else None for item in _items(content)]
    named = {item[0]: item[1] for item in items if item and len(item) == 2 and isinstance(item[0], str)}
    return named if len(named) == len(items) else {}


def _items(content: Any) -> list[Any]:
    items = content.get("tuple") if isinstance(content, dict) else content
    return items if isinstance(items, list) else []


def _change(shown: str, old: Any, new: Any) -> str:
    was, now = _cut(words(old)), _cut(words(new))
    return f"{shown} was {was}, is {now}" if was != now else f"{shown} has changed"


def words(content: Any) -> str:
    """Return the content of a value about as one would type it.

    >>> words([1, {"tuple": [True, {"float": "nan"}]}, {"dict": [["a", None]]}])
    "[1, (True, nan), {'a': None}]"
    """
    if isinstance(content, list):
        return f"[{', '.join(map(words, content))}]"
    if not isinstance(content, dict):
        return one_line(repr(content))
    for key, write in _WORDS.items():
        if key in content:
            return one_line(write(content))
    return "another value"


def _array(content: dict[str, Any]) -> str:
    return f"an array of {content['array']} of shape {tuple(content['shape'])}"


def _scalar(content: dict[str, Any]) -> str:
    if "value" not in content:
        return f"a value of {content['scalar']['array']}"
    return f"{np.dtype(content['scalar']).name}({words(content['value'])})"


_WORDS: Final[dict[str, Callable[[dict[str, Any]], str]]] = {
    "tuple": lambda content: f"({', '.join(map(words, content['tuple']))})",
    "dict": lambda content: f"{{{', '.join(f'{words(key)}: {words(value)}' for key, value in content['dict'])}}}",
    "set": lambda content: f"{{{', '.join(map(words, content['set']))}}}",
    "int": lambda content: content["int"],
    "float": lambda content: content["float"],
    "str": lambda content: repr(bytes.fromhex(content["str"]).decode(errors="surrogatepass")),
    "bytes": lambda content: f"bytes {content['bytes']}",
    "array": _array,
    "scalar": _scalar,
    "table": lambda content: f"a {content['table']} of shape {tuple(content['shape'])}",
    "sparse": lambda content: f"a sparse matrix of shape {tuple(content['shape'])}",
    "function": lambda content: content["function"],
    "method": lambda content: words(content["method"]),
    "partial": lambda content: f"partial({words(content['partial'])})",
    "module": lambda content: content["module"],
    "member": lambda content: f"{content['class']}.{content['member']}",
    "class": lambda content: content["class"],
}


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
