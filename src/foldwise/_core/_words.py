"""Names and other texts as a reader should see them."""

import re
from collections.abc import Iterable
from typing import Final

# All control characters but the line feed, the separators of lines and paragraphs, and the marks that turn the
# direction of writing: a terminal obeys them, and a page shows words in another order than they have.
_OBEYED: Final = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
_HALF_PAIR: Final = re.compile("[\ud800-\udfff]")


def printable(text: object, *, lines: bool = True) -> str:
    r"""Return text so that it can be printed wherever it comes from: nothing in it moves a cursor or sets a title.

    Line feeds stay if `lines` are meant; other control characters and marks that turn the direction of writing become
    spaces; half a surrogate pair becomes the replacement character. Joiners, of which emoji are made, stay.

    >>> printable("a\x1b[2Jb\nc")
    'a [2Jb\nc'
    """
    safe = _HALF_PAIR.sub("\N{REPLACEMENT CHARACTER}", _OBEYED.sub(" ", str(text)))
    return safe if lines else safe.replace("\n", " ")


def one_line(text: object) -> str:
    r"""Return text on one line, `printable`, with single spaces.

    >>> one_line("a\n\tb\u202ec")
    'a b c'
    """
    return " ".join(printable(text).split())


def escaped_json(document: str) -> str:
    r"""Return a JSON document in whose texts all that is obeyed is escaped: they are read back as they were.

    >>> escaped_json('{"name": "a\u202e"}')
    '{"name": "a\\u202e"}'
    """
    return re.sub(f"{_OBEYED.pattern}|{_HALF_PAIR.pattern}", lambda match: f"\\u{ord(match.group()):04x}", document)


def shortened(name: object, most: int = 56) -> str:
    r"""Return a name on one line, without control characters and cut in the middle past `most` characters.

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


def listed(names: Iterable[object], *, most: int = 8, quote: bool = True) -> str:
    """Return names as a readable list, cut after `most`.

    >>> listed(["a", "b"])
    "'a', 'b'"
    >>> listed(range(5), most=3, quote=False)
    '0, 1, 2 and 2 more'
    """
    items = [repr(name) if quote else printable(name, lines=False) for name in names]
    text = ", ".join(items[:most])
    return f"{text} and {len(items) - most} more" if len(items) > most else text
