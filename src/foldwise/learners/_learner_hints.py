"""What others call a learner or a step, and what it is called here."""

from typing import Final

from foldwise._core import SHORT_NAMES, STEP_NAMES

_CALLED: Final = {
    "nb": "bayes naivebayes",
    "nn": "ibk nearestneighbour",
    "c45": "j48",
    "mansour": "tddt1",
    "c45(raising=False)": "tddt2",
    "nn or sklearn.neighbors.KNeighborsClassifier": "knn kneighbors kneighbours",
    "sklearn.linear_model.LogisticRegression": "logistic logit logreg lr",
    "sklearn.linear_model.LinearRegression": "linear ols linreg",
    "sklearn.ensemble.RandomForestClassifier": "rf forest randomforest",
    "sklearn.ensemble.ExtraTreesClassifier": "extratrees",
    "sklearn.ensemble.HistGradientBoostingClassifier": "gb gbm gbdt gbt hgb boosting gradientboosting",
    "sklearn.ensemble.AdaBoostClassifier": "adaboost ada",
    "sklearn.svm.SVC": "svm svc supportvectormachine smo",
    "sklearn.tree.DecisionTreeClassifier": "tree dt cart decisiontree",
    "sklearn.naive_bayes.GaussianNB": "gnb gaussiannb",
    "sklearn.neural_network.MLPClassifier": "mlp neuralnetwork neuralnet nnet",
    "sklearn.discriminant_analysis.LinearDiscriminantAnalysis": "lda",
    "sklearn.discriminant_analysis.QuadraticDiscriminantAnalysis": "qda",
    "sklearn.dummy.DummyClassifier": "dummy majority zeror baseline",
    "xgboost.XGBClassifier": "xgb xgboost",
    "lightgbm.LGBMClassifier": "lgbm lightgbm",
    "catboost.CatBoostClassifier": "catboost",
    "scale": "scaler scaling standardize standardise standardscaler zscore",
    "minmax": "minmaxscaler",
    "impute": "imputer simpleimputer",
    "onehot": "onehotencoder dummies encode",
}
_MEANT: Final = {
    **{word: name for name, words in _CALLED.items() for word in words.split()},
    **{name.lower(): short for short, name in SHORT_NAMES.items()},
    **{short: short for short in (*SHORT_NAMES, *STEP_NAMES)},
}


def meant(wrong: str) -> str | None:
    """Guess what someone wanted who has typed another name of a learner or a step.

    >>> meant("J48"), meant("C4.5"), meant("naive bayes"), meant("rf"), meant("SVX")
    ('c45', 'c45', 'nb', 'sklearn.ensemble.RandomForestClassifier', None)
    """
    return _MEANT.get("".join(char for char in wrong.lower() if char.isalnum()))
