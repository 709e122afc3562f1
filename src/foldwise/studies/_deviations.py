"""What of a study is not as it was sealed, in plain words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from foldwise._core import canonical_json, listed, one_line
from foldwise.store._door import Identity, differences
from foldwise.studies._definition import what_changed
from foldwise.studies._seal import Registration

_NAMES: Final = {
    "scheme": "the scheme, and with it when the study ends,",
    "seed": "the seed",
    "tests": "the tests",
    "metrics": "the metrics",
    "alpha": "the level alpha",
    "rope": "the rope",
    "alternative": "the alternative",
    "adjust": "the adjustment for several comparisons",
    "against": "the learner that each other is compared with",
    "missing": "what is done about missing scores",
    "hypotheses": "the hypotheses",
}
_SEVERAL: Final = ("tests", "metrics", "hypotheses")
_LONGEST: Final = 120
_IDENTITY: Final = ("class_path", "parameters", "versions", "sources")


@dataclass(frozen=True, slots=True, kw_only=True)
class Deviation:
    """One thing that is not as it was sealed.

    Parameters
    ----------
    about : str
        What it is about: a key of the study file, ``'data'``, ``'learner'``, ``'run'``, ``'versions'``.
    words : str
        A sentence without its full stop.
    is_minor : bool, default False
        Whether it is only a note, such as another version of a package.

    Examples
    --------
    >>> from foldwise.studies import Deviation
    >>> Deviation(about="alpha", words="alpha is 0.1 where 0.05 was sealed").is_minor
    False
    """

    about: str
    words: str
    is_minor: bool = False

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What a store knows of the runs of a study.

    Parameters
    ----------
    definitions : sequence of dict
        How it was asked for, each time that it was another one.
    datasets, learners : dict
        Of each by its name: fingerprint and seed; what it is made of.
    environments : sequence of dict
        Versions with which folds were computed.
    partitions : dict, optional
        Of each dataset by its name the fingerprint of all folds; None where runs were not loaded.
    """

    definitions: Sequence[Mapping[str, Any]]
    datasets: Mapping[str, Mapping[str, Any]]
    learners: Mapping[str, Mapping[str, Any]]
    environments: Sequence[Mapping[str, str]]
    partitions: Mapping[str, str] | None = None


def deviations(
    registration: Registration, current: Mapping[str, Any], done: Done | None, *, allow_partial: bool = False
) -> list[Deviation]:
    """Compare a seal with a study as it is now and with what was run.

    Parameters
    ----------
    registration : Registration
        The seal.
    current : mapping
        The study as it is defined now, with the terms on which it is judged.
    done : Done, optional
        What was run; None if nothing was.
    allow_partial : bool, default False
        Whether learners are judged that are partly done.
    """
    sealed = registration.document["definition"]
    found = [*_of_definition(sealed, current)]
    if done is not None:
        is_split_alike = not any(each.about in ("scheme", "seed") for each in found)
        found += _of_data(registration.document["datasets"], done, is_split_alike=is_split_alike)
        found += _of_learners(registration.document["learners"], done)
        found += _of_runs(registration, current, done)
        found += _of_versions(registration.document["environment"], done)
    if allow_partial:
        words = "learners are judged that are only partly done (allow_partial), which was not sealed"
        found.append(Deviation(about="missing", words=words))
    return list(dict.fromkeys(found))


def _of_definition(sealed: Mapping[str, Any], current: Mapping[str, Any]) -> Iterator[Deviation]:
    for key, name in _NAMES.items():
        was, now = sealed.get(key), current.get(key)
        if not _same(was, now):
            verb = "were" if key in _SEVERAL else "was"
            is_now = "are" if verb == "were" else "is"
            yield Deviation(about=key, words=f"{name} {verb} sealed as {_shown(was)}, and {is_now} {_shown(now)}")
    for key, word in (("learners", "learner"), ("datasets", "dataset")):
        was, now = sealed.get(key, {}), current.get(key, {})
        for name in now:
            if name not in was:
                yield Deviation(about=word, words=f"the {word} {one_line(name)} is not in the seal")
            elif not _same(was[name], now[name]):
                before, after = _shown(was[name]), _shown(now[name])
                words = f"the {word} {one_line(name)} was sealed as {before}, and is {after}"
                yield Deviation(about=word, words=words)
        for name in was:
            if name not in now:
                yield Deviation(about=word, words=f"the {word} {one_line(name)} was sealed, and is no longer there")


def _of_data(sealed: Mapping[str, Any], done: Done, *, is_split_alike: bool) -> Iterator[Deviation]:
    for name, data in done.datasets.items():
        was = sealed.get(name)
        if was is None:
            continue
        if was["fingerprint"] != data["fingerprint"]:
            sizes = [f"{each.get('n_examples')} examples" for each in (was, data)]
            more = f": {sizes[0]} sealed, {sizes[1]} run" if sizes[0] != sizes[1] else ""
            yield Deviation(about="data", words=f"the data of {one_line(name)} are not those that were sealed{more}")
        elif is_split_alike and was["seed"] != data["seed"]:
            words = f"{one_line(name)} was sealed with the seed {was['seed']}, and split with {data['seed']}"
            yield Deviation(about="seed", words=words)
        elif (
            is_split_alike
            and done.partitions is not None
            and was["partitions"] not in (None, done.partitions.get(name))
        ):
            yield Deviation(about="scheme", words=f"the folds of {one_line(name)} are not those that were sealed")


def _of_learners(sealed: Mapping[str, Any], done: Done) -> Iterator[Deviation]:
    for name, parts in done.learners.items():
        if name not in sealed:
            continue
        was, now = (Identity(**{key: each[key] for key in _IDENTITY}) for each in (sealed[name], parts))
        same_versions = Identity(
            class_path=now.class_path, parameters=now.parameters, versions=was.versions, sources=now.sources
        )
        if words := differences(was, same_versions):
            text = f"the learner {one_line(name)} is not as it was sealed: {'; '.join(words)}"
            yield Deviation(about="learner", words=text)
        for words_of_version in differences(same_versions, now):
            yield Deviation(about="versions", words=f"{words_of_version} ({one_line(name)})", is_minor=True)


def _of_runs(registration: Registration, current: Mapping[str, Any], done: Done) -> Iterator[Deviation]:
    """Return runs in the same store that were not under this seal, or not as it says."""
    sealed = registration.document["definition"]
    for definition in done.definitions:
        note = definition.get("registration")
        if not isinstance(note, dict):
            words = "the study was run in this store without its registration: before it, or while the file was away"
            yield Deviation(about="run", words=words)
        elif note.get("hash") != registration.hash:
            other = one_line(str(note.get("hash")))[:12]
            words = f"the study was run in this store under another registration, with the hash {other}..."
            yield Deviation(about="run", words=words)
        changed = what_changed(sealed, definition)
        if changed and what_changed(current, definition):
            words = f"the study was run before with other settings than those sealed, in {listed(changed, quote=False)}"
            yield Deviation(about="run", words=words)


def _of_versions(sealed: Mapping[str, str], done: Done) -> Iterator[Deviation]:
    for environment in done.environments:
        for name, now in environment.items():
            was = sealed.get(name)
            if was is not None and was != now:
                yield Deviation(about="versions", words=f"{name} was {was}, is {now}", is_minor=True)


def _same(was: Any, now: Any) -> bool:
    return (was in (None, []) and now in (None, [])) or canonical_json(was) == canonical_json(now)


def _shown(value: Any) -> str:
    if value is None or value == []:
        return "not given"
    if isinstance(value, list):
        return one_line(", ".join(map(str, value)))[:_LONGEST]
    if isinstance(value, dict):
        given = [f"{key} {_shown(item)}" for key, item in value.items() if item is not None]
        return one_line(", ".join(given))[:_LONGEST]
    return one_line(str(value))[:_LONGEST]
