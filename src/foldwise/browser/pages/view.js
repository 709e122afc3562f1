const TERMS = ["metric", "scheme", "columns", "test", "rope", "alpha", "alternative", "adjust", "missing", "tries"];
const ROLES = ["dataset", "learner", "repeat", "fold", "score", "seed", "item", "cluster", "instance", "actual", "predicted", "n_train", "n_test"];
const SEVERAL = ["learner", "dataset", "predicted"];
let given = [], turn = 0, stop = null;

const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

function terms() {
  const said = Object.fromEntries(TERMS.map((name) => [name, at(name).value]));
  for (const name of ["less", "allow_partial"]) said[name] = at(name).checked ? "yes" : "";
  return said;
}

function sent(path, signal) {
  const head = { files: given.map((file) => ({ name: file.name, size: file.size })), terms: terms() };
  return asked(path, { method: "POST", signal, body: new Blob([JSON.stringify(head) + "\n", ...given]) });
}

// A folder looks like a file until it is read, and so does one that was changed since it was chosen.
async function unreadable(files) {
  for (const file of files)
    try { await file.slice(0, 1).arrayBuffer(); } catch (error) { return file.name; }
  return "";
}

// Which column plays which role can be chosen above each; what was chosen stands among the terms.
function roleOf(heading, role) {
  const chosen = document.createElement("select");
  chosen.setAttribute("aria-label", `What ${heading} means`);
  for (const each of new Set(["", ...ROLES, role])) chosen.add(new Option(each || "not read", each, false, each === role));
  chosen.addEventListener("change", () => {
    const others = at("columns").value.split("\n").filter((line) => line.trim() && line.slice(line.indexOf("=") + 1) !== heading)
      .filter((line) => SEVERAL.includes(chosen.value) || line.slice(0, line.indexOf("=")) !== chosen.value);
    at("columns").value = [...others, ...(chosen.value ? [`${chosen.value}=${heading}`] : [])].join("\n");
    judge(given);
  });
  return chosen;
}

function showFirst(found) {
  at("table").hidden = !found.first;
  if (!found.first) return;
  const { file, headings, roles, rows, n_rows, n_columns } = found.first, more = found.n_files - 1;
  const size = headings.length ? `: ${counted(n_rows, "row")}, ${counted(n_columns, "column")}` : "";
  put("caption", `The first ${headings.length ? "rows" : "lines"} of ${file}${size}` + (more ? `; ${counted(more, "more file")}` : ""));
  const table = document.createElement("tbody");
  if (headings.length) {
    const line = table.insertRow();
    headings.forEach((heading, place) => {
      const cell = document.createElement("th"), name = document.createElement("span");
      cell.scope = "col";
      name.textContent = name.title = heading;
      cell.append(name, roleOf(heading, roles[place]));
      line.append(cell);
    });
  }
  for (const row of rows) { const line = table.insertRow(); for (const cell of row) line.insertCell().textContent = cell; }
  at("first").replaceChildren(table);
}

async function judge(files) {
  if (!files.length) return;
  given = files;
  const mine = ++turn;
  if (stop) stop.abort();
  stop = new AbortController();
  for (const id of ["error", "hint", "reading", "table", "done", "report"]) at(id).hidden = true;
  const lost = await unreadable(files), size = files.reduce((sum, file) => sum + file.size, 0);
  let found;
  if (lost) found = { error: `${lost} cannot be read. Is it a folder, or was it changed? Choose the file again.` };
  else if (size > largest) found = { error: `Files of more than ${Math.round(largest / 2 ** 20)} MiB are for the command line: foldwise judge.` };
  else {
    put("busy", "Judging …");
    found = await sent("judge", stop.signal);
  }
  // An answer to what was asked before another file came.
  if (mine !== turn) return;
  put("busy", found.error ? "" : "Judged.");
  put("error", found.error || "");
  put("reading", found.reading || (found.notes || []).join(" "));
  showFirst(found);
  // Whoever is told that something is wrong sees what was read, and where to say otherwise.
  if (found.error) {
    at("table").open = at("asked").open = true;
    at("hint").hidden = !(found.first && found.first.headings.length);
    return;
  }
  put("command", found.command);
  at("done").hidden = false;
  showReport(found.report, true);
}

at("files").addEventListener("change", () => { judge([...at("files").files]); at("files").value = ""; });
at("terms").addEventListener("submit", (event) => {
  event.preventDefault();
  if (given.length) judge(given); else put("error", "There is no file yet. Drop one, or choose one.");
});
at("terms").addEventListener("reset", () => setTimeout(() => judge(given)));
for (const type of ["dragenter", "dragover"])
  document.addEventListener(type, (event) => { event.preventDefault(); document.body.classList.add("over"); });
document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("over"); });
document.addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("over");
  const files = [...event.dataTransfer.files];
  if (files.length) judge(files); else put("error", "That was no file. Drop a file of results, or choose one.");
});
at("example").addEventListener("click", () => {
  // Two models, ten times ten folds; made up by a sum of remainders, so that everybody sees the same.
  const rows = ["learner,repeat,fold,accuracy"];
  for (let repeat = 0; repeat < 10; repeat++)
    for (let fold = 0; fold < 10; fold++) {
      const common = ((7 * repeat + 3 * fold) % 11) / 200;
      rows.push(`forest,${repeat},${fold},${(0.86 + common + ((repeat * fold) % 5) / 250).toFixed(4)}`);
      rows.push(`logistic,${repeat},${fold},${(0.83 + common + ((repeat + 2 * fold) % 7) / 250).toFixed(4)}`);
    }
  judge([new File([rows.join("\n") + "\n"], "example.csv")]);
});
at("copy").addEventListener("click", async () => {
  try { await navigator.clipboard.writeText(at("command").textContent); put("busy", "Copied."); }
  catch (error) { getSelection().selectAllChildren(at("command")); }
});
for (const button of at("done").querySelectorAll("[data-ending]"))
  button.addEventListener("click", async () => {
    const found = await sent("judge?as=" + button.dataset.ending);
    if (found.error) { put("error", found.error); return; }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([found.text]));
    link.download = "verdict." + button.dataset.ending;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  });
