# cython: freethreading_compatible=True
"""Fold codes of many random partitions at once, from a counter-based generator.

The generator is Philox4x32-10 (Salmon, Moraes, Dror and Shaw, 2011, "Parallel random numbers: as easy as 1, 2, 3",
SC'11). Key: the 64-bit `key`, low word first. Counter words 0 and 1: the number of the block, low word first; words
2 and 3: the number of the repeat, low word first. A repeat therefore owns 2**66 words that no other repeat can touch,
and its partition does not depend on how many others are drawn.

An integer below m is taken from a 32-bit word by multiply-and-shift with rejection (Lemire, 2019, "Fast random integer
generation in an interval", ACM TOMACS 29): without bias, words consumed in order.
"""

from libc.stdint cimport int32_t, uint32_t, uint64_t

include "philox_blocks.pxi"

cdef enum:
    N_WORDS = 32    # of the blocks that are made together

cdef struct Stream:
    uint32_t key[2]
    uint32_t repeat[2]
    uint64_t block
    uint32_t words[N_WORDS]
    int used


cdef void start(Stream* stream, uint64_t key, uint64_t repeat) noexcept nogil:
    stream.key[0] = <uint32_t>key
    stream.key[1] = <uint32_t>(key >> 32)
    stream.repeat[0] = <uint32_t>repeat
    stream.repeat[1] = <uint32_t>(repeat >> 32)
    stream.block = 0
    stream.used = N_WORDS


cdef void refill(Stream* stream) noexcept nogil:
    philox_blocks(stream.key, stream.repeat, stream.block, stream.words)
    stream.block += N_WORDS // 4
    stream.used = 0


cdef inline uint32_t next_word(Stream* stream) noexcept nogil:
    if stream.used == N_WORDS:
        refill(stream)
    stream.used += 1
    return stream.words[stream.used - 1]


cdef inline uint32_t below(Stream* stream, uint32_t m) noexcept nogil:
    cdef uint64_t product = <uint64_t>next_word(stream) * m
    cdef uint32_t threshold
    if <uint32_t>product < m:
        threshold = (<uint32_t>0 - m) % m
        while <uint32_t>product < threshold:
            product = <uint64_t>next_word(stream) * m
    return <uint32_t>(product >> 32)


cdef void shuffle(Stream* stream, int32_t* items, Py_ssize_t n) noexcept nogil:
    cdef Py_ssize_t i, j
    cdef int32_t kept
    for i in range(n - 1, 0, -1):
        j = below(stream, <uint32_t>(i + 1))
        kept = items[i]
        items[i] = items[j]
        items[j] = kept


def words(uint64_t key, uint64_t repeat, uint32_t[::1] out):
    """Fill `out` with the first words of the stream of one repeat."""
    cdef Stream stream
    cdef Py_ssize_t i
    start(&stream, key, repeat)
    with nogil:
        for i in range(out.shape[0]):
            out[i] = next_word(&stream)


def permutations(uint64_t key, uint64_t first, int32_t[:, ::1] out):
    """Fill row r of `out` with the random order of 0..n-1 that belongs to repeat `first` + r."""
    cdef Stream stream
    cdef Py_ssize_t r, i, n = out.shape[1]
    with nogil:
        for r in range(out.shape[0]):
            start(&stream, key, first + <uint64_t>r)
            for i in range(n):
                out[r, i] = <int32_t>i
            if n:
                shuffle(&stream, &out[r, 0], n)


def deal(
    const int32_t[::1] members,
    const int32_t[::1] starts,
    uint64_t key,
    uint64_t first,
    int32_t[::1] labels,
    int32_t[::1] order,
    int32_t[:, ::1] out,
):
    """Deal shuffled examples to folds like cards, stratum after stratum.

    `members` lists the examples stratum by stratum, stratum s being members[starts[s]:starts[s + 1]]. In each repeat
    the labels of the folds are shuffled, then each stratum, and the whole row is dealt round: the sizes of the folds
    differ by at most one, over all and within every stratum. `labels` (one per fold) and `order` (one per example)
    are room to work in.
    """
    cdef Stream stream
    cdef Py_ssize_t r, i, s, f, n = members.shape[0], k = labels.shape[0]
    with nogil:
        for r in range(out.shape[0]):
            start(&stream, key, first + <uint64_t>r)
            for f in range(k):
                labels[f] = <int32_t>f
            shuffle(&stream, &labels[0], k)
            for i in range(n):
                order[i] = members[i]
            for s in range(starts.shape[0] - 1):
                if starts[s + 1] > starts[s]:
                    shuffle(&stream, &order[starts[s]], starts[s + 1] - starts[s])
            f = 0
            for i in range(n):
                out[r, order[i]] = labels[f]
                f += 1
                if f == k:
                    f = 0


def deal_halves(
    const int32_t[::1] members,
    const int32_t[::1] starts,
    uint64_t key,
    uint64_t first,
    int32_t left_out,
    int32_t[:, ::1] labels,
    int32_t[::1] order,
    int32_t[:, ::1] out,
):
    """Deal shuffled examples to two halves in turn, and those of each half to its folds.

    Halving h fills rows 2 h and 2 h + 1 of `out`, one for each half; the examples of the other half get `left_out`.
    `members`, `starts` and `order` are as in `deal`; `labels`, two rows of one per fold, is room to work in. The sizes
    of the halves, and those of the folds of a half, differ by at most one, over all and within every stratum.
    """
    cdef Stream stream
    cdef Py_ssize_t h, i, s, f, half, n = members.shape[0], k = labels.shape[1]
    with nogil:
        for h in range(out.shape[0] // 2):
            start(&stream, key, first + <uint64_t>h)
            half = below(&stream, 2)
            for s in range(2):
                for f in range(k):
                    labels[s, f] = <int32_t>f
                shuffle(&stream, &labels[s, 0], k)
            for i in range(n):
                order[i] = members[i]
            for s in range(starts.shape[0] - 1):
                if starts[s + 1] > starts[s]:
                    shuffle(&stream, &order[starts[s]], starts[s + 1] - starts[s])
            for i in range(n):
                out[2 * h + half, order[i]] = labels[half, (i // 2) % k]
                out[2 * h + 1 - half, order[i]] = left_out
                half = 1 - half


def draw(
    const int32_t[::1] members,
    const int32_t[::1] starts,
    const int32_t[:, ::1] counts,
    const int32_t[::1] codes,
    int32_t rest,
    uint64_t key,
    uint64_t first,
    int32_t[::1] order,
    int32_t[:, ::1] out,
):
    """Give the first counts[s, 0] examples of each shuffled stratum code codes[0], the next counts[s, 1] codes[1], ...

    What is left of a stratum gets `rest`. `members`, `starts` and `order` are as in `deal`.
    """
    cdef Stream stream
    cdef Py_ssize_t r, i, s, c, at, n = members.shape[0]
    with nogil:
        for r in range(out.shape[0]):
            start(&stream, key, first + <uint64_t>r)
            for i in range(n):
                order[i] = members[i]
                out[r, i] = rest
            for s in range(starts.shape[0] - 1):
                if starts[s + 1] == starts[s]:
                    continue
                shuffle(&stream, &order[starts[s]], starts[s + 1] - starts[s])
                at = starts[s]
                for c in range(codes.shape[0]):
                    for i in range(counts[s, c]):
                        out[r, order[at]] = codes[c]
                        at += 1


def deal_groups(
    const double[:, ::1] shares,
    const int32_t[:, ::1] orders,
    const int32_t[:, ::1] labels,
    double[:, ::1] filled,
    int32_t[:, ::1] out,
):
    """Give each group, in the order of each repeat, to the fold that holds least of what the group consists of.

    shares[g, c] is the share of stratum c that group g holds. The first groups open one fold each, so that none stays
    empty; each further group g goes to the fold f with the smallest sum over c of filled[f, c] * shares[g, c], the
    first of them if several. Folds get the names in `labels`. `filled` is room to work in.
    """
    cdef Py_ssize_t r, i, f, c, g, best, k = filled.shape[0], m = shares.shape[1]
    cdef double load, least
    with nogil:
        for r in range(out.shape[0]):
            for f in range(k):
                for c in range(m):
                    filled[f, c] = 0.0
            for i in range(orders.shape[1]):
                g = orders[r, i]
                best = i
                if i >= k:
                    for f in range(k):
                        load = 0.0
                        for c in range(m):
                            load = load + filled[f, c] * shares[g, c]
                        if f == 0 or load < least:
                            best = f
                            least = load
                for c in range(m):
                    filled[best, c] += shares[g, c]
                out[r, g] = labels[r, best]
