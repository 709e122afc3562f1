"""Sources of datasets as the command line names them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from foldwise._core import check_choice, listed
from foldwise.cli._lab_checks import check_unlike, is_settled

if TYPE_CHECKING:
    from foldwise.lab.sources import Source

StudyName = Literal["type_one_error", "power", "replicability", "calibration"]

# Shifts of the second block, for a curve of power; that of the first is 0.35.
_SHIFTS: Final = (0.35, 0.3, 0.25, 0.2, 0.1)
# What `SubSamples` takes at least.
_FEWEST_ROWS: Final = 10


@dataclass(frozen=True, slots=True)
class Asked:
    """What the rest of the command line says about sources.

    Parameters
    ----------
    study : {'type_one_error', 'power', 'replicability', 'calibration'}
        What they are for: a study of power needs several that differ.
    procedures : sequence of str
        Learners are made equal at the training sizes of these.
    given : dict
        The ``learners``, if two were named.
    n_jobs : int
        Number of processes.
    """

    study: StudyName
    procedures: Sequence[str]
    given: dict[str, Any]
    n_jobs: int

    @property
    def needs_null(self) -> bool:
        """Whether learners must be equally good."""
        return self.study in ("type_one_error", "calibration")


@dataclass(frozen=True, slots=True)
class Kind:
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
    read: Callable[[str, Asked], "list[Source]"]
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
        As in `Asked`.

    Examples
    --------
    >>> made = read_sources(["two-kinds:0.2", "blocks:c45"], [], study="type_one_error", procedures=["10x10"])
    >>> [source.name for source in made]
    ['two kinds, error 0.2', 'blocks shifted 0.35, C45']
    """
    if len(learners) not in (0, 2):
        raise ValueError(f"--learner is given twice or not at all, for the two that are compared, got {len(learners)}.")
    given = {"learners": _pair(learners)} if learners else {}
    asked = Asked(study, procedures, given, n_jobs)
    return [source for text in texts for source in _read(text, asked)]


def _read(text: str, asked: Asked) -> "list[Source]":
    name, colon, rest = text.partition(":")
    kind = KINDS[check_choice(name, "--source", tuple(KINDS))]
    if colon and (not rest or ":" not in kind.form):
        raise ValueError(f"--source must be typed {kind.form}, got {text!r}. All of them: foldwise lab sources")
    if asked.given and not kind.takes_learners:
        takers = [known for known, each in KINDS.items() if each.takes_learners]
        raise ValueError(f"{text} has learners of its own; --learner is for {listed(takers)}. Leave one out.")
    if kind.is_unequal and asked.needs_null:
        raise ValueError(f"two learners are hardly ever equally good on {text}. Use matched:{text}, where they are.")
    return kind.read(rest, asked)


def _pair(specs: Sequence[str]) -> tuple[Any, Any]:
    from foldwise.learners import make_learners

    first, second = make_learners(specs, said="--learner").values()
    check_unlike([first, second])
    return first, second


def _two_kinds(rest: str, asked: Asked) -> "list[Source]":
    from foldwise.lab.sources import TwoKinds

    if asked.study == "power":
        raise ValueError("two-kinds has learners that never differ. For power use blocks, network or matched:plane.")
    if any(map(is_settled, asked.procedures)):
        raise ValueError("settled trains learners, and two-kinds has none to train. Use -s blocks, or -p 10x10.")
    return [TwoKinds(_number(rest, "ERROR of two-kinds")) if rest else TwoKinds()]


def _blocks(rest: str, asked: Asked) -> "list[Source]":
    from foldwise.lab.sources import ExchangeableBlocks
    from foldwise.learners import make_learners

    # A learner may hold colons itself; a number is none.
    spec, _, shift = rest.rpartition(":")
    if not _is_number(shift):
        spec, shift = rest, ""
    given = {"learner": next(iter(make_learners([spec], said="LEARNER of blocks").values()))} if spec else {}
    if shift and asked.needs_null:
        raise ValueError(f"blocks with a SHIFT differ, got {shift}. Leave it out, or see: foldwise lab power --help")
    if not shift and asked.study != "power":
        return [ExchangeableBlocks(**given)]
    return [ExchangeableBlocks(**given, second_shift=each) for each in ([float(shift)] if shift else _SHIFTS)]


def _coin(rest: str, asked: Asked) -> "list[Source]":  # noqa: ARG001
    from foldwise.lab.sources import CoinFlips

    return [CoinFlips(**asked.given)]


def _network(rest: str, asked: Asked) -> "list[Source]":
    from foldwise.lab.sources import find_network, random_network, table_five_sources

    if rest:
        points = _number(rest, "POINTS of network")
        if points == 0:
            return [random_network(seed=0, independent=True, **asked.given)]
        if asked.needs_null:
            raise ValueError(f"network:{rest} is no null. Use network:0, or see: foldwise lab power --help")
        return [find_network(points / 100, name=f"network, {points:g} points", **asked.given)]
    if asked.needs_null:
        return [random_network(seed=0, independent=True, **asked.given)]
    return list(table_five_sources(**asked.given))


def _plane(rest: str, asked: Asked) -> "list[Source]":  # noqa: ARG001
    from foldwise.lab.sources import Plane

    return [Plane(**asked.given)]


def _waveform(rest: str, asked: Asked) -> "list[Source]":  # noqa: ARG001
    from foldwise.lab.sources import Waveform

    return [Waveform(**asked.given)]


def _subsample(rest: str, asked: Asked) -> "list[Source]":
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
    return [SubSamples(dataset, int(size), **asked.given)]


def _matched(rest: str, asked: Asked) -> "list[Source]":
    from foldwise.lab import NoisyAnswers, matched, power_sources, training_sizes
    from foldwise.lab.sources import DataSource

    name, _, inner = rest.partition(":")
    unequal = [known for known, kind in KINDS.items() if kind.is_unequal]
    if name not in unequal:
        raise ValueError(f"--source matched: must be followed by one of {listed(unequal)}, got {name!r}.")
    (source,) = KINDS[name].read(inner, asked)
    assert isinstance(source, DataSource)
    how: dict[str, Any] = {"sizes": training_sizes(list(asked.procedures), source.n_examples), "n_jobs": asked.n_jobs}
    if asked.study == "power":
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
    "two-kinds": Kind(
        "two-kinds[:ERROR]",
        "error rates instead of learners: what one finds hard the other finds easy, both err equally often (0.1)",
        _two_kinds,
        takes_learners=False,
    ),
    "blocks": Kind(
        "blocks[:LEARNER][:SHIFT]",
        "one learner (nn) on two blocks of attributes that tell equally much; SHIFT below 0.35: the second tells less",
        _blocks,
        takes_learners=False,
    ),
    "coin": Kind("coin", "labels by the toss of a coin: every learner is right half of the time", _coin),
    "network": Kind(
        "network[:POINTS]",
        "a random network on which two learners differ by so many points; without POINTS the four of Table 5 of "
        "Bouckaert and Frank, or their null",
        _network,
    ),
    "plane": Kind("plane", "six classes on the plane, in place of Dietterich's EXP6", _plane, is_unequal=True),
    "waveform": Kind("waveform", "Breiman's three waves with noise", _waveform, is_unequal=True),
    "subsample": Kind(
        "subsample:DATA:N",
        "N rows of a file, a built-in dataset or uci:NAME, drawn anew in every trial",
        _subsample,
        is_unequal=True,
    ),
    "matched": Kind(
        "matched:SOURCE",
        "plane, waveform or subsample with the better learner made as bad as the other, by random errors",
        _matched,
    ),
}
