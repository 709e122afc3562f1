"""Tables in pages that a script writes: what stands between two marks is replaced."""

from pathlib import Path

DOCS = Path(__file__).parents[3] / "docs"


def marks(script):
    return f"<!-- written by experiments/settling/{script} -->\n", f"<!-- end of {script} -->"


def fill(page, script, text):
    """Put the text between the marks of a script; the page must have them."""
    path = DOCS / page
    begin, end = marks(script)
    before, _, rest = path.read_text(encoding="utf-8").partition(begin)
    after = rest.partition(end)[2]
    if end not in rest:
        raise SystemExit(f"{path} has no marks of {script}: expected {begin.strip()} and {end}. Put them in.")
    path.write_text(f"{before}{begin}{text.strip()}\n{end}{after}", encoding="utf-8")


def share(value):
    """A share as the tables of the papers have it: .05."""
    return f"{value:.3f}".removeprefix("0")


def table(heads, rows):
    """Write a Markdown table; numbers stand right."""
    lines = [f"| {' | '.join(heads)} |", "|" + "|".join(["---", *(len(heads) - 1) * ["---:"]]) + "|"]
    return "\n".join([*lines, *(f"| {' | '.join(map(str, row))} |" for row in rows)])
