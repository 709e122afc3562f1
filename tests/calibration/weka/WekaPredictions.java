import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import weka.classifiers.AbstractClassifier;
import weka.classifiers.Classifier;
import weka.core.Instances;
import weka.core.Utils;
import weka.core.Version;
import weka.core.converters.ConverterUtils.DataSource;

/**
 * Predicts every row of ARFF files by cross-validation on given folds, on request. It begins by saying Weka's version.
 *
 * A line of the input is the path of a file, the fold of each of its rows as one digit, and classifiers with options,
 * with tabs between them. The answer is one line per classifier: the code of the predicted class of each row, -1 where
 * there is none. Folds are counted from 0. Training and test rows are in the order of the file.
 */
public class WekaPredictions {
  public static void main(String[] arguments) throws Exception {
    System.out.println(Version.VERSION);
    BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      String[] words = line.split("\t");
      Instances rows = DataSource.read(words[0]);
      rows.setClassIndex(rows.numAttributes() - 1);
      for (int i = 2; i < words.length; i++) System.out.println(predictions(rows, words[1], words[i]));
    }
  }

  static String predictions(Instances rows, String folds, String classifier) throws Exception {
    if (rows.numInstances() != folds.length()) throw new Exception("there are " + rows.numInstances() + " rows");
    String[] predicted = new String[folds.length()];
    for (char fold = '0'; folds.indexOf(fold) >= 0; fold++) {
      Instances training = new Instances(rows, 0);
      for (int i = 0; i < predicted.length; i++) if (folds.charAt(i) != fold) training.add(rows.instance(i));
      String[] options = Utils.splitOptions(classifier);
      String name = options[0];
      options[0] = "";
      Classifier fitted = AbstractClassifier.forName(name, options);
      fitted.buildClassifier(training);
      for (int i = 0; i < predicted.length; i++) {
        if (folds.charAt(i) != fold) continue;
        double code = fitted.classifyInstance(rows.instance(i));
        predicted[i] = Double.isNaN(code) ? "-1" : Integer.toString((int) code);
      }
    }
    return String.join(" ", predicted);
  }
}
