"""What tests read, in words: the column of that name in the list of tests."""

from typing import Final

READS: Final = {
    "differences": "score(a) - score(b) of two learners on every fold or split",
    "disagreements": "on how many test examples only one of two learners is right",
    "losses": "how wrong each learner is on every single test example (0 or 1, squared error, ...)",
    "halves": "the same, and which half of the examples each was trained on",
    "responses": "probabilities or decision values that the learners give to the test examples",
    "partitions": "statistics or p-values, one from each repeat or split",
    "datasets": "one mean difference from each of several datasets",
    "arrays": "what you hand over yourself; compare and judge do not take its name, its card says what gives it",
}
