/* Nearest neighbours in the training part of every fold of every repeat. */

#include <stdint.h>

/* near: (n, depth), the other examples by ascending distance; folds and means: (r, n). Returns how many have too few. */
int neighbor_means(const int32_t *near, const double *values, const int8_t *folds, int n, int depth, int r, int n_neighbors,
                   double *means) {
    int n_short = 0;
    for (int q = 0; q < r; q++) {
        const int8_t *fold = folds + (int64_t)q * n;
        for (int i = 0; i < n; i++) {
            const int32_t *candidates = near + (int64_t)i * depth;
            double total = 0;
            int found = 0;
            for (int d = 0; d < depth && found < n_neighbors; d++) {
                if (fold[candidates[d]] == fold[i]) continue;
                total += values[candidates[d]];
                found++;
            }
            n_short += found < n_neighbors;
            means[(int64_t)q * n + i] = total / n_neighbors;
        }
    }
    return n_short;
}
