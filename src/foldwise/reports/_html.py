"""Results as one self-contained HTML page."""

from base64 import b64encode
from typing import Any

from foldwise._core import one_line
from foldwise.displays import svg
from foldwise.reports._pages import environment, pages
from foldwise.reports._summary import Document
from foldwise.reports._text import decision, difference, interval, natural


def html(obj: Any) -> str:
    """Write a page that needs nothing beside itself: figures and style are inside, scripts there are none."""
    shown = pages(obj)
    for page in shown:
        # As an image, a figure cannot run anything and its identifiers cannot meet those of another figure.
        page["figure"] = "data:image/svg+xml;base64," + b64encode(svg(page["object"]).encode()).decode("ascii")
        page["figure_words"] = _figure_words(page["document"])
    return environment(autoescape=True).get_template("report.html").render(pages=shown)


def _figure_words(document: Document, most: int = 6) -> str:
    """Say what the figure shows to those who cannot see it."""
    if "comparisons" in document:
        opening = f"Differences in {document['metric']['label']}, fold by fold, with their means and intervals."
        rows = [
            f"{one_line(row['a'])} vs {one_line(row['b'])} on {one_line(row['dataset'])}: "
            f"{difference(row['estimate'])} {interval(row['low'], row['high'])}, {decision(row)}."
            for row in document["comparisons"]
        ]
    else:
        opening = f"Values of {document['metric']['label']}, fold by fold, with their means."
        rows = [
            f"{one_line(learner['name'])}: mean {natural(learner['mean_score'], document['metric'])}."
            for learner in document["runs"][0]["learners"]
        ]
    more = [f"And {len(rows) - most} more."] if len(rows) > most else []
    return " ".join([opening, *rows[:most], *more])
