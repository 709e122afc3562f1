"""
How good is my one model, and how sure is that?
===============================================
"""
from matplotlib import pyplot as plt
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import foldwise as fw

wine = fw.data.load("wine")
models = {"naive Bayes": GaussianNB(), "tree": DecisionTreeClassifier(random_state=0)}
run = fw.evaluate(models, wine, scheme="nested:3:5", seed=1)
est = fw.judge(fw.evaluate({"naive Bayes": GaussianNB()}, wine, scheme="nested:3:5", seed=1))
print(est)
est2 = fw.judge(fw.evaluate({"naive Bayes": GaussianNB()}, wine, scheme="10x10", seed=1), interval="corrected_t")
print(est2)
hold = fw.judge(fw.evaluate({"naive Bayes": GaussianNB()}, wine, scheme="holdout:0.33", seed=1))
print(hold)
axes = fw.plot([hold, est, est2])
plt.show()
