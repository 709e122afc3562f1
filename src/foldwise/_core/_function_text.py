"""The text of a function, as it was written in a file or typed in."""

import ast
import linecache
from functools import lru_cache
from textwrap import dedent
from types import FunctionType
from typing import Any, Final

_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def text_of_function(function: FunctionType) -> str | None:
    """Text of a function as it was written in a file, or typed in where such texts are kept, as in notebooks.

    Examples
    --------
    >>> text_of_function(text_of_function).splitlines()[0]
    'def text_of_function(function: FunctionType) -> str | None:'
    """
    code = function.__code__
    linecache.checkcache(code.co_filename)
    text = "".join(linecache.getlines(code.co_filename))
    functions, lines = _functions_and_lines(text)
    nodes = functions.get((code.co_name, code.co_firstlineno), [])
    if len(nodes) > 1:
        # Several lambdas on one line: all that happens in one stands in its body, and in no smaller one.
        spans = [span for span in code.co_positions() if None not in span and span[2:] != (0, 0)]
        nodes = [node for node in nodes if spans and all(_holds(node, span) for span in spans)]
        nodes = sorted(nodes, key=lambda node: (node.lineno, node.col_offset))[-1:]
    if not nodes:
        return None
    decorators = [_segment(lines, one) for one in getattr(nodes[0], "decorator_list", [])]
    return "\n".join(
        [*(f"@{one}" for one in decorators), dedent(" " * nodes[0].col_offset + _segment(lines, nodes[0]))]
    )


@lru_cache(maxsize=256)
def _functions_and_lines(text: str) -> tuple[dict[tuple[str, int], list[Any]], list[bytes]]:
    """Functions in a text by their names and first lines (lambdas may share these), and the lines of the text."""
    functions: dict[tuple[str, int], list[Any]] = {}
    # Not by splitlines: Python's own lines end only here. Columns of syntax trees count bytes.
    lines = text.replace("\r\n", "\n").replace("\r", "\n").encode(errors="surrogatepass").split(b"\n")
    try:
        nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, _FUNCTIONS)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return functions, lines
    for node in nodes:
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
        functions.setdefault((getattr(node, "name", "<lambda>"), first), []).append(node)
    return functions, lines


def _segment(lines: list[bytes], node: Any) -> str:
    """Text of a part of a syntax tree; `ast.get_source_segment` goes through the whole text each time."""
    some = lines[node.lineno - 1 : node.end_lineno]
    some[-1] = some[-1][: node.end_col_offset]
    some[0] = some[0][node.col_offset :]
    return b"\n".join(some).decode(errors="surrogatepass")


def _holds(node: Any, span: Any) -> bool:
    body = node.body
    if not isinstance(body, ast.expr):
        return False
    first, last = (span[0], span[2]), (span[1], span[3])
    return (body.lineno, body.col_offset) <= first and last <= (body.end_lineno or 0, body.end_col_offset or 0)
