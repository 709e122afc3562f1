"""The page of changes: what towncrier would write at a release, above what CHANGELOG.md holds already."""

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
    # Right after a release there are no notes.
    notes = draft.partition("###")
    coming = f"## Not yet released\n\n{''.join(notes[1:])}\n\n" if notes[1] else ""
    # Notes and changelog lead to pages from the root of the repository.
    text = f"# Changes\n\n{coming}{earlier}".replace("](docs/", "](../")
    write_if_changed(docs / "sections" / "changes.md", text)


def setup(app):
    """Write the page before pages are looked for."""
    app.connect("builder-inited", write_changes)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
