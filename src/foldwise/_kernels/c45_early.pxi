# Nodes that are certain to be leaves in the end, and need not be grown to find out.
#
# With few rows outside the largest class, whatever grows below a node is collapsed or pruned. J48 grows it all the same.
# Two bounds say when that is certain; E is the weight outside the largest class, M the smallest leaf.
#
# 1. Where every question has two answers, each leaf below weighs at least M. If E <= M / 2, no other class has the
#    majority in any of them, so that there are E training errors as before, and the questions are collapsed.
# 2. A tree that is not a leaf has two branches of weight M or more, and a leaf of weight n is estimated to err at least
#    g(n) = n (1 - c**(1 / n)) times. As g is concave, the estimate of a tree is at least g(M) + g(n - M), raised
#    or not. A leaf whose estimate is at most 0.1 above that is what remains. If one row E = 1 of n whole ones is of another
#    class, it is an error in its leaf or is alone in one, which costs more: at least g(1) + g(M - 1) + g(n - M), or
#    g(M) + g(n - M) and what the error adds to the estimate of a leaf.
#
# That a training error never lowers the estimate of a leaf, and adds least to one of 2 or of all n rows, was looked up for
# confidences from 0.001 to 0.5; for smaller ones, where it fails at last, the second bound is not used.
#
# With the second bound it remains open how many training errors the tree below would have had, between none and E. That
# is the slack of the node: nodes above are collapsed by the sum of these errors. Where the slack leaves open whether one
# is, pruning may still make a leaf of it; if not, the tree is grown again without short cuts.


cdef double least_errors(
    Work* work, const Table* table, const Options* options, double weight
) noexcept nogil:
    """Estimated errors of a leaf of this weight without training errors."""
    cdef Py_ssize_t whole = <Py_ssize_t> weight
    if weight < SMALL:
        return 0.0
    if whole != weight or whole > table.n:
        return extra_errors(weight, 0.0, options.confidence, options.z)
    if work.leaf_errors[whole] < 0:
        work.leaf_errors[whole] = extra_errors(weight, 0.0, options.confidence, options.z)
    return work.leaf_errors[whole]


cdef double one_error(Work* work, const Table* table, const Options* options, double weight) noexcept nogil:
    """What a training error adds to the estimate of a leaf of this weight."""
    return 1.0 + extra_errors(weight, 1.0, options.confidence, options.z) - least_errors(work, table, options, weight)


cdef bint stays_leaf(Work* work, const Table* table, const Options* options, const Frame* frame) noexcept nogil:
    """Whether the node is certain to be a leaf in the end; sets its slack."""
    cdef Node* node = &work.nodes[frame.node]
    cdef double n = node.weight, m = options.min_leaf, errors = node.errors, tree
    if 2 * m - n > SMALL or errors < SMALL:
        return True
    if errors > 0.5 * m and errors > 1.0:
        return False
    if options.collapse and frame.n_wide == 0 and errors <= 0.5 * m:
        return True
    if not options.prune or options.confidence < 1e-3 or work.is_cautious or errors > 1.0:
        return False
    tree = least_errors(work, table, options, m) + least_errors(work, table, options, n - m)
    if errors == 1.0 and frame.at.weights < 0 and not table.any_missing and m >= 2:
        tree += min(
            min(one_error(work, table, options, 2.0), one_error(work, table, options, n)),
            least_errors(work, table, options, 1.0) + least_errors(work, table, options, m - 1)
            - least_errors(work, table, options, m),
        )
    # A thousandth for rows whose shares are too small to be passed on.
    if estimated_errors(work, table, options, errors, n) > tree + 0.1 - 1e-3:
        return False
    node.slack = errors
    return True
