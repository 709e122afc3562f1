"""Bradford & Brodley (2001)."""

from typing import Final

from foldwise.papers.paper import Paper

BRADFORD_BRODLEY_2001: Final = Paper(
    name="bradford_brodley_2001",
    title="Bradford & Brodley (2001)",
    reference="J. P. Bradford and C. E. Brodley (2001). The effect of instance-space partition on significance. Machine Learning 42, 269-286.",
    about="",
    parts=(),
)

__all__ = ["BRADFORD_BRODLEY_2001"]
