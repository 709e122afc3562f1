"""A card as text, one part under each heading."""

from __future__ import annotations

import re
from textwrap import fill
from typing import TYPE_CHECKING, Final

from foldwise.verdicts._measured import level_lines, short_level_lines
from foldwise.verdicts.tests import READS

if TYPE_CHECKING:
    from foldwise.verdicts._card import Card

_WIDTH: Final = 96
_MARGIN: Final = 13
_HANGING: Final = ("Measured", "References", "Options")
_TRUE_NULL: Final = (
    "How often it rejected a null hypothesis that was true, at nominal {levels} (n: examples in a dataset):"
)


def card_text(card: Card, *, every_measurement: bool) -> str:
    """Write all parts of a card; what was measured in a few lines, or in full."""
    parts = [
        ("Does", " ".join(card.about)),
        ("Question", card.question),
        ("Null", card.null),
        ("Formula", _formula(card)),
        ("Symbols", f"{card.symbols}." if card.symbols else ""),
        ("df", card.df),
        (
            "Options",
            "\n  ".join([f"As arguments of foldwise.stats.{card.name}:", *card.options]) if card.options else "",
        ),
        ("Reads", f"{card.reads}: {READS[card.reads]}"),
        ("Needs", card.needs),
        ("Assumes", card.assumptions),
        ("Avoid it", re.sub(r"^Always: use (.+)\.$", r"Always: take \1 instead.", card.avoid)),
        ("Measured", _measured(card, every=every_measurement)),
        ("Known", "\n".join(card.behaviour)),
        ("References", "\n".join(f"[{place}] {entry}" for place, entry in enumerate(card.references, 1))),
    ]
    advised = "" if card.advisable else " (not advised)"
    return "\n".join([f"{card.name}: {card.label}{advised}", "", *(_part(*part) for part in parts if part[1])])


def _formula(card: Card) -> str:
    """Put the formula on a line of its own between what is said before and after it."""
    own = f"  {card.formula}" if card.before_formula else card.formula
    return "\n".join(line for line in (card.before_formula, own, card.after_formula) if line)


def _measured(card: Card, *, every: bool) -> str:
    rows = card.measured
    if not rows:
        return "Its Type I error has not been measured here."
    levels = " and ".join(sorted({f"{row.level:g}".removeprefix("0") for row in rows}))
    in_full, in_short = level_lines(rows), short_level_lines(rows)
    lines = [_TRUE_NULL.format(levels=levels), *(in_full if every else in_short)]
    if not every and in_short != in_full:
        lines.append(f"All {len(rows)} measurements: foldwise tests {card.name} --all, or card({card.name!r}).frame().")
    return "\n".join(lines)


def _part(heading: str, text: str) -> str:
    """Write one part with its heading in the margin, each line wrapped; what goes on in a list is indented."""
    hang = "  " if heading in _HANGING else ""
    lines = []
    for line in text.splitlines():
        own = " " * (_MARGIN + len(line) - len(line.lstrip()))
        lines.append(
            fill(
                line.strip(),
                _WIDTH,
                initial_indent=own,
                subsequent_indent=own + hang,
                break_on_hyphens=False,
                break_long_words=False,
            )
        )
    return f"{heading:<{_MARGIN}}" + "\n".join(lines)[_MARGIN:]
