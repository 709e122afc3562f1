"""Procedures and sources as a command line of the lab names them: read and checked, and sources listed."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer

from foldwise._core import check_choice, check_integer, listed, shortened, written
from foldwise.cli._output import hold_stdout, say_json, say_table

if TYPE_CHECKING:
    from foldwise.lab.sources import Source


def whole_number(text: str) -> int:
    """Read a whole number."""
    try:
        return int(text)
    except ValueError:
        raise typer.BadParameter(f"must be a whole number, got {text!r}") from None


def check_numbers(*, jobs: int, seed: int | None) -> None:
    """Refuse numbers that nothing can be done with."""
    if jobs != -1 and jobs < 1:
        raise ValueError(f"--jobs must be at least 1, or -1 for all cores, got {jobs}.")
    if seed is not None:
        check_integer(seed, "--seed", least=0)


def check_procedures(texts: Sequence[str]) -> None:
    """Refuse what is neither a scheme, with a test or without, nor settled.

    >>> check_procedures(["10x10", "5x2/five_by_two_t", "settled:guard"])
    """
    from foldwise.splits import as_scheme

    for text in texts:
        scheme, slash, test = text.partition("/")
        if slash and not test:
            raise ValueError(f"--procedure must have a test after the slash, or no slash, got {text!r}.")
        if not is_settled(text):
            try:
                as_scheme(scheme)
            except ValueError as error:
                raise ValueError(f"--procedure is 'settled' or begins with a scheme: {error}") from None


def is_settled(text: str) -> bool:
    """Whether a procedure adds repeats of cross-validation as it needs them.

    >>> is_settled("settled:strict"), is_settled("10x10")
    (True, False)
    """
    return text.partition("/")[0].partition(":")[0] == "settled"


def check_unlike(learners: Iterable[Any]) -> None:
    """Refuse a learner that is to be compared with itself."""
    texts = [written(learner) for learner in learners]
    repeated = [text for text in texts if texts.count(text) > 1]
    if repeated:
        words = "the two" if len(texts) == len(repeated) == 2 else "two of the"
        raise ValueError(
            f"{words} learners are the same, {shortened(repeated[0], 200)}. Give --learner different ones."
        )


StudyName = Literal["type_one_error", "power", "replicability", "calibration"]

# Shifts of the second block, for a curve of power; that of the first is 0.35.
_SHIFTS: Final = (0.35, 0.3, 0.25, 0.2, 0.1)
# What `SubSamples` takes at least.
_FEWEST_ROWS: Final = 10


@dataclass(frozen=True, slots=True)
class StudyRequest:
    """What the rest of the command line says about sources.

    Parameters
    ----------
    study : {'type_one_error', 'power', 'replicability', 'calibration'}
        What they are for: a study of power needs several that differ.
    procedures : sequence of str
        Learners are made equal at the training sizes of these.
    learners : dict
        The ``learners``, if two were named, as sources take them.
    n_jobs : int
        Number of processes.
    """

    study: StudyName
    procedures: Sequence[str]
    learners: dict[str, Any]
    n_jobs: int

    @property
    def needs_null(self) -> bool:
        """Whether learners must be equally good."""
        return self.study in ("type_one_error", "calibration")


@dataclass(frozen=True, slots=True)
class SourceKind:
    """A kind of source.

    Parameters
    ----------
    form : str
        How it is typed, with what may follow its name.
    about : str
        What it is, in one line.
    read : callable
        Makes sources from what follows the name and a colon.
    takes_learners : bool, default True
        Whether ``--learner`` says which learners are compared.
    is_unequal : bool, default False
        Whether learners differ until they are matched.
    """

    form: str
    about: str
    read: Callable[[str, StudyRequest], "list[Source]"]
    takes_learners: bool = True
    is_unequal: bool = False


def read_sources(
    texts: Sequence[str], learners: Sequence[str], *, study: StudyName, procedures: Sequence[str], n_jobs: int = 1
) -> "list[Source]":
    """Make sources from their texts.

    Parameters
    ----------
    texts : sequence of str
        As in `KINDS`: a name, and after colons what it takes.
    learners : sequence of str
        Texts of learners, none or two, for the sources that take them.
    study, procedures, n_jobs
        As in `StudyRequest`.

    Examples
    --------
    >>> sources = read_sources(["two-kinds:0.2", "blocks:c45"], [], study="type_one_error", procedures=["10x10"])
    >>> [source.name for source in sources]
    ['two kinds, error 0.2', 'blocks shifted 0.35, C45']
    """
    if len(learners) not in (0, 2):
        raise ValueError(f"--learner is given twice or not at all, for the two that are compared, got {len(learners)}.")
    pair = {"learners": _pair(learners)} if learners else {}
    request = StudyRequest(study, procedures, pair, n_jobs)
    return [source for text in texts for source in _read(text, request)]


def _read(text: str, request: StudyRequest) -> "list[Source]":
    name, colon, rest = text.partition(":")
    kind = KINDS[check_choice(name, "--source", tuple(KINDS))]
    if colon and (not rest or ":" not in kind.form):
        raise ValueError(f"--source must be typed {kind.form}, got {text!r}. All of them: foldwise lab sources")
    if request.learners and not kind.takes_learners:
        takers = [known for known, each in KINDS.items() if each.takes_learners]
        raise ValueError(f"{text} has learners of its own; --learner is for {listed(takers)}. Leave one out.")
    if kind.is_unequal and request.needs_null:
        raise ValueError(f"two learners are hardly ever equally good on {text}. Use matched:{text}, where they are.")
    return kind.read(rest, request)


def _pair(specs: Sequence[str]) -> tuple[Any, Any]:
    from foldwise.learners import make_learners

    first, second = make_learners(specs, said="--learner").values()
    check_unlike([first, second])
    return first, second


def _two_kinds(rest: str, request: StudyRequest) -> "list[Source]":
    from foldwise.lab.sources import TwoKinds

    if request.study == "power":
        raise ValueError("two-kinds has learners that never differ. For power use blocks, network or matched:plane.")
    if any(map(is_settled, request.procedures)):
        raise ValueError("settled trains learners, and two-kinds has none to train. Use -s blocks, or -p 10x10.")
    return [TwoKinds(_number(rest, "ERROR of two-kinds")) if rest else TwoKinds()]


def _blocks(rest: str, request: StudyRequest) -> "list[Source]":
    from foldwise.lab.sources import ExchangeableBlocks
    from foldwise.learners import make_learners

    # A learner may hold colons itself; a number is none.
    spec, _, shift = rest.rpartition(":")
    if not _is_number(shift):
        spec, shift = rest, ""
    learner = {"learner": next(iter(make_learners([spec], said="LEARNER of blocks").values()))} if spec else {}
    if shift and request.needs_null:
        raise ValueError(f"blocks with a SHIFT differ, got {shift}. Leave it out, or see: foldwise lab power --help")
    if not shift and request.study != "power":
        return [ExchangeableBlocks(**learner)]
    return [ExchangeableBlocks(**learner, second_shift=each) for each in ([float(shift)] if shift else _SHIFTS)]


def _one(kind: str, source: str, no_power: str) -> "Callable[[str, StudyRequest], list[Source]]":
    """Return a reader of a source that is a null, and takes one learner."""

    def read(rest: str, request: StudyRequest) -> "list[Source]":
        from foldwise.lab import sources
        from foldwise.learners import make_learners

        if request.study == "power":
            raise ValueError(f"{no_power}. For power use blocks or network.")
        learner = {"learner": next(iter(make_learners([rest], said=f"LEARNER of {kind}").values()))} if rest else {}
        return [getattr(sources, source)(**learner)]

    return read


def _network(rest: str, request: StudyRequest) -> "list[Source]":
    from foldwise.lab.sources import find_network, random_network, table_five_sources

    if rest:
        points = _number(rest, "POINTS of network")
        if points == 0:
            return [random_network(seed=0, independent=True, **request.learners)]
        if request.needs_null:
            raise ValueError(f"network:{rest} is no null. Use network:0, or see: foldwise lab power --help")
        return [find_network(points / 100, name=f"network, {points:g} points", **request.learners)]
    if request.needs_null:
        return [random_network(seed=0, independent=True, **request.learners)]
    return list(table_five_sources(**request.learners))


def _of(source: str, number: str = "") -> "Callable[[str, StudyRequest], list[Source]]":
    """Return a reader of a source that is told its learners, and a number if it takes one."""

    def read(rest: str, request: StudyRequest) -> "list[Source]":
        from foldwise.lab import sources

        told = {number: _number(rest, number)} if rest else {}
        return [getattr(sources, source)(**told, **request.learners)]

    return read


def _subsample(rest: str, request: StudyRequest) -> "list[Source]":
    from foldwise.data import load
    from foldwise.lab.sources import SubSamples

    # The name of the data may hold colons itself.
    data, _, size = rest.rpartition(":")
    if not data or not size.isdecimal():
        raise ValueError(f"--source must be typed {KINDS['subsample'].form}, N a number, got 'subsample:{rest}'.")
    dataset = load(data)
    if not _FEWEST_ROWS <= int(size) < dataset.n_examples:
        raise ValueError(
            f"N of subsample:{rest} must be from {_FEWEST_ROWS} to {dataset.n_examples - 1}, got {size}: {data} has "
            f"{dataset.n_examples} rows, and those that are not drawn say how good the learners are."
        )
    return [SubSamples(dataset, int(size), **request.learners)]


def _matched(rest: str, request: StudyRequest) -> "list[Source]":
    from foldwise.lab import NoisyAnswers, matched, power_sources, training_sizes
    from foldwise.lab.sources import DataSource

    name, _, inner = rest.partition(":")
    unequal = [known for known, kind in KINDS.items() if kind.is_unequal]
    if name not in unequal:
        raise ValueError(f"--source matched: must be followed by one of {listed(unequal)}, got {name!r}.")
    (source,) = KINDS[name].read(inner, request)
    assert isinstance(source, DataSource)
    how: dict[str, Any] = {
        "sizes": training_sizes(list(request.procedures), source.n_examples),
        "n_jobs": request.n_jobs,
    }
    if request.study == "power":
        return list(power_sources(source, NoisyAnswers, **how))
    return [matched(source, NoisyAnswers, **how)]


def _number(text: str, what: str) -> float:
    if not _is_number(text):
        raise ValueError(f"{what} must be a number, got {text!r}. See: foldwise lab sources")
    return float(text)


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


KINDS: Final = {
    "two-kinds": SourceKind(
        "two-kinds[:ERROR]",
        "error rates instead of learners: what one finds hard the other finds easy, both err equally often (0.1)",
        _two_kinds,
        takes_learners=False,
    ),
    "blocks": SourceKind(
        "blocks[:LEARNER][:SHIFT]",
        "one learner (nn) on two blocks of attributes that tell equally much; SHIFT below 0.35: the second tells less",
        _blocks,
        takes_learners=False,
    ),
    "lines": SourceKind(
        "lines[:LEARNER]",
        "one regressor (ridge) on two blocks of attributes that tell equally much about a number, by squared error",
        _one("lines", "ExchangeableLines", "nobody knows how much regressors differ in squared error"),
        takes_learners=False,
    ),
    "mirror": SourceKind(
        "mirror[:LEARNER]",
        "a learner that takes sides (a linear discriminant), and its mirror image, by log loss or squared error",
        _one("mirror", "MirrorImages", "a learner and its mirror image never differ"),
        takes_learners=False,
    ),
    "coin": SourceKind(
        "coin", "labels by the toss of a coin: every learner is right half of the time", _of("CoinFlips")
    ),
    "network": SourceKind(
        "network[:POINTS]",
        "a random network on which two learners differ by so many points; without POINTS the four of Table 5 of "
        "Bouckaert and Frank, or their null",
        _network,
    ),
    "plane": SourceKind("plane", "six classes on the plane, in place of EXP6", _of("Plane"), is_unequal=True),
    "waveform": SourceKind("waveform", "Breiman's three waves with noise", _of("Waveform"), is_unequal=True),
    "crossing": SourceKind(
        "crossing[:CORRELATION]",
        "two learners whose learning curves cross between half of the examples and all of them",
        _of("CrossingCurves", "correlation"),
        is_unequal=True,
    ),
    "subsample": SourceKind(
        "subsample:DATA:N",
        "N rows of a file, a built-in dataset or uci:NAME, drawn anew in every trial",
        _subsample,
        is_unequal=True,
    ),
    "matched": SourceKind(
        "matched:SOURCE",
        "plane, waveform or subsample with the better learner made as bad as the other, by random errors",
        _matched,
    ),
}
_Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead.")]


def list_sources(json: _Json = False) -> None:
    """List where datasets may come from."""
    hold_stdout()
    if json:
        documents = [
            {"name": name, "form": kind.form, "about": kind.about, "takes_learners": kind.takes_learners}
            for name, kind in KINDS.items()
        ]
        say_json({"schema": "foldwise.lab-sources/1", "sources": documents})
        return
    rows = [(kind.form, "yes" if kind.takes_learners else "no", kind.about) for kind in KINDS.values()]
    say_table(("source", "--learner", "what it is"), rows)
