"""Tests do not import from each other; what they share with the commands beside them are packages beside them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
