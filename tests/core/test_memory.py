"""How much memory may still be taken, as files of Linux tell."""

import pytest

MIB = 1 << 20


@pytest.fixture
def system(tmp_path):
    """Write files of a made-up system."""

    def write(**files):
        everywhere = {
            "proc/meminfo": "MemTotal:  999999 kB\nMemAvailable:  102400 kB\nSwapFree:  10240 kB\n",
            "proc/self/cgroup": "0::/user/mine\n",
        }
        for name, text in {**everywhere, **files}.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text)
        return tmp_path

    return write


def limited(folder, most, used, droppable, *, names=("max", "current"), of_file="inactive_file"):
    values = {f"memory.{names[0]}": most, f"memory.{names[1]}": used, "memory.stat": f"anon 5\n{of_file} {droppable}"}
    return {f"{folder}/{name}": f"{value}\n" for name, value in values.items()}


def test_without_limits(core, system):
    """100 MiB available, and 10 that may be swapped out."""
    assert core.available_memory(system()) == 110 * MIB
    assert core.available_memory(system(**limited("sys/fs/cgroup/user/mine", "max", 0, 0))) == 110 * MIB


def test_the_least_of_all_groups(core, system):
    """Of 50 MiB 45 are used, 15 by pages of files: 20 left; the group above it has 12 of 60. 10 may be swapped."""
    mine = limited("sys/fs/cgroup/user/mine", 50 * MIB, 45 * MIB, 15 * MIB)
    assert core.available_memory(system(**mine)) == 30 * MIB
    above = limited("sys/fs/cgroup/user", 60 * MIB, 48 * MIB, 0)
    assert core.available_memory(system(**mine, **above)) == 22 * MIB
    assert core.available_memory(system(**limited("sys/fs/cgroup", 10 * MIB, 21 * MIB, 0))) == 0


@pytest.mark.parametrize(
    ("most", "used", "left"), [("max", 0, 30), (4 * MIB, MIB, 23), (0, 0, 20), (MIB, 2 * MIB, 20), (99 * MIB, 0, 30)]
)
def test_limits_on_swap(core, system, most, used, left):
    """20 MiB of memory, and of the 10 MiB of swap that are free what the group may still take."""
    mine = limited("sys/fs/cgroup/user/mine", 50 * MIB, 45 * MIB, 15 * MIB)
    swap = {"sys/fs/cgroup/user/mine/memory.swap.max": f"{most}\n"}
    swap["sys/fs/cgroup/user/mine/memory.swap.current"] = f"{used}\n"
    assert core.available_memory(system(**mine, **swap)) == left * MIB


def test_pages_of_files_in_use(core, system):
    """Results in files of an earlier run: whether they were looked at lately or not, they can be dropped."""
    files = limited("sys/fs/cgroup", 50 * MIB, 48 * MIB, 4 * MIB)
    files["sys/fs/cgroup/memory.stat"] += f"active_file {30 * MIB}\nactive_anon {9 * MIB}\n"
    assert core.available_memory(system(**files)) == 46 * MIB


def test_groups_of_the_first_version(core, system):
    names = ("limit_in_bytes", "usage_in_bytes")
    files = limited("sys/fs/cgroup/memory/a", 50 * MIB, 45 * MIB, 15 * MIB, names=names, of_file="total_inactive_file")
    files["proc/self/cgroup"] = "5:cpu,cpuacct:/a\n4:memory:/a\n"
    assert core.available_memory(system(**files)) == 30 * MIB
    # With swap, of which it uses 3 MiB, it may take no more than 52: 4 are left, and 15 of files.
    together = {"limit_in_bytes": 52 * MIB, "usage_in_bytes": 48 * MIB}
    files |= {f"sys/fs/cgroup/memory/a/memory.memsw.{name}": f"{value}\n" for name, value in together.items()}
    assert core.available_memory(system(**files)) == 19 * MIB


def test_in_a_container_that_sees_its_own_group_as_the_root(core, system):
    assert core.available_memory(system(**limited("sys/fs/cgroup", 30 * MIB, 10 * MIB, 0))) == 30 * MIB


@pytest.mark.parametrize("meminfo", ["", "MemAvailable:  many kB\n", "MemFree:  1 kB\n"])
def test_a_system_that_does_not_tell(core, system, tmp_path, meminfo):
    assert core.available_memory(tmp_path) is None
    assert core.available_memory(system(**{"proc/meminfo": meminfo})) is None
