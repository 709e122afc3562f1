"""The papers that can be reproduced."""

from typing import Final

from foldwise.papers.bouckaert_frank_2004 import BOUCKAERT_FRANK_2004
from foldwise.papers.bradford_brodley_2001 import BRADFORD_BRODLEY_2001
from foldwise.papers.claims import CLAIMS
from foldwise.papers.dietterich_1998 import DIETTERICH_1998
from foldwise.papers.paper import Paper
from foldwise.papers.salzberg_1997 import SALZBERG_1997

PAPERS: Final[dict[str, Paper]] = {
    paper.name: paper for paper in (SALZBERG_1997, DIETTERICH_1998, BRADFORD_BRODLEY_2001, BOUCKAERT_FRANK_2004, CLAIMS)
}
