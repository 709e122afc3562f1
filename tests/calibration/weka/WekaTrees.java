import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.StringJoiner;
import java.util.function.IntFunction;
import weka.classifiers.trees.J48;
import weka.classifiers.trees.j48.C45Split;
import weka.classifiers.trees.j48.ClassifierTree;
import weka.classifiers.trees.j48.Distribution;
import weka.core.Attribute;
import weka.core.DenseInstance;
import weka.core.Instances;
import weka.core.Utils;
import weka.core.Version;

/**
 * Grows a tree of J48 on each table that it is given. It begins by saying Weka's version.
 *
 * A line of the input is J48's options, then for each column, the class being the last, how many values it declares
 * (0: it is numeric), then the values row by row, nominal ones as codes and "?" where one is missing: three parts with
 * tabs between them, words with blanks. The answer is one line: [counts by class] of a leaf, [counts, attribute,
 * threshold, [children]] of a question.
 */
public class WekaTrees {
  static class Open extends J48 {
    ClassifierTree root() {
      return m_root;
    }
  }

  public static void main(String[] arguments) throws Exception {
    System.out.println(Version.VERSION);
    BufferedReader requests = new BufferedReader(new InputStreamReader(System.in));
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      String[] parts = line.split("\t");
      Instances rows = table(parts[1].split(" "), parts[2].split(" "));
      Open tree = new Open();
      tree.setOptions(Utils.splitOptions(parts[0]));
      tree.buildClassifier(rows);
      System.out.println(node(tree.root(), rows));
    }
  }

  static Instances table(String[] declared, String[] values) {
    ArrayList<Attribute> attributes = new ArrayList<>();
    for (int a = 0; a < declared.length; a++) {
      ArrayList<String> names = new ArrayList<>();
      for (int code = 0; code < Integer.parseInt(declared[a]); code++) names.add("v" + code);
      attributes.add(names.isEmpty() ? new Attribute("x" + a) : new Attribute("x" + a, names));
    }
    Instances rows = new Instances("table", attributes, values.length / declared.length);
    rows.setClassIndex(declared.length - 1);
    for (int begin = 0; begin < values.length; begin += declared.length) {
      double[] row = new double[declared.length];
      for (int a = 0; a < row.length; a++) {
        String value = values[begin + a];
        row[a] = value.equals("?") ? Utils.missingValue() : Double.parseDouble(value);
      }
      rows.add(new DenseInstance(1.0, row));
    }
    return rows;
  }

  static String node(ClassifierTree tree, Instances rows) {
    Distribution counted = tree.getLocalModel().distribution();
    String counts = list(rows.numClasses(), c -> Double.toString(counted.perClass(c)));
    if (tree.isLeaf()) return "[" + counts + "]";
    C45Split split = (C45Split) tree.getLocalModel();
    boolean numeric = rows.attribute(split.attIndex()).isNumeric();
    String threshold = numeric ? Double.toString(split.splitPoint()) : "0.0";
    String children = list(tree.getSons().length, b -> node(tree.getSons()[b], rows));
    return "[" + counts + "," + split.attIndex() + "," + threshold + "," + children + "]";
  }

  static String list(int n, IntFunction<String> item) {
    StringJoiner joined = new StringJoiner(",", "[", "]");
    for (int i = 0; i < n; i++) joined.add(item.apply(i));
    return joined.toString();
  }
}
