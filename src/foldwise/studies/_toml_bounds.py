"""What a study file may not hold, whatever it means: tomllib and Python take gigabytes for it, or break."""

from typing import Any, Final

from foldwise.studies._placed_error import placed
from foldwise.studies._toml_lines import TOKEN

# No learner is made of so many parts inside each other.
_DEEPEST: Final = 32
# All of these are floats, too: 2**1024 is not.
_BITS: Final = 1000


def too_deep(text: str) -> tuple[int, str] | None:
    r"""Find the first line that goes too deep, and say why; None if all is well. The document need not be valid.

    >>> too_deep("a = 1\nb" + ".b" * 40 + " = 2")
    (2, 'a key has more than 32 parts between dots')
    """
    line, depth, dots = 1, 0, 0
    for token in TOKEN.finditer(text):
        word = token.group()
        if word in ("[", "{"):
            depth += 1
        elif word in ("]", "}"):
            depth -= 1
        if word in ("[", "]", "{", "}", ",", "=", "\n"):
            dots = 0
        elif not word.startswith(("#", '"', "'")):
            dots += word.count(".")
        if dots >= _DEEPEST:
            return line, f"a key has more than {_DEEPEST} parts between dots"
        if depth > _DEEPEST:
            return line, f"arrays or tables are nested more than {_DEEPEST} deep"
        line += word.count("\n")
    return None


def check_integers(value: Any) -> None:
    """Refuse an integer that is no float and may not even be written, wherever it is in what tomllib has read."""
    if isinstance(value, int) and value.bit_length() > _BITS:
        raise ValueError("an integer has more than 300 digits. Give a smaller one.")
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            if isinstance(item, dict | list | int):
                with placed(key):
                    check_integers(item)
