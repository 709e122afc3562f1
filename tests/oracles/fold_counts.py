"""Right answers by fold, counted one example at a time."""


def fold_counts(folds, right, n_folds):
    """Return counts of shape (tables, repeats, folds, 4), and numbers of used examples, as lists."""
    counts, used = [], []
    for table, answers in zip(folds, right, strict=True):
        counts.append([])
        used.append([sum(fold >= -1 for fold in row) for row in table])
        for row, a, b in zip(table, answers[0], answers[1], strict=True):
            found = [[0, 0, 0, 0] for _ in range(n_folds)]
            for fold, of_a, of_b in zip(row, a, b, strict=True):
                if fold >= 0:
                    for place, value in enumerate((1, of_a, of_b, of_a and of_b)):
                        found[fold][place] += int(value)
            counts[-1].append(found)
    return counts, used
