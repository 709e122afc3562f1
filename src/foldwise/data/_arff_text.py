r"""Quoting in ARFF: ``'it\'s'`` is the value ``it's``, ``'?'`` is a question mark, ``?`` is missing."""

import re

QUOTED = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""

# Possessive: blanks that were passed are never tried again, so that a line takes time in proportion to its length.
_QUOTED_VALUE = re.compile(rf"\s*+((?:\d++\s++)?(?:{QUOTED}))\s*+(?=,|\Z)")
# A value as rows may hold it. Names and labels may also escape what needs no escape; here it is refused, for a path
# like 'C:\data' would lose its backslash.
_VALUE = re.compile(r"""(['"])(?:(?!\1)[^\\]|\\(?:[\\'"%nrtbf0-7]|u[0-9a-fA-F]{4}))*\1|[^\s'"{}]+""")
_NOT_PLAIN = re.compile(r"[\s'\"{}]")
_PLAIN = re.compile(r"[\w.<>=+:/()&*-]+")
_ESCAPED = re.compile(r"\\([0-7]{1,3}|u[0-9a-fA-F]{4}|.)")
_BY_LETTER = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}
_NOT_A_ROW = "not a row of values. Quote values that hold spaces, quotes, braces or backslashes."
_SPECIAL = re.compile(r"[\\'\"%\x00-\x1f]")
_TO_LETTER = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def quoted(text: str) -> str:
    r"""Return a name or a value written so that it is read back as it is.

    >>> print(quoted("plain"), quoted("it's 5%"), quoted("?"))
    plain 'it\'s 5\%' '?'
    """
    return text if _PLAIN.fullmatch(text) else f"'{_SPECIAL.sub(_escape, text)}'"


def unquoted(token: str) -> str:
    r"""Undo `quoted`; a token without quotes is returned as it is.

    >>> print(unquoted(r"'it\'s'"), unquoted('"a b"'), unquoted("plain"))
    it's a b plain
    """
    return _ESCAPED.sub(_unescape, token[1:-1]) if re.fullmatch(QUOTED, token) else token


def split_values(text: str) -> list[str]:
    """Tokens between commas, quotes kept.

    >>> split_values("a, 'b, c' ,?")
    ['a', "'b, c'", '?']
    """
    tokens, start = [], 0
    while True:
        if match := _QUOTED_VALUE.match(text, start):
            token, end = match[1], match.end()
        else:
            comma = text.find(",", start)
            end = len(text) if comma < 0 else comma
            token = text[start:end].strip()
        tokens.append(token)
        if end == len(text):
            return tokens
        start = end + 1


def row_values(line: str) -> list[str | None]:
    """Values of a row, None where one is missing.

    >>> row_values("a, 'b, c' ,?,'?'")
    ['a', 'b, c', None, '?']
    """
    if _NOT_PLAIN.search(line):
        return [_value(token) for token in split_values(line)]
    return [None if token in {"?", ""} else token for token in line.split(",")]


def sparse_values(line: str) -> list[tuple[int, str | None]]:
    """Positions and values of a sparse row.

    >>> sparse_values("{0 a, 7 'b, c', 9 ?}")
    [(0, 'a'), (7, 'b, c'), (9, None)]
    """
    inner = line[1:-1].strip()
    pairs = [token.split(maxsplit=1) for token in split_values(inner)] if inner else []
    # Ten digits count more attributes than a file can hold, and Python refuses to read thousands of them.
    if not line.endswith("}") or not all(len(pair) == 2 and re.fullmatch(r"\d{1,9}", pair[0]) for pair in pairs):
        raise ValueError(_NOT_A_ROW)
    return [(int(position), _value(token)) for position, token in pairs]


def _value(token: str) -> str | None:
    if token and not _VALUE.fullmatch(token):
        raise ValueError(_NOT_A_ROW)
    return None if token in {"?", ""} else unquoted(token)


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    if character < " ":
        return _TO_LETTER.get(character, f"\\{ord(character):03o}")
    return f"\\{character}"


def _unescape(match: re.Match[str]) -> str:
    code = match[1]
    if code[0] in "01234567":
        return chr(int(code, 8))
    if len(code) == 5:
        return chr(int(code[1:], 16))
    return _BY_LETTER.get(code, code)
