/* Classification trees for two classes, grown on the training part of every fold of every repeat, and their answers.

   CART with Gini's index: the question with the least impurity between two neighbouring values, until leaves are pure
   (or as deep, or as small, as they may be). Columns are looked through in random order, so that equally good
   questions are chosen at random, the same ones whenever the same folds are asked for. */

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int n, p, max_depth, min_leaf;
    const double *X;      /* (p, n) */
    const int32_t *y;
    int32_t *lists;       /* (p, n): training rows of each column, in ascending order inside every node */
    int32_t *moved;
    int8_t *goes_right;
    int32_t *feature, *left, *right;
    double *threshold;
    int n_nodes;
    uint64_t state;
} Grower;

static uint32_t draw(Grower *g, uint32_t below) {
    g->state ^= g->state << 13;
    g->state ^= g->state >> 7;
    g->state ^= g->state << 17;
    return (uint32_t)((g->state >> 32) * below >> 32);
}

static int grow(Grower *g, int start, int end, int depth) {
    const int at = g->n_nodes++, n = end - start;
    int ones = 0, best_feature = -1, columns[64];
    double best = -1, best_threshold = 0;
    for (int i = start; i < end; i++) ones += g->y[g->lists[i]];
    g->feature[at] = -1;
    g->left[at] = 2 * ones > n;
    if (ones == 0 || ones == n || n < 2 * g->min_leaf || depth == g->max_depth) return at;
    for (int q = 0; q < g->p; q++) columns[q] = q;
    for (int q = 0; q < g->p; q++) {
        const int other = q + (int)draw(g, (uint32_t)(g->p - q)), column = columns[other];
        columns[other] = columns[q];
        const int32_t *list = g->lists + (size_t)column * g->n;
        const double *x = g->X + (size_t)column * g->n;
        double l = 0, l1 = 0;
        for (int i = start; i + 1 < end; i++) {
            l1 += g->y[list[i]];
            l += 1;
            if (x[list[i + 1]] == x[list[i]] || l < g->min_leaf || n - l < g->min_leaf) continue;
            const double l0 = l - l1, r1 = ones - l1, r0 = n - ones - l0;
            const double purity = (l0 * l0 + l1 * l1) / l + (r0 * r0 + r1 * r1) / (n - l);
            if (purity > best) {
                best = purity;
                best_feature = column;
                best_threshold = (x[list[i]] + x[list[i + 1]]) / 2;
                /* Between neighbouring numbers there is none; both sides need a row. */
                if (best_threshold >= x[list[i + 1]]) best_threshold = x[list[i]];
            }
        }
    }
    if (best_feature < 0) return at;
    const double *x = g->X + (size_t)best_feature * g->n;
    int middle = start;
    for (int i = start; i < end; i++) {
        const int32_t row = g->lists[i];
        g->goes_right[row] = x[row] > best_threshold;
        middle += !g->goes_right[row];
    }
    for (int q = 0; q < g->p; q++) {
        int32_t *list = g->lists + (size_t)q * g->n;
        int to = start, n_moved = 0;
        for (int i = start; i < end; i++) {
            if (g->goes_right[list[i]]) g->moved[n_moved++] = list[i];
            else list[to++] = list[i];
        }
        memcpy(list + to, g->moved, (size_t)n_moved * sizeof *list);
    }
    g->feature[at] = best_feature;
    g->threshold[at] = best_threshold;
    const int left = grow(g, start, middle, depth + 1);
    const int right = grow(g, middle, end, depth + 1);
    g->left[at] = left;
    g->right[at] = right;
    return at;
}

/* X: (p, n); order: (p, n), rows by ascending value; folds and answers: (r, n). max_depth -1: any depth. */
int predict_folds(const double *X, const int32_t *order, const int32_t *y, const int8_t *folds, int n, int p, int r, int k,
                  int max_depth, int min_leaf, int8_t *answers) {
    Grower g = {.n = n, .p = p, .max_depth = max_depth, .min_leaf = min_leaf, .X = X, .y = y};
    g.lists = malloc((size_t)n * p * sizeof *g.lists);
    g.moved = malloc((size_t)n * sizeof *g.moved);
    g.goes_right = malloc((size_t)n);
    g.feature = malloc(2 * (size_t)n * sizeof *g.feature);
    g.left = malloc(2 * (size_t)n * sizeof *g.left);
    g.right = malloc(2 * (size_t)n * sizeof *g.right);
    g.threshold = malloc(2 * (size_t)n * sizeof *g.threshold);
    const int failed = p > 64 || !(g.lists && g.moved && g.goes_right && g.feature && g.left && g.right && g.threshold);
    for (int q = 0; q < r && !failed; q++) {
        const int8_t *fold = folds + (size_t)q * n;
        g.state = 14695981039346656037u;
        for (int i = 0; i < n; i++) g.state = (g.state ^ (uint64_t)fold[i]) * 1099511628211u;
        g.state |= 1;
        for (int f = 0; f < k; f++) {
            int size = 0;
            for (int c = 0; c < p; c++) {
                size = 0;
                for (int i = 0; i < n; i++) {
                    const int32_t row = order[(size_t)c * n + i];
                    if (fold[row] != f) g.lists[(size_t)c * n + size++] = row;
                }
            }
            g.n_nodes = 0;
            grow(&g, 0, size, 0);
            for (int i = 0; i < n; i++) {
                if (fold[i] != f) continue;
                int node = 0;
                while (g.feature[node] >= 0)
                    node = X[(size_t)g.feature[node] * n + i] > g.threshold[node] ? g.right[node] : g.left[node];
                answers[(size_t)q * n + i] = (int8_t)g.left[node];
            }
        }
    }
    free(g.lists), free(g.moved), free(g.goes_right), free(g.feature), free(g.left), free(g.right), free(g.threshold);
    return failed;
}
