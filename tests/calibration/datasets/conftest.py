"""Tests import the programs that they check from the folder of experiments."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3] / "experiments" / "datasets"))
