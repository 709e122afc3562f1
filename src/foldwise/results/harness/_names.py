"""What learners are called whose files do not say it: after the parts of the paths that differ."""

from collections.abc import Sequence
from pathlib import Path

from foldwise._core import DataFormatError, listed
from foldwise.results._how import how_learners


def names_of_files(
    paths: Sequence[Path], learners: Sequence[str] | None, *, tasks: Sequence[str] | None = None
) -> list[str]:
    """Name the learner of each file.

    Parameters
    ----------
    paths : sequence of Path
        One for each file.
    learners : sequence of str, optional
        What the user calls them: the names of the files in their order, unless all are names that the paths tell.
    tasks : sequence of str, optional
        What was solved in each file, if the names of the files say that; then folders name the learners.

    Examples
    --------
    >>> names_of_files([Path("out/gpt/run1/s.jsonl"), Path("out/phi/run1/s.jsonl")], None)
    ['gpt', 'phi']
    >>> names_of_files([Path("a.jsonl"), Path("b.jsonl")], None)
    ['a', 'b']
    """
    told = _told(paths, tasks)
    wanted = None if learners is None else list(learners)
    if wanted is not None and not (told and set(wanted) <= set(told)):
        if len(wanted) == len(paths):
            return wanted
        raise ValueError(
            f"learners (--learner) must name each of the {len(paths)} files in their order"
            + (f", or some of {listed(dict.fromkeys(told))}" if told else "")
            + f", got {listed(wanted)}."
        )
    if told is None:
        raise DataFormatError(
            f"The paths of {paths[0].name} and the others do not tell whose results they are: the folders do not "
            f"differ. Name the learners in the order of the files: {how_learners(['NAME1', 'NAME2'])}."
        )
    return told


def _told(paths: Sequence[Path], tasks: Sequence[str] | None) -> list[str] | None:
    full = [path.absolute() for path in paths]
    if len(full) == 1:
        return [full[0].parent.name or full[0].stem] if tasks else [full[0].stem]
    folders = _differing([path.parent.parts for path in full])
    if any(folders):
        return folders
    if tasks is not None and len(set(tasks)) > 1:
        return None
    stems = [path.stem for path in full]
    return stems if len(set(stems)) == len(stems) else None


def _differing(parts: Sequence[tuple[str, ...]]) -> list[str]:
    """Join the parts of each path that are not the same in all of them, counted from the front and then the back."""
    front = next((i for i, same in enumerate(zip(*parts, strict=False)) if len(set(same)) > 1), min(map(len, parts)))
    rest = [part[front:] for part in parts]
    backwards = [part[::-1] for part in rest]
    back = next((i for i, same in enumerate(zip(*backwards, strict=False)) if len(set(same)) > 1), min(map(len, rest)))
    return ["/".join(part[: len(part) - back]) for part in rest]
