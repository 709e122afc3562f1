"""Names and numbers as a reader should see them."""

import unicodedata
from typing import Final

_TURNING: Final = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


def one_line(text: object) -> str:
    r"""Write text on one line, without characters that have no place on a page.

    Line breaks, control characters and marks that turn the direction of writing become spaces; half a surrogate
    pair becomes the replacement character. Joiners, of which emoji are made, stay.

    >>> one_line("a\n\tb\u202ec")
    'a b c'
    """
    characters = []
    for char in str(text):
        category = unicodedata.category(char)
        if category == "Cs":
            characters.append("\N{REPLACEMENT CHARACTER}")
        elif category in {"Cc", "Zl", "Zp"} or unicodedata.bidirectional(char) in _TURNING:
            characters.append(" ")
        else:
            characters.append(char)
    return " ".join("".join(characters).split())


def counted(number: int, noun: str) -> str:
    """Write a number with its noun.

    >>> counted(1, "example"), counted(2, "example")
    ('1 example', '2 examples')
    """
    return f"{number} {noun}{'' if number == 1 else 's'}"


def shortened(name: object, most: int = 56) -> str:
    r"""Write a name on one line, without control characters and cut in the middle past `most` characters.

    >>> shortened("logistic\nregression")
    'logistic regression'
    >>> shortened("a" * 30 + "b" * 30, most=11)
    'aaaaa…bbbbb'
    """
    text = one_line(name)
    if len(text) <= most:
        return text
    head = most // 2
    return f"{text[:head]}…{text[len(text) - (most - 1 - head) :]}"
