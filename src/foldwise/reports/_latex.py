"""Results as a fragment for LaTeX."""

import re
from typing import Any, Final

from foldwise._core import one_line
from foldwise.reports._pages import environment, pages

_SPECIAL: Final = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "#": r"\#",
        "%": r"\%",
        "_": r"\_",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        # Straight quotes and backticks as commands need an encoding or a package that the document may not have.
        '"': "{''}",
        "`": "{`}",
        # A bracket after \\ or at the start of a row would be read as an optional argument.
        "[": "{[}",
        "]": "{]}",
        "\N{MINUS SIGN}": r"\(-\)",
        "\N{PLUS-MINUS SIGN}": r"\(\pm\)",
        "\N{MULTIPLICATION SIGN}": r"\(\times\)",
        "\N{LESS-THAN OR EQUAL TO}": r"\(\leq\)",
        "\N{GREATER-THAN OR EQUAL TO}": r"\(\geq\)",
        "\N{NOT EQUAL TO}": r"\(\neq\)",
        "\N{EN DASH}": r"\textendash{}",
        "\N{EM DASH}": r"\textemdash{}",
        "\N{HORIZONTAL ELLIPSIS}": r"\ldots{}",
        "\N{NO-BREAK SPACE}": "~",
    }
)


def latex(obj: Any) -> str:
    """Write the sentence and a booktabs table, to be input in a document of one's own."""
    template = environment(
        finalize=escape,
        variable_start_string="<<",
        variable_end_string=">>",
        block_start_string="<%",
        block_end_string="%>",
        comment_start_string="<#",
        comment_end_string="#>",
    ).get_template("tex/page.tex")
    return template.render(pages=pages(obj))


def escape(value: Any) -> str:
    r"""Make text inert in LaTeX.

    >>> print(escape("50% of $x_1 --- {a}"))
    50\% of \$x\_1 -{}-{}- \{a\}
    """
    # Two hyphens would become a dash.
    return re.sub("-(?=-)", "-{}", one_line(value).translate(_SPECIAL))
