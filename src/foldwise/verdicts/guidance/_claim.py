"""A claim in one line, as papers make it: read into numbers, or refused with what is missing or not understood."""

import re
from dataclasses import dataclass
from typing import Final

from foldwise._core import DataFormatError, one_line

_NUMBER: Final = r"[-+]?(?:\d+\.\d*|\.\d+|\d+)(?:e[-+]?\d+)?"
_SHARE: Final = rf"({_NUMBER})\s*(%?)"
_IS: Final = r"\s*(?:=|:|of|is)?\s*"
_NAME: Final = r"(?:(?:acc(?:uracy)?|error(?:\srate)?|auc|f1|score)s?\s*(?:=|:|of)?\s*)?"
_PATTERNS: Final = {
    "scores": re.compile(rf"{_NAME}{_SHARE}\s*(?:vs\.?|versus|against|and|to)\s*{_SHARE}"),
    "difference": re.compile(rf"\b(?:mean\s+)?(?:diff(?:erence)?|mean)\b{_IS}{_SHARE}"),
    "sd": re.compile(rf"\b(?:sd|std|s\.d\.|standard deviation)\b{_IS}{_SHARE}"),
    "p": re.compile(rf"\bp(?:-?\s?value)?\s*(=|<=|<|:|of)\s*({_NUMBER})"),
    "t": re.compile(rf"\bt\s*(?:\(\s*\d+\s*\)\s*)?[=:]\s*({_NUMBER})"),
    "grid": re.compile(r"\b(\d+)\s*[x\N{MULTIPLICATION SIGN}]\s*(\d+)(?:\s*-?\s*fold)?\b"),
    "folds": re.compile(r"\b(\d+)\s*-?\s*folds?\b|\bk\s*=\s*(\d+)\b"),
    "repeats": re.compile(r"\b(\d+)\s*(?:repeats?|repetitions?|times|runs)\b|\br\s*=\s*(\d+)\b"),
    "n": re.compile(
        r"\bn\s*=\s*(\d[\d,]*)(?:\s*(?:test\s+)?(?:examples|instances|items|questions|cases))?"
        r"|\b(\d[\d,]*)\s*(?:test\s+)?(?:examples|instances|items|questions|cases)\b"
    ),
}
_ONE_TEST_SET: Final = re.compile(r"\bhold-?\s?out\b|\btest (?:set|examples|items|questions|cases|instances)\b")
_EXAMPLE: Final = '"10-fold, n=500, 0.912 vs 0.905, p=0.03"'


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What a claim says; None where it says nothing. Made by `read_claim`.

    Parameters
    ----------
    text : str
        The claim as it was written.
    n_repeats, n_folds : int
        The cross-validation; 1 and 1 for one test set.
    n : int or None
        Examples in all; of one test set those that were tested.
    scores : pair of float, or None
        Scores of the two learners, as shares.
    places : int
        With how many digits after the point the scores, as shares, are printed.
    difference : float or None
        Mean difference, of the scores if it is not said.
    sd : float or None
        Standard deviation of the differences of folds.
    pvalue : float or None
        What was claimed.
    is_bound : bool
        Whether p was only said to be less than that.
    statistic : float or None
        Student's t.

    Examples
    --------
    >>> from foldwise.verdicts import check_claim
    >>> claim = check_claim("10-fold, n=500, 0.912 vs 0.905, p=0.03").claim
    >>> claim.n_folds, claim.n, claim.scores, claim.pvalue
    (10, 500, (0.912, 0.905), 0.03)
    """

    text: str
    n_repeats: int
    n_folds: int
    n: int | None
    scores: tuple[float, float] | None
    places: int
    difference: float | None
    sd: float | None
    pvalue: float | None
    is_bound: bool
    statistic: float | None

    @property
    def is_one_test_set(self) -> bool:
        """Whether both learners were scored on one test set, and not by cross-validation."""
        return self.n_folds == 1


def read_claim(text: str) -> Claim:
    """Read a claim; every number in it must be understood, or it is refused.

    Parameters
    ----------
    text : str
        Such as ``"10-fold, n=500, 0.912 vs 0.905, p=0.03"``.

    Returns
    -------
    Claim

    Examples
    --------
    >>> claim = read_claim("10x10 CV, 91.2% vs 90.5%, p < 0.05")
    >>> claim.n_repeats, claim.n_folds, claim.scores, claim.pvalue, claim.is_bound
    (10, 10, (0.912, 0.905), 0.05, True)
    """
    shown = one_line(text)
    words = f" {shown.lower()} "
    found: dict[str, tuple[str | None, ...]] = {}
    is_one_test_set = _ONE_TEST_SET.search(words) is not None
    for name, pattern in _PATTERNS.items():
        matches = list(pattern.finditer(words))
        if len(matches) > 1:
            raise DataFormatError(
                f"The claim says two things of one kind, {matches[0].group().strip()!r} and "
                f"{matches[1].group().strip()!r}. Check one claim at a time."
            )
        for match in matches:
            found[name] = match.groups()
            words = f"{words[: match.start()]} {words[match.end() :]}"
    rest = re.search(r"\S*\d\S*", words)
    if rest is not None:
        raise DataFormatError(f"{rest.group()!r} in the claim is not understood. Write it as in {_EXAMPLE}.")
    n_repeats, n_folds = _design(found, is_one_test_set=is_one_test_set)
    scores, places = _scores(found.get("scores"))
    difference = _share(*found["difference"]) if "difference" in found else None
    if scores is not None:
        own = scores[0] - scores[1]
        if difference is not None and abs(abs(own) - abs(difference)) > 1.01 * 10.0**-places:
            raise DataFormatError(
                f"The scores differ by {own:.6g}, but the claim says {difference:g}. Mend one of them."
            )
        difference = own if difference is None else difference
    sign, p = found.get("p", (None, None))
    return Claim(
        text=shown,
        n_repeats=n_repeats,
        n_folds=n_folds,
        n=_count(found.get("n"), "n"),
        scores=scores,
        places=places,
        difference=difference,
        sd=_positive(_share(*found["sd"]), "sd") if "sd" in found else None,
        pvalue=None if p is None else _probability(float(p)),
        is_bound=sign in ("<", "<="),
        statistic=float(str(found["t"][0])) if "t" in found else None,
    )


def _design(found: dict[str, tuple[str | None, ...]], *, is_one_test_set: bool) -> tuple[int, int]:
    """Return the numbers of repeats and folds."""
    if "grid" in found:
        if "folds" in found or "repeats" in found:
            raise DataFormatError("The claim names folds or repeats twice. Write 10x10 for ten repeats of ten folds.")
        repeats, folds = (int(str(number)) for number in found["grid"])
    else:
        folds = _count(found.get("folds"), "the number of folds") or 1
        repeats = _count(found.get("repeats"), "the number of repeats") or 1
    if folds == 1 and "folds" in found and not is_one_test_set:
        raise DataFormatError("One fold is no cross-validation. Say 10-fold, or test set if there was one.")
    if folds == 1 and not is_one_test_set:
        raise DataFormatError(
            f"The claim does not say how the scores were obtained. Add 10-fold, 10x10 or test set, as in {_EXAMPLE}."
        )
    if folds > 1 and is_one_test_set:
        raise DataFormatError("The claim speaks of folds and of one test set. Say which of them the scores are from.")
    if (repeats, folds) == (5, 2):
        raise DataFormatError(
            "A claim from 5x2 cross-validation is usually one of Dietterich's 5x2cv t test, which needs no correction. "
            "If there are ten differences, give them to foldwise judge."
        )
    if folds == 1 and repeats > 1:
        raise DataFormatError("Several runs on one test set are not several test sets. Name one run.")
    return repeats, folds


def _scores(groups: tuple[str | None, ...] | None) -> tuple[tuple[float, float] | None, int]:
    if groups is None:
        return None, 0
    first, sign_first, second, sign_second = (str(group or "") for group in groups)
    sign = sign_first or sign_second or ("%" if max(abs(float(first)), abs(float(second))) > 1 else "")
    a, b = (_share(number, sign) for number in (first, second))
    for share in (a, b):
        if not 0 <= share <= 1:
            raise DataFormatError(f"Scores must be shares or percent, got {first} and {second}.")
    places = max(len(number.partition(".")[2]) for number in (first, second)) + (2 if sign else 0)
    return (a, b), places


def _share(number: str | None, sign: str | None) -> float:
    # By its digits: 91.2 / 100 is not 0.912.
    return float(f"{number}e-2") if sign and "e" not in str(number) else float(str(number))


def _count(groups: tuple[str | None, ...] | None, what: str) -> int | None:
    if groups is None:
        return None
    number = int(next(group for group in groups if group is not None).replace(",", ""))
    if number < 1:
        raise DataFormatError(f"In the claim {what} must be 1 or more, got {number}.")
    return number


def _positive(value: float, what: str) -> float:
    if not value > 0:
        raise DataFormatError(f"In the claim {what} must be positive, got {value:g}.")
    return value


def _probability(value: float) -> float:
    if not 0 < value <= 1:
        raise DataFormatError(f"p must be above 0 and at most 1, got {value:g}.")
    return value
