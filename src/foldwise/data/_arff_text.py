r"""Quoting in ARFF: ``'it\'s'`` is the value ``it's``, ``'?'`` is a question mark, ``?`` is missing."""

import re

QUOTED = r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\""""

# Possessive: blanks that were passed are never tried again, so that a line takes time in proportion to its length.
_QUOTED_VALUE = re.compile(rf"\s*+({QUOTED})\s*+(?=,|\Z)")
_PLAIN = re.compile(r"[\w.<>=+:/()&*-]+")
_ESCAPED = re.compile(r"\\([0-7]{1,3}|u[0-9a-fA-F]{4}|.)")
_BY_LETTER = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}
_SPECIAL = re.compile(r"[\\'\"%\x00-\x1f]")
_TO_LETTER = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def quoted(text: str) -> str:
    r"""Write a name or a value so that it is read back as it is.

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
