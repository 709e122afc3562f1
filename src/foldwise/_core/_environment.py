"""With which versions something was computed."""

from functools import cache

_PACKAGES = ("foldwise", "numpy", "pandas", "scikit-learn", "scipy")


@cache
def environment() -> dict[str, str]:
    """Versions of Python and of what every result here rests on, and the kind of machine."""
    # Imported here: they are slow, and only what is kept or shown asks for versions.
    import platform
    from importlib.metadata import PackageNotFoundError, version

    versions = {"python": platform.python_version(), "machine": f"{platform.system()} {platform.machine()}"}
    for name in _PACKAGES:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            versions[name] = "unknown"
    return versions
