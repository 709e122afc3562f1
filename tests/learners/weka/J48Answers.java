import java.io.File;
import java.util.Arrays;
import java.util.StringJoiner;
import java.util.function.IntFunction;
import weka.classifiers.trees.J48;
import weka.classifiers.trees.j48.C45Split;
import weka.classifiers.trees.j48.ClassifierTree;
import weka.classifiers.trees.j48.Distribution;
import weka.core.Instance;
import weka.core.Instances;
import weka.core.Utils;
import weka.core.Version;
import weka.core.converters.ConverterUtils.DataSource;

/**
 * Trains J48 on the first two thirds of the rows of ARFF files, once for each set of options, and writes the tables,
 * the trees, and for the other rows the class that classifyInstance returns and the class distribution: one document
 * of JSON, numbers to full precision.
 *
 * java -cp weka.jar J48Answers.java "OPTIONS;OPTIONS;..." FILE.arff ...
 */
public class J48Answers {
  static class Open extends J48 {
    ClassifierTree root() {
      return m_root;
    }
  }

  public static void main(String[] arguments) throws Exception {
    String made =
        "J48Answers.java on Weka %s: J48 trained on the first n_train rows; codes (classifyInstance) and distributions"
            + " are of the rows after them. A tree is [counts by class] for a leaf, else [counts, attribute,"
            + " threshold, [children]].";
    StringJoiner tables = new StringJoiner(",\n", "[\n", "]");
    for (String file : Arrays.copyOfRange(arguments, 1, arguments.length)) {
      Instances rows = DataSource.read(file);
      rows.setClassIndex(rows.numAttributes() - 1);
      int columns = rows.numAttributes() - 1, n = rows.numInstances();
      StringJoiner answers = new StringJoiner(",\n  ", "[", "]");
      for (String options : arguments[0].split(";")) answers.add(answer(rows, options.trim()));
      tables.add(String.format(
          "{\"name\": \"%s\", \"n_values\": %s, \"n_classes\": %d, \"n_train\": %d,\n \"X\": %s,\n \"y\": %s,\n"
              + " \"weight\": %s,\n \"answers\": %s}",
          new File(file).getName().replace(".arff", ""),
          list(columns, a -> "" + (rows.attribute(a).isNominal() ? rows.attribute(a).numValues() : 0)),
          rows.numClasses(),
          2 * n / 3,
          list(n, i -> list(columns, a -> number(rows.instance(i).value(a)))),
          list(n, i -> number(rows.instance(i).classValue())),
          list(n, i -> number(rows.instance(i).weight())),
          answers));
    }
    System.out.printf("{\"made_by\": \"%s\",%n\"tables\": %s}%n", String.format(made, Version.VERSION), tables);
  }

  static String answer(Instances rows, String options) throws Exception {
    Open tree = new Open();
    tree.setOptions(Utils.splitOptions(options));
    int trained = 2 * rows.numInstances() / 3;
    tree.buildClassifier(new Instances(rows, 0, trained));
    StringJoiner codes = new StringJoiner(",", "[", "]"), shares = new StringJoiner(",", "[", "]");
    for (Instance row : rows.subList(trained, rows.numInstances())) {
      double[] distribution = tree.distributionForInstance(row);
      codes.add(number(tree.classifyInstance(row)));
      shares.add(list(distribution.length, c -> number(distribution[c])));
    }
    return String.format(
        "{\"options\": \"%s\", \"tree\": %s,\n   \"codes\": %s,\n   \"distributions\": %s}",
        options, node(tree.root(), rows), codes, shares);
  }

  /** [counts by class] of a leaf, [counts, attribute, threshold, [children]] of a split. */
  static String node(ClassifierTree tree, Instances rows) {
    Distribution counted = tree.getLocalModel().distribution();
    String counts = list(rows.numClasses(), c -> number(counted.perClass(c)));
    if (tree.isLeaf()) return "[" + counts + "]";
    C45Split split = (C45Split) tree.getLocalModel();
    String threshold = rows.attribute(split.attIndex()).isNumeric() ? number(split.splitPoint()) : "null";
    String children = list(tree.getSons().length, b -> node(tree.getSons()[b], rows));
    return "[" + counts + "," + split.attIndex() + "," + threshold + "," + children + "]";
  }

  static String list(int n, IntFunction<String> item) {
    StringJoiner joined = new StringJoiner(",", "[", "]");
    for (int i = 0; i < n; i++) joined.add(item.apply(i));
    return joined.toString();
  }

  static String number(double x) {
    if (Double.isNaN(x)) return "null";
    return x == Math.rint(x) && Math.abs(x) < 1e15 ? Long.toString((long) x) : Double.toString(x);
  }
}
