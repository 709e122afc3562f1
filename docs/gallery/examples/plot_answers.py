"""
Which language model answers better, if questions come in groups?
=================================================================

Two models answered the same 400 questions: five questions on each of 80 texts. Whoever misreads a text is wrong
several times at once, so that 400 questions tell less than they seem to. How sure is it that one of the models is
better?
"""

# %%
# Answers as an evaluation harness writes them
# --------------------------------------------
# One row for each model and question: was the answer right, and to which text does the question belong? The answers
# are made up here, and **both models are equally good**. What differs is how well either has understood each text.
# (foldwise reads the files of many harnesses as they are, see :doc:`/files-from-elsewhere`.)
import numpy as np
import pandas as pd
from matplotlib import pyplot as plt

import foldwise as fw

rng = np.random.default_rng(32)
n_texts, n_questions = 80, 5
difficulty = rng.normal(0.0, 1.2, n_texts)
rows = []
for model in ("large", "small"):
    understanding = 1.1 - difficulty + rng.normal(0.0, 1.2, n_texts)
    right = rng.random((n_texts, n_questions)) < 1 / (1 + np.exp(-understanding[:, None]))
    rows += [
        {"dataset": "reading", "model": model, "item": f"{text}.{number}", "text": text, "accuracy": int(correct)}
        for text, of_text in enumerate(right)
        for number, correct in enumerate(of_text)
    ]
answers = pd.DataFrame(rows)
print(answers.head(3))

# %%
# If nobody says that questions belong together
# ---------------------------------------------
naive = fw.judge(answers.drop(columns="text"))
print(naive)

# %%
# The large model seems better. It is not: it was lucky with a few texts.
#
# With the texts as clusters
# --------------------------
clustered = fw.judge(answers, columns={"cluster": "text"})
print(clustered)

# %%
# Side by side
# ------------
# Above, each question counts by itself; below, each text.
axes = fw.plot([naive, clustered])
plt.setp(axes, xlim=(-0.03, 0.18))
plt.show()

# %%
# What to read from it
# --------------------
# - The estimate is the same. The lower interval is wider because there are 80 texts and not 400, and it holds zero.
# - The seed was picked to show it. With clusters of five like these, a test that takes them for single questions
#   calls a winner in about a quarter of all datasets in which there is none, instead of in one of twenty: measured on
#   :doc:`/items`.
# - Ask for the column of clusters: texts, patients, conversations, repositories. No test can find it for you.
#
# How many questions or texts you would need is answered by :func:`foldwise.plan`, see :doc:`/planning`. Used here:
# :func:`foldwise.judge`, :class:`foldwise.verdicts.ItemVerdict`.
