"""The page of changes: what towncrier would write at a release, above what CHANGELOG.md holds already."""

import re
import subprocess
import sys
from pathlib import Path

from sections import write_if_changed

DRAFT = ("-m", "towncrier", "build", "--draft", "--version", "Not yet released", "--date", "-")


def write_changes(app):
    """Write docs/sections/changes.md."""
    docs = Path(app.srcdir)
    draft = subprocess.run(  # noqa: S603
        [sys.executable, *DRAFT], cwd=docs.parent, capture_output=True, text=True, check=True
    ).stdout
    released = docs.parent / "CHANGELOG.md"
    earlier = released.read_text(encoding="utf-8") if released.exists() else ""
    text = f"# Changes\n\n## Not yet released\n\n{draft[draft.index('###') :]}\n\n{earlier}"
    # Notes lead to pages from changelog.d, the changelog from the folder above.
    write_if_changed(docs / "sections" / "changes.md", re.sub(r"\]\((\.\./)?docs/", "](../", text))


def setup(app):
    """Write the page before pages are looked for."""
    app.connect("builder-inited", write_changes)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
