"""Digests of content, and seeds derived from them.

A stream of random numbers is named by what it is for (seed, dataset, scheme, learner, repeat, fold) and its seed
is the digest of that name. Results then cannot depend on the order or the number of workers, on what else ran, or
on Python's hash seed.
"""

from hashlib import blake2b

Part = str | bytes | memoryview | int | None


def digest(*parts: Part, size: int = 16) -> str:
    """Hexadecimal BLAKE2b digest of a sequence of typed parts.

    Each part is preceded by its type and length, so that no two sequences are written alike. A memoryview, of bytes,
    is read as these bytes.

    >>> digest("ab", "c") == digest("a", "bc"), digest("1") == digest(1), digest(b"1") == digest(memoryview(b"1"))
    (False, False, True)
    """
    state = blake2b(digest_size=size)
    for part in parts:
        if isinstance(part, bytes | memoryview):
            kind, raw = "bytes", part
        else:
            kind, raw = type(part).__name__, str(part).encode(errors="surrogatepass")
        state.update(f"{kind}:{len(raw)}:".encode())
        state.update(raw)
    return state.hexdigest()


def derive_seed(*parts: Part, bits: int = 32) -> int:
    """Integer in ``[0, 2**bits)`` that is a pure function of `parts`.

    >>> derive_seed(1, "forest", 0, 3) == derive_seed(1, "forest", 0, 3)
    True
    """
    return int(digest(*parts, size=bits // 8), 16)
