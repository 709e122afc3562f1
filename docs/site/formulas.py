"""Formulas of the pages, drawn when the site is built: no script, no font and no other host is needed to read them."""

from functools import cache
from html import escape

import ziamath
from docutils.nodes import SkipNode

PIXELS = 17
ziamath.config.svg2 = False  # shapes are written where they are drawn: no ids that another formula also has
ziamath.config.precision = 2


@cache
def draw(tex, inline):
    """Return a formula as SVG in the colour of the text around it, its TeX as what screen readers say."""
    svg = ziamath.Latex(" ".join(tex.split()), size=PIXELS, inline=inline, color="currentColor").svg()
    _, top, _, height = map(float, svg.partition('viewBox="')[2].partition('"')[0].split())
    below = f"vertical-align:{-(top + height):.2f}px" if inline else ""
    return svg.replace("<svg ", f'<svg role="img" aria-label="{escape(tex)}" style="{below}" ', 1)


def show_inline(writer, node):
    """Write a formula within a line."""
    writer.body.append(f'<span class="math">{draw(node.astext(), inline=True)}</span>')
    raise SkipNode


def show_block(writer, node):
    """Write formulas on lines of their own; a blank line ends one."""
    drawn = "".join(f"<div>{draw(tex, inline=False)}</div>" for tex in node.astext().split("\n\n") if tex.strip())
    writer.body.append(f'<div class="math">{drawn}</div>\n')
    raise SkipNode


def setup(app):
    """Take the place of MathJax."""
    app.add_html_math_renderer("drawn", (show_inline, None), (show_block, None))
    app.config.html_math_renderer = "drawn"
    return {"parallel_read_safe": True, "parallel_write_safe": True}
