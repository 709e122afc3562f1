"""Formulas of docstrings as a line of plain text, for terminals and pages that cannot typeset."""

import re
from typing import Final

_PIECE: Final = re.compile(r"\\[A-Za-z]+|\\.|\s+|.", flags=re.DOTALL)
_RELATIONS: Final = {"ge": " >= ", "le": " <= ", "mid": " | ", "sim": " ~ "}
_WORDS: Final = {"dots": "...", "lceil": "ceil(", "mp": "-+", "pm": "+-", "rceil": ")", "tilde": "adjusted "}
_UPRIGHT: Final = ("mathit", "mathrm", "operatorname", "text")
_UNSEEN: Final = ("big", "textstyle")
_ONE_THING: Final = re.compile(r"\w|\d+|rho|\w_\w+|(sqrt|mean|max)\(.*\)|\([^()]*\)(\^\w)?")


def plain_math(latex: str) -> str:
    r"""Write a formula in LaTeX, of the kind found in docstrings, as plain text.

    >>> plain_math(r"t = \bar d \Big/ \sqrt{\Big(\frac{1}{rk} + \frac{n_2}{n_1}\Big) s^2}")
    't = mean(d) / sqrt((1/(rk) + n_2/n_1) s^2)'
    >>> plain_math(r"P(S \ge s) = 2^{-m} \sum_{i=s}^{m} \binom{m}{i}")
    'P(S >= s) = 2^-m sum_{i=s..m} C(m, i)'
    """
    text = _written(_PIECE.findall(latex))
    text = re.sub(r"sum_\{(\w+=\w+)\}\^(\w+)", r"sum_{\1..\2}", " ".join(text.split()))
    text = re.sub(r"[\s,]*;\s*", "; ", text)
    return re.sub(r"\s+(?=[),.])|(?<=\()\s+", "", text).strip(" ,.;")


def _written(pieces: list[str]) -> str:
    words: list[str] = []
    while pieces:
        words.append(_next(pieces))
    return "".join(words)


def _next(pieces: list[str]) -> str:
    """Take the next thing off the pieces, with whatever belongs to it, and write it."""
    piece = pieces.pop(0)
    if piece == "{":
        return _written(_group(pieces))
    if piece in ("_", "^"):
        return piece + _attached(piece, _argument(pieces))
    if not piece.startswith("\\"):
        return " " if piece.isspace() else piece
    name = piece[1:]
    if name in ("frac", "tfrac"):
        return f"{_factor(_argument(pieces))}/{_factor(_argument(pieces))}"
    if name == "binom":
        return f"C({_argument(pieces)}, {_argument(pieces)})"
    if name == "sqrt":
        return f"sqrt({_argument(pieces)})"
    if name == "bar":
        return f"mean({_argument(pieces)}{_next(pieces) if pieces[:1] == ['_'] else ''})"
    if name in _UPRIGHT:
        return _argument(pieces)
    if name == "Big":
        return _divided_by_the_rest(pieces) if pieces[0] == "/" else ""
    if name in ("quad", "qquad"):
        return " ; "
    if name in _UNSEEN:
        return ""
    return _RELATIONS.get(name) or _WORDS.get(name, name if name.isalpha() else " ")


def _divided_by_the_rest(pieces: list[str]) -> str:
    """Write what follows a large slash: all of it, up to the next formula, is the divisor."""
    end = next((place for place, piece in enumerate(pieces) if piece in ("\\quad", "\\qquad")), len(pieces))
    divisor = _written(pieces[1:end]).strip(" ,.\n")
    del pieces[:end]
    return f"/ {_factor(divisor)}"


def _argument(pieces: list[str]) -> str:
    while pieces[0].isspace():
        pieces.pop(0)
    return _next(pieces).strip()


def _group(pieces: list[str]) -> list[str]:
    """Take what stands before the closing brace."""
    depth, inside = 1, []
    while depth:
        piece = pieces.pop(0)
        depth += {"{": 1, "}": -1}.get(piece, 0)
        inside.append(piece)
    return inside[:-1]


def _factor(text: str) -> str:
    """Put brackets where a fraction would otherwise end too soon."""
    return text if _ONE_THING.fullmatch(text) else f"({text})"


def _attached(mark: str, text: str) -> str:
    """Put brackets round an index or a power that is more than a name or a number."""
    if re.fullmatch(r"-?\w+|\*|\(\w+\)", text):
        return text
    return f"({text})" if mark == "^" else f"{{{text}}}"
