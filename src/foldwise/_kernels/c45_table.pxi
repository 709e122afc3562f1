# The training table, ranked and sorted, and how trees are grown on it.

cdef extern from *:
    """
    #define SMALL 1e-6
    """
    double SMALL

cdef struct Table:
    Py_ssize_t n, n_columns, n_lists, n_short, n_cells
    Py_ssize_t n_steady             # columns that are counted and never have a list, the first of `n_short`
    Py_ssize_t n_eager              # lists that every node keeps; the others are made at the first small node
    int32_t n_classes, bits
    double total                    # sum of all weights
    bint any_missing, unit_rows     # whether some value is missing; whether all weights are 1
    bint has_numbers                # whether some column is numeric
    bint cuts_cells                 # whether some column that is counted is numeric
    const int32_t* codes            # (n_columns, n): place among the distinct or declared values, -1 missing
    const int32_t* short_of         # place of a column among those that are counted, -1 if it is not
    const int32_t* cells            # (n, n_short): where a row is counted, in a tally of all these columns
    const int32_t* tally            # rows of the table in each cell, whether they are used or not
    const int32_t* code_in_turn     # code of a cell of the tally, and classes since the cell before; see TableCells
    const int32_t* step_in_turn
    const int32_t* cell_of          # (n_short, n): number of a cell in the order of values, in its column
    const int32_t* cell_info        # twice its class, and 1 more for the last of its value
    const int32_t* cell_code
    const int32_t* cell_place       # where it is counted, from the first cell of the column on
    const int32_t* first_cell       # (n_short + 1)
    const int32_t* n_known_cells    # cells of known values of a column; those of missing ones follow
    const int32_t* y
    const double* weight
    const int32_t* n_values         # declared values of a nominal column, 0 for a numeric one
    const int32_t* n_codes          # distinct or declared values of a column
    const int32_t* list_of          # list of a column, -1 if it has none
    const uint8_t* has_missing
    const uint8_t* is_tight         # some adjacent distinct values are closer than J48 can part
    const double* values            # distinct values of the numeric columns, one column after the other
    const int64_t* value_start
    const uint8_t* is_used          # which rows are trained on; NULL: all of them
    const int32_t* ascending        # rows of the numeric columns in ascending order, laid out as `values`
    const int32_t* rows_up_to       # number of these rows up to each distinct value

cdef struct Options:
    double min_leaf, confidence, z
    bint prune, raising, collapse


cdef void sum_weights(Table* table) noexcept nogil:
    """Set the weight of all rows that are used."""
    cdef Py_ssize_t i, n_used = 0
    if table.unit_rows and table.is_used != NULL:
        for i in range(table.n):
            n_used += table.is_used[i]
        table.total = <double> n_used
        return
    table.total = 0.0
    for i in range(table.n):
        if table.is_used == NULL or table.is_used[i]:
            table.total += table.weight[i]
