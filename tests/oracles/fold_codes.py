"""Philox4x32-10 and the dealing of folds, in plain Python: slow, and short enough to check by eye."""

M = 2**32 - 1


def philox(key, counter):
    c, (k0, k1) = counter, key
    for _ in range(10):
        a, b = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(b >> 32) ^ c[1] ^ k0, b & M, (a >> 32) ^ c[3] ^ k1, a & M]
        k0, k1 = (k0 + 0x9E3779B9) & M, (k1 + 0xBB67AE85) & M
    return c


def words(key, repeat, n):
    blocks = range(-(-n // 4))
    halves = [key & M, key >> 32], [repeat & M, repeat >> 32]
    return [word for block in blocks for word in philox(halves[0], [block & M, block >> 32, *halves[1]])][:n]


class Stream:
    def __init__(self, key, repeat):
        self.key, self.repeat, self.at = key, repeat, 0

    def below(self, m):
        while True:
            self.at += 1
            product = words(self.key, self.repeat, self.at)[-1] * m
            if product & M >= 2**32 % m:
                return product >> 32

    def shuffled(self, items):
        items = list(items)
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items


def deal(strata, n_folds, key, repeat):
    stream = Stream(key, repeat)
    labels = stream.shuffled(range(n_folds))
    order = [example for stratum in strata for example in stream.shuffled(stratum)]
    codes = [0] * len(order)
    for position, example in enumerate(order):
        codes[example] = labels[position % n_folds]
    return codes


def deal_halves(strata, n_folds, left_out, key, halving):
    stream = Stream(key, halving)
    first = stream.below(2)
    labels = [stream.shuffled(range(n_folds)) for _ in range(2)]
    order = [example for stratum in strata for example in stream.shuffled(stratum)]
    rows = [[left_out] * len(order) for _ in range(2)]
    for half in range(2):
        # Every second card, from the first one or from the second.
        for position, example in enumerate(order[(half - first) % 2 :: 2]):
            rows[half][example] = labels[half][position % n_folds]
    return rows


def draw(strata, counts, codes, rest, key, repeat):
    stream = Stream(key, repeat)
    out = [rest] * sum(map(len, strata))
    for stratum, wanted in zip(strata, counts, strict=True):
        order = iter(stream.shuffled(stratum))
        for code, count in zip(codes, wanted, strict=True):
            for _ in range(count):
                out[next(order)] = code
    return out


def deal_groups(shares, order, labels):
    n_folds, n_strata = len(labels), len(shares[0])
    filled = [[0.0] * n_strata for _ in range(n_folds)]
    folds = [None] * len(shares)
    for position, group in enumerate(order):
        loads = [sum(have * share for have, share in zip(fold, shares[group], strict=True)) for fold in filled]
        fold = position if position < n_folds else loads.index(min(loads))
        filled[fold] = [have + share for have, share in zip(filled[fold], shares[group], strict=True)]
        folds[group] = labels[fold]
    return folds
