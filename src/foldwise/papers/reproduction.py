"""The verb of this room, and the papers that it knows."""

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from time import perf_counter
from typing import Final, Literal

from foldwise.papers.bouckaert_frank_2004 import BOUCKAERT_FRANK_2004
from foldwise.papers.bradford_brodley_2001 import BRADFORD_BRODLEY_2001
from foldwise.papers.claims import CLAIMS
from foldwise.papers.dietterich_1998 import DIETTERICH_1998
from foldwise.papers.paper import Paper, Part
from foldwise.papers.salzberg_1997 import SALZBERG_1997
from foldwise.papers.workbench import Event, NotAtHandError, Workbench
from foldwise.reports import Exhibit

#: The papers that can be run again, by their names.
PAPERS: Final[dict[str, Paper]] = {
    paper.name: paper for paper in (SALZBERG_1997, DIETTERICH_1998, BRADFORD_BRODLEY_2001, BOUCKAERT_FRANK_2004, CLAIMS)
}


def reproduce(
    *names: str,
    quick: bool = False,
    seed: int = 1,
    n_jobs: int = 1,
    store: str | os.PathLike[str] | None = None,
    watch: Callable[[Event], None] | None = None,
    progress: bool | None = None,
) -> list[Exhibit]:
    """Make tables and figures of the papers again, beside the printed numbers.

    Parameters
    ----------
    *names : str
        A paper, such as ``'bouckaert_frank_2004'``, or a part of it, such as ``'bouckaert_frank_2004/table3'``; all
        papers if there is none. `PAPERS` has all names.
    quick : bool, default False
        Small versions, in seconds, that show what would be done and judge nothing.
    seed : int, default 1
        Of all partitions and simulated data.
    n_jobs : int, default 1
        Processes; -1 for all cores. The numbers do not depend on it.
    store : path-like, optional
        Folder that keeps finished fits and trials: the same call goes on where an interrupted one stopped.
    watch : callable, optional
        Called with an `Event` whenever an experiment is begun or has ended, and with each exhibit as it is finished.
    progress : bool, optional
        Bars on standard error; by default if that is a terminal.

    Returns
    -------
    list of Exhibit
        In the order of `PAPERS`, not that of `names`. Print their ``statement`` and ``why``, or write them all:
        ``foldwise.report(exhibits, 'page.html')``. One whose data are not at hand, or that failed, has a ``not_run``
        that says why; the others are made all the same.

    Examples
    --------
    >>> from foldwise.papers import reproduce
    >>> exhibit = reproduce("dietterich_1998/tables")[0]
    >>> exhibit.statement
    'reproduced'
    """
    chosen = choose(*names)
    folder = None if store is None else Path(store).expanduser()
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    bench = Workbench(quick=quick, seed=seed, n_jobs=n_jobs, store=folder, watch=watch, progress=progress)
    return [_made(paper, part, bench) for paper, part in chosen]


def choose(*names: str) -> list[tuple[Paper, Part]]:
    """Find parts by their names, in the order of the catalogue.

    Parameters
    ----------
    *names : str
        As of `reproduce`.

    Returns
    -------
    list of pair of Paper and Part
        Each once.

    Examples
    --------
    >>> from foldwise.papers import choose
    >>> [part.name for paper, part in choose("bouckaert_frank_2004")][:3]
    ['table1', 'table2', 'table3']
    """
    everything = {f"{paper.name}/{part.name}": (paper, part) for paper in PAPERS.values() for part in paper.parts}
    full_names = {full for name in names for full in _full_names(name, everything)}
    return [entry for full, entry in everything.items() if full in full_names or not names]


def _full_names(name: str, everything: dict[str, tuple[Paper, Part]]) -> Iterator[str]:
    paper, _, part = name.partition("/")
    if name in PAPERS:
        yield from (f"{name}/{part.name}" for part in PAPERS[name].parts)
    elif name in everything:
        yield name
    elif paper in PAPERS:
        known = ", ".join(part.name for part in PAPERS[paper].parts)
        raise ValueError(f"{paper} has no part {part!r}. It has: {known}.")
    else:
        close = get_close_matches(name, [*PAPERS, *everything], n=1, cutoff=0.85)
        hint = f"Did you mean {close[0]!r}?" if close else f"There are: {', '.join(PAPERS)}."
        raise ValueError(f"There is no paper {paper!r}. {hint}")


def _made(paper: Paper, part: Part, bench: Workbench) -> Exhibit:
    start, before = perf_counter(), sum(bench.seconds.values())

    def finish(exhibit: Exhibit, what: Literal["done", "not at hand", "failed"]) -> Exhibit:
        own = perf_counter() - start - (sum(bench.seconds.values()) - before)
        seconds = own + sum(bench.seconds.get(each, 0.0) for each in part.needs)
        finished = replace(exhibit, seconds=seconds, call=_call(paper, part, bench))
        if bench.watch is not None:
            bench.watch(Event(of=finished, what=what, seconds=seconds))
        return finished

    def not_made(words: str) -> Exhibit:
        return Exhibit(paper=paper.name, name=part.name, title=part.title, about="", not_run=words)

    try:
        exhibit = part.make(bench)
    except NotAtHandError as error:
        return finish(not_made(str(error)), "not at hand")
    except Exception as error:
        return finish(not_made(f"It failed: {type(error).__name__}: {error}"), "failed")
    return finish(exhibit, "done")


def _call(paper: Paper, part: Part, bench: Workbench) -> str:
    options = f"{', quick=True' if bench.quick else ''}, seed={bench.seed}"
    return f"from foldwise.papers import reproduce\n\nreproduce({f'{paper.name}/{part.name}'!r}{options})"
