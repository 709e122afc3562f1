"""A file appears complete or not at all, and what cannot be written is told by its name."""

import errno
import os
import resource
import signal
from contextlib import contextmanager

import pytest

from foldwise import OutputError


@contextmanager
def no_file_beyond(size):
    """Like a full disk, for this process."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)


@pytest.mark.parametrize("content", ["x" * 5000, b"x" * 5000, ["x"] * 5000], ids=["text", "bytes", "pieces"])
def test_without_room_what_was_there_stays(core, tmp_path, content):
    path = tmp_path / "page.md"
    path.write_text("before")
    with no_file_beyond(1000), pytest.raises(OutputError) as caught:
        core.write_atomically(path, content)
    assert str(caught.value) == f"{path} cannot be written: File too large. Make room, or choose another place."
    assert caught.value.errno == errno.EFBIG
    assert [file.name for file in tmp_path.iterdir()] == ["page.md"]
    assert path.read_text() == "before"


def test_a_place_that_is_none(core, tmp_path):
    with pytest.raises(OutputError, match=r"/no/page\.md cannot be written: No such file .*\. Choose another place\."):
        core.write_atomically(tmp_path / "no" / "page.md", "x")
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match=r"/file/folder cannot be written: Not a directory\. Choose another place\."):
        core.make_folder(tmp_path / "file" / "folder")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_a_device_is_written_to_and_not_replaced(core, tmp_path):
    """A link to one must not turn the device into a file, which root could do."""
    (tmp_path / "page.md").symlink_to("/dev/full")
    with pytest.raises(OutputError, match=r"page\.md cannot be written: No space left on device\. Make room"):
        core.write_atomically(tmp_path / "page.md", "x")
    (tmp_path / "null").symlink_to("/dev/null")
    core.write_atomically(tmp_path / "null", "x")
    assert not os.path.isfile("/dev/null")
    assert not os.path.isfile("/dev/full")
