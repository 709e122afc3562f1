"""Tests import the experiment that they check from its folder."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3] / "experiments" / "streams"))
