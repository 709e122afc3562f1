"""What is left of the paper's numbers, in words."""

from typing import Final

from foldwise.papers.printed_tables import printed

PAPER: Final = "dietterich_1998"
LOST: Final = (
    "The numbers of this paper are known in part only. Each has a mark: certain, probable or recollection; nothing is "
    "judged by a recollection."
)
MATCHED: Final = (
    "C4.5 against 1-nearest neighbour on datasets of 300 examples, the better one damaged until both err equally "
    "often: the neighbour by a metric with bad weights on the plane and on letter, C4.5 by random errors on Pima. "
    "The plane, six classes of our own, stands for EXP6, whose regions are lost."
)


def recovered(key: str) -> str:
    """Say what is known under a key of ``dietterich_1998_recovered``, and how surely."""
    row = printed("dietterich_1998_recovered").set_index("key").loc[key]
    return f"{row['meaning']}: {row['value']} ({row['certainty']})"


def share(value: float) -> str:
    """Write a share as papers do.

    >>> share(0.0334), share(-0.002), share(-0.0002), share(1.0)
    ('.033', '-.002', '.000', '1.000')
    """
    # Adding zero turns -0.0 into 0.0.
    text = f"{round(value, 3) + 0.0:.3f}"
    return text.replace("0.", ".", 1) if abs(value) < 1 else text


def within(value: float, low: float, high: float) -> str:
    """Write a share with its limits.

    >>> within(0.104, 0.0858, 0.1246)
    '.104 (.086 to .125)'
    """
    return f"{share(value)} ({share(low)} to {share(high)})"
