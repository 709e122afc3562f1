"""A digest of values and of the code behind them."""

from typing import Any

from foldwise._core import digest
from foldwise.store._canonical import Content, text_of


def content_key(name: str, *values: Any) -> str:
    """Digest values by what they are made of: the same in every process, another where a value or its code is another.

    Estimators are told by their parameters, classes and functions by the version of their distribution or, those of the
    user's own, by the files of their modules and of all that these import, by their text, and by all global variables
    that this names, as they are in memory; arrays and tables by their content.

    Parameters
    ----------
    name : str
        How messages call what is kept.
    *values : any
        What determines it.

    Returns
    -------
    str

    Raises
    ------
    TypeError
        If something in them holds nothing by which it could be told from another: an open file, say, or a lock.
    StoreError
        If the file of a module is known to have changed since it was imported.

    Notes
    -----
    What is not seen: what a running program binds anew in another module of which the code reads only the module, and
    modules that are imported by a name made at run time.

    Examples
    --------
    >>> from sklearn.svm import SVC
    >>> from foldwise.store._door import content_key
    >>> content_key("a study", SVC(), 1) == content_key("the same", SVC(), 1) != content_key("another", SVC(C=2.0), 1)
    True
    """
    content = Content(name, live=True)
    try:
        parts = [content.of(value, whole=False) for value in values]
        content.code.finish()
    except RecursionError:
        raise TypeError(
            f"{name} cannot be kept in a store: its parts are nested too deeply. Flatten them, or leave the store out."
        ) from None
    return digest("content", text_of([parts, content.code.versions, content.code.sources]))
