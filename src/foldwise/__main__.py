"""``python -m foldwise`` is the command ``foldwise``."""

import os
import sys

# Python puts the working directory first on the path: a file `typer.py` that lies there would be run.
if sys.path and sys.path[0] in {"", os.getcwd()} and not sys.flags.safe_path:
    del sys.path[0]

from foldwise.cli import main

sys.exit(main())
