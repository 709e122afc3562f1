import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import weka.classifiers.AbstractClassifier;
import weka.classifiers.Classifier;
import weka.core.Instances;
import weka.core.Utils;
import weka.core.converters.ConverterUtils.DataSource;

/**
 * Fits Weka's classifiers on request, in a JVM that stays warm. Each line of the input is answered by one line:
 *
 * load NAME TRAINING.arff TEST.arff: the number of training rows;
 * fit NAME TIMES CLASS OPTIONS: nanoseconds of CPU time of this thread for one fit, over TIMES fits;
 * predict NAME TIMES CLASS OPTIONS: the same for one fit and the prediction of all test rows;
 * folds NAME FILE CLASS OPTIONS: nanoseconds of CPU time of this thread to fit and predict every fold of every line of
 * the file, which has the test fold of each training row of NAME.
 */
public class WekaFits {
  public static void main(String[] arguments) throws Exception {
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    Map<String, Instances[]> tables = new HashMap<>();
    BufferedReader requests = new BufferedReader(new InputStreamReader(System.in));
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      String[] words = line.split(" ", 5);
      if (words[0].equals("load")) {
        Instances[] parts = {DataSource.read(words[2]), DataSource.read(words[3])};
        for (Instances part : parts) part.setClassIndex(part.numAttributes() - 1);
        tables.put(words[1], parts);
        System.out.println(parts[0].numInstances());
        continue;
      }
      Instances[] parts = tables.get(words[1]);
      if (words[0].equals("folds")) {
        System.out.println(crossValidate(clock, parts[0], words));
        continue;
      }
      int times = Integer.parseInt(words[2]);
      long started = clock.getCurrentThreadCpuTime();
      for (int i = 0; i < times; i++) {
        String[] options = Utils.splitOptions(words.length > 4 ? words[4] : "");
        Classifier classifier = AbstractClassifier.forName(words[3], options);
        classifier.buildClassifier(parts[0]);
        if (words[0].equals("predict"))
          for (int row = 0; row < parts[1].numInstances(); row++) classifier.classifyInstance(parts[1].instance(row));
      }
      System.out.println((clock.getCurrentThreadCpuTime() - started) / times);
    }
  }

  private static long crossValidate(ThreadMXBean clock, Instances data, String[] words) throws Exception {
    List<int[]> repeats = new ArrayList<>();
    for (String line : Files.readAllLines(Paths.get(words[2])))
      repeats.add(Arrays.stream(line.split(" ")).mapToInt(Integer::parseInt).toArray());
    long started = clock.getCurrentThreadCpuTime();
    for (int[] folds : repeats) {
      int count = Arrays.stream(folds).max().getAsInt() + 1;
      for (int fold = 0; fold < count; fold++) {
        Instances training = new Instances(data, data.numInstances());
        for (int row = 0; row < folds.length; row++) if (folds[row] != fold) training.add(data.instance(row));
        String[] options = Utils.splitOptions(words.length > 4 ? words[4] : "");
        Classifier classifier = AbstractClassifier.forName(words[3], options);
        classifier.buildClassifier(training);
        for (int row = 0; row < folds.length; row++)
          if (folds[row] == fold) classifier.classifyInstance(data.instance(row));
      }
    }
    return clock.getCurrentThreadCpuTime() - started;
  }
}
