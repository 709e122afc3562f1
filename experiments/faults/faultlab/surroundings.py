"""What a job is surrounded by: faults in its files, a small disk, rights it lacks, a clock that is wrong."""

import ctypes
import os
import resource
from pathlib import Path

ACTIONS = {"count": 0, "fail": 1, "short": 2, "kill before": 3, "kill half-way": 4, "kill after": 5}
KINDS = {"writes": 1, "reads": 2}
NEVER = 2**62
_NEW_MOUNTS, _NEW_USER = 0x00020000, 0x10000000
_PRIVATE, _REMOUNT = (1 << 18) | (1 << 14), 32


def enter(job, library):
    """Arrange what the job asks for, in this process."""
    if "clock" in job and library.faults_shift_clock(job["clock"].encode()):
        raise OSError(f"{job['clock']} cannot be mapped")
    if "largest_file" in job:
        resource.setrlimit(resource.RLIMIT_FSIZE, (job["largest_file"], resource.RLIM_INFINITY))
    if "user" in job:
        os.setgroups([])
        os.setgid(job["user"])
        os.setuid(job["user"])
    fault = job.get("fault")
    if fault is not None:
        arm(library, fault)


def leave(library):
    """Let the result of the job be written."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    library.faults_arm(b"", 0, 0, 0, 0, 0)


def arm(library, fault):
    """Let calls on the files of the store fail, from the `first` on, once or until the end."""
    first = fault.get("first", NEVER)
    last = NEVER if fault.get("lasts") else first
    library.faults_arm(
        fault["marker"].encode(),
        KINDS[fault.get("kind", "writes")],
        ACTIONS[fault["action"]],
        fault.get("errno", 0),
        ctypes.c_long(first),
        ctypes.c_long(last),
    )


def mount_tiny_disk(folder, size):
    """Mount a file system of so many bytes, which nobody else sees and which is gone with this process."""
    libc = ctypes.CDLL(None, use_errno=True)
    uid, gid = os.getuid(), os.getgid()
    _checked(libc.unshare(_NEW_MOUNTS | (_NEW_USER if uid else 0)), "no namespace for mounts")
    if uid:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"0 {uid} 1")
        Path("/proc/self/gid_map").write_text(f"0 {gid} 1")
    _checked(libc.mount(b"none", b"/", None, _PRIVATE, None), "mounts cannot be made private")
    _checked(libc.mount(b"tmpfs", folder.encode(), b"tmpfs", 0, f"size={size}".encode()), "tmpfs cannot be mounted")


def enlarge_disk(folder):
    """Give it room."""
    libc = ctypes.CDLL(None, use_errno=True)
    _checked(libc.mount(b"tmpfs", folder.encode(), b"tmpfs", _REMOUNT, b"size=64m"), "tmpfs cannot be enlarged")


def _checked(failed, words):
    if failed:
        raise PermissionError(f"{words}: {os.strerror(ctypes.get_errno())}")
