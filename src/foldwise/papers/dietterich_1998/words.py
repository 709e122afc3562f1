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
