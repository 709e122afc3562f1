"""``python -m foldwise`` is the command ``foldwise``."""

import sys

from foldwise.cli import main

sys.exit(main())
